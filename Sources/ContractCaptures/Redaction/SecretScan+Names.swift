/// The kind of a text and the meanings of its names.
extension SecretScan {
  /// The kind of a text. It decides where strings end.
  enum Kind {
    /// Valid JSON: a quote without a backslash ends a string.
    case json
    /// Any text: a value, a line of a log, or the content of a JSON string.
    case text
    /// Invalid JSON. Names without quotes count as names. A secret ends where other text seems to
    /// begin.
    case malformed
  }

  enum Name {
    case value(SecretName.Meaning)
    /// A header. In a text that is not JSON, the value reaches to the end of the line.
    case header
    /// The `name` or `key`, and the `value`, of a pair.
    case pairName, pairValue
    /// The pairs inside the value are query parameters or form fields.
    case parameters
    /// A part of a pair that does not show where the name is.
    case pairPart
    /// Headers. If the value is a list of strings, names and values take turns.
    case headerList

    static let other = Name.value(.other)

    var isSecret: Bool {
      switch self {
      case .value(let meaning): meaning.isSecret
      case .header: true
      case .pairName, .pairValue, .parameters, .pairPart, .headerList: false
      }
    }
  }

  /// The name in a pair of a HAR: `{"name": "Cookie", "value": "…"}`. Both orders are possible. The
  /// name's meaning is computed only if it is needed, because most names are harmless.
  struct PairName {
    let range: Range<Int>
    let place: SecretName.Place
  }

  /// Whether a property may contain long opaque values that are no secrets.
  enum Opacity {
    case none, opaque
    case of(PairName)
  }
}
