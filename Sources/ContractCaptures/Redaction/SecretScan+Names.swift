/// What a text is, and what names in it say.
extension SecretScan {
  /// What a text is, which decides where its strings end.
  enum Kind {
    /// JSON that parses: a quote without a backslash ends a string.
    case json
    /// Anything: a value, a line of a log, JSON out of its string.
    case text
    /// What should be JSON and does not parse: names without quotes count, and a secret reaches to
    /// where the text plausibly goes on.
    case malformed
  }

  enum Name {
    case value(SecretName.Meaning)
    /// The rest of a line that is not JSON belongs to it.
    case header
    /// `name` or `key`, and `value`: of a pair.
    case pairName, pairValue
    /// Pairs within it are parameters of a query or fields of a form.
    case parameters
    /// A part of a pair that says nothing of its place.
    case pairPart

    static let other = Name.value(.other)

    var isSecret: Bool {
      switch self {
      case .value(let meaning): meaning.isSecret
      case .header: true
      case .pairName, .pairValue, .parameters, .pairPart: false
      }
    }
  }

  /// The name of a pair of HAR and its kin, `{"name": "Cookie", "value": "…"}` in either order. What
  /// it says is worked out only where it matters: most are names of things.
  struct PairName {
    let range: Range<Int>
    let place: SecretName.Place
  }

  /// Whether a member may have long opaque values that are no secrets.
  enum Opacity {
    case none, opaque
    case of(PairName)
  }
}
