public import JSONTape

/// An item that a reader finds, in the order of the file.
public enum CaptureItem: Sendable {
  /// A complete exchange.
  case exchange(Exchange)
  /// The problem of a part that could not be read. It comes in the order of the file.
  case problem(CaptureProblem)

  /// Whether the item shows that the input is a log.
  package var isOfLog: Bool {
    switch self {
    case .exchange(let exchange): exchange.isOfLog
    case .problem(let problem): problem.isOfShape
    }
  }
}

/// A part of a capture that could not be read. The rest of the file may still be readable.
public struct CaptureProblem: Error, Hashable, Sendable {
  /// The kind of the problem.
  public enum Kind: Hashable, Sendable {
    /// The text is not JSON. In a HAR, the entries before the error are still read. In NDJSON, only
    /// one line cannot be read.
    case syntax(JSONParseError)
    /// The line is text, which may be about a request. If other lines show that the file is a log,
    /// this is no problem.
    case text(JSONParseError, isRequest: Bool)
    /// The file should be a HAR, but the root is not an object or has no `log` object.
    case noLog
    /// `log` has no `entries`, or `entries` is not an array.
    case noEntries(found: JSONKind?)
    /// An entry or exchange record that is not an object.
    case notObject(found: JSONKind)
    /// A required property is missing.
    case absent(property: String)
    /// An unknown property is in place of a known one.
    case unknown(property: String, meant: String)
    /// A property has another type than the file's format requires.
    case type(property: String, expected: String, found: JSONKind)
    /// `encoding` says that the text is base64, but it is not base64 (RFC 4648).
    case base64(Exchange.Part)
    /// `encoding` has a value other than base64.
    case encoding(Exchange.Part, name: String)
    /// The body is compressed and cannot be decoded.
    case compressed(Exchange.Part, coding: String, Decompressor.Failure)
    /// The sizes of the body's chunks are wrong.
    case chunks(Exchange.Part)
    /// The body has fewer bytes than `Content-Length` announces.
    case short(Exchange.Part, bytes: Int, of: Int)
    /// A body is in another file that cannot be read.
    case bodyFile(Exchange.Part, name: String, BodyFiles.Failure)
    /// The file should be a cassette, but is not YAML.
    case yaml(YAMLError)
    /// The file does not have the format that the user named.
    case notMeant(CaptureFormat)
    /// The format is recognised but not supported.
    case unsupported(UnsupportedCapture)
    /// A property occurs twice. Only the first one was read.
    case repeated(property: String)
    /// A capture without exchanges, with a hint.
    case empty(String)
    /// A value looks like an exchange, but it has no known shape. `evidence` says why it looks like
    /// one, and `names` are its properties.
    case unknownShape(evidence: String, names: [String])
    /// A value looks like an exchange, but the places from the configuration's `records` do not
    /// exist in it.
    case unmapped([String])
    /// The body may belong to the request or to the response. Only the method could decide, but the
    /// method is not known.
    case loneBody(property: String, method: String)
    /// The path is a gateway's route, and this route stands for several operations.
    case anyPath(String)
    /// The line of a log has texts that are not escaped as in JSON.
    case logEscapes
    /// The line is a piece of a longer line that a container runtime split. The mistake is nil if the
    /// piece has no start of a record.
    case piece(JSONParseError?)
    /// The text should be an HTTP message, but does not begin with a status line or a request line.
    case notHTTP
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The index of the entry, line or message. The first index is 0. Nil if the problem is about the
  /// whole file.
  public let index: Int?
  /// The unit that ``index`` counts.
  public let unit: Exchange.Unit?
  /// The range of the error in the file.
  public let range: ByteRange

  /// Creates a problem from its parts.
  public init(kind: Kind, index: Int? = nil, unit: Exchange.Unit? = nil, range: ByteRange) {
    self.kind = kind
    self.index = index
    self.unit = unit
    self.range = range
  }

  /// Whether the problem is about the whole file, not about one exchange.
  public var isOfFile: Bool { index == nil }

  /// Whether everything could be read, although there is a problem. Such a problem may explain a
  /// finding.
  public var isRemark: Bool {
    switch kind {
    case .short, .empty: true
    default: false
    }
  }

  /// Whether the record is not JSON.
  var isOfText: Bool {
    switch kind {
    case .syntax, .text, .piece: true
    default: false
    }
  }

  /// The line of text as a line of a log. Nil for every other problem.
  package var lineOfLog: Exchange? {
    guard case .text(_, let isRequest) = kind, let index else { return nil }
    let reason = isRequest ? SkipReason.textOnly : .noRequest
    return .bare(.absent(reason), index: index, unit: unit, range: range)
  }

  /// Whether the record is JSON whose layout is not known.
  package var isOfShape: Bool {
    switch kind {
    case .unknownShape, .unmapped, .loneBody, .anyPath: true
    default: false
    }
  }

