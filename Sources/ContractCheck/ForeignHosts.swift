@_spi(Engine) internal import ContractCaptures

/// The hosts that the servers of the contracts exclude, with their exchanges.
package struct ForeignHosts: Hashable, Sendable {
  package struct Count: Hashable, Sendable {
    /// The number of exchanges that were checked nevertheless.
    package var judged = 0
    /// Exchanges that are unmatched because of their host.
    package var unmatched = 0

    package init(judged: Int = 0, unmatched: Int = 0) {
      (self.judged, self.unmatched) = (judged, unmatched)
    }

    static func += (left: inout Count, right: Count) {
      left.judged = Summary.sum(left.judged, right.judged)
      left.unmatched = Summary.sum(left.unmatched, right.unmatched)
    }
  }

  /// The counts by host, without secrets. If there are very many hosts, only the first ones in
  /// alphabetical order are kept.
  package private(set) var hosts: [String: Count] = [:]
  /// The counts of all exchanges, including those whose host is not in ``hosts``.
  private var total = Count()

  /// The maximum number of hosts that are kept, to limit memory.
  private static let most = 1000
  private static let mostShown = 5

  package init() {}

  /// Adds exchanges of a host.
  package mutating func add(_ count: Count, of host: String) {
    total += count
    hosts[host, default: Count()] += count
    // If a host is among the first hosts of all, it is also among the first hosts of each part.
    if hosts.count > 2 * Self.most { hosts = first }
  }

  mutating func count(_ host: ForeignHost, times number: Int) {
    let shown = SafeText.line(String(URLRedaction.redact("//\(host.name)").dropFirst(2)))
    add(
      Count(judged: host.isJudged ? number : 0, unmatched: host.isJudged ? 0 : number), of: shown)
  }

  private var first: [String: Count] {
    if hosts.count <= Self.most { return hosts }
    let names = hosts.keys.sorted().prefix(Self.most)
    return hosts.filter { $0.key <= names[names.count - 1] }
  }

  static func += (left: inout ForeignHosts, right: ForeignHosts) {
    let total = left.total
    for (host, count) in right.hosts { left.add(count, of: host) }
    left.total = total
    left.total += right.total
  }

  /// The hosts of reports, in order.
  package var listed: [(host: String, count: Count)] {
    first.sorted { $0.key < $1.key }.map { (host: $0.key, count: $0.value) }
  }

  /// The doubts that make a strict run fail, as texts. Another count has the unmatched exchanges.
  var doubts: [String] {
    total.judged > 0 ? ["\(total.judged) with hosts that are not in the contract"] : []
  }

  /// A line for each host with the most exchanges, and a hint.
  ///
  /// - Parameter choice: The option that the run already has.
  package func lines(_ choice: HostUse.Choice?) -> [String] {
    let sorted = listed.sorted {
      ($1.count.judged + $1.count.unmatched, $0.host) < (
        $0.count.judged + $0.count.unmatched, $1.host
      )
    }
    guard !sorted.isEmpty else { return [] }
    var lines = sorted.prefix(Self.mostShown).map { host, count in
      let parts = [
        count.judged > 0 ? "\(Plural.count(count.judged, "exchange")) still checked" : nil,
        count.unmatched > 0 ? "\(Plural.count(count.unmatched, "exchange")) not checked" : nil,
      ]
      return "the host `\(host)` is not in `servers`: "
        + parts.compactMap(\.self).joined(separator: ", ")
    }
    if sorted.count > Self.mostShown {
      lines.append("and \(sorted.count - Self.mostShown) more such hosts; JSON reports list them")
    }
    let subject = sorted.count == 1 ? "the host" : "such hosts"
    let other = choice == .documented ? "" : ", `--hosts documented` checks only documented hosts"
    lines.append(
      "add \(subject) to `servers`; or use an option: `--hosts all` checks all hosts\(other)")
    return lines
  }
}
