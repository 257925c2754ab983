import JSONTape

extension CaptureProblem {
  /// The problem as a sentence fragment, without file and place.
  public var message: String {
    switch kind {
    case .syntax(let error):
      isOfFile ? "the file is broken JSON: \(error.message)" : "not JSON: \(error.message)"
    case .noLog:
      "not a HAR: its root is no object with a `log` object"
    case .noEntries(let found):
      found.map { "not a HAR: `log.entries` is \(Self.article($0)), not an array" }
        ?? "not a HAR: `log` has no `entries`"
    case .notObject(let found):
      "\(unit?.rawValue ?? "record") is \(Self.article(found)), not an object"
    case .absent(let member):
      "\(unit?.rawValue ?? "record") has no `\(member)`"
    case .unknown(let member, let meant):
      "records have no `\(SafeText.line(member))`; a body is called `\(meant)`"
    case .type(let member, let expected, let found):
      "`\(member)` is \(Self.article(found)), not \(expected)"
    case .base64(let part):
      "the \(part.rawValue) body is marked base64 but is not"
    case .encoding(let part, let name):
      "the \(part.rawValue) body has the encoding `\(name)`; only base64 is known"
    case .compressed(let part, let coding):
      "the \(part.rawValue) body is still compressed (\(coding)); record it with `curl --compressed`"
    case .chunks(let part):
      "the chunks of the \(part.rawValue) body do not add up"
    case .notHTTP:
      "not an HTTP message: it begins with no status line and no request line"
    }
  }

  private static func article(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .array, .object: "an \(kind.name)"
    case .boolean, .number, .string: "a \(kind.name)"
    }
  }
}
