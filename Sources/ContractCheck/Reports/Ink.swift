/// Colour for a terminal, or none.
struct Ink: Sendable {
  enum Tone {
    case error, warning, note, headline, margin

    init(_ severity: Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }

    /// Parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
    fileprivate var parameters: String {
      switch self {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .headline: "1"
      case .margin: "34"
      }
    }
  }

  let isOn: Bool

  func paint(_ text: String, _ tone: Tone) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(tone.parameters)m\(text)\u{1B}[0m" : text
  }
}
