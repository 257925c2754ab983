@_spi(Engine) internal import JSONTape

/// The secrets that the user gave to this run, such as a bearer token or secrets in URLs.
///
/// A server may return these secrets under any name. So ``hide(_:during:)`` hides them in all
/// output of a function. The secrets are hidden only on the thread of this function.
@_spi(Engine)
public enum OwnSecrets {
  @TaskLocal private static var forms: [[UInt8]] = []

  static var isKnown: Bool { !forms.isEmpty }

  /// Runs `body`. All output of `body` hides `secrets`.
  public static func hide<Result>(_ secrets: [String], during body: () -> Result) -> Result {
    let found = secrets.filter { $0.utf8.count >= shortest }.flatMap(written)
    guard !found.isEmpty else { return body() }
    return $forms.withValue(forms + found, operation: body)
  }

  /// The ranges of a text that contain one of the secrets.
  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for form in forms {
      var at = 0
      while at + form.count <= text.count {
        let isHere = text[at] == form[0] && text[at...].starts(with: form)
        if isHere { found.append(at..<(at + form.count)) }
        at += isHere ? form.count : 1
      }
    }
    return found
  }

  /// Whether the length of a secret would help to guess it.
  static func isShort(_ range: Range<Int>) -> Bool { range.count < longest }

  private static let longest = 16

  /// The minimum length of a secret that is searched. Shorter texts occur in too many words.
  private static let shortest = 4

  /// The forms of a secret: without changes, as in JSON, and as in a URL.
  private static func written(_ secret: String) -> [[UInt8]] {
    let bytes = Array(secret.utf8)
    let escaped = bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    let encoded = Array(PercentEncoding.encode(bytes).utf8)
    return bytes == escaped && bytes == encoded ? [bytes] : [bytes, escaped, encoded]
  }
}
