/// A set of Unicode code points, as sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable, Sendable {
  typealias Range = ClosedRange<UInt32>

  static let last: UInt32 = 0x10FFFF
  static let all = ScalarSet(0...last)

  private(set) var ranges: [Range]

  init() { ranges = [] }

  init(_ range: Range) { ranges = [range] }

  init(_ value: UInt32) { ranges = [value...value] }

  /// Ranges in any order; they may overlap.
  init(_ ranges: some Sequence<Range>) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  /// Ranges and single values such as `41-5A 5F`, in order.
  init(hexadecimal text: String) {
    ranges = []
    for item in text.split(whereSeparator: \.isWhitespace) {
      let bounds = item.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let lower = bounds.first, let upper = bounds.last, lower <= upper else { continue }
      append(lower...upper)
    }
  }

  /// Adds a range that begins no earlier than any range before it.
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

  mutating func formUnion(_ other: ScalarSet) { self = ScalarSet(ranges + other.ranges) }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  /// The code points that are not in the set.
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
