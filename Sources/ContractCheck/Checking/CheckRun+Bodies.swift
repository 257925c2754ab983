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
        broken: Set(faults.filter { $0.rule.id != Rule.undocumentedField.id }.map(\.instance)))
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
      report(
        document.duplicateKeys().map { duplicate in
          let key = document.node(at: duplicate.repeated)
          return BodyFault(
            rule: .duplicateKey, severity: severity,
            text: BodyMessage.duplicateKey(key.string ?? "").text,
            instance: document.pointer(to: duplicate.repeated + 1), range: key.range)
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
    guard let contract, let root = parameter.root,
      let document = Self.document(value, types: parameter.types)
    else { return }
    let failures = contract.schema.failures(in: document, root: root)
    guard let failure = failures.first else { return }
    let reading = FailureReading(document: document, contract: contract, settings: settings)
    guard let fault = reading.fault(failure, named: parameter.name) else { return }
    let range = exchange.urlRange ?? ByteRange(offset: exchange.range.offset, length: 0)
    findings.append(
      Finding(
        rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
        message: "path parameter: \(fault.text.message)", label: fault.text.label,
        why: fault.text.why, file: source.name, region: source.region(range),
        exchange: reference, instance: JSONPointer(), schema: fault.schema,
        contract: contract.name, frame: parameterFrame(at: range)))
  }

  /// A frame of the URL with everything that looks like a secret masked.
  private func parameterFrame(at range: ByteRange) -> CodeFrame? {
    guard let url = reference?.url else { return nil }
    var source = source
    let text = Array(url.utf8)
    return CodeFrame.cut(
      ByteRange(offset: 0, length: text.count), line: source.region(range).start.line, from: text,
      redaction: Redaction())
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

  /// Judges a form against its schema: its fields as the members of an object.
  mutating func checkForm(
    _ message: Message, _ entry: Operation.Content.Entry, _ settings: RuleSettings
  ) -> Checker.Outcome {
    guard let contract, let root = entry.root, entry.mediaType.isForm else {
      return .skipped(SkipReason.nonJSON.rawValue)
    }
    var fields = message.fields
    if fields.isEmpty, let body = message.body { fields = FormField.parse(body.bytes) }
    guard !fields.isEmpty else { return .skipped((message.absence ?? .noBody).rawValue) }
    var writer = JSONWriter()
    writer.beginObject()
    for field in fields {
      writer.key(field.name)
      writer.string(field.value)
    }
    writer.endObject()
    guard let document = try? JSONDocument(writer.bytes) else {
      return .skipped(SkipReason.nonJSON.rawValue)
    }
    let failures = contract.schema.failures(in: document, root: root)
    let reading = FailureReading(document: document, contract: contract, settings: settings)
    for fault in reading.faults(failures) {
      let field = fault.instance.tokens.first.flatMap { name in
        fields.first { $0.name == name }
      }
      let range = field?.valueRange ?? fields[0].valueRange
      findings.append(
        Finding(
          rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
          message: fault.text.message, label: fault.text.label, why: fault.text.why,
          file: source.name, region: source.region(range), exchange: reference,
          instance: fault.instance, member: fault.member, schema: fault.schema,
          contract: contract.name, frame: frame(at: range)))
    }
    return .checked
  }
}
