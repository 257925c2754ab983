import ContractCheck
@_spi(Engine) import JSONSchema
import JSONTape

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
    let first = text.withUnsafeBufferPointer { try? pattern.matches($0) }
    let second = text.withUnsafeBufferPointer { try? pattern.matches($0) }
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
    input.withUnsafeBufferPointer { bytes in
      for format in Format.allCases { _ = format.accepts(bytes) }
    }
    for profile in DateProfile.allCases {
      let isDate = Array(text.utf8).withUnsafeBufferPointer(profile.accepts)
      let diagnosis = DateDiagnosis.diagnose(text, profile: profile)
      if let rewrite = diagnosis.rewrite, !isDate,
        !Array(rewrite.utf8).withUnsafeBufferPointer(profile.accepts)
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
