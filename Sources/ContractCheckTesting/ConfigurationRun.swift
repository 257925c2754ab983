#if canImport(Testing)
  @_spi(Engine) internal import ContractCheck
  internal import JSONTape

  /// Checks what a configuration file names, as `schemacheck check` does, and records issues.
  struct ConfigurationRun {
    private(set) var findings: [Finding] = []
    private var recorder: FindingRecorder
    /// Nil means what the configuration says.
    private let failOn: Severity?
    private var summary = Summary()
    /// Whether an issue says why nothing was checked.
    private var hasFailed = false
    /// As errors name it.
    private var file = ""
    /// Of the configuration, with a slash at its end.
    private var home = ""

    init(recorder: FindingRecorder, failOn: Severity?) {
      self.recorder = recorder
      self.failOn = failOn
    }

    mutating func check(_ path: String, beside source: String) {
      guard find(path, from: folder(of: source)),
        let bytes = recorder.bytes(of: file, in: home)
      else { return }
      let home = home
      do {
        try check(
          Configuration(bytes, name: file) { name throws(Contract.CompanionError) in
            try Contract.companion(name, in: home)
          })
      } catch let error as ConfigurationError {
        recorder.record(error.description)
      } catch let error as ContractError {
        recorder.record(error.description)
      } catch let error as Checker.UnknownName {
        recorder.record(error.message)
      } catch {
        recorder.record("\(error)")
      }
    }

    /// Sets ``file`` and ``home``.
    private mutating func find(_ path: String, from folder: String) -> Bool {
      let whole = path.hasPrefix("/") ? path : folder + path
      home = ContractCheckTesting.folder(of: whole)
      file = String(whole.dropFirst(home.count))
      guard !path.contains("/") else { return true }
      var above = folder
      while true {
        home = above
        if (try? fixture(path, in: above)) != nil { return true }
        guard !above.isEmpty, above != "/" else { break }
        above = ContractCheckTesting.folder(of: String(above.dropLast()))
      }
      recorder.record("\(path): no such file in \(folder) or a folder above it")
      return false
    }

    private mutating func check(_ configuration: Configuration) throws {
      recorder.failOn = failOn ?? configuration.failOn ?? .error
      guard let first = configuration.inputs.first?.text else {
        return recorder.record("\(file): `inputs` names no files")
      }
      guard !configuration.contracts.isEmpty else {
        return recorder.record("\(file): `contracts` names no contract")
      }
      let contracts = try configuration.contracts.map { try contract($0, configuration.rules) }
      let known = configuration.rules.own.ids + contracts.flatMap(\.ownRules.ids)
      for rule in configuration.unknownRules where !known.contains(rule.id) {
        let near = NearestName.suggestion(for: rule.id, among: known)
        throw error("there is no rule `\(rule.id)`\(near)", rule.position)
      }
      var standard = try Checker(contracts: contracts)
      standard.basePath = configuration.basePath
      let bodies = try configuration.bodies.map { body in
        (files: body.files, checker: try checker(of: body, standard))
      }
      var filter = try filter(configuration, contracts)
      let inputs = configuration.inputs.map(\.text)
      let urls = inputs.filter(Self.isURL)
      let files = FixtureFiles(inputs.filter { !Self.isURL($0) }, in: home)
      for problem in files.problems { fail(problem) }
      for url in urls { recorder.remark("\(URLRedaction.redact(url)): tests send no requests") }
      if urls.count == inputs.count {
        return recorder.record(
          "\(file): `inputs` names only URLs, such as \(URLRedaction.redact(first))")
      }
      for path in files.paths {
        let relative = Array(Self.relative(path, to: home).utf8)
        let checker = bodies.first { $0.files.matches(relative) }?.checker ?? standard
        filter.begin([relative])
        check(
          path, checker, &filter, isStrict: configuration.isStrict,
          isNamed: !files.unnamed.contains(path))
      }
      finish(configuration)
    }

    private mutating func check(
      _ path: String, _ checker: Checker, _ filter: inout FindingFilter, isStrict: Bool,
      isNamed: Bool
    ) {
      let name = Redaction.fileName(path)
      guard let bytes = recorder.bytes(of: path, in: home) else {
        hasFailed = true
        return
      }
      let checked = recorder.check(bytes, name: name, with: checker, isNamed: isNamed)
      if checked.isNotRead { return }
      summary += checked.summary
      if checked.hasProblem { hasFailed = true }
      for var finding in checked.findings {
        if isStrict, Rule.ofExchanges.contains(finding.rule) { finding.severity = .error }
        let fate = filter.fate(of: finding)
        summary.count(finding.severity, fate)
        guard fate == .reported else { continue }
        findings.append(finding)
        recorder.record(finding)
      }
      if filter.isUnexpectedlyRight, !checked.hasProblem {
        recorder.record("\(name): no findings, although `expectedBroken` lists it")
      }
    }

    private mutating func finish(_ configuration: Configuration) {
      let isSilent =
        summary.findings(atLeast: recorder.failOn) == 0 && summary.hidden == 0 && !hasFailed
      if summary.checked == 0, isSilent {
        recorder.record("\(file): nothing was \(summary.line)")
      } else if !hasFailed, let emptiness = summary.emptiness(isSilent: isSilent) {
        recorder.record("\(file): \(emptiness)")
      } else if configuration.isStrict, !summary.doubts.isEmpty {
        let doubts = summary.doubts.joined(separator: ", ")
        recorder.record("\(file): `strict`: not everything was certainly checked: \(doubts)")
      }
    }

    private mutating func fail(_ message: String) {
      hasFailed = true
      recorder.record(message)
    }

    // MARK: Parts of the configuration

    private func contract(_ entry: Configuration.Entry, _ rules: RuleOverrides) throws -> Contract {
      let name = entry.text
      if Contract.bundledNames.contains(name) { return try .bundled(name, rules: rules) }
      if (try? fixture(name, in: home)) == nil {
        let near = NearestName.suggestion(for: name, among: Contract.bundledNames)
        throw error("there is no bundled contract and no file `\(name)`\(near)", entry.position)
      }
      return try .file(name, in: home, rules)
    }

    private func checker(of body: Configuration.Bodies, _ standard: Checker) throws -> Checker {
      // A glob may also match captures with exchanges.
      var assumption = body.assumption
      assumption.yieldsToURLs = true
      do {
        return try standard.assuming(assumption)
      } catch {
        throw self.error(error.message, body.position)
      }
    }

    private func filter(
      _ configuration: Configuration, _ contracts: [Contract]
    ) throws -> FindingFilter {
      var suppressions = configuration.suppressions
      for index in suppressions.indices {
        guard let name = suppressions[index].operation else { continue }
        guard let operation = contracts.lazy.compactMap({ $0.operation(named: name) }).first else {
          let known = contracts.flatMap { $0.operations.flatMap { [$0.name, $0.id ?? $0.name] } }
          let near = NearestName.suggestion(for: name, among: known)
          throw error(
            "no contract here has an operation `\(name)`\(near)", suppressions[index].position)
        }
        suppressions[index].operation = operation.name
      }
      return FindingFilter(
        suppressions: suppressions, expectedBroken: configuration.expectedBroken,
        baseline: try configuration.baseline.map(baseline), today: today())
    }

    private func baseline(_ entry: Configuration.Entry) throws -> Baseline {
      do {
        return try Baseline(fixture(entry.text, in: home).bytes(), name: entry.text)
      } catch let failure as FixtureError {
        throw error("`baseline` is \(entry.text): \(failure.reason)", entry.position)
      }
    }

    private func error(_ message: String, _ position: TextPosition) -> ConfigurationError {
      ConfigurationError(message, file: file, position: position)
    }

    private static func isURL(_ text: String) -> Bool {
      let start = text.prefix(8).lowercased()
      return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// As globs of the configuration see it: without dot segments.
    private static func relative(_ path: String, to home: String) -> String {
      var names: [Substring] = []
      let inside = path.hasPrefix(home) ? path.dropFirst(home.count) : path[...]
      for name in inside.split(separator: "/") where name != "." {
        if name == "..", let last = names.last, last != ".." {
          names.removeLast()
        } else {
          names.append(name)
        }
      }
      return names.joined(separator: "/")
    }
  }

  extension FindingRecorder {
    func record(folder path: String, in base: String, _ checker: Checker) -> [Finding] {
      let files = FixtureFiles([path], in: base)
      for problem in files.problems { record(problem) }
      var findings: [Finding] = []
      for path in files.paths {
        guard let bytes = bytes(of: path, in: base) else { continue }
        let file = check(
          bytes, name: Redaction.fileName(path), with: checker,
          isNamed: !files.unnamed.contains(path))
        findings += file.findings
        // The finding says why nothing was checked.
        let emptiness = file.emptiness
        for finding in file.findings { record(finding, fails: emptiness != nil) }
        if let emptiness, file.findings.isEmpty {
          record("\(Redaction.fileName(path)): \(emptiness)")
        }
      }
      return findings
    }
  }
#endif
