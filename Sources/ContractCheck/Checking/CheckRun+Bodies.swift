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

  // MARK: Parameters and forms

  /// Judges a path parameter: the text of a segment as the value of its schema.
  mutating func check(
    _ parameter: Operation.Parameter, _ value: String, _ settings: RuleSettings,
    _ exchange: Exchange
  ) {
    guard let contract, let node = parameter.root,
      let document = Self.document(value, types: parameter.types)
    else { return }
    let failures = contract.schema.failures(in: document, root: node)
    guard let failure = failures.first else { return }
    let reading = FailureReading(document: document, contract: contract, settings: settings)
    let root = InstancePaths.Path(pointer: JSONPointer(), parent: nil)
    guard let fault = reading.fault(failure, at: root, named: parameter.name) else { return }
    let place = place(of: value, in: exchange)
    findings.append(
      Finding(
        rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
        message: "path parameter: \(fault.text.message)", label: fault.text.label,
        why: fault.text.why, file: source.name, region: source.region(place),
        exchange: reference, schema: fault.schema, contract: contract.name,
        frame: urlFrame(of: value, named: parameter.name, at: place)))
  }

  /// The bytes of a path parameter's value in the capture, or those of the whole URL where the
  /// capture writes it in another way.
  private func place(of value: String, in exchange: Exchange) -> ByteRange {
    guard let url = exchange.urlRange else {
      return ByteRange(offset: exchange.range.offset, length: 0)
    }
    let start = url.offset - source.offset
    guard start >= 0, start + url.length <= source.bytes.count else { return url }
    let text = String(decoding: source.bytes[start..<start + url.length], as: UTF8.self)
    guard let segment = text.segment(of: value) else { return url }
    return ByteRange(
      offset: url.offset + text[..<segment.lowerBound].utf8.count,
      length: text[segment].utf8.count)
  }

  /// A frame of the URL as it may be shown, marking the parameter's value or what masks it.
  private func urlFrame(of value: String, named name: String, at place: ByteRange) -> CodeFrame? {
    guard let url = reference?.url else { return nil }
    var source = source
    let shown =
      Redaction.isSecret(name) ? Redaction.masked(value.unicodeScalars.count) : value
    let segment = url.segment(of: shown) ?? url.startIndex..<url.endIndex
    return CodeFrame.cut(
      ByteRange(
        offset: url[..<segment.lowerBound].utf8.count, length: url[segment].utf8.count),
      line: source.region(place).start.line, from: Array(url.utf8), redaction: Redaction())
  }

  /// A parameter's text as the JSON value that its schema judges.
  private static func document(_ value: String, types: [String]) -> JSONDocument? {
    let isText = types.isEmpty || types.contains("string")
    if !isText, let document = try? JSONDocument(value), document.root.kind != .object {
      return document
    }
    var writer = JSONWriter()
    writer.string(value)
    return try? JSONDocument(writer.bytes)
  }
}
