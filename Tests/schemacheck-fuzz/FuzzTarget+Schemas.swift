@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
@_spi(Engine) import JSONSchema
@_spi(Engine) import JSONTape
import TestSupport

extension FuzzTarget {
  /// Damaged schemas: compiled or refused; all kinds of evaluation agree.
  static let schema = FuzzTarget(name: "schema", weight: 14, seeds: \.schemas) {
    input, context, generator in
    guard let document = try? JSONDocument(input) else { return .refused }
    do throws(SchemaError) {
      let schema = try CompiledSchema(document)
      let traced = try CompiledSchema(document, uri: "schemacheck:fuzz", keepsReferences: true)
      for _ in 0..<3 {
        guard let instance = try? JSONDocument(generator.pick(context.instances)) else { continue }
        let failures = schema.failures(in: instance)
        if schema.isValid(instance) != failures.isEmpty {
          return .wrong("verdict and failures differ on \(instance.root.text)")
        }
        let units = traced.outputUnits(for: instance, base: "")
        let isWhole = !units.contains(where: \.isGivenUp)
        if isWhole, units.first?.isValid != failures.isEmpty {
          return .wrong("verdict and trace differ on \(instance.root.text)")
        }
        if isWhole, units.contains(where: { $0.failure != nil }) == failures.isEmpty {
          return .wrong("a verdict without failures in the trace of \(instance.root.text)")
        }
      }
      return .accepted
    } catch {
      return error.message.isEmpty ? .wrong("an error without words") : .refused
    }
  }

  /// Regular expressions, which must run in time linear in the text.
  static let pattern = FuzzTarget(name: "pattern", weight: 12, seeds: \.patterns) {
    input, context, generator in
    let source = String(decoding: input.prefix(400), as: UTF8.self)
    guard let pattern = try? Pattern(source) else { return .refused }
    var text = generator.pick(context.texts)
    if generator.once(in: 3) { text = Array(repeating: text.first ?? 0x61, count: 3000) + [0x21] }
    let first = text.withByteView { try? pattern.matches($0) }
    let second = text.withByteView { try? pattern.matches($0) }
    if first != second { return .wrong("two results from /\(source)/") }
    return .accepted
  }

  /// URLs, media types, path templates, formats and dates: anything that is one line of text.
  static let text = FuzzTarget(name: "text", weight: 14, seeds: \.texts) { input, _, _ in
    let text = String(decoding: input.prefix(4000), as: UTF8.self)
    let parts = URLParts(text)
    _ = parts.queryItems
    _ = parts.effectivePort
    _ = RequestPath(parts.path)
    if let template = try? PathTemplate(text) { _ = template.match(RequestPath(parts.path)) }
    if let type = MediaType(text), MediaType(type.description) == nil {
      return .wrong("the media type \(type) cannot be read again")
    }
    let redacted = URLRedaction.redact(text)
    if URLRedaction.redact(redacted) != redacted { return .wrong("redacted twice: \(redacted)") }
    input.withByteView { bytes in
      for format in Format.allCases { _ = format.accepts(bytes) }
    }
    for profile in DateProfile.allCases {
      let isDate = text.withByteView(profile.accepts)
      let diagnosis = DateDiagnosis.diagnose(text, profile: profile)
      if let rewrite = diagnosis.rewrite, !isDate,
        !rewrite.withByteView(profile.accepts)
      {
        return .wrong("\(profile): the rewritten date \(rewrite) is refused too")
      }
    }
    if let pointer = JSONPointer(text), pointer.description != text {
      return .wrong("pointer \(pointer) from \(text)")
    }
    return .accepted
  }
}

extension FuzzTarget {
  /// The readers of configurations and baselines: what they refuse has a place and words, what a
  /// baseline holds survives being written.
  static let configuration = FuzzTarget(
    name: "configuration", weight: 10, seeds: \.configurations
  ) { input, _, _ in
    let isJSON = (try? JSONDocument(input)) != nil
    var outcome = FuzzOutcome.refused
    do throws(ConfigurationError) {
      let configuration = try Configuration(input, name: "c")
      outcome = FuzzOutcome(isJSON ? complaint(about: configuration) : "what is no JSON is read")
    } catch {
      if let wrong = complaint(about: error) { return .wrong(wrong) }
    }
    do throws(ConfigurationError) {
      let baseline = try Baseline(input, name: "b")
      guard isJSON else { return .wrong("what is no JSON is read") }
      let again = try? Baseline(baseline.json.utf8, name: "b")
      if again?.json != baseline.json { return .wrong("a baseline does not survive being written") }
      return .accepted
    } catch {
      if let wrong = complaint(about: error) { return .wrong(wrong) }
    }
    return outcome
  }

  private static func complaint(about error: ConfigurationError) -> String? {
    if error.message.isEmpty { return "an error without words" }
    let place = error.position
    return place.line < 1 || place.column < 1 ? "an error at \(place)" : nil
  }

  /// Globs match whatever paths in time that is bounded, and suppressions are named by their place.
  private static func complaint(about configuration: Configuration) -> String? {
    let paths = ["a/b/c/d/e/f/g.json", "", "../x", ".a/.b"]
    let globs = configuration.bodies.map(\.files) + configuration.expectedBroken.map(\.files)
    for glob in globs {
      _ = paths.map { glob.matches($0.utf8) }
      if PathGlob(glob.description) != glob { return "a glob is not what it says" }
    }
    var filter = FindingFilter(
      suppressions: configuration.suppressions, expectedBroken: configuration.expectedBroken,
      today: CalendarDate("2026-01-01"))
    for path in paths { filter.begin([Array(path.utf8)]) }
    let count = filter.expiredSuppressions.count + filter.unusedSuppressions.count
    return count == configuration.suppressions.count ? nil : "a suppression is lost"
  }
}

extension FuzzTarget {
  /// Two damaged contracts compared: nothing differs from itself, and every finding is somewhere.
  static let comparison = FuzzTarget(
    name: "comparison", weight: 2,
    seeds: { $0.contracts.filter { $0.count <= FuzzCorpus.largestComparison } }
  ) { input, _, generator in
    guard let document = try? ContractDocument(input, name: "fuzz") else { return .refused }
    let same = ContractDiff(old: document, new: document)
    if let finding = same.findings.first {
      return .wrong("a contract differs from itself: \(finding.rule) \(finding.message)")
    }
    let changed = generator.mutation(of: input, donor: input)
    let other = try? ContractDocument(changed, name: "fuzz")
    guard let other = other ?? (try? ContractDocument.bundled("fotolokashen")) else {
      return .wrong("a bundled contract cannot be read")
    }
    let there = ContractDiff(old: document, new: other)
    let back = ContractDiff(old: other, new: document)
    return FuzzOutcome(complaint(aboutChanges: there) ?? complaint(aboutChanges: back, in: input))
  }

  private static func complaint(
    aboutChanges diff: ContractDiff, in input: [UInt8]? = nil
  ) -> String? {
    var offset = 0
    for finding in diff.findings {
      if ChangeRule.named(finding.rule) == nil { return "a change of no kind, \(finding.rule)" }
      if finding.message.isEmpty || finding.label.isEmpty { return "\(finding.rule) without words" }
      let bytes = finding.region.bytes
      if bytes.offset < offset || bytes.length < 1 { return "\(finding.rule) at \(bytes)" }
      if let input, bytes.end > input.count { return "\(finding.rule) at \(bytes), past the end" }
      offset = bytes.offset
    }
    return nil
  }
}
