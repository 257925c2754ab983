@_spi(Engine) package import JSONTape

/// One request with its response. An exchange keeps only positions on a tape. The exchange makes a
/// text only when the text is needed. Ranges are byte ranges of the capture file.
public struct Exchange: Sendable {
  /// The units of a file with several exchanges. A file with one exchange has no unit.
  public enum Unit: String, Hashable, Sendable {
    /// An entry of a HAR.
    case entry
    /// A line of an NDJSON file.
    case line
  }

  /// The origin of an exchange.
  package enum Origin: UInt8, Hashable, Sendable {
    /// Recorded traffic of an app and a server. It shows what was really sent.
    case traffic
    /// Recorded traffic that is kept as a test fixture.
    case cassette
    /// An exchange that somebody wrote for tests or as an example. A text such as `{{id}}` is a
    /// placeholder for any value.
    case stub
  }

  /// The form of an exchange's address.
  package enum AddressForm: UInt8 {
    case url
    /// A URL with parameters that no request sent.
    case open
    /// A regular expression of paths.
    case pathPattern
    /// A regular expression of paths with their queries.
    case urlPattern
  }

  /// The two messages of an exchange.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The client's message.
    case request
    /// The server's message.
    case response
  }

  /// The position among the file's entries, lines or messages, from 0. In NDJSON, blank lines also
  /// count.
  package var index: Int
  /// The unit of ``index``; see ``Unit``.
  package var unit: Unit?
  /// Whether only a body was captured. The body is always stored as the response's.
  package var isBare: Bool
  /// Whether the body was taken out of a ``ResponseEnvelope``.
  package var isUnwrapped = false
  /// The origin of the exchange.
  package var origin = Origin.traffic
  /// Whether the response contains only the properties that a client needs. If so, missing
  /// properties are no mistake.
  package var isPartial = false
  package var addressForm = AddressForm.url
  /// Rare details. Nil for most exchanges.
  package var addressDetails: AddressDetails?
  /// The status of the response. Nil if the status is unknown, if there is only a bare body, or if
  /// the request has no response.
  public var status: Int?
  /// The request's body and media type.
  package var request: Message
  /// The response's body and media type.
  package var response: Message
  /// The range of the whole entry, line or message.
  package var range: ByteRange
  /// The range of the status digits.
  package var statusRange: ByteRange?
  /// The keys that occur twice in the objects from which the exchange was read. The first value of
  /// such a key is used.
  package var repeatedKeys: [RepeatedKey] = []
  /// Whether the record of the exchange has a ``LiveVerdict``.
  package var hasLiveVerdict = false
  /// The names of values that may be bodies under unknown names.
  package var passedOver: PassedOver?
  /// The message of the exchange that this line has, if the other message is on another line.
  package var half: Half?
  /// The line of the request, if it is another line.
  package var requestLine: Body.OtherLine?
  /// Whether the caller has just sent the request and received the response.
  package var isLive = false
  /// The time when the tool sent the request. Nil for captures.
  package var sentAt: Timestamp?
  /// The entry or record of the exchange, which may contain its time.
  package var record: CapturedValue?
  package var methodText: CapturedText?
  /// The API's webhook to which the request belongs, as the capture names it.
  package var webhook: CapturedText?
  package var address: CapturedText?
  var name: CapturedText?

  /// Creates an exchange from its parts.
  package init(
    index: Int = 0, unit: Unit? = nil, isBare: Bool = false, method: String? = nil,
    url: String? = nil, status: Int? = nil, request: Message, response: Message,
    range: ByteRange, urlRange: ByteRange? = nil, statusRange: ByteRange? = nil
  ) {
    self.index = index
    self.unit = unit
    self.isBare = isBare
    self.status = status
    self.request = request
    self.response = response
    self.range = range
    self.statusRange = statusRange
    methodText = method.map { .read($0, nil) }
    address = url.map { .read($0, urlRange) }
  }

  /// The method in the capture, such as `GET`.
  public var method: String? { methodText?.string }

  /// The URL in the capture. `URLParts` splits a URL into its parts. If the capture does not
  /// contain the scheme, the URL is `//host/path`.
  public var url: String? { address?.string }

  /// The time of the exchange; nil if the capture does not contain it.
  package var time: Timestamp? { sentAt ?? record.flatMap { Timestamp(of: $0, unit) } }

  /// The range of the URL or request target, with the quotes of a JSON string.
  package var urlRange: ByteRange? { address?.range }

  /// Appends ``id`` as JSON. Most ids are short and plain, or UUIDs. So they are no secrets.
  package func appendID(to text: inout [UInt8]) {
    guard let name else { return }
    if case .value(let value) = name, !OwnSecrets.isKnown, !value.cursor.isEscaped(value.index) {
      let bytes = value.cursor.rawBytes(value.index)
      let isPlain =
        bytes.count < SecretLook.shortest
        && bytes.allSatisfy {
          ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || $0 == UInt8(ascii: "-")
        }
      if isPlain || Self.isUUID(bytes) {
        text.append(UInt8(ascii: "\""))
        text += bytes
        return text.append(UInt8(ascii: "\""))
      }
    }
    if let id { text += SafeText.quoted(id) }
  }

  private static func isUUID(_ bytes: ByteView) -> Bool {
    guard bytes.count == 36 else { return false }
    for place in 0..<36 {
      let byte = bytes[place]
      let isRight =
        switch place {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default: ASCIIByte.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
        }
      if !isRight { return false }
    }
    return true
  }

  /// The capture's own id of the exchange; nil if it has none.
  package var id: String? { name.map { Redaction.shown($0.string, ofProperty: nil) } }

  /// The message of this part.
  package subscript(part: Part) -> Message {
    get {
      switch part {
      case .request: request
      case .response: response
      }
    }
    set {
      switch part {
      case .request: request = newValue
      case .response: response = newValue
      }
    }
  }

  /// Whether only logs have such a line.
  package var isOfLog: Bool { !isBare || response.absence?.isOfOtherLine ?? false }

  /// Whether this is only a value. Nothing shows that an exchange has it.
  package var isLoneValue: Bool { isBare && status == nil && response.absence == nil }

  /// Whether this is certainly an exchange, or a response of one.
  package var isOfExchange: Bool { !isBare || status != nil }

  /// The line with this value, in a log.
  package var asLineOfLog: Exchange {
    .bare(.absent(.noRequest), index: index, unit: unit, range: range)
  }

  package static func bare(
    _ content: Message.Content, index: Int = 0, unit: Unit? = nil, range: ByteRange
  ) -> Exchange {
    Exchange(
      index: index, unit: unit, isBare: true, request: .absent(.noBody),
      response: Message(content), range: range)
  }
}

