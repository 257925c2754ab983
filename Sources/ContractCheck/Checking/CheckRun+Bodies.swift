@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Checking one body: syntax, keys, schema, relations.
extension CheckRun {
  /// Judges a body by a node of the contract's plan.
  mutating func check(
    _ body: Body, root: Int32, settings: RuleSettings, pagination: PaginationPlace?,
    query: URLParts?
  ) {
    guard let contract, let document = checkSyntax(body, settings) else { return }
    let failures = contract.schema.failures(in: document, root: root)
    var faults: [BodyFault] = []
    if !failures.isEmpty {
      let reading = FailureReading(document: document, contract: contract, settings: settings)
      faults = reading.faults(failures)
    }
    if let pagination, settings.isOn(.paginationArithmetic) {
      let arithmetic = PaginationFigures(
        root: document.root, place: pagination, query: query,
        broken: Set(faults.map(\.instance)))
      faults += arithmetic.faults(severity: settings[.paginationArithmetic].severity ?? .error)
    }
    report(faults, of: body)
  }

  /// Parses a body, with findings for what is not JSON and for repeated keys; nil when it is not
  /// JSON.
  @discardableResult
  mutating func checkSyntax(_ body: Body, _ settings: RuleSettings) -> JSONDocument? {
    let document: JSONDocument
    do {
      document = try JSONDocument(body.bytes)
    } catch {
      guard let severity = settings[.jsonSyntax].severity else { return nil }
      let length = error.offset < body.bytes.count ? 1 : 0
      let fault = BodyFault(
        rule: .jsonSyntax, severity: severity, text: BodyMessage.syntax(error).text,
        instance: JSONPointer(), range: ByteRange(offset: error.offset, length: length))
      report([fault], of: body, isMalformed: true)
      return nil
    }
    if let severity = settings[.duplicateKey].severity {
      let duplicates = document.duplicateKeys()
      let paths = InstancePaths(duplicates.map { $0.repeated + 1 }, in: document)
      report(
        duplicates.map { duplicate in
          let key = document.node(at: duplicate.repeated)
          return BodyFault(
            rule: .duplicateKey, severity: severity,
            text: BodyMessage.duplicateKey(key.string ?? "").text,
            instance: paths[duplicate.repeated + 1].pointer, range: key.range)
        }, of: body)
    }
    return document
  }
}
