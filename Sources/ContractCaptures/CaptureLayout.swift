@_spi(Engine) internal import JSONTape

/// A kind of capture as a description: where its exchanges are, how each part of them is found, and
/// how bodies are kept. One reader reads them all.
struct CaptureLayout: Sendable {
  var origin = Exchange.Origin.traffic
  /// Whether responses hold only what somebody needs of them.
  var isPartial = false
  /// Whether captures of this kind hold no bodies as a rule, so that a missing one is not due.
  var isMostlyWithoutBodies = false
  /// Whether a line of NDJSON may be of this kind, and an array have several.
  var isLine = false
  /// Whether a body of an API may look like this, too.
  var isLoose = false
  /// Whether a document is of this kind; asked of its root.
  var isMeant: @Sendable (CapturedValue) -> Bool
  var exchanges = Exchanges.root
  /// From the exchange.
  var request: MemberPath = "request"
  /// From the exchange.
  var response: MemberPath = "response"
  /// From the request.
  var method: [Part] = ["method"]
  /// The method where none is written.
  var defaultMethod: String?
  /// From the request.
  var address: [Address] = [.url("url")]
  /// The variables that an address may name, from the root.
  var variables: [MemberPath] = []
  /// From the response; a number or digits.
  var status: [Part] = ["status"]
  /// The status where none is written.
  var defaultStatus: Int?
  /// From the request and from the response.
  var headers: [MemberPath] = ["headers"]
  /// From the response, where they are not those of ``headers``.
  var responseHeaders: [MemberPath]?
  /// From the request.
  var requestBody: [BodyPlace] = [.any("body")]
  /// From the response.
  var responseBody: [BodyPlace] = [.any("body")]
  /// A body of which only the method tells whose it is, from the exchange.
  var loneBody: MemberPath?
  /// A form's fields, from the request.
  var form: MemberPath?
  /// The media type where no header tells it, from the request and from the response.
  var mediaType: [MemberPath] = []
  /// Where true stands if a body was cut, from the request and from the response.
  var truncated: MemberPath?
  /// Where true stands if a body is not sent, from the request.
  var disabled: MemberPath?
  /// What is complete has this text there, from the exchange; of others a body may be cut.
  var completeness: (path: MemberPath, text: String)?
  /// What stands in place of an answer, from the response.
  var unanswered: [MemberPath] = []
  /// The text that stands for no value. Where there is one, an empty text does, too.
  var nothing: String?
  /// Whether comments may stand in a body.
  var hasNotes = false
  /// What to say of a file without exchanges; nil for nothing.
  var emptyRemark: String?
  /// The ending of the files' names; nil for any.
  var ending: String?
  /// From the exchange.
  var time: [MemberPath] = []
  /// What names the exchange, from it.
  var name: MemberPath?
  /// The webhook that the request is of, from the exchange.
  var webhook: MemberPath?

  /// Whether a document of one exchange holds a body.
  func hasBody(_ root: CapturedValue) -> Bool {
    requestBody.contains { $0.path.value(in: root) != nil }
      || responseBody.contains { $0.path.value(in: root) != nil }
      || loneBody?.value(in: root) != nil
  }

  /// The same in an array.
  var list: CaptureLayout {
    var layout = self
    layout.isMeant = { [isMeant] root in
      root.kind == .array && root.contains { $0.kind == .object && isMeant($0) }
    }
    layout.exchanges = .elements("")
    return layout
  }

  /// Where the exchanges of a document are.
  enum Exchanges: Sendable {
    /// The root is one.
    case root
    case elements(MemberPath)
    case walk(@Sendable (CapturedValue, (ExchangeParts) -> Void) -> Void)
    /// Entries of a HAR, which have their own reader.
    case entries(@Sendable (CapturedValue, (CapturedValue) -> Void) -> Void)
  }

  /// The first that is there counts.
  enum Part: ExpressibleByStringLiteral, Sendable {
    case member(MemberPath)
    case header(String)
    /// A word of a request line, from 0; absent where the text is none.
    case word(MemberPath, Int)

    init(stringLiteral text: String) { self = .member(MemberPath(stringLiteral: text)) }
  }

  /// The first that is there counts.
  enum Address: Sendable {
    /// A URL or a path.
    case url(Part)
    /// A URL in parts; there if the path is.
    case parts(
      scheme: Part? = nil, host: [Part] = [], port: [Part] = [], path: Part, query: MemberPath?)
    /// A URL as text or in parts, with `{{…}}` and `:name` in it.
    case postman(MemberPath)
    /// A path that a stub answers; its parameters are no request's.
    case stub(MemberPath)
    /// A path that a stub answers, as a matcher of this name says: `exact`, `regex` or `glob`.
    case matched(MemberPath, by: MemberPath)
    /// A regular expression of the paths that a stub answers, perhaps with their query.
    case pattern(MemberPath, hasQuery: Bool)
    /// A stub without an address answers every request.
    case everyURL
    /// A log may have lines of what is no request.
    case unknown
  }

  /// The first that is there and not null counts.
  struct BodyPlace: Sendable {
    enum Coding: Sendable {
      /// A string is the text of the body; any other value is the body.
      case any
      /// The value is the body, also a string.
      case value
      case base64
      /// Base64 where this member, from the message, says so; otherwise any.
      case marked(MemberPath)
      /// A string that is neither JSON nor text by its media type is base64.
      case guessed
      /// A number for each byte.
      case bytes
      /// Texts in hexadecimal where the body is compressed or binary; otherwise any.
      case hexadecimal
      /// The name of a file.
      case file
      /// In a file that is called like the capture, with this word at the end.
      case partner(String)
    }

    let path: MemberPath
    let coding: Coding

    static func any(_ path: MemberPath) -> BodyPlace { BodyPlace(path: path, coding: .any) }
    static func value(_ path: MemberPath) -> BodyPlace { BodyPlace(path: path, coding: .value) }
    static func base64(_ path: MemberPath) -> BodyPlace { BodyPlace(path: path, coding: .base64) }
    static func guessed(_ path: MemberPath) -> BodyPlace {
      BodyPlace(path: path, coding: .guessed)
    }
    static func hexadecimal(_ path: MemberPath) -> BodyPlace {
      BodyPlace(path: path, coding: .hexadecimal)
    }
    static func bytes(_ path: MemberPath) -> BodyPlace { BodyPlace(path: path, coding: .bytes) }
    static func file(_ path: MemberPath) -> BodyPlace { BodyPlace(path: path, coding: .file) }
    static func partner(_ word: String) -> BodyPlace { BodyPlace(path: "", coding: .partner(word)) }
    static func any(_ path: MemberPath, markedBy mark: MemberPath) -> BodyPlace {
      BodyPlace(path: path, coding: .marked(mark))
    }
  }
}

extension CapturedValue {
  /// Whether an element fits; false for what is no array.
  func contains(_ isMeant: (CapturedValue) -> Bool) -> Bool {
    guard kind == .array else { return false }
    var found = false
    forEachChild { found = found || isMeant($0) }
    return found
  }
}

/// An exchange of a document, and its two messages where they are. Null counts as absent.
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