/// One side of an exchange. It has a body, or the reason why there is none.
package struct Message: Sendable {
  package enum Content: Sendable {
    case absent(SkipReason)
    case body(Body)
    /// A value of the capture, with its byte range in the text of its tape.
    case value(CapturedValue, text: Range<Int>)
    /// A string of the capture with the body as text.
    case text(CapturedValue, TextCoding)
    /// The name of the file with the body. If there is a `partner`, the file has the capture's
    /// name, but with this last word.
    case file(CapturedValue, partner: String? = nil)
  }

  /// How the capture writes a body as text.
  package enum TextCoding {
    case none, base64
    /// Bytes in chunks, as PollyJS writes them.
    case binary
    case unknown
  }

  package var content: Content
  /// The media type's text from the header or the HAR, not parsed.
  package var type: CapturedText?
  /// A form's fields, if the capture lists them in addition to the text or instead of it.
  package var fields: [FormField]
  /// The captured headers.
  package var headers = HeaderFields()
  /// Whether captures of this kind would contain the body if there was one.
  package var mayHoldBody = true
  /// The place of a body without content. Nil if the recorder may have left the body out.
  package var emptyBody: ByteRange?

  init(_ content: Content, type: CapturedText? = nil, fields: [FormField] = []) {
    self.content = content
    self.type = type
    self.fields = fields
  }

  /// A message in the form of a record. A string is the body's text. Every other value except null
  /// is the body itself.
  init(body: CapturedValue?, _ headers: HeaderFields) {
    self.init(.absent(.noBody), type: headers.mediaType)
    self.headers = headers
    guard let body, !body.isNull else { return }
    if body.kind != .string {
      content = .value(body, text: body.text)
    } else if !body.isBlank {
      content = .text(body, .none)
    } else if body.string != "" || headers.contentLength == 0 {
      emptyBody = body.range
    }
  }

  /// A message with a body.
  package init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, body: Body,
    fields: [FormField] = []
  ) {
    self.init(.body(body), type: mediaType.map { .read($0, mediaTypeRange) }, fields: fields)
  }

  /// Creates a message whose body is missing for `reason`.
  package init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, absence reason: SkipReason,
    fields: [FormField] = []
  ) {
    self.init(.absent(reason), type: mediaType.map { .read($0, mediaTypeRange) }, fields: fields)
  }

  /// The media type's text from the header or the HAR. ``MediaType`` parses this text.
  package var mediaType: String? { type?.string }

  /// The range of the media type in the file.
  package var mediaTypeRange: ByteRange? { type?.range }

  /// The reason why there is no body. Nil if there is a body.
  package var absence: SkipReason? {
    if case .absent(let reason) = content { reason } else { nil }
  }

  /// The body. Nil if ``absence`` has a reason.
  ///
  /// - Complexity: O(*n*) in the size of the body. The body is copied, and decoded if it has
  ///   escapes.
  package var body: Body? {
    switch content {
    case .absent: nil
    case .body(let body): body
    case .value(let value, let text):
      Body(
        bytes: Array(value.cursor.bytes(in: text)),
        map: .identity(base: value.tape.base + text.lowerBound))
    case .text(let value, .none): Body(decoding: value)
    case .text(_, .unknown), .text(_, .binary), .file: nil
    case .text(let value, .base64):
      Base64.decode(Body(decoding: value).bytes).map {
        Body(bytes: $0, map: .base64(string: value.range))
      }
    }
  }

  static func absent(_ reason: SkipReason) -> Message { Message(absence: reason) }
}

