/// A text that equals only the same scalars, as JSON has it. Swift's `==` takes `é` and `e` with an
/// accent after it for one text, so a `String` must not be the key that tells two names apart.
struct ExactText: Hashable, Sendable {
  private var text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // A copy, since it may be made contiguous.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
