/// The verdicts on the last texts of `format: regex`: schemas repeat the same few patterns, and
/// reading one takes far longer than comparing it with what was read before.
struct RegexMemory {
  private struct Entry {
    let text: [UInt8]
    let verdict: Bool
  }

  /// By the hash of the text; a newer text takes the place of an older one.
  private var entries: [Entry?] = []
  private static let size = 256
  /// Longer texts are not kept, so that the memory stays small.
  private static let longest = 512
  /// How many texts were read, for tests.
  private(set) var readings = 0

  mutating func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= Self.longest else {
      readings += 1
      return Format.regex.accepts(text)
    }
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.size) }
    var hash = UInt64(truncatingIfNeeded: text.count)
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place = Int(truncatingIfNeeded: (hash ^ hash &>> 32) % UInt64(Self.size))
    if let entry = entries[place], entry.text.count == text.count,
      entry.text.elementsEqual(text)
    {
      return entry.verdict
    }
    readings += 1
    let verdict = Format.regex.accepts(text)
    entries[place] = Entry(text: Array(text), verdict: verdict)
    return verdict
  }
}
