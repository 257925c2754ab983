@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Forms: fields judged as the members of an object.
extension CheckRun {
  /// Judges a form against its schema. Every field is text; where the schema asks for another type,
  /// text that reads as that type will do.
  mutating func checkForm(
    _ message: Message, _ entry: Operation.Content.Entry, _ settings: RuleSettings
  ) -> Checker.Outcome {
    guard let contract, let root = entry.root else { return skip(.nonJSON) }
    let fields = fields(of: message, as: entry.mediaType)
    guard !fields.isEmpty else { return skip(message.absence ?? .nonJSON) }
    var writer = JSONWriter()
    writer.beginObject()
    for field in fields {
      writer.key(field.name)
      writer.string(field.value)
    }
    writer.endObject()
    guard let document = try? JSONDocument(writer.bytes) else { return skip(.nonJSON) }
    explain(.checked)
    let failures = contract.schema.failures(in: document, root: root).filter { failure in
      !Self.reads(document.node(at: failure.instance), as: failure.kind)
    }
    let reading = FailureReading(document: document, contract: contract, settings: settings)
    for fault in reading.violations(failures) {
      let field = Self.field(of: fault, among: fields, in: document)
      let range =
        field.map { fault.keyword == nil ? $0.nameRange : $0.valueRange }
        ?? Self.extent(of: fields)
      let text = fault.text
      var finding = Finding(
        rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
        message: "form: \(text.message)", label: text.label, why: text.why,
        file: source.name, region: source.region(range), exchange: reference,
        instance: fault.instance, member: fault.member, schema: fault.schema,
        contract: contract.name, frame: frame(of: field, marksName: fault.keyword == nil, range))
      finding.shape = fault.shape
      findings.append(finding)
    }
    return .checked
  }

  /// The field at fault: the one whose bytes the fault marks in the form's document. Nil where the
  /// form as a whole is at fault.
  private static func field(
    of fault: Violation, among fields: [FormField], in document: JSONDocument
  ) -> FormField? {
    let members = zip(document.root.members, fields)
    return members.first { member, _ in
      fault.range == member.key.range || fault.range == member.value.range
    }?.1
  }

  /// From the first field to the end of the last.
  private static func extent(of fields: [FormField]) -> ByteRange {
    let start = fields.map(\.nameRange.offset).min() ?? 0
    let end = fields.map(\.valueRange.end).max() ?? start
    return ByteRange(offset: start, length: end - start)
  }

  /// The field as it may be shown; a form as a whole is shown by nothing, since its fields may be
  /// secret.
  private func frame(of field: FormField?, marksName: Bool, _ range: ByteRange) -> CodeFrame? {
    guard let field else { return nil }
    var source = source
    let name = Array(SafeText.line(field.name).utf8)
    let value = Array(Redaction.shown(field.value, of: field.name, in: .query).utf8)
    let place =
      marksName
      ? ByteRange(offset: 0, length: name.count)
      : ByteRange(offset: name.count + 1, length: value.count)
    return CodeFrame.cut(
      place, line: source.region(range).start.line, from: name + [UInt8(ascii: "=")] + value,
      redaction: Redaction())
  }

  /// The fields with their places in the file.
  private func fields(of message: Message, as type: MediaType) -> [FormField] {
    guard message.fields.isEmpty else { return message.fields }
    guard let body = message.body else { return [] }
    var fields: [FormField] = []
    if type.isForm {
      fields = FormField.parse(body.bytes)
    } else if type.essence == "multipart/form-data" {
      let boundary = message.mediaType.flatMap(MediaType.init)?.parameters.first {
        $0.name == "boundary"
      }
      fields = MultipartForm.parse(body.bytes, boundary: boundary?.value ?? "")
    }
    let names = fileRanges(of: fields.map(\.nameRange), in: body)
    let values = fileRanges(of: fields.map(\.valueRange), in: body)
    for position in fields.indices {
      fields[position].nameRange = names[position]
      fields[position].valueRange = values[position]
    }
    return fields
  }

  private static func reads(_ node: JSONNode, as kind: SchemaFailure.Kind) -> Bool {
    guard case .type(let expected, _) = kind, let text = node.string,
      let value = try? JSONDocument(text).root
    else { return false }
    switch value.kind {
    case .number:
      return expected.contains(.number)
        || expected.contains(.integer) && value.number?.isInteger ?? false
    case .boolean: return expected.contains(.boolean)
    case .null, .string, .array, .object: return false
    }
  }
}
