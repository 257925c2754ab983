@_spi(Engine) internal import JSONTape

/// A description of a format of captures. It says where the exchanges are, how to find their parts,
/// and how bodies are stored. One reader reads all formats.
struct CaptureLayout: Sendable {
  var origin = Exchange.Origin.traffic
  /// Whether responses contain only the properties that a client needs.
  var isPartial = false
  /// Whether a line is from the access log of a server or a proxy. Such logs usually contain no
  /// bodies. So a body is not required.
  var isAccessLog: @Sendable (CapturedValue) -> Bool = { _ in false }
  /// Whether a line of NDJSON, or an element of an array, may have this layout.
  var isLine = false
  /// Whether an API's body may have the same form.
  var isLoose = false
  /// Whether an exchange is a response alone, without an address.
  var isBare = false
  /// The only message that the document has, if the other one is in another document; and the paths
  /// to the texts that both have.
  var half: (line: Exchange.Half.Line, id: [PropertyPath])?
  /// Whether an element of the array has this layout. Another element may have the layout of
  /// another line. Nil if all elements have this layout.
  var isElement: (@Sendable (CapturedValue) -> Bool)?
  /// Whether a document has this layout; called with its root.
  var isMeant: @Sendable (CapturedValue) -> Bool
  var exchanges = Exchanges.root
  /// The path from the exchange to the request.
  var request: PropertyPath = "request"
  /// The path from the exchange to the response.
  var response: PropertyPath = "response"
  /// The paths from the request to the method.
  var method: [Part] = ["method"]
  /// The method if none is written.
  var defaultMethod: String?
  /// The paths from the request to the address.
  var address: [Address] = [.url("url")]
  /// The path from the request to the text of the query, if the address has none.
  var queryText: PropertyPath?
  /// The paths from the root to the variables that an address may use.
  var variables: [PropertyPath] = []
  /// The paths from the response to the status, which is a number or digits.
  var status: [Part] = ["status"]
  /// The status if none is written.
  var defaultStatus: Int?
  /// The paths from the request and from the response to the headers.
  var headers: [PropertyPath] = ["headers"]
  /// The paths from the response to its headers, if they differ from ``headers``.
  var responseHeaders: [PropertyPath]?
  /// The path from the request to its `User-Agent`, if no header gives it.
  var userAgent: PropertyPath?
  /// The places of the body in the request.
  var requestBody: [BodyPlace] = [.any("body")]
  /// The places of the body in the response.
  var responseBody: [BodyPlace] = [.any("body")]
  /// The path from the exchange to a body that may belong to the request or the response. Only the
  /// method decides this.
  var loneBody: PropertyPath?
  /// The path from the request to a form's fields.
  var form: PropertyPath?
  /// The paths from the request and from the response to the media type, if no header gives it.
  var mediaType: [PropertyPath] = []
  /// The path from the request and from the response to a value that is true if the body was cut.
  var truncated: PropertyPath?
  /// The path from the request to a value that is true if the body is not sent.
  var disabled: PropertyPath?
  /// The path from the exchange to a text that complete exchanges have. The bodies of other
  /// exchanges may be cut.
  var completeness: (path: PropertyPath, text: String)?
  /// The paths from the response to values that mean that there was no response.
  var unanswered: [PropertyPath] = []
  /// The text that means that there is no value. If this property is not nil, an empty text also
  /// means that there is no value.
  var nothing: String?
  /// Whether bodies may contain comments.
  var hasNotes = false
  /// The remark about a file without exchanges; nil for none.
  var emptyRemark: String?
  /// The end of the files' names; nil for any.
  var ending: String?
  /// The paths from the exchange to its time.
  var time: [PropertyPath] = []
  /// The path from the exchange to its id.
  var name: PropertyPath?
  /// The path from the exchange to the name of the request's webhook.
  var webhook: PropertyPath?

  /// Whether a document with one exchange contains a body.
  func hasBody(_ root: CapturedValue) -> Bool {
    requestBody.contains { $0.path.value(in: root) != nil }
      || responseBody.contains { $0.path.value(in: root) != nil }
      || loneBody?.value(in: root) != nil
  }

  /// The same layout in an array.
  var list: CaptureLayout { elements(of: "") }

  /// The same layout in an array of stubs that somebody wrote by hand.
  var stubs: CaptureLayout {
    var layout = elements(of: Self.stubLists)
    layout.origin = .stub
    layout.isLoose = true
    return layout
  }

  /// The names of arrays of stubs.
  static let stubLists: PropertyPath = "stubs|mocks|responses|handlers"

  private func elements(of path: PropertyPath) -> CaptureLayout {
    var layout = self
    layout.isElement = isMeant
    layout.isMeant = { [isMeant] root in
      path.value(in: root)?.contains { $0.kind == .object && isMeant($0) } ?? false
    }
    layout.exchanges = .elements(path)
    return layout
  }

  /// The place of the exchanges in a document.
  enum Exchanges: Sendable {
    /// The root is an exchange.
    case root
    case elements(PropertyPath)
    case walk(@Sendable (CapturedValue, (ExchangeParts) -> Void) -> Void)
    /// The elements are bodies. Some of them may have a status.
    case bodies(@Sendable (CapturedValue) -> CapturedValue?)
    /// Texts or objects. Each one is a line of a log.
    case lines(@Sendable (CapturedValue, (CapturedValue) -> Void) -> Void)
    /// The entries of a HAR, which have their own reader.
    case entries(@Sendable (CapturedValue, (CapturedValue) -> Void) -> Void)
  }