  /// What records of one unknown shape have in common. Their methods and other properties differ.
  package var shape: String {
    guard case .unknownShape(let evidence, _) = kind else { return message }
    return String(evidence.prefix { $0 != " " })
  }

  /// Whether only a body has the problem. Then the exchange is still read, without this body or
  /// with a part of the body.
  public var isOfBody: Bool {
    switch kind {
    case .base64, .encoding, .compressed, .chunks, .short, .bodyFile: true
    case .syntax, .text, .noLog, .noEntries, .notObject, .absent, .unknown, .type, .unsupported,
      .repeated, .notHTTP, .yaml, .notMeant, .empty, .logEscapes, .unknownShape, .unmapped,
      .loneBody, .anyPath, .piece:
      false
    }
  }

  /// The problem as a part of a sentence, without the file and the place.
  public var message: String {
    switch kind {
    case .syntax(let error):
      isOfFile ? "the file is broken JSON: \(error.message)" : "not JSON: \(error.message)"
    case .text(let error, _): "not JSON: \(error.message)"
    case .noLog:
      "not a HAR: its root is not an object with a `log` object"
    case .noEntries(let found):
      found.map { "not a HAR: `log.entries` is \($0.phrase), not an array" }
        ?? "not a HAR: `log` has no `entries`"
    case .notObject(let found):
      "\(unit?.rawValue ?? "record") is \(found.phrase), not an object"
    case .absent(let property):
      "\(unit?.rawValue ?? "record") has no `\(property)`"
    case .unknown(let property, let meant):
      "a record has no property `\(SafeText.line(property))`; the name of a body is `\(meant)`"
    case .type(let property, let expected, let found):
      "`\(property)` is \(found.phrase), not \(expected)"
    case .base64(let part):
      "the \(part.rawValue) body is marked as base64 but is not base64"
    case .encoding(let part, let name):
      "the \(part.rawValue) body has the encoding `\(name)`; only base64 is known"
    case .compressed(let part, let coding, let failure):
      "the \(part.rawValue) body \(failure.words(coding))"
    case .chunks(let part):
      "the chunks of the \(part.rawValue) body have wrong sizes"
    case .short(let part, let bytes, let length):
      "the \(part.rawValue) body is incomplete: it has \(bytes) of \(length) bytes "
        + "(`Content-Length`)"
    case .bodyFile(let part, let name, let failure):
      "the \(part.rawValue) body is in the file `\(SafeText.line(name))`, \(failure.words)"
    case .yaml(let error): "the cassette is broken YAML: \(error.message)"
    case .notMeant(let format): "not \(format.noun): \(format.mark)"
    case .unsupported(let capture): capture.message
    case .repeated(let property): CaptureProblem.repeated(property, in: "file")
    case .empty(let remark): remark
    case .unknownShape(let evidence, let names):
      CaptureProblem.unknownShape(evidence, names)
    case .unmapped(let missed):
      "`records` in the configuration says where \(missed.joined(separator: " and ")) is, but this "
        + "\(unit?.rawValue ?? "value") has nothing there"
    case .loneBody(let property, let method):
      "`\(SafeText.line(property))` of a \(SafeText.line(Redaction.shown(method, ofProperty: nil))) may be the body of the request or "
        + "of the response; say which with `records` in the configuration"
    case .anyPath(let route):
      "the route `\(SafeText.line(URLRedaction.redact(route)))` fits several operations; let the "
        + "gateway write `httpMethod` and `path`, too"
    case .logEscapes:
      "not JSON: `\\x` is not an escape of JSON; let nginx write the log with `escape=json`"
    case .piece(let error):
      "not JSON: \(error.map { "\($0.message); " } ?? "")the line is a piece of a longer line, which "
        + "the container runtime split; `kubectl logs` joins the pieces"
    case .notHTTP:
      "not an HTTP message: it begins with neither a status line nor a request line"
    }
  }
}

extension CaptureProblem {
  /// The most names in messages.
  private static let mostNames = 8

  fileprivate static func unknownShape(_ evidence: String, _ names: [String]) -> String {
    let shown = names.prefix(mostNames).map {
      "`\(SafeText.line(Redaction.shown($0, ofProperty: nil)))`"
    }
    .joined(separator: ", ")
    let more = names.count > mostNames ? ", …" : ""
    return "this looks like an exchange (\(evidence)), but its layout is not known: it has "
      + "\(shown)\(more); if it is an exchange, give the places of its parts in `records` of the "
      + "configuration; if it is a body, give its operation with `--operation` or `bodies`"
  }

  /// The problem of a property that occurs twice in an envelope.
  ///
  /// - Parameter holder: `record`, `entry` or `file`.
  package static func repeated(_ property: String, in holder: String) -> String {
    "the \(holder) has `\(property)` twice; the first was checked, but other tools read the last"
  }
}
