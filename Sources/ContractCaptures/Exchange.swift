@_spi(Engine) package import JSONTape

/// One request with its response: positions on a tape, turned into text on demand. Ranges are bytes
/// of the capture file.
public struct Exchange: Sendable {
  /// What a file of several exchanges is made of; a file of one has no unit.
  public enum Unit: String, Hashable, Sendable {
    /// Of a HAR.
    case entry
    /// Of an NDJSON file.
    case line
  }

  /// Who made an exchange.
  package enum Origin: UInt8, Hashable, Sendable {
    /// An app and a server: what was said is evidence.
    case traffic
    /// The same, kept as a fixture of tests.
    case cassette
    /// Somebody wrote it, for tests or as an example; `{{…}}` in it stands for any value.
    case stub
  }

  /// What the address of an exchange is.
  package enum AddressForm: UInt8 {
    case url
    /// Its parameters are not those of a request.
    case open
    /// A regular expression of paths.
    case pathPattern
    /// A regular expression of paths with their queries.
    case urlPattern
  }

  /// The two messages of an exchange.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// What the client sent.
    case request
    /// What the server answered.
    case response
  }

  /// The place among the file's entries, lines or messages, from 0. NDJSON counts blank lines too.
  package var index: Int
  /// See ``Unit``.
  package var unit: Unit?
  /// Whether only a body was captured. It is always stored as the response's.
  package var isBare: Bool
  /// Who made it.
  package var origin = Origin.traffic
  /// Whether the response holds only what somebody needs of it: what it lacks is no mistake.
  package var isPartial = false
  package var addressForm = AddressForm.url
  /// Nil for most.
  package var addressDetails: AddressDetails?
  /// Nil for a bare body, for a request that was captured alone, and without a response.
  public var status: Int?
  /// The request's body and media type.
  package var request: Message
  /// The response's body and media type.
  package var response: Message
  /// The whole entry, line or message.
  package var range: ByteRange
  /// The digits of the status.
  package var statusRange: ByteRange?
  /// The keys that the capture has twice where the exchange was read from. The first counts.
  package var repeatedKeys: [RepeatedKey] = []
  /// Whether its record has a ``LiveVerdict``.
  package var hasLiveVerdict = false
  /// Names of values of a line without a body that may be one.
  package var passedOver: [String] = []
  /// Whether the caller has just sent and received it.
  package var isLive = false
  /// When the request was sent, where the caller sent it.
  package var sentAt: Timestamp?
  /// The entry or record that holds it, which may tell its time.
  package var record: CapturedValue?
  package var methodText: CapturedText?
  /// The webhook of the API that the request is of, as the capture names it.
  package var webhook: CapturedText?
  package var address: CapturedText?
  var name: CapturedText?

  /// An exchange by its parts.
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

  /// As captured: `GET`.
  public var method: String? { methodText?.string }

  /// As captured; `URLParts` splits it. `//host/path` where the capture does not tell the scheme.
  public var url: String? { address?.string }

  /// When it happened; nil where the capture does not tell.
  package var time: Timestamp? { sentAt ?? record.flatMap { Timestamp(of: $0, unit) } }

  /// The URL or request target, with the quotes of a JSON string.
  package var urlRange: ByteRange? { address?.range }

  /// Appends ``id`` as JSON. Most ids are short and plain, or UUIDs, and so no secrets.
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

  private static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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

  /// The capture's own id of the exchange; nil where it has none.
  package var id: String? { name.map { Redaction.shown($0.string, ofMember: nil) } }

  /// The message of that part.
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

  package static func bare(
    _ content: Message.Content, index: Int = 0, unit: Unit? = nil, range: ByteRange
  ) -> Exchange {
    Exchange(
      index: index, unit: unit, isBare: true, request: .absent(.noBody),
      response: Message(content), range: range)
  }
}

