/// A set of Unicode code points. It is a sorted list of ranges that do not touch and do not
/// overlap.
struct ScalarSet: Hashable, Sendable {
  typealias Range = ClosedRange<UInt32>

  static let last: UInt32 = 0x10FFFF
  static let all = ScalarSet(0...last)

  private(set) var ranges: [Range]

  init() { ranges = [] }

  init(_ range: Range) { ranges = [range] }

  init(_ value: UInt32) { ranges = [value...value] }

  /// Creates a set from ranges in any order. The ranges may overlap.
  init(_ ranges: some Sequence<Range>) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  /// Creates a set from ranges and single values such as `41-5A 5F`, in order.
  init(hexadecimal text: some StringProtocol) {
    ranges = []
    for item in text.split(whereSeparator: \.isWhitespace) {
      let bounds = item.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let lower = bounds.first, let upper = bounds.last, lower <= upper else { continue }
      append(lower...upper)
    }
  }

  /// Appends a range. It must not begin before any earlier range.
  mutating func append(_ range: Range) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound &+ 1 else {
      ranges.append(range)
      return
    }
    ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
  }

  func contains(_ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= value
  }

  var inverted: ScalarSet {
    var result = ScalarSet()
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= ScalarSet.last { result.append(next...ScalarSet.last) }
    return result
  }
}

/// The classes that ECMA-262 names with one letter, and `.`.
enum CharacterClass {
  static let digit = ScalarSet(0x30...0x39)
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// WhiteSpace and LineTerminator: Unicode's space separators, and the byte order mark.
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let dot = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted
}

/// Groups the characters of Unicode into classes. No set of a pattern distinguishes the characters
/// of one class. So a pattern with many characters needs no more time than a pattern with a few
/// letters.
struct ScalarClasses: Sendable {
  let ascii: [UInt16]
  /// The starts of runs of one class, from 0x80 up, with the class of each run.
  private let starts: [UInt32]
  private let classes: [UInt16]
  let count: Int
  /// For each set, one bit per class.
  private let membership: [UInt64]
  private let wordsPerSet: Int

  /// The most steps for computing the classes.
  private static let workLimit = 1 << 22

  /// Creates classes. Nil if the sets divide Unicode into too many pieces.
  init?(_ sets: [ScalarSet]) {
    var bounds: Set<UInt32> = [0, 0x80]
    for set in sets {
      for range in set.ranges {
        bounds.insert(range.lowerBound)
        if range.upperBound < ScalarSet.last { bounds.insert(range.upperBound + 1) }
      }
    }
    let sorted = bounds.sorted()
    var indexes: [UInt32: Int] = [:]
    for (index, bound) in sorted.enumerated() { indexes[bound] = index }
    func pieces(_ range: ScalarSet.Range) -> Range<Int> {
      (indexes[range.lowerBound] ?? 0)..<(indexes[range.upperBound + 1] ?? sorted.count)
    }

    // The work begins with one class and splits it by each set in turn. The pieces of a class
    // inside the set become a new class.
    var classOf = [Int](repeating: 0, count: sorted.count)
    var total = 1
    var work = 0
    for set in sets {
      var moved: [Int: Int] = [:]
      for range in set.ranges {
        for piece in pieces(range) {
          let new = moved[classOf[piece]] ?? total
          moved[classOf[piece]] = new
          classOf[piece] = new
          total = max(total, new + 1)
        }
        work += pieces(range).count
      }
      guard work <= ScalarClasses.workLimit else { return nil }
    }
    // After the splits, some classes are empty. So the other classes are numbered in order.
    var numbers: [Int: UInt16] = [:]
    var numbered: [UInt16] = []
    for old in classOf {
      guard let number = numbers[old] ?? UInt16(exactly: numbers.count) else { return nil }
      numbers[old] = number
      numbered.append(number)
    }
    count = numbers.count

    var ascii = [UInt16](repeating: 0, count: 0x80)
    var starts: [UInt32] = []
    var classes: [UInt16] = []
    for (index, start) in sorted.enumerated() {
      if start < 0x80 {
        let end = index + 1 < sorted.count ? min(sorted[index + 1], 0x80) : 0x80
        for value in start..<end { ascii[Int(value)] = numbered[index] }
      } else if classes.last != numbered[index] {
        starts.append(start)
        classes.append(numbered[index])
      }
    }
    self.ascii = ascii
    self.starts = starts
    self.classes = classes

    let words = (count + 63) / 64
    guard sets.count * words <= ScalarClasses.workLimit else { return nil }
    var membership = [UInt64](repeating: 0, count: sets.count * words)
    for (number, set) in sets.enumerated() {
      for range in set.ranges {
        for piece in pieces(range) {
          let bit = Int(numbered[piece])
          membership[number * words + bit / 64] |= 1 << UInt64(bit % 64)
        }
      }
    }
    self.membership = membership
    wordsPerSet = words
  }

  @inline(__always)
  func set(_ set: Int, contains character: UInt16) -> Bool {
    let character = Int(character)
    return membership[set * wordsPerSet + character / 64] >> UInt64(character % 64) & 1 == 1
  }

  @inline(__always)
  func of(_ scalar: UInt32) -> UInt16 {
    if scalar < 0x80 { return ascii[Int(scalar)] }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return classes[low]
  }

  func holds(
    _ assertion: PatternNode.Assertion, at place: Int, in text: [UInt16], wordSet: Int?
  ) -> Bool {
    switch assertion {
    case .start: return place == 0
    case .end: return place == text.count
    case .boundary, .noBoundary:
      guard let wordSet else { return false }
      let before = place > 0 && set(wordSet, contains: text[place - 1])
      let after = place < text.count && set(wordSet, contains: text[place])
      return (before != after) == (assertion == .boundary)
    }
  }
}
