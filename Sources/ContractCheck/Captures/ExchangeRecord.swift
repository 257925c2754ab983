internal import JSONTape

/// An exchange that is written down as one line of NDJSON, which `schemacheck check` reads with the
/// same findings. Secrets are replaced by values of the same type, length and character classes.
public struct ExchangeRecord: Sendable {
  /// A body of a message.
  public enum Body: Sendable, Hashable {
    /// The message has none, or it is not known.
    case none
    /// The bytes, decompressed. No bytes are an empty body.
    case bytes([UInt8])
    /// There was one, which is not written down for this reason: it does not count as checked.
    case leftOut(String)
  }

  /// A field of a header.
  public struct Field: Sendable, Hashable {
    /// As it was sent.
    public var name: String
    /// As it was sent.
    public var value: String

    /// A field by its parts.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method in capitals.
  public var method: String
  /// The whole URL.
  public var url: String
  /// Nil where no response came.
  public var status: Int?
  /// When the request was sent.
  public var time: Timestamp?
  /// Why no response came, or not all of it.
  public var error: String?
  /// In the order in which they were sent, if that is known.
  public var requestHeaders: [Field] = []
  /// The body of the request.
  public var requestBody = Body.none
  /// In the order in which they came, if that is known.
  public var responseHeaders: [Field] = []
  /// The body of the response.
  public var responseBody = Body.none

  /// An exchange without headers and bodies.
  public init(method: String, url: String, status: Int? = nil) {
    self.method = method
    self.url = url
    self.status = status
  }

  /// The exchange as one line, its line feed included.
  ///
  /// - Complexity: O(*n*) in the size of the exchange.
  public func line() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let time {
      writer.key("time")
      writer.string(time.description)
    }
    writer.key("method")
    writer.string(method)
    writer.key("url")
    writer.string(SecretReplacement.url(url))
    writer.key("status")
    // Readers take 0 for an exchange without a response.
    writer.integer(status ?? 0)
    if let error {
      writer.key("error")
      writer.string(Redaction.text(error))
    }
    var omitted: [(name: String, reason: String)] = []
    write("request", requestHeaders, requestBody, &writer, &omitted)
    write("response", responseHeaders, responseBody, &writer, &omitted)
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

  /// Whether the secrets of a body can be told: those of XML, of multipart forms and of other text
  /// cannot.
  private func isReadable(_ body: [UInt8], _ fields: [Field]) -> Bool {
    let header = fields.first { ASCIIByte.lowercased($0.name) == "content-type" }
    if let type = header.flatMap({ MediaType($0.value) }) {
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

  private func write(
    _ message: String, _ fields: [Field], _ body: Body, _ writer: inout JSONWriter,
    _ omitted: inout [(name: String, reason: String)]
  ) {
    if !fields.isEmpty {
      writer.key("\(message)Headers")
      writer.beginArray()
      for field in fields {
        writer.beginObject()
        writer.key("name")
        writer.string(field.name)
        writer.key("value")
        writer.string(SecretReplacement.header(field.name, field.value))
        writer.endObject()
      }
      writer.endArray()
    }
    let name = "\(message)Body"
    switch body {
    case .none: break
    case .leftOut(let reason): omitted.append((name, reason))
    case .bytes(let bytes) where !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes):
      omitted.append((name, "\(bytes.count) bytes that are not UTF-8"))
    case .bytes(let bytes) where !isReadable(bytes, fields):
      omitted.append((name, "\(bytes.count) bytes that are neither JSON nor a form"))
    case .bytes(let bytes):
      writer.key(name)
      // Blank text stands for an empty body; an empty string would be one that is not known.
      if bytes.isEmpty { return writer.string(" ") }
      let text = SecretReplacement.body(bytes)
      guard let root = (try? JSONDocument(text))?.root, root.kind != .null, root.kind != .string,
        (try? JSONDocument([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])) != nil
      else { return writer.string(utf8: text) }
      // Line breaks stand only between tokens.
      writer.raw(text.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }
  }
}
