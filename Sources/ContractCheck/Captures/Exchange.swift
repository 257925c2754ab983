public import JSONTape

/// One request with its answer, as a capture holds it.
///
/// Ranges are bytes of the capture file, for findings about the exchange itself.
public struct Exchange: Sendable {
  /// What a file of several exchanges counts; a file of one has no unit.
  public enum Unit: String, Hashable, Sendable {
    /// Of a HAR.
    case entry
    /// Of an NDJSON file.
    case line
  }

  /// The two messages of an exchange.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// What the client sent.
    case request
    /// What the server answered.
    case response
  }

  /// The place among the file's entries, lines or messages, from 0. NDJSON counts blank lines too.
  public var index: Int
  /// See ``Unit``.
  public var unit: Unit?
  /// Whether nothing but a body was captured. It is stored as the response's, whichever it is.
  public var isBare: Bool
  /// As captured: `GET`.
  public var method: String?
  /// As captured; ``URLParts`` splits it. `//host/path` where the capture does not tell the scheme.
  public var url: String?
  /// Nil for a bare body, for a request that was captured alone and where no answer came.
  public var status: Int?
  /// The request's body and media type.
  public var request: Message
  /// The response's body and media type.
  public var response: Message
  /// The whole entry, line or message.
  public var range: ByteRange
  /// The URL or request target, with the quotes where it is a JSON string.
  public var urlRange: ByteRange?
  /// The digits of the status.
  public var statusRange: ByteRange?
  /// What the capture itself calls the exchange; nil where it gives it no name.
  public var id: String?

  /// An exchange by its parts.
  public init(
    index: Int = 0, unit: Unit? = nil, isBare: Bool = false, method: String? = nil,
    url: String? = nil, status: Int? = nil, request: Message, response: Message,
    range: ByteRange, urlRange: ByteRange? = nil, statusRange: ByteRange? = nil
  ) {
    self.index = index
    self.unit = unit
    self.isBare = isBare
    self.method = method
    self.url = url
    self.status = status
    self.request = request
    self.response = response
    self.range = range
    self.urlRange = urlRange
    self.statusRange = statusRange
  }

  /// The message of that part.
  public subscript(part: Part) -> Message {
    switch part {
    case .request: request
    case .response: response
    }
  }

  static func bare(_ body: Body, index: Int = 0, unit: Unit? = nil, range: ByteRange) -> Exchange {
    Exchange(
      index: index, unit: unit, isBare: true, request: .absent(.noBody),
      response: Message(body: body), range: range)
  }
}

/// One side of an exchange: a body, or the reason why there is none.
public struct Message: Sendable {
  /// The header's or the HAR's words, unread; ``MediaType`` reads them.
  public var mediaType: String?
  /// Where they stand in the file.
  public var mediaTypeRange: ByteRange?
  /// Nil exactly when ``absence`` says why.
  public var body: Body?
  /// Nil exactly when there is a body.
  public var absence: SkipReason?
  /// A form's fields where the capture lists them apart from, or in place of, its text.
  public var fields: [FormField]
  /// What the capture holds of the headers.
  public var headers = HeaderFields()

  /// A message with a body.
  public init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, body: Body,
    fields: [FormField] = []
  ) {
    self.mediaType = mediaType
    self.mediaTypeRange = mediaTypeRange
    self.body = body
    self.fields = fields
  }

  /// A message whose body is absent for `reason`.
  public init(
    mediaType: String? = nil, mediaTypeRange: ByteRange? = nil, absence reason: SkipReason,
    fields: [FormField] = []
  ) {
    self.mediaType = mediaType
    self.mediaTypeRange = mediaTypeRange
    self.absence = reason
    self.fields = fields
  }

  static func absent(_ reason: SkipReason) -> Message { Message(absence: reason) }
}

/// Why a message was not checked, as the counts at the end of a run name it.
public enum SkipReason: String, CaseIterable, Hashable, Sendable {
  /// The capture holds no body, or an empty one.
  case noBody = "no-body"
  /// Status 304: a body shown beside it comes from the client's cache.
  case notModified = "not-modified"
  /// Status 0, or a request that was captured alone.
  case noResponse = "no-response"
  /// A form, a picture: the media type is not JSON.
  case nonJSON = "non-json"
  /// The body is there but cannot be read; a ``CaptureProblem`` says why.
  case undecodable = "undecodable-body"
}