/// Details of an exchange that only few captures contain.
package final class AddressDetails: Sendable {
  /// The regular expression for which the address is an example.
  package let pattern: CapturedText?
  /// The query, if the capture stores it separately from the address.
  package let query: CapturedValue?
  /// Whether the server is missing in the address. Such a server may have a base path.
  package let hasOpenServer: Bool
  /// Whether the capture does not contain the query of the request.
  package let hidesQuery: Bool
  /// What a stub sends in place of a response.
  package let fault: String?

  package init(
    pattern: CapturedText? = nil, query: CapturedValue? = nil, hasOpenServer: Bool = false,
    hidesQuery: Bool = false, fault: String? = nil
  ) {
    self.fault = fault
    self.pattern = pattern
    self.query = query
    self.hasOpenServer = hasOpenServer
    self.hidesQuery = hidesQuery
  }
}

extension Exchange {
  /// Removes responses that are not from the server. Status 304 means that the response is the
  /// client's own copy. Status 0 or less means that there was no response.
  mutating func dropResponseByStatus() {
    switch status {
    case 101?: response.drop(.websocket)
    case 304?: response.drop(.notModified)
    case let code? where code <= 0:
      status = 0
      response.drop(.noResponse)
    case nil where response.absence != nil && response.absence != .undecodable:
      response.drop(.noResponse)
    default: break
    }
  }
}

extension Message {
  /// Removes the body and the media type.
  fileprivate mutating func drop(_ reason: SkipReason) {
    content = .absent(reason)
    type = nil
    fields = []
  }
}

/// The reason why a message was not checked. The summary of a run counts these reasons.
package enum SkipReason: String, CaseIterable, Hashable, Sendable {
  /// The capture contains no body, or an empty one.
  case noBody = "no-body"
  /// The status is 304. If there is a body, it comes from the client's cache.
  case notModified = "not-modified"
  /// The status is 0, or the request was captured without a response.
  case noResponse = "no-response"
  /// A log's line about a client that sent no request.
  case noRequest = "no-request"
  /// A line of an access log in text, between lines of JSON.
  case textOnly = "text-only"
  /// The status is 101. The messages that follow are no exchanges.
  case websocket
  /// The media type is not JSON. The body may be a form or a picture.
  case nonJSON = "non-json"
  /// The record says that the recorder did not write the body.
  case omitted = "omitted-body"
  /// The body exists but cannot be read; a ``CaptureProblem`` gives the reason.
  case undecodable = "undecodable-body"
  /// The recorder kept only the beginning of the body.
  case truncated = "truncated-body"
  /// The body contains placeholders for values. Because of them, the body is not JSON.
  case templated = "templated-body"
  /// A stub does not show what a server sends.
  case stub
  /// The caller does not want to check this operation.
  case leftOut = "left-out"

  /// Whether the message is a line of a log that is no exchange.
  package var isOfOtherLine: Bool { self == .noRequest || self == .textOnly }

  /// The counts by reason, the most frequent first: `3 not modified, 1 no response`. Reasons
  /// outside this list are possible.
  package static func words(of counts: [String: Int]) -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.map { reason, count in
      let words = reason == nonJSON.rawValue ? "non-JSON" : reason.replacing("-", with: " ")
      return "\(count) \(words)"
    }.joined(separator: ", ")
  }
}
