@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// A field of a form, or a part of a multipart body.
struct FormPart {
  /// The decoded name. For a part without a name, this is the schema's name for the part.
  var name: String
  /// Whether the part itself gives its name.
  var isNamed = true
  /// The text. Its source is the number of the part. Indexes are indexes of bytes of the body, if
  /// these are known.
  var text: RawText
  /// The name's range in the file.
  var nameRange: ByteRange
  /// The value's range in the file.
  var valueRange: ByteRange
  /// The media type that the part gives.
  var type: MediaType?
  var typeRange: ByteRange?
  /// The encoding of the part's text, if it is not UTF-8.
  var coding: PartCoding?
  /// The encodings of a text that cannot be read. Nil if the text can be read.
  var unread: String?
  var headers: [MultipartBody.Field] = []

  var isSecret: Bool { SecretName.meaning(of: name.utf8, in: .query).isSecret }
  var shownName: String { SafeText.line(Redaction.shown(name, ofProperty: nil)) }
}

/// The headers of a part and their description in the contract.
struct PartHeaders {
  let name: String
  let documented: [Operation.Parameter]
  let fields: HeaderFields
  /// The place to report for a missing header.
  let place: ByteRange
}

/// The parts of a message.
struct FormParts {
  var parts: [FormPart]
  /// The body; nil if the capture lists the fields itself.
  var body: Body?

  enum Trouble: Error {
    case absent
    /// The media type does not contain the boundary of the parts.
    case noBoundary
    case fault(MultipartBody.Fault, boundary: String)
    /// A field of a form has no name.
    case nameless(part: Int, ByteRange)
  }

  init(listed fields: [FormField]) {
    parts = fields.enumerated().map { number, field in
      FormPart(
        name: field.name, text: RawText(Array(field.value.utf8)[...], .none, source: number),
        nameRange: field.nameRange, valueRange: field.valueRange)
    }
  }

  /// - Parameter type: The media type of the message. If the message has none, the media type from
  ///   the contract.
  init(_ message: Message, as type: MediaType) throws(Trouble) {
    let listed = message.fields
    guard let body = message.body, type.isForm || type.isMultipart else {
      if listed.isEmpty { throw .absent }
      self.init(listed: listed)
      return
    }
    if type.isForm {
      let fields = FormField.parse(body.bytes)
      // Chrome lists the fields in encoded form. Firefox writes headers before the text.
      let isSame = fields.elementsEqual(listed) { own, other in
        own.name == other.name
          || own.name == PercentEncoding.decodeForm(Array(other.name.utf8)[...])
      }
      if listed.isEmpty || isSame {
        self.init(fields, in: body)
      } else {
        self.init(listed: listed)
      }
      if parts.isEmpty { throw .absent }
      return
    }
    do throws(Trouble) {
      try self.init(multipart: body, of: message, type)
    } catch {
      // Browsers omit the content of files from the text.
      if listed.isEmpty { throw error }
      self.init(listed: listed)
    }
  }

  private init(_ fields: [FormField], in body: Body) {
    self.body = body
    parts = fields.enumerated().map { number, field in
      let range = field.valueRange
      return FormPart(
        name: field.name,
        text: RawText(body.bytes[range.offset..<range.end], .form, source: number),
        nameRange: field.nameRange, valueRange: range)
    }
  }

  private init(
    multipart body: Body, of message: Message, _ type: MediaType
  ) throws(Trouble) {
    let told = Self.boundary(of: message)
    // A header can only be missing if headers were captured.
    let isSent = !message.headers["content-type"].isEmpty
    guard let boundary = told ?? (isSent ? nil : MultipartBody.boundary(shownBy: body.bytes)) else {
      throw message.mediaType == nil ? .absent : .noBoundary
    }
    let read: MultipartBody
    do {
      read = try MultipartBody(body.bytes, boundary: boundary)
    } catch {
      throw .fault(error, boundary: boundary)
    }
    self.body = body
    parts = []
    for (number, part) in read.parts.enumerated() {
      let disposition = part["content-disposition"]
      let name = part.name ?? Self.id(of: part)
      if name == nil, type.subtype == "form-data" {
        throw .nameless(part: number + 1, disposition?.range ?? part.head)
      }
      let kind = part["content-type"]
      var field = FormPart(
        name: name ?? "",
        text: RawText(
          body.bytes[part.content.offset..<part.content.end], .none, source: number),
        nameRange: disposition?.range ?? part.head, valueRange: part.content,
        type: kind.flatMap { MediaType($0.text) }, typeRange: kind?.range,
        headers: part.headers)
      field.isNamed = part.name != nil
      let coding = PartCoding(part, field.type)
      if !coding.isPlain { field.coding = coding }
      parts.append(field)
    }
  }

