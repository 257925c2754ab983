internal import JSONTape

/// An exchange that is written as one line of NDJSON or as an entry of a HAR. `schemacheck check`
/// reads the result with the same findings. If ``keepsSecrets`` is false, each secret is replaced
/// by a value of the same type and length, with the same kinds of characters.
package struct ExchangeRecord: Sendable {
  /// The body of a message.
  package enum Body: Sendable, Hashable {
    /// The message has no body, or the body is not known.
    case none
    /// The decompressed bytes. An empty array is an empty body.
    case bytes([UInt8])
    /// A body that is not written, for this reason. Such a body does not count as checked.
    case leftOut(String, SkipReason = .undecodable)
  }

  /// A header field.
  package struct Field: Sendable, Hashable {
    /// The name as it was sent.
    package var name: String
    /// The value as it was sent.
    package var value: String
    /// Whether the value is a secret even if its name and form do not show this.
    package var isSecret: Bool

    /// Creates a field from its parts.
    package init(_ name: String, _ value: String, isSecret: Bool = false) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }

  /// The method in capitals; nil if it is not known.
  package var method: String?
  /// The whole URL; nil if it is not known.
  package var url: String?
  /// Whether everything is written without changes, byte for byte.
  package var keepsSecrets = false
  /// The status; nil if no response came.
  package var status: Int?
  /// When the request was sent.
  package var time: Timestamp?
  /// The reason why no response arrived, or only a part of it.
  package var error: String?
  /// The request's headers, in the order of sending if that is known.
  package var requestHeaders: [Field] = []
  /// The body of the request.
  package var requestBody = Body.none
  /// The response's headers, in the order of arrival if that is known.
  package var responseHeaders: [Field] = []
  /// The body of the response.
  package var responseBody = Body.none
  /// The media type of the request, if the headers do not give it.
  package var requestType: String?
  package var responseType: String?
  /// The fields of a form whose text is not known.
  package var requestFields: [FormField] = []
  /// The statuses that the sender of the request expects. Nil if the statuses are unknown.
  @_spi(Engine) public var expected: ExpectedStatuses?
  /// Whether a body is written even if secrets in the body cannot be found. If so, all letters and
  /// digits of the body are replaced. If not, the body is not written.
  @_spi(Engine) public var keepsUnreadableBodies = false
  /// The number of bytes of the response's body that arrived. These bytes may be compressed.
  @_spi(Engine) public var receivedBytes: Int?
  /// How secrets are replaced.
  @_spi(Engine) public var replacement = SecretReplacement.fixed
  /// The URL as it is written to the record. Nil if no contract describes the parameters in the
  /// URL's path.
  @_spi(Engine) public var writtenURL: String?
  /// The facts that only the live check knew.
  package var verdict = LiveVerdict()
  /// The details that only a HAR has in addition to the exchange.
  package var har = HARDetails()

  /// Creates an exchange without headers and bodies.
  package init(method: String?, url: String?, status: Int? = nil) {
    self.method = method
    self.url = url
    self.status = status
  }

  var shownMethod: String? { keepsSecrets ? method : method.map(Redaction.text) }

  /// The exchange as one line with its line feed.
  ///
  /// - Complexity: O(*n*) in the size of the exchange.
  package func line() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let time {
      writer.key("time")
      writer.string(time.description)
    }
    if let method = shownMethod {
      writer.key("method")
      writer.string(method)
    }
    if let url = replacedURL {
      writer.key("url")
      writer.string(url)
    }
    if status != nil || !responseBody.isKnown {
      writer.key("status")
      // Readers treat 0 as an exchange without a response.
      writer.integer(status ?? 0)
    }
    if let expected {
      writer.key("expect")
      writer.string("\(expected.list)")
    }
    if !verdict.isEmpty {
      writer.key("\(LiveVerdict.nameInRecord)")
      verdict.write(to: &writer)
    }
    if let error {
      writer.key("error")
      writer.string(keepsSecrets ? error : Redaction.text(error))
    }
    var omitted: [(name: String, reason: String)] = []
    write(.request, requestHeaders, requestType, formBody, &writer, &omitted)
    write(.response, responseHeaders, responseType, responseBody, &writer, &omitted)
    if !omitted.isEmpty {
      writer.key("omitted")
      writer.beginObject()
      for (name, reason) in omitted {
        writer.key(name)
        writer.string(reason)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func write(
    _ part: Exchange.Part, _ fields: [Field], _ type: String?, _ body: Body,
    _ writer: inout JSONWriter, _ omitted: inout [(name: String, reason: String)]
  ) {
    var fields = fields
    if let type, !Self.hasType(fields) { fields.append(Field("Content-Type", type)) }
    if !fields.isEmpty {
      writer.key("\(part)Headers")
      writer.beginArray()
      for field in fields {
        writer.beginObject()
        writer.key("name")
        writer.string(field.name)
        writer.key("value")
        writer.string(headerValue(field))
        writer.endObject()
      }
      writer.endArray()
    }
    let name = "\(part)Body"
    switch written(body, part, fields, type) {
    case .absent(let reason): if let reason { omitted.append((name, reason)) }
    // Blank text means an empty body. An empty string would mean an unknown body.
    case .empty:
      writer.key(name)
      writer.string(" ")
    case .base64(let bytes):
      writer.key(name)
      writer.string(utf8: Base64.encode(bytes))
      writer.key(name + "Encoding")
      writer.string("base64")
    case .text(let text):
      writer.key(name)
      // Text keeps every byte. In the record, JSON is one level deeper.
      let list = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
      guard !keepsSecrets, let root = (try? JSONDocument(list))?.root, root.count == 1,
        let kind = root[0]?.kind, kind != .null, kind != .string
      else { return writer.string(utf8: text) }
      // Line breaks can only be between tokens here.
      writer.raw(text.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }
  }
}

extension ExchangeRecord.Body {
  fileprivate var isKnown: Bool { if case .bytes = self { true } else { false } }
}

// MARK: What is written of a message

extension ExchangeRecord {
  /// The form of a body that is written.
  enum WrittenBody: Hashable {
    /// No body is written. The reason is nil if there is no body, or if no body is known.
    case absent(reason: String?)
    case empty
    case text([UInt8])
    /// The bytes of the base64 text.
    case base64([UInt8])
  }

  func written(
    _ body: Body, _ part: Exchange.Part, _ fields: [Field], _ type: String?
  ) -> WrittenBody {
    switch body {
    case .none: return .absent(reason: nil)
    case .leftOut(let reason, _): return .absent(reason: reason)
    case .bytes(let bytes):
      if bytes.isEmpty { return .empty }
      let isText = Self.isUTF8(bytes)
      if keepsSecrets {
        // Blank text means an empty body.
        return isText && !bytes.allSatisfy(ASCIIByte.isSpace) ? .text(bytes) : .base64(bytes)
      }
      guard isText else { return .absent(reason: "\(bytes.count) bytes that are not UTF-8") }
      if let format = sequence(fields, type) {
        return .text(replacement.sequence(bytes, format, of: part))
      }
      if isReadable(bytes, fields, type) { return .text(replacement.body(bytes, of: part)) }
      return keepsUnreadableBodies
        ? .text(Array(replacement.whole(String(decoding: bytes, as: UTF8.self)).utf8))
        : .absent(reason: "\(bytes.count) bytes that are neither JSON nor a form")
    }
  }

  /// The format of the sequence. Nil for a body that is no sequence.
  func sequence(_ fields: [Field], _ type: String?) -> SequenceFormat? {
    mediaType(fields, type).flatMap { MediaType($0) }.flatMap { SequenceFormat($0) }
  }

  /// Whether the secrets of a body can be recognised. They cannot be recognised in XML, multipart
  /// forms and other text.
  private func isReadable(_ body: [UInt8], _ fields: [Field], _ type: String?) -> Bool {
    if let type = mediaType(fields, type).flatMap({ MediaType($0) }) {
      return type.isJSON || type.essence == "application/x-www-form-urlencoded"
        || (try? JSONDocument(body)) != nil
    }
    let first = body.first { !ASCIIByte.isSpace($0) }
    return first == nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      || (try? JSONDocument(body)) != nil || Self.isForm(body)
  }

  /// Whether a body without a media type is a urlencoded form.
  private static func isForm(_ body: [UInt8]) -> Bool {
    body.contains(UInt8(ascii: "="))
      && body.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"")
      }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  func headerValue(_ field: Field) -> String {
    keepsSecrets
      ? field.value
      : replacement.header(field.name, field.value, isSecret: field.isSecret)
  }

  /// The URL in the form that is written.
  var replacedURL: String? {
    keepsSecrets ? url : writtenURL ?? url.map(replacement.url)
  }

  private static func hasType(_ fields: [Field]) -> Bool {
    fields.contains { ASCIIByte.equalIgnoringCase($0.name, "content-type") }
  }

  /// The media type that a HAR writes beside a body.
  func mediaType(_ fields: [Field], _ type: String?) -> String? {
    type ?? fields.first { ASCIIByte.equalIgnoringCase($0.name, "content-type") }?.value
  }

  /// The body of the request. If a form has known fields but no text, it is written as text.
  private var formBody: Body {
    guard case .none = requestBody, !requestFields.isEmpty else { return requestBody }
    guard mediaType(requestHeaders, requestType).flatMap({ MediaType($0) })?.isForm ?? false else {
      return .leftOut("a form of several parts")
    }
    let pairs = requestFields.map { field in
      [field.name, field.value].map { PercentEncoding.encode($0.utf8) }.joined(separator: "=")
    }
    return .bytes(Array(pairs.joined(separator: "&").utf8))
  }

  func masked(_ field: FormField) -> String {
    replacement.header(field.name, field.value)
  }
}