/// One side of an exchange: a body, or the reason why there is none.
package struct Message: Sendable {
  package enum Content: Sendable {
    case absent(SkipReason)
    case body(Body)
    /// A value of the capture, within these bytes of its tape's text.
    case value(CapturedValue, text: Range<Int>)
    /// A string of the capture that holds the body as text.
    case text(CapturedValue, TextCoding)
    /// The name of the file that holds the body, or the message whose body is in the file that is
    /// called like the capture, with this word at the end.
    case file(CapturedValue, partner: String? = nil)
  }

  /// How the capture encodes a body as text.
  package enum TextCoding {
    case none, base64
    /// Bytes as PollyJS writes them, in chunks.
    case binary
    case unknown
  }

  package var content: Content
  /// The text of the header or the HAR, not parsed.
  package var type: CapturedText?
  /// A form's fields where the capture lists them beside its text, or instead of it.
  package var fields: [FormField]
  /// What the capture holds of the headers.
  package var headers = HeaderFields()
  /// Whether captures of this kind hold such a body, if there is one.
  package var mayHoldBody = true
  /// Where a body without any content is; nil if the body may just not be recorded.
  package var emptyBody: ByteRange?

  init(_ content: Content, type: CapturedText? = nil, fields: [FormField] = []) {
    self.content = content
    self.type = type
    self.fields = fields
  }

  /// A message with a body.
  package init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, body: Body,
    fields: [FormField] = []
  ) {
    self.init(.body(body), type: mediaType.map { .read($0, mediaTypeRange) }, fields: fields)
  }

  /// A message whose body is absent for `reason`.
  package init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, absence reason: SkipReason,
    fields: [FormField] = []
  ) {
    self.init(.absent(reason), type: mediaType.map { .read($0, mediaTypeRange) }, fields: fields)
  }

  /// The text of the header or the HAR; ``MediaType`` parses it.
  package var mediaType: String? { type?.string }

  /// Where they stand in the file.
  package var mediaTypeRange: ByteRange? { type?.range }

  /// Why there is no body; nil exactly when there is one.
  package var absence: SkipReason? {
    if case .absent(let reason) = content { reason } else { nil }
  }

  /// The body; nil exactly when ``absence`` is not.
  ///
  /// - Complexity: O(*n*) in its size: it is copied, and decoded where it has escapes.
  package var body: Body? {
    switch content {
    case .absent: nil
    case .body(let body): body
    case .value(let value, let text):
      Body(
        bytes: Array(
          UnsafeBufferPointer(start: value.cursor.bytes + text.lowerBound, count: text.count)),
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

/// What few captures tell of an address.
package final class AddressDetails: Sendable {
  /// The regular expression of which the address is an example.
  package let pattern: CapturedText?
  /// The query, where the capture keeps it apart from the rest of the address.
  package let query: CapturedValue?

  package init(pattern: CapturedText? = nil, query: CapturedValue? = nil) {
    self.pattern = pattern
    self.query = query
  }
}

extension Exchange {
  /// Drops what is no response of the server: by status 304 it is the client's own copy; status 0, or
  /// less, is written where none came.
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
  /// Treats the body and the media type as absent.
  fileprivate mutating func drop(_ reason: SkipReason) {
    content = .absent(reason)
    type = nil
    fields = []
  }
}

/// Why a message was not checked; the summary of a run counts these.
package enum SkipReason: String, CaseIterable, Hashable, Sendable {
  /// The capture holds no body, or an empty one.
  case noBody = "no-body"
  /// Status 304: a body beside it comes from the client's cache.
  case notModified = "not-modified"
  /// Status 0, or a request that was captured alone.
  case noResponse = "no-response"
  /// A log's line about a client that sent no request.
  case noRequest = "no-request"
  /// Status 101: what follows are no exchanges.
  case websocket
  /// A form, a picture: the media type is not JSON.
  case nonJSON = "non-json"
  /// The record says that its recorder left the body out.
  case omitted = "omitted-body"
  /// The body is there but cannot be read; a ``CaptureProblem`` says why.
  case undecodable = "undecodable-body"
  /// The recorder kept only the beginning of the body.
  case truncated = "truncated-body"
  /// What stands for values in a stub leaves no JSON.
  case templated = "templated-body"
  /// A stub is no evidence of what a server sends.
  case stub
  /// The caller asks for other operations.
  case leftOut = "left-out"

  /// Counts by reason, the most frequent first: `3 not modified, 1 no response`. Not all reasons are
  /// of this list.
  package static func words(of counts: [String: Int]) -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.map { reason, count in
      let words = reason == nonJSON.rawValue ? "non-JSON" : reason.replacing("-", with: " ")
      return "\(count) \(words)"
    }.joined(separator: ", ")
  }
}
