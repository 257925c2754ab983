@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Texts: checked as a string, or as the JSON that they hold.
extension CheckRun {
  /// Checks the body of a documented `text/plain` or the like: as a string if the schema allows one,
  /// otherwise as JSON. A text that is neither is skipped.
  mutating func checkText(
    _ message: Message, _ target: BodyTarget
  ) -> Checker.Outcome {
    if let absence = message.absence { return skip(absence) }
    guard let contract, let root = target.root, let body = message.body else {
      return skip(.nonJSON)
    }
    var text = String(decoding: body.bytes, as: UTF8.self)
    guard !text.contains("\u{FFFD}") else { return skip(.nonJSON) }
    if text.last?.isNewline ?? false { text.removeLast() }
    guard let string = try? JSONDocument(Array(JSONWriter.quoted(text).utf8)) else {
      return skip(.nonJSON)
    }
    explain(.checked)
    let failures = contract.schema.failures(in: string, root: root)
    self.text = string
    if failures.isEmpty { return .checked }
    if let document = try? JSONDocument(body.bytes) {
      let list = contract.schema.failureList(in: document, root: root)
      if list.count == 0 {
        self.text = document
        return .checked
      }
      var reading = list
      let isOfText = (0..<list.count).contains { reading.failure(at: $0).isOfRootType }
      if !isOfText || !failures.allSatisfy(\.isOfText) {
        report(list, of: body, document, target, RequestedPage())
        return .checked
      }
    }
    guard failures.allSatisfy(\.isOfText) else { return skip(.nonJSON) }
    let whole = body.fileRanges(
      inAnyOrder: [ByteRange(offset: 0, length: body.bytes.count)], in: source)
    let reading = FailureReading(
      document: string, contract: contract, settings: target.settings, places: places)
    // A template may stand for any text.
    guard body.templates == nil else { return .checked }
    for var violation in reading.violations(failures) {
      violation.range = whole[0]
      violation.fix = nil
      add(violation, in: body, frame: nil)
    }
    return .checked
  }
}

extension SchemaFailure {
  /// Whether the schema wants a value of another type than the whole instance.
  fileprivate var isOfRootType: Bool {
    if case .type = kind { instance == 0 } else { false }
  }

  /// Whether it is about the text of a string.
  fileprivate var isOfText: Bool {
    switch kind {
    case .minLength, .maxLength, .pattern, .format, .date, .enum, .const: true
    case _ where isGivenUp: true
    default: false
    }
  }
}

/// Forms: fields checked as the members of an object.
extension CheckRun {
  /// Every field is text. Where the schema asks for another type, text that reads as that type
  /// passes.
  ///
  /// - Parameter isStub: Whether templates stand for values.
  mutating func checkForm(
    _ message: Message, _ entry: Operation.Content.Entry, _ settings: RuleSettings, isStub: Bool
  ) -> Checker.Outcome {
    guard let contract, let root = entry.root else { return skip(.nonJSON) }
    let (fields, body) = fields(of: message, as: entry.mediaType)
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
    text = document
    let failures = contract.schema.failures(in: document, root: root).filter { failure in
      guard case .type(let expected, _) = failure.kind else { return true }
      return !(document.node(at: failure.instance).string.map(expected.isOfText) ?? false)
    }
    let reading = FailureReading(
      document: document, contract: contract, settings: settings, places: places)
    let fieldPlaces = Self.places(of: fields, in: document)
    for var violation in reading.violations(failures) {
      let field = fieldPlaces[violation.range]
      if isStub, let field, Template.isIn(field.value.utf8) { continue }
      let marksName = violation.keyword == nil
      violation.range =
        field.map { marksName ? $0.nameRange : $0.valueRange } ?? Self.extent(of: fields)
      // The form as a whole is never shown, since its fields may be secret.
      add(
        violation, prefix: "form: ", in: body,
        frame: field.map { frame(of: $0, in: body, marksName: marksName, violation.range) })
    }
    return .checked
  }

  /// The fields by the bytes of their names and values in the document.
  private static func places(
    of fields: [FormField], in document: JSONDocument
  ) -> [ByteRange: FormField] {
    var places: [ByteRange: FormField] = [:]
    for (member, field) in zip(document.root.members, fields) {
      places[member.key.range] = field
      places[member.value.range] = field
    }
    return places
  }

  private static func extent(of fields: [FormField]) -> ByteRange {
    let start = fields.map(\.nameRange.offset).min() ?? 0
    let end = fields.map(\.valueRange.end).max() ?? start
    return ByteRange(offset: start, length: end - start)
  }

  private func frame(
    of field: FormField, in body: Body?, marksName: Bool, _ range: ByteRange
  ) -> CodeFrame {
    let name = Array(SafeText.line(field.name).utf8)
    let value = Array(Redaction.shown(field.value, of: field.name, in: .query).utf8)
    let text = name + [UInt8(ascii: "=")] + value
    return frame(
      of: text, marking: marksName ? name.indices : name.count + 1..<text.count, at: range,
      in: body)
  }

  /// The fields, and the body they are in unless the capture lists them.
  private func fields(
    of message: Message, as type: MediaType
  ) -> (fields: [FormField], body: Body?) {
    let listed = message.fields
    guard let body = message.body, type.isForm || listed.isEmpty else { return (listed, nil) }
    var fields: [FormField] = []
    if type.isForm {
      fields = FormField.parse(body.bytes)
      // Chrome lists the fields as they are encoded. Firefox writes headers before the text.
      let isSame = fields.elementsEqual(listed) { own, other in
        own.name == other.name
          || own.name == PercentEncoding.decodeForm(Array(other.name.utf8)[...])
      }
      guard listed.isEmpty || isSame else { return (listed, nil) }
    } else if type.essence == "multipart/form-data" {
      let boundary = message.mediaType.flatMap(MediaType.init)?.parameters.first {
        $0.name == "boundary"
      }
      fields = MultipartForm.parse(body.bytes, boundary: boundary?.value ?? "")
    }
    let names = body.fileRanges(inAnyOrder: fields.map(\.nameRange), in: source)
    let values = body.fileRanges(inAnyOrder: fields.map(\.valueRange), in: source)
    for position in fields.indices {
      fields[position].nameRange = names[position]
      fields[position].valueRange = values[position]
    }
    return (fields, body)
  }
}
