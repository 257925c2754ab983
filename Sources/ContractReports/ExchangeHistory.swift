@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// The numbers of exchanges and findings over time, in a limited number of equal periods. The
/// periods depend only on the first and the last time, not on the order of exchanges.
struct ExchangeHistory: Hashable {
  struct Period: Hashable {
    var exchanges = 0
    /// The number of exchanges by their worst finding.
    var worst: [Severity: Int] = [:]

    var withFindings: Int { worst.values.reduce(0, +) }
  }

  /// The most periods from the first to the last time.
  let most: Int
  /// The possible lengths in seconds. Each length is a multiple of the previous length. Longer
  /// lengths are doubles of the last one.
  private static let lengths = [
    1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800,
  ]

  private(set) var first: Timestamp?
  private(set) var last: Timestamp?
  /// The length of a period, in seconds.
  private(set) var length: Int
  /// The periods by number, counted from 1970. Periods without an exchange are not stored.
  private(set) var periods: [Int: Period] = [:]

  /// Creates a history with as many periods as a picture can show.
  init() { (most, length) = (60, Self.lengths[0]) }

  private init(most: Int, length: Int) { (self.most, self.length) = (most, length) }

  /// A history by hours. For more than about a year, the periods are longer.
  static let hours = ExchangeHistory(most: 10_000, length: 3600)

  /// The numbers of all periods from the first to the last.
  var numbers: ClosedRange<Int>? {
    guard let first, let last else { return nil }
    return number(of: first)...number(of: last)
  }

  /// - Parameter counts: Whether the exchange counts in shares of findings.
  mutating func add(_ time: Timestamp, worst: Severity?, counts: Bool = true) {
    first = min(first ?? time, time)
    last = max(last ?? time, time)
    while let numbers, numbers.count > most { widen() }
    periods[number(of: time), default: Period()].exchanges += counts ? 1 : 0
    if let worst { periods[number(of: time), default: Period()].worst[worst, default: 0] += 1 }
  }

  private mutating func widen() {
    let longer = Self.lengths.first { $0 > length } ?? length * 2
    let factor = longer / length
    length = longer
    let narrow = periods
    periods = [:]
    for (number, period) in narrow {
      periods[Self.quotient(number, factor), default: Period()] += period
    }
  }

  /// The sums before a time, and the sums from this time on. Nil if a period is on both sides.
  func parts(at time: Timestamp) -> (before: Period, since: Period)? {
    guard time.milliseconds % (length * 1000) == 0 else { return nil }
    var (before, since) = (Period(), Period())
    let start = number(of: time)
    for (number, period) in periods {
      if number < start { before += period } else { since += period }
    }
    return (before, since)
  }

  func number(of time: Timestamp) -> Int {
    Self.quotient(time.milliseconds, length * 1000)
  }

  /// The quotient, rounded down even before 1970.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The start of a period: `2026-11-03 09:14`, with seconds if the period is short.
  func start(of number: Int) -> String {
    let time = Timestamp(milliseconds: number * length * 1000)
    if length < 60 { return "\(time.day) " + time.description.dropFirst(11).prefix(8) }
    return length < 86_400 ? "\(time.day) \(time.clock)" : "\(time.day)"
  }

  /// The length as a text: `15 minutes`.
  var lengthWords: String {
    let units = [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
    for (unit, name) in units where length % unit == 0 {
      return Plural.count(length / unit, name)
    }
    return Plural.count(length, "second")
  }
}

extension ExchangeHistory.Period {
  static func += (left: inout Self, right: Self) {
    left.exchanges += right.exchanges
    left.worst.merge(right.worst, uniquingKeysWith: +)
  }
}
