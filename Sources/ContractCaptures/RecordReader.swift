@_spi(Engine) internal import JSONTape

/// Reads the value of a line as an exchange record or a bare body.
package struct RecordReader {
  private let tape: CaptureTape
  private let index: Int
  /// The range of the line in the tape's text.
  private let text: Range<Int>
  private let properties: Properties
  private let reading: CaptureReading

  /// The indexes of a record's properties. For a missing property, the index is 0, the index of the
  /// record itself.
  private struct Properties {
    var method = 0
    var url = 0
    var status = 0
    var id = 0
    var requestBody = 0
    var responseBody = 0
    var requestHeaders = 0
    var responseHeaders = 0
    var requestEncoding = 0
    var responseEncoding = 0
    var webhook = 0
    /// Loggers' names for the URL and the status.
    var path = 0
    var statusCode = 0
    /// A body that may belong to the request or the response. Only the method decides this.
    var body = 0
    /// Whether there is a property with a name that loggers and gateways use.
    var mayBeLog = false
    /// Whether a key repeats one of these.
    var hasRepeated = false
    /// Whether there are facts of a live check.
    var hasLiveVerdict = false

    /// Notes a property by its name, which has the length `length`.
    mutating func note(_ cursor: TapeCursor, _ key: Int, _ length: Int) {
      /// Whether the key repeats the name.
      @inline(__always)
      func note(_ name: StaticString, _ property: inout Int) -> Bool {
        guard cursor.stringEquals(key, name) else { return false }
        if property > 0 { return true }
        property = key &+ 1
        return false
      }
      @inline(__always)
      func isLog(
        _ first: StaticString, _ second: StaticString? = nil, _ third: StaticString? = nil
      ) -> Bool {
        cursor.stringEquals(key, first) || second.map { cursor.stringEquals(key, $0) } ?? false
          || third.map { cursor.stringEquals(key, $0) } ?? false
      }
      switch length {
      case 2, 3:
        if note("id", &id) || note("url", &url) { hasRepeated = true }
        if length == 3, isLog("req", "res") { mayBeLog = true }
      case 4:
        _ = note("path", &path) || note("body", &body)
        if isLog("meta", "http", "verb") { mayBeLog = true }
      case 5: if isLog("event", "reqId") { mayBeLog = true }
      case 6: if note("status", &status) || note("method", &method) { hasRepeated = true }
      case 7:
        if note("webhook", &webhook) { hasRepeated = true }
        if isLog("request") { mayBeLog = true }
      case 8: if isLog("snapshot") { mayBeLog = true }
      case 10:
        _ = note("statusCode", &statusCode)
        if isLog("httpMethod", "Properties") { mayBeLog = true }
      case 11, 12:
        if length == 11 {
          _ = note("status_code", &statusCode)
          if isLog("http_method", "httpRequest") { mayBeLog = true }
        }
        if note("requestBody", &requestBody) || note("responseBody", &responseBody) {
          hasRepeated = true
        } else if requestBody != key &+ 1, responseBody != key &+ 1,
          cursor.stringEquals(key, LiveVerdict.nameInRecord)
        {
          hasLiveVerdict = true
        }
      case 13: if isLog("RequestMethod", "requestMethod") { mayBeLog = true }
      case 14, 15:
        if length == 14, isLog("request_method", "requestContext") { mayBeLog = true }
        if note("requestHeaders", &requestHeaders) || note("responseHeaders", &responseHeaders) {
          hasRepeated = true
        }
      case 17: if isLog("httpBufferedTrace") { mayBeLog = true }
      case 19:
        if note("requestBodyEncoding", &requestEncoding) { hasRepeated = true }
        if isLog("http_buffered_trace", "http.request.method") { mayBeLog = true }
      case 20: if note("responseBodyEncoding", &responseEncoding) { hasRepeated = true }
      default: break
      }
    }
  }

  package init(tape: CaptureTape, index: Int, text: Range<Int>, _ reading: CaptureReading) {
    self.reading = reading
    self.tape = tape
    self.index = index
    self.text = text
    properties = Self.properties(tape.cursor)
  }

  package func exchange() throws(CaptureProblem) -> Exchange {
    guard isRecord else {
      if let layout, !(layout.isLoose && reading.isBody(tape.root)) {
        return try layout.exchange(in: CaptureDocument(json: tape.root), index: index)
      }
      if !reading.isBody(tape.root) {
        let inner = try LogText.exchange(wrappedIn: tape.root, index: index, reading)
        if let inner { return inner }
        let line = try OtherLine.line(tape.root, index: index)
        // A logger also writes parts of exchanges, such as a request that begins.
        if let kind = reading.unknownShape(tape.root, isWhole: line != nil) {
          let start = ByteRange(offset: range.offset, length: 0)
          throw CaptureProblem(kind: kind, index: index, unit: .line, range: start)
        }
        if let line { return line }
        reading.note(tape.root)
      }
      return .bare(.value(tape.root, text: text), index: index, unit: .line, range: range)
    }
    let method = try property(properties.method, "method", "a string") { $0.kind == .string }
    let url = try property(properties.url, "url", "a string") { $0.kind == .string }
    let status = try property(properties.status, "status", "an integer") { $0.status != nil }
    try refuseOtherBodies()
    let code = status?.status
    var exchange = Exchange(
      index: index, unit: .line, status: code,
      request: message(properties.requestBody, properties.requestHeaders),
      response: message(properties.responseBody, properties.responseHeaders), range: range,
      statusRange: status?.range)
    if properties.hasRepeated {
      Self.requestNames.addRepeated(in: tape.root, to: &exchange.repeatedKeys)
      Self.responseNames.addRepeated(in: tape.root, to: &exchange.repeatedKeys)
      exchange.repeatedKeys.sort { $0.range.offset < $1.range.offset }
    }
    if properties.requestEncoding | properties.responseEncoding > 0 {
      try decode(&exchange.request, .request, properties.requestEncoding)
      try decode(&exchange.response, .response, properties.responseEncoding)
    }
    exchange.record = tape.root
    noteOmissions(in: &exchange)
    exchange.hasLiveVerdict = properties.hasLiveVerdict
    exchange.methodText = method.map { .value($0) }
    exchange.address = url.map { .value($0) }
    if exchange.address?.isWildcard ?? false { exchange.addressForm = .open }
    if properties.webhook > 0 {
      let webhook = try property(properties.webhook, "webhook", "a string") { $0.kind == .string }
      exchange.webhook = webhook.map { .value($0) }
    }
    // Streams that are distributed over several machines keep their records' ids, but not the line
    // numbers.
    if let id = value(properties.id), id.kind == .string || id.kind == .number {
      exchange.name = .value(id)
    }
    exchange.dropResponseByStatus()
    if hasOtherData {
      let layout = CaptureFormat.flat
      exchange.passedOver = CaptureLayoutReader(
        layout: layout, document: CaptureDocument(json: tape.root),
        parts: layout.parts(of: tape.root),
        index: index, unit: .line
      ).passedOver(exchange)
    }
    return exchange
  }

  /// Whether an object, an array, or a text that contains one of them has no known name.
  private var hasOtherData: Bool {
    guard properties.requestBody == 0 || properties.responseBody == 0 else { return false }
    let cursor = tape.cursor
    var key = cursor.firstChild(0)
    while key < cursor.next(0) {
      let value = key &+ 1
      let first =
        cursor.rawTag(value) == TapeTag.string.rawValue ? cursor.rawBytes(value).first : nil
      let isText = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      if isText || cursor.isContainer(value), value != properties.requestBody,
        value != properties.responseBody,
        value != properties.requestHeaders, value != properties.responseHeaders,
        !cursor.stringEquals(key, LiveVerdict.nameInRecord), !cursor.stringEquals(key, "omitted")
      {
        return true
      }
      key = cursor.next(value)
    }
    return false
  }

  /// Finds out which missing bodies were omitted by the recorder.
  private func noteOmissions(in exchange: inout Exchange) {
    guard properties.requestBody == 0 || properties.responseBody == 0,
      let omitted = tape.root["omitted"]
    else { return }
    if properties.requestBody == 0, omitted["requestBody"] != nil {
      exchange.request.content = .absent(.omitted)
    }
    if properties.responseBody == 0, omitted["responseBody"] != nil {
      exchange.response.content = .absent(.omitted)
    }
  }

  private var mapped: CaptureLayout? {
    reading.kinds.first { $0.layout.isMeant(tape.root) }?.layout
  }

  /// The layout of a line that is no record: a layout of the configuration, or of a logger.
  private var layout: CaptureLayout? {
    if let mapped { return mapped }
    guard
      properties.mayBeLog || properties.status > 0 || properties.statusCode > 0
        || properties.method > 0
    else { return nil }
    return CaptureFormat.lineKinds.first { $0.layout.isMeant(tape.root) }?.layout
  }

  private static let requestNames = EnvelopeNames(
    "", .request, ["requestBody", "requestHeaders", "requestBodyEncoding"])
  private static let responseNames = EnvelopeNames(
    "", .response,
    [
      "method", "url", "status", "id", "webhook", "responseBody", "responseHeaders",
      "responseBodyEncoding",
    ])

  /// Decodes a body with a given encoding.
  private func decode(
    _ message: inout Message, _ part: Exchange.Part, _ encoding: Int
  ) throws(CaptureProblem) {
    guard let encoding = value(encoding), !encoding.isNull else { return }
    guard encoding.isName("base64") else {
      throw CaptureProblem(
        kind: .type(
          property: "\(part.rawValue)BodyEncoding", expected: "`base64`", found: encoding.kind),
        index: index, unit: .line, range: encoding.range)
    }
    guard case .text(let text, .none) = message.content else { return }
    guard let bytes = Base64.decode(Body(decoding: text).bytes) else {
      throw CaptureProblem(
        kind: .type(property: "\(part.rawValue)Body", expected: "base64", found: .string),
        index: index, unit: .line, range: text.range)
    }
    message.content = .body(Body(bytes: bytes, map: .base64(string: text.range)))
  }

  private var range: ByteRange { ByteRange(text).moved(by: tape.base) }

  /// Whether the object has a body and a property for its exchange. The three properties of an
  /// exchange are also enough, because an exchange may have no body.
  var isRecord: Bool {
    if mapped != nil { return false }
    guard properties.responseBody > 0 || properties.requestBody > 0 else {
      return value(properties.method)?.kind == .string && value(properties.url)?.kind == .string
        && value(properties.status)?.kind == .number && !CaptureFormat.flat.hasBody(tape.root)
    }
    return properties.status > 0 || properties.url > 0 || properties.method > 0
  }

  /// Throws if a body has an unknown name. Otherwise such a body would be ignored.
  private func refuseOtherBodies() throws(CaptureProblem) {
    guard properties.responseBody == 0, properties.requestBody == 0 else { return }
    let cursor = tape.cursor
    var key = cursor.firstChild(0)
    while key < cursor.next(0) {
      let value = key + 1
      if cursor.rawTag(value) != TapeTag.null.rawValue {
        let name = cursor.decodedString(key)
        if let meant = Self.bodies[NamePattern.fold(name)] {
          throw CaptureProblem(
            kind: .unknown(property: name, meant: meant), index: index, unit: .line,
            range: tape.root.at(key).range)
        }
      }
      key = cursor.next(value)
    }
  }

  /// The folded names of bodies in other tools, with their names in records.
  private static let bodies = [
    Array("body".utf8): "responseBody", Array("response".utf8): "responseBody",
    Array("responsebody".utf8): "responseBody", Array("request".utf8): "requestBody",
    Array("requestbody".utf8): "requestBody",
  ]

  private func value(_ index: Int) -> CapturedValue? { index > 0 ? tape.root.at(index) : nil }

  private func property(
    _ index: Int, _ name: String, _ expected: String, where isRight: (CapturedValue) -> Bool
  ) throws(CaptureProblem) -> CapturedValue? {
    guard let value = value(index), !value.isNull else { return nil }
    guard isRight(value) else {
      throw CaptureProblem(
        kind: .type(property: name, expected: expected, found: value.kind), index: self.index,
        unit: .line, range: value.range)
    }
    return value
  }

  private func message(_ body: Int, _ headerFields: Int) -> Message {
    let content = value(body).flatMap { body in
      // A record with headers writes no dash for a missing body.
      body.isDash && value(headerFields) == nil ? nil : body
    }
    var message = Message(body: content, HeaderFields(value(headerFields)))
    if value(body)?.isNull ?? true, message.headers.contentLength == 0 {
      message.emptyBody = (value(body) ?? value(headerFields))?.range
    }
    return message
  }

  /// Finds the first property of each name in one pass.
  private static func properties(_ cursor: TapeCursor) -> Properties {
    var properties = Properties()
    guard cursor.rawTag(0) == TapeTag.object.rawValue else { return properties }
    var key = cursor.firstChild(0)
    let end = cursor.next(0)
    while key < end {
      // A name with escapes is shorter than its written form.
      let length =
        cursor.isEscaped(key) ? cursor.decodedString(key).utf8.count : cursor.length(key)
      properties.note(cursor, key, length)
      key = cursor.next(key &+ 1)
    }
    guard properties.requestBody > 0 || properties.responseBody > 0 else { return properties }
    if properties.url == 0, properties.path > 0,
      cursor.rawTag(properties.path) == TapeTag.string.rawValue
    {
      properties.url = properties.path
    }
    if properties.status == 0 { properties.status = properties.statusCode }
    // If one message has a body, this body belongs to the other message.
    if properties.requestBody == 0 {
      properties.requestBody = properties.body
    } else if properties.responseBody == 0 {
      properties.responseBody = properties.body
    }
    return properties
  }
}

extension CapturedValue {
  /// Whether the value is a string of only white space.
  var isBlankText: Bool { kind == .string && isBlank }

  /// Whether the value is the text that loggers write if there is no value.
  var isDash: Bool {
    kind == .string && cursor.rawBytes(index).elementsEqual(CollectionOfOne(UInt8(ascii: "-")))
  }

  var isBlank: Bool {
    for byte in cursor.rawBytes(index) where !ASCIIByte.isSpace(byte) {
      guard byte == UInt8(ascii: "\\") else { return false }
      return cursor.decodedString(index).utf8.allSatisfy(ASCIIByte.isSpace)
    }
    return true
  }
}
