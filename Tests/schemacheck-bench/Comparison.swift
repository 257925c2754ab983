import Foundation

/// Programs that check the same workload, measured in turn, so that other load on the machine affects all
/// of them.
struct Comparison {
  struct Contestant {
    let name: String
    /// The command line for a workload in a folder.
    let command: (Workload, URL) -> [String]
  }

  /// The first program is compared with the second one.
  let contestants: [Contestant]
  let rounds: Int

  struct Row {
    let name: String
    let wall: Double
    let bytesPerSecond: Double
    let peakMemory: Int
    /// The time of the first peer divided by this one.
    let ratio: Double?
  }

  /// One warm-up round, then the measured rounds: A B A B.
  func rows(of workload: Workload, in folder: URL) throws -> [Row] {
    var timings = Array(repeating: [ProcessTiming](), count: contestants.count)
    for round in 0...rounds {
      for (index, contestant) in contestants.enumerated() {
        let timing = try ProcessTiming(contestant.command(workload, folder))
        if round > 0 { timings[index].append(timing) }
      }
    }
    let walls = timings.map { Self.median($0.map(\.wall)) }
    return contestants.indices.map { index in
      Row(
        name: contestants[index].name, wall: walls[index],
        bytesPerSecond: Double(workload.bytes) / max(walls[index], 1e-9),
        peakMemory: timings[index].map(\.peakMemory).max() ?? 0,
        ratio: walls.count > 1 ? walls[1] / max(walls[index], 1e-9) : nil)
    }
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.isEmpty { return 0 }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
