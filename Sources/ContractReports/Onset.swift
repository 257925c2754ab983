@_spi(Engine) package import ContractCheck
@_spi(Engine) package import ContractCaptures
internal import JSONTape

/// How often a mistake occurred since it began. The count starts at the UTC hour of the first
/// exchange with the mistake.
package struct Onset: Hashable, Sendable {
  /// The start of the first hour.
  package var from: Timestamp
  /// The number of exchanges with the mistake.
  package var exchanges: Int
  /// The number of checked exchanges.
  package var evaluated = 0
  /// The counts by the values of an `ExchangeSplit`; empty without a split.
  package var by: [String: SplitCount] = [:]

  /// The minimum number of exchanges before the mistake. Fewer exchanges do not prove that the
  /// mistake did not exist earlier.
  fileprivate static let fewestBefore = 20
  /// The fewest exchanges with the mistake that prove a rate.
  fileprivate static let fewestMistakes = 5
}

extension Summary {
  /// The counts of a group since its mistake began. Nil if the counts do not prove that the mistake
  /// began, or if some exchange has no time.
  func onset<Group: CountedGroup>(
    of group: Group, _ identity: FindingGroup.Identity
  ) -> Onset? {
    guard unprinted == 0, let from = group.firstSeen?.hour,
      group.exchanges >= Onset.fewestMistakes, let evaluated = evaluated(identity)
    else { return nil }
    var onset = Onset(from: from, exchanges: group.exchanges)
    var before = 0
    for (hour, number) in hours(identity) {
      guard hour.start >= from else {
        before = Self.sum(before, number)
        continue
      }
      onset.evaluated = Self.sum(onset.evaluated, number)
      guard let value = hour.value else { continue }
      let exchanges = group.by[value]?.exchanges ?? 0
      onset.by.add(SplitCount(evaluated: number), for: value, +)
      onset.by[value]?.exchanges = exchanges
    }
    let isTimed = Self.sum(before, onset.evaluated) == evaluated
    let isWhole = onset.evaluated >= onset.exchanges
    return isTimed && isWhole && before >= Onset.fewestBefore ? onset : nil
  }
}

extension Onset {
  /// A text such as `since then in 45 % of 812 exchanges (5.3.0: 46 %, 5.2.0: 44 %)`.
  func words(_ noun: String) -> String {
    let text =
      "since then in \(Rate.percent(exchanges, of: evaluated)) of \(Rate.grouped(evaluated)) \(noun)s"
    let sorted = by.sorted { ($1.value.exchanges, $0.key) < ($0.value.exchanges, $1.key) }
    var values = sorted.prefix(ExchangeSplit.mostShown).map { value, count in
      "\(value): \(Rate.percent(count.exchanges, of: count.evaluated))"
    }
    let rest = sorted.count - values.count
    if rest > 0 { values.append(Plural.count(rest, "other value")) }
    return values.isEmpty ? text : text + " (\(values.joined(separator: ", ")))"
  }
}

extension JSONWriter {
  mutating func write(_ since: Onset) {
    object("since") {
      $0.text(since.from.description, "from")
      $0.integer(since.exchanges, "exchanges")
      $0.integer(since.evaluated, "evaluated")
      guard !since.by.isEmpty else { return }
      $0.object("by") { writer in
        for (value, count) in since.by.sorted(by: { $0.key < $1.key }) {
          writer.object(value) {
            $0.integer(count.exchanges, "exchanges")
            $0.integer(count.evaluated, "evaluated")
          }
        }
      }
    }
  }
}
