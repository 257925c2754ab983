@_spi(Engine) internal import JSONTape

/// Remembers the verdicts on the last texts of `format: regex`. Values often repeat the same few
/// patterns. To parse a pattern takes much longer than to compare the pattern with earlier
/// patterns.
struct RegexMemory {
  private struct Entry {
    let text: [UInt8]
    let verdict: Bool
  }

  /// The entries. Each hash has a set of four entries. A new text replaces the oldest entry in its
  /// set.
  private var entries: [Entry?] = []
  private var hashes: [UInt64] = []
  private var oldest: [UInt8] = []
  private static let sets = 256
  private static let width = 4
  /// Longer texts are not kept, to limit memory.
  private static let longest = 512
  /// The number of parsed texts, for tests.
  private(set) var readings = 0

  mutating func accepts(_ text: ByteView) -> Bool {
    guard text.count <= Self.longest else {
      readings += 1
      return Format.regex.accepts(text)
    }
    if entries.isEmpty {
      entries = Array(repeating: nil, count: Self.sets * Self.width)
      hashes = Array(repeating: 0, count: Self.sets * Self.width)
      oldest = Array(repeating: 0, count: Self.sets)
    }
    let hash = Self.hash(text)
    let set = Int(truncatingIfNeeded: hash &>> 40) % Self.sets
    for place in set * Self.width..<(set + 1) * Self.width where hashes[place] == hash {
      if let entry = entries[place], entry.text.elementsEqual(text) { return entry.verdict }
    }
    readings += 1
    let verdict = Format.regex.accepts(text)
    let place = set * Self.width + Int(oldest[set])
    oldest[set] = (oldest[set] + 1) % UInt8(Self.width)
    entries[place] = Entry(text: Array(text), verdict: verdict)
    hashes[place] = hash
    return verdict
  }

  private static func hash(_ text: ByteView) -> UInt64 {
    let raw = UnsafeRawBufferPointer(text.memory)
    var hash = UInt64(truncatingIfNeeded: text.count)
    var at = 0
    while at &+ 8 <= raw.count {
      hash = mixed(hash, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    while at < raw.count {
      hash = mixed(hash, UInt64(raw[at]))
      at &+= 1
    }
    return hash
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed &>> 32
  }
}
