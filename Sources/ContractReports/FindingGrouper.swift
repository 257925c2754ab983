@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// The counts of a group of findings. A type decides which findings are one group.
protocol CountedGroup {
  var count: Int { get set }
  var exchanges: Int { get set }
  /// The time of the first finding. Nil if the capture does not contain the time. The same is true
  /// for ``lastSeen``.
  var firstSeen: Timestamp? { get set }
  var lastSeen: Timestamp? { get set }
  /// The counts by the values of an ``ExchangeSplit``.
  var by: [String: SplitCount] { get set }

  /// Creates a group with counts of 0.
  init(first finding: Finding)

  /// Notes the facts of a finding that only this kind of group needs.
  ///
  /// - Parameter last: The previous place of the group. Nil at the group's first finding.
  mutating func note(_ finding: Finding, at place: FindingPlace, after last: FindingPlace?)
}

extension CountedGroup {
  mutating func add(_ number: Int, exchanges more: Int, from first: Timestamp?, to last: Timestamp?)
  {
    count = Summary.sum(count, number)
    exchanges = Summary.sum(exchanges, more)
    if let first { firstSeen = min(firstSeen ?? first, first) }
    if let last { lastSeen = max(lastSeen ?? last, last) }
  }

  /// A text such as `×263 in 120 of 52,866 exchanges (0.2 %), first 2026-11-03 09:14, last 11:02`,
  /// or the rate since the mistake began. Nil if there is nothing to add to the count.
  ///
  /// - Parameter unit: The noun for the exchanges, if the number of checked exchanges is not known.
  func rate(
    _ identity: FindingGroup.Identity, times: Int, _ each: String = "", unit: String,
    _ files: String = "", in summary: Summary
  ) -> String? {
    // Findings that are not printed belong to no group.
    if summary.unprinted > 0 { return nil }
    let evaluated = summary.evaluated(identity) ?? 0
    let noun = identity.noun
    if let onset = summary.onset(of: self, identity), let firstSeen, let lastSeen {
      return "first \(firstSeen.minute); \(onset.words(noun)); "
        + "in all \(Rate.percent(exchanges, of: evaluated)); last \(lastSeen.minute)"
    }
    let hasShare = evaluated > 1 && evaluated >= exchanges
    guard hasShare || exchanges > 1 && firstSeen != nil else { return nil }
    var text = times > 1 ? "\(each)×\(Rate.grouped(times)) " : ""
    if hasShare {
      text += "in \(Rate.grouped(exchanges)) of \(Rate.grouped(evaluated)) \(noun)s"
      text += " (\(Rate.percent(exchanges, of: evaluated)))"
    } else {
      text += "in \(Rate.grouped(exchanges)) \(unit)"
    }
    return text + files + (Rate.period(firstSeen, lastSeen).map { ", \($0)" } ?? "")
  }
}

/// The place of a finding, as groups count places.
struct FindingPlace: Hashable {
  let file: String
  /// The number of the exchange in the file.
  let exchange: Int?
  /// The position of the item in a sequence.
  let item: Int?
  /// The wrong value. For a property that is listed with others, the object.
  let instance: JSONPointer

  init(_ finding: Finding) {
    (file, exchange, instance) = (finding.file, finding.exchange?.index, finding.object)
    item = finding.exchange?.item
  }
}

/// Groups findings by a key, in the order of their first findings. Memory is limited.
struct FindingGrouper<Key: Hashable & Sendable, Group: CountedGroup & Sendable>: Sendable {
  /// The maximum number of groups, to limit memory.
  var limit = 10_000
  var all: [Group] = []
  /// The number of findings in no group, because there are too many groups.
  var leftOut = 0
  private var indexes: [Key: Int] = [:]
  /// The last place of each group. Findings come file by file and exchange by exchange. So it is
  /// enough to compare with this place.
  private var last: [FindingPlace?] = []

  subscript(key: Key) -> Group? { indexes[key].map { all[$0] } }

  mutating func add(_ finding: Finding, as key: Key) {
    guard let index = index(of: key, 1, { Group(first: finding) }) else { return }
    let (place, last) = (FindingPlace(finding), last[index])
    let isNew =
      last?.file != place.file || last?.exchange != place.exchange || last?.item != place.item
    let time = finding.exchange?.time
    all[index].add(1, exchanges: isNew ? 1 : 0, from: time, to: time)
    if let value = finding.exchange?.split {
      all[index].by.add(SplitCount(count: 1, exchanges: isNew ? 1 : 0), for: value, +)
    }
    all[index].note(finding, at: place, after: last)
    self.last[index] = place
  }

  /// The index of a key's group. Nil if there is no space for another group. Then `count` findings
  /// belong to no group.
  mutating func index(of key: Key, _ count: Int, _ made: () -> Group) -> Int? {
    if let known = indexes[key] { return known }
    guard all.count < limit else {
      leftOut = Summary.sum(leftOut, count)
      return nil
    }
    indexes[key] = all.count
    all.append(made())
    last.append(nil)
    return all.count - 1
  }
}

extension FindingGrouper: Equatable where Group: Equatable {}

extension FindingGrouper: Hashable where Group: Hashable {}
