internal import JSONTape

extension ExchangeRecord {
  /// The beginning of a HAR 1.2. Entries follow, separated by commas.
  package static var harStart: [UInt8] {
    let creator = "\"creator\": {\"name\": \"schemacheck\", \"version\": \"\(Release.version)\"}"
    return Array("{\"log\": {\"version\": \"1.2\", \(creator), \"entries\": [".utf8)
  }

  /// How long the response took, in milliseconds.
  @_spi(Engine) public var duration: Int? {
    get { har.duration.flatMap { Int($0) } }
    set { har.duration = newValue.map { "\($0)" } }
  }

  /// The end of a HAR.
  package static var harEnd: [UInt8] { Array("]}}\n".utf8) }

  /// The exchange as an entry of a HAR.
  ///
  /// A HAR must contain a time and a duration. If they are unknown, the first moment of 1970 and a
  /// duration of 0 are written. This package's readers ignore that moment.
  ///
  /// - Complexity: O(*n*) in the size of the exchange.
  package func harEntry() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("startedDateTime")
    writer.string((time ?? Timestamp(milliseconds: 0)).description)
    writer.key("time")
    writer.raw((har.duration ?? "0").utf8)
    if let expected {
      writer.key("_expect")
      writer.string("\(expected.list)")
    }
    if !verdict.isEmpty {
      writer.key("\(LiveVerdict.nameInEntry)")
      verdict.write(to: &writer)
    }
    writer.key("request")
    writeRequest(&writer)
    writer.key("response")
    writeResponse(&writer)
    writer.key("cache")
    writer.beginObject()
    writer.endObject()
    writer.key("timings")
    writer.beginObject()
    for name in ["send", "wait", "receive"] {
      writer.key(name)
      // The times of the parts must add up to the whole.
      writer.raw((name == "wait" ? har.duration ?? "0" : "0").utf8)
    }
    writer.endObject()
    if let error {
      // Browsers use this name.
      writer.key("_error")
      writer.string(keepsSecrets ? error : Redaction.text(error))
    }
    writer.endObject()
    return writer.bytes
  }

  private func writeRequest(_ writer: inout JSONWriter) {
    let url = replacedURL ?? ""
    writer.beginObject()
    writer.key("method")
    writer.string(shownMethod ?? "")
    writer.key("url")
    writer.string(url)
    writeCommon(requestHeaders, har.requestVersion, &writer)
    writer.key("queryString")
    writer.beginArray()
    for field in URLParts(url).queryItems {
      write(field.name, field.value, &writer)
    }
    writer.endArray()
    let body = written(requestBody, .request, requestHeaders, requestType)
    if !body.isAbsent || !requestFields.isEmpty {
      writer.key("postData")
      writer.beginObject()
      writer.key("mimeType")
      writer.string(mediaType(requestHeaders, requestType) ?? "")
      if !requestFields.isEmpty {
        writer.key("params")
        writer.beginArray()
        for field in requestFields {
          write(field.name, keepsSecrets ? field.value : masked(field), &writer)
        }
        writer.endArray()
      }
      write(body, requestHeaders, &writer)
      writer.endObject()
    }
    writeSize(of: body, nil, &writer)
    writer.endObject()
  }

  private func writeResponse(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("status")
    writer.integer(status ?? 0)
    writer.key("statusText")
    writer.string(har.statusText.map { keepsSecrets ? $0 : Redaction.text($0) } ?? "")
    writeCommon(responseHeaders, har.responseVersion, &writer)
    let body = written(responseBody, .response, responseHeaders, responseType)
    writer.key("content")
    writer.beginObject()
    writer.key("size")
    switch body {
    case .absent: writer.integer(-1)
    case .empty: writer.integer(0)
    case .text(let bytes), .base64(let bytes): writer.integer(bytes.count)
    }
    writer.key("mimeType")
    writer.string(mediaType(responseHeaders, responseType) ?? "")
    write(body, responseHeaders, &writer)
    if let receivedBytes, case .text(let bytes) = body, receivedBytes < bytes.count {
      writer.key("compression")
      writer.integer(bytes.count - receivedBytes)
    }
    if case .absent(let reason?) = body {
      writer.key("comment")
      writer.string(reason)
    }
    writer.endObject()
    writer.key("redirectURL")
    writer.string("")
    writeSize(of: body, receivedBytes, &writer)
    writer.endObject()
  }

  /// Writes the properties that requests and responses share.
  private func writeCommon(_ fields: [Field], _ version: String?, _ writer: inout JSONWriter) {
    writer.key("httpVersion")
    writer.string(version ?? "")
    writer.key("cookies")
    writer.beginArray()
    writer.endArray()
    writer.key("headers")
    writer.beginArray()
    for field in fields { write(field.name, headerValue(field), &writer) }
    writer.endArray()
    writer.key("headersSize")
    writer.integer(-1)
  }

  private func write(_ name: String, _ value: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writer.key("value")
    writer.string(value)
    writer.endObject()
  }

  private func write(_ body: WrittenBody, _ fields: [Field], _ writer: inout JSONWriter) {
    switch body {
    case .absent: return
    case .empty:
      writer.key("text")
      // With a length in the headers, an empty text would mean that the body was not recorded.
      let length = fields.first { ASCIIByte.equalIgnoringCase($0.name, "content-length") }
      writer.string(length.map { $0.value != "0" } ?? false ? " " : "")
    case .text(let bytes):
      writer.key("text")
      writer.string(utf8: bytes)
    case .base64(let bytes):
      writer.key("text")
      writer.string(utf8: Base64.encode(bytes))
      writer.key("encoding")
      writer.string("base64")
    }
  }

  /// Writes the number of sent bytes. It is known only if the body is empty or has just arrived.
  private func writeSize(of body: WrittenBody, _ received: Int?, _ writer: inout JSONWriter) {
    writer.key("bodySize")
    writer.integer(body == .empty ? 0 : received ?? -1)
  }
}

extension ExchangeRecord.WrittenBody {
  fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
}

/// Details that are in an entry of a HAR, but not in an exchange.
package struct HARDetails: Sendable {
  /// The duration in milliseconds, as it is written.
  var duration: String?
  var statusText: String?
  var requestVersion: String?
  var responseVersion: String?

  /// Creates details without values.
  init() {}

  package init(_ entry: CapturedValue?) {
    guard let entry else { return }
    if let time = entry["time"], time.kind == .number {
      duration = CapturedText.value(time).string
    }
    statusText = entry["response"]?["statusText"]?.string
    requestVersion = entry["request"]?["httpVersion"]?.string
    responseVersion = entry["response"]?["httpVersion"]?.string
  }
}
