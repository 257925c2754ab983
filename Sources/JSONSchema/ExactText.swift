/// A text that is equal only to a text with the same Unicode scalars, as in JSON. As a `String`,
/// `é` is equal to `e` with a combining accent. So a `String` cannot distinguish two such names.
struct ExactText: Hashable, Sendable {
  private var text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // This is a copy, because it may be made contiguous.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