  private static func boundary(of message: Message) -> String? {
    let header = message.headers["content-type"].map { String(decoding: $0.bytes, as: UTF8.self) }
    for text in [message.mediaType].compactMap(\.self) + header {
      let found = MediaType(text)?.parameters.first { $0.name == "boundary" }?.value
      if let found, !found.isEmpty { return found }
    }
    return nil
  }

  /// The Content-ID of a part. Other parts use it to refer to this part (RFC 2392).
  private static func id(of part: MultipartBody.Part) -> String? {
    guard let text = part["content-id"]?.text, text.hasPrefix("<"), text.hasSuffix(">") else {
      return nil
    }
    return String(text.dropFirst().dropLast())
  }

  /// Gives names to parts without a name, if their media types fit. The names are those that the
  /// schema lists, in order.
  mutating func nameParts(_ encoding: FormEncoding) {
    var known = Set(parts.map(\.name))
    var next = 0
    for index in parts.indices
    where !parts[index].isNamed && encoding[parts[index].name] == nil {
      let part = parts[index]
      let fits = encoding.properties[next...].firstIndex { property in
        !known.contains(property.name) && property.mayHold(part)
      }
      if let fits {
        parts[index].name = encoding.properties[fits].name
        next = fits + 1
        known.insert(parts[index].name)
      } else if part.name.isEmpty {
        parts[index].name = "part \(index + 1)"
      }
    }
  }

  /// Decodes the texts that are not written as UTF-8.
  mutating func decode(_ encoding: FormEncoding) {
    guard let body else { return }
    for index in parts.indices {
      guard var coding = parts[index].coding else { continue }
      let part = parts[index]
      let property =
        encoding.element == nil
        ? encoding[part.name] ?? encoding.rest : encoding.element(at: index) ?? encoding.rest
      // The schema describes the text in base64.
      if property.isEncoded { coding.transfer = nil }
      if coding.isPlain || property.isBinary { continue }
      let bytes = coding.decoded(
        part.text.bytes, isJSON: part.type?.isJSON ?? false,
        isText: body.isEscaped || body.isInRuns)
      guard let bytes else {
        let names = [coding.transfer, coding.charset].compactMap(\.self)
        parts[index].unread = names.map { "`\(SafeText.line(Redaction.text($0)))`" }
          .joined(separator: ", ")
        continue
      }
      if bytes.elementsEqual(part.text.bytes) { continue }
      var text = RawText(bytes[...], .none, source: part.text.source)
      text.place = part.text.bytes.indices
      parts[index].text = text
    }
  }

  /// Turns ranges of the body into ranges of the file.
  mutating func settlePlaces(_ source: CaptureSource) {
    guard let body else { return }
    let ranges = parts.flatMap { part in
      [part.nameRange, part.valueRange, part.typeRange ?? part.nameRange]
    }
    let places = body.fileRanges(inAnyOrder: ranges, in: source)
    for index in parts.indices {
      parts[index].nameRange = places[3 * index]
      parts[index].valueRange = places[3 * index + 1]
      if parts[index].typeRange != nil { parts[index].typeRange = places[3 * index + 2] }
    }
  }
}

extension FormEncoding.Property {
  /// Whether a part without a name may be this property.
  fileprivate func mayHold(_ part: FormPart) -> Bool {
    guard let type = part.type else { return true }
    if !mediaTypes.isEmpty { return type.closest(of: mediaTypes) != nil }
    let isStructured = shape.mayBeObject || shape.mayBeArray
    if isBinary { return true }
    return type.isJSON ? isStructured || shape.types.isEmpty : !isStructured || shape.mayBeScalar
  }
}
