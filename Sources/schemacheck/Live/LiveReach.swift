@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// The servers that requests to all operations could reach.
struct LiveReach {
  private var reached: Set<LiveURL.Origin> = []
  /// The servers that could not be reached, with the number of requests that were not sent to them.
  private(set) var unreached: [LiveURL.Origin: Int] = [:]
  private var unplanned: [LiveURL.Origin: Int] = [:]

  /// The positions of the first targets of servers that are not tested yet.
  func unknown(among targets: [LiveTarget]) -> [Int] {
    var seen: Set<LiveURL.Origin> = []
    return targets.indices.filter { number in
      guard let origin = targets[number].origin, !reached.contains(origin),
        unreached[origin] == nil
      else { return false }
      return seen.insert(origin).inserted
    }
  }

  mutating func note(_ target: LiveTarget, _ answers: [LiveAnswer]) {
    guard let origin = target.origin, let first = answers.first else { return }
    if first.isUnreached { unreached[origin] = 0 } else { reached.insert(origin) }
  }

  /// Counts a target that is not sent, because its server could not be reached.
  mutating func takes(_ target: LiveTarget) -> Bool {
    guard let origin = target.origin, let count = unreached[origin] else { return true }
    unreached[origin] = count + 1
    return false
  }

  /// Counts operations that were not planned.
  mutating func leaveOut(_ count: Int, of origin: LiveURL.Origin) {
    unreached[origin, default: 0] += count
    unplanned[origin, default: 0] += count
  }

  /// Adds the counts to the results of requests that could not reach a server.
  func tell(_ answers: inout [[LiveAnswer]]) {
    for number in answers.indices {
      guard let first = answers[number].first, first.isUnreached, !first.isUnsent,
        let origin = first.target.origin
      else { continue }
      answers[number][0].unsent = unreached[origin] ?? 0
      answers[number][0].unplanned = unplanned[origin] ?? 0
    }
  }

  // MARK: Words

  /// The reason under which requests without a response are counted.
  static let noResponse = SkipReason.noResponse.rawValue

  /// A text such as `3 more requests were not sent`.
  static func unsent(_ count: Int, _ noun: String) -> String {
    "\(Plural.count(count, "more \(noun)")) \(Plural.noun(count, "was", "were")) not sent"
  }
}

extension LiveTarget {
  var origin: LiveURL.Origin? { (try? LiveURL(url))?.origin }
}
