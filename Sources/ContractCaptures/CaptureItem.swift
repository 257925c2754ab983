public import JSONTape

/// What a reader yields, in the order of the file.
public enum CaptureItem: Sendable {
  /// An exchange, complete.
  case exchange(Exchange)
  /// A part that could not be read, in its place.
  case problem(CaptureProblem)
}

/// A part of a capture that could not be read; the rest of the file may still be readable.
public struct CaptureProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// Not JSON. For a HAR, its finished entries have been yielded; for NDJSON it is one line.
    case syntax(JSONParseError)
    /// Read as a HAR, but the root is not an object or holds no `log` object.
    case noLog
    /// `log` has no `entries`, or `entries` is no array.
    case noEntries(found: JSONKind?)
    /// An entry or exchange record that is not an object.
    case notObject(found: JSONKind)
    /// A required member is absent.
    case absent(member: String)
    /// An unknown member in place of a known one.
    case unknown(member: String, meant: String)
    /// A member of another type than its format requires.
    case type(member: String, expected: String, found: JSONKind)
    /// The text is not base64 (RFC 4648) although `encoding` says so.
    case base64(Exchange.Part)
    /// `encoding` names something else than base64.
    case encoding(Exchange.Part, name: String)
    /// The body is compressed and cannot be decoded.
    case compressed(Exchange.Part, coding: String, Decompressor.Failure)
    /// The chunks of a chunked body do not add up.
    case chunks(Exchange.Part)
    /// The body has fewer bytes than `Content-Length` says.
    case short(Exchange.Part, bytes: Int, of: Int)
    /// A body in another file, which cannot be read.
    case bodyFile(Exchange.Part, name: String, BodyFiles.Failure)
    /// Not YAML, though it is meant as a cassette.
    case yaml(YAMLError)
    /// Not of the kind that the user named.
    case notMeant(CaptureFormat)
    /// Not read, though its kind is recognised.
    case unsupported(UnsupportedCapture)
    /// A member that stands twice; only the first was read.
    case repeated(member: String)
    /// A capture without exchanges; with what to do.
    case empty(String)
    /// It looks like an exchange, as the evidence says, but has no known shape; with the names of its
    /// properties.
    case unknownShape(evidence: String, names: [String])
    /// It looks like an exchange, but lacks what `records` of the configuration looks for.
    case unmapped([String])
    /// A body of which only the method could tell whose it is, and does not.
    case loneBody(member: String, method: String)
    /// A line of a log whose texts are not written as JSON.
    case logEscapes
    /// Read as an HTTP message, but without a status line or a request line at its start.
    case notHTTP
  }

  /// See ``Kind``.
  public let kind: Kind
  /// The index of the entry, line or message, from 0; nil for the whole file.
  public let index: Int?
  /// What ``index`` counts.
  public let unit: Exchange.Unit?
  /// The range of the error in the file.
  public let range: ByteRange

  /// A problem by its parts.
  public init(kind: Kind, index: Int? = nil, unit: Exchange.Unit? = nil, range: ByteRange) {
    self.kind = kind
    self.index = index
    self.unit = unit
    self.range = range
  }

  /// Whether it is about the file and not one of its exchanges.
  public var isOfFile: Bool { index == nil }

  /// Whether everything was read all the same: it may explain a finding.
  public var isRemark: Bool {
    switch kind {
    case .short, .empty: true
    default: false
    }
  }

  /// Whether the exchange is still yielded, without the body of that part or with what there is of it.
  public var isOfBody: Bool {
    switch kind {
    case .base64, .encoding, .compressed, .chunks, .short, .bodyFile: true
    case .syntax, .noLog, .noEntries, .notObject, .absent, .unknown, .type, .unsupported,
      .repeated, .notHTTP, .yaml, .notMeant, .empty, .logEscapes, .unknownShape, .unmapped,
      .loneBody:
      false
    }
  }

  /// The problem as a sentence fragment, without file and place.
  public var message: String {
    switch kind {
    case .syntax(let error):
      isOfFile ? "the file is broken JSON: \(error.message)" : "not JSON: \(error.message)"
    case .noLog:
      "not a HAR: its root is not an object with a `log` object"
    case .noEntries(let found):
      found.map { "not a HAR: `log.entries` is \($0.phrase), not an array" }
        ?? "not a HAR: `log` has no `entries`"
    case .notObject(let found):
      "\(unit?.rawValue ?? "record") is \(found.phrase), not an object"
    case .absent(let member):
      "\(unit?.rawValue ?? "record") has no `\(member)`"
    case .unknown(let member, let meant):
      "records have no `\(SafeText.line(member))`; a body is called `\(meant)`"
    case .type(let member, let expected, let found):
      "`\(member)` is \(found.phrase), not \(expected)"
    case .base64(let part):
      "the \(part.rawValue) body is marked base64 but is not"
    case .encoding(let part, let name):
      "the \(part.rawValue) body has the encoding `\(name)`; only base64 is known"
    case .compressed(let part, let coding, let failure):
      "the \(part.rawValue) body \(failure.words(coding))"
    case .chunks(let part):
      "the chunks of the \(part.rawValue) body do not add up"
    case .short(let part, let bytes, let length):
      "the \(part.rawValue) body is cut short: \(bytes) of \(length) bytes (`Content-Length`)"
    case .bodyFile(let part, let name, let failure):
      "the \(part.rawValue) body is in the file `\(SafeText.line(name))`, \(failure.words)"
    case .yaml(let error): "the cassette is broken YAML: \(error.message)"
    case .notMeant(let format): "not \(format.noun): \(format.mark)"
    case .unsupported(let capture): capture.message
    case .repeated(let member): CaptureProblem.repeated(member, in: "file")
    case .empty(let remark): remark
    case .unknownShape(let evidence, let names):
      CaptureProblem.unknownShape(evidence, names)
    case .unmapped(let missed):
      "`records` in the configuration looks for \(missed.joined(separator: " and for ")), which "
        + "this \(unit?.rawValue ?? "value") does not have"
    case .loneBody(let member, let method):
      "`\(SafeText.line(member))` of a \(SafeText.line(Redaction.shown(method, ofMember: nil))) may be the body of the request or "
        + "of the response; say which with `records` in the configuration"
    case .logEscapes:
      "not JSON: `\\x` is not an escape of JSON; let nginx write the log with `escape=json`"
    case .notHTTP:
      "not an HTTP message: it begins with no status line and no request line"
    }
  }
}

extension CaptureProblem {
  /// In messages.
  private static let mostNames = 8

  fileprivate static func unknownShape(_ evidence: String, _ names: [String]) -> String {
    let shown = names.prefix(mostNames).map {
      "`\(SafeText.line(Redaction.shown($0, ofMember: nil)))`"
    }
    .joined(separator: ", ")
    let more = names.count > mostNames ? ", …" : ""
    return "this looks like an exchange (\(evidence)), but its layout is not known: it has "
      + "\(shown)\(more); name its parts in `records` of the configuration, or, if it is a body, its "
      + "operation with `--operation` or `bodies`"
  }

  /// What is wrong with a property that an envelope has twice.
  ///
  /// - Parameter holder: `record`, `entry` or `file`.
  package static func repeated(_ member: String, in holder: String) -> String {
    "the \(holder) has `\(member)` twice; the first was checked, but other tools read the last"
  }
}
