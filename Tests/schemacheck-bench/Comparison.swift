import Foundation

/// Programs that check the same workload, measured in turn, so that other load on the machine affects all
/// of them.
struct Comparison {
  let tool: String
  /// The first one is compared with the others.
  let peers: [BenchOptions.Peer]
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
    let path = folder.appendingPathComponent(workload.path).path
    let quoted = "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    var commands = [("schemacheck", [tool] + workload.commandLine(in: folder))]
    for peer in peers {
      let command = peer.command.replacingOccurrences(of: "{}", with: quoted)
      commands.append((peer.name, ["/bin/sh", "-c", command]))
    }
    var timings = commands.map { _ in [ProcessTiming]() }
    for round in 0...rounds {
      for (index, command) in commands.enumerated() {
        let timing = try ProcessTiming(command.1)
        if round > 0 { timings[index].append(timing) }
      }
    }
    let walls = timings.map { Self.median($0.map(\.wall)) }
    return commands.indices.map { index in
      Row(
        name: commands[index].0, wall: walls[index],
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