  /// A place of a value. The first existing place is used.
  enum Part: ExpressibleByStringLiteral, Sendable {
    case property(PropertyPath)
    case header(String)
    /// A word of a request line; the first word is 0. The place is missing if the text is not a
    /// request line.
    case word(PropertyPath, Int)

    init(stringLiteral text: String) { self = .property(PropertyPath(stringLiteral: text)) }

    /// The value that contains this part. Nil for a header.
    func place(in message: CapturedValue) -> CapturedValue? {
      switch self {
      case .property(let path), .word(let path, _): path.value(in: message)
      case .header: nil
      }
    }

    /// The path from the message to this part. Nil for a header.
    var path: PropertyPath? {
      switch self {
      case .property(let path), .word(let path, _): path
      case .header: nil
      }
    }
  }

  /// A place of the address. The first existing place is used.
  enum Address: Sendable {
    /// A URL or a path.
    case url(Part)
    /// A URL in parts. The URL exists if its path exists.
    case parts(
      scheme: Part? = nil, host: [Part] = [], port: [Part] = [], path: Part, query: PropertyPath?)
    /// A URL as text or in parts, which may contain `{{…}}` and `:name`.
    case postman(PropertyPath)
    /// A path that a stub answers. The stub does not contain the request's parameters.
    case stub(PropertyPath)
    /// A path that a stub answers, with the name of its matcher: `exact`, `regex` or `glob`.
    case matched(PropertyPath, by: PropertyPath)
    /// The template of the operation's path. A gateway writes the template in place of the path.
    case template(Part)
    /// A regular expression of the paths that a stub answers, with or without the query.
    case pattern(PropertyPath, hasQuery: Bool)
    /// Every request, for a stub without an address.
    case everyURL
    /// No address, for lines of a log that are not requests.
    case unknown

    /// The path from the request to the address. Nil if there is none.
    var path: PropertyPath? {
      switch self {
      case .url(let part), .parts(_, _, _, let part, _), .template(let part): part.path
      case .postman(let path), .stub(let path), .matched(let path, _), .pattern(let path, _): path
      case .everyURL, .unknown: nil
      }
    }

    /// The place of the URL or of its path. Nil for the addresses of stubs.
    var part: Part? {
      switch self {
      case .url(let part), .parts(_, _, _, let part, _), .template(let part): part
      case .postman, .stub, .matched, .pattern, .everyURL, .unknown: nil
      }
    }
  }

  /// A place of the body. The first place that exists and is not null is used.
  struct BodyPlace: Sendable {
    enum Coding: Sendable {
      /// A string is the text of the body; any other value is the body itself.
      case any
      /// As `any`, but the value must be an object or an array, or a text that contains one.
      /// Loggers use this name for other words, too, so other values do not count.
      case data
      /// The value is the body itself, even if it is a string.
      case value
      case base64
      /// Base64 if this property of the message says so. If not, as `any`.
      case marked(PropertyPath)
      /// A string that is neither JSON nor text by its media type is base64.
      case guessed
      /// An array with a number for each byte.
      case bytes
      /// Texts in hexadecimal if the body is compressed or binary. If not, as `any`.
      case hexadecimal
      /// The name of a file.
      case file
      /// The body is in another file. The name of this file is the capture's name with this last
      /// word.
      case partner(String)
    }

    let path: PropertyPath
    let coding: Coding

    static func any(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .any) }
    static func data(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .data) }
    static func value(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .value) }
    static func base64(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .base64) }
    static func guessed(_ path: PropertyPath) -> BodyPlace {
      BodyPlace(path: path, coding: .guessed)
    }
    static func hexadecimal(_ path: PropertyPath) -> BodyPlace {
      BodyPlace(path: path, coding: .hexadecimal)
    }
    static func bytes(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .bytes) }
    static func file(_ path: PropertyPath) -> BodyPlace { BodyPlace(path: path, coding: .file) }
    static func partner(_ word: String) -> BodyPlace { BodyPlace(path: "", coding: .partner(word)) }
    static func any(_ path: PropertyPath, markedBy mark: PropertyPath) -> BodyPlace {
      BodyPlace(path: path, coding: .marked(mark))
    }
  }
}

extension CapturedValue {
  /// Whether any element fits. False if the value is no array.
  func contains(_ isMeant: (CapturedValue) -> Bool) -> Bool {
    guard kind == .array else { return false }
    var found = false
    forEachChild { found = found || isMeant($0) }
    return found
  }
}

/// An exchange of a document, with its two messages if they exist. Null counts as missing.
struct ExchangeParts {
  let whole: CapturedValue
  let request: CapturedValue?
  let response: CapturedValue?

  init(whole: CapturedValue, request: CapturedValue?, response: CapturedValue?) {
    self.whole = whole
    self.request = request.flatMap { $0.isNull ? nil : $0 }
    self.response = response.flatMap { $0.isNull ? nil : $0 }
  }
}
