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
    var commands = [("schemacheck", [tool] + workload.commandLine(in: folder))]
    for peer in peers {
      guard let command = peer.command(for: workload, in: folder) else { continue }
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

  struct GrowthRow {
    let value: Int
    /// In seconds.
    let wall: Double
    /// The time per byte, divided by that of the smallest.
    let relative: Double
  }

  /// The workloads of a growing measure, in turn as well.
  func rows(of growth: WorkloadWriter.Growth, in folder: URL) throws -> [GrowthRow] {
    var walls = growth.steps.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, step) in growth.steps.enumerated() {
        let timing = try ProcessTiming([tool] + step.workload.commandLine(in: folder))
        if round > 0 { walls[index].append(timing.wall) }
      }
    }
    return Self.growthRows(
      zip(growth.steps, walls).map { step, walls in
        (step.value, step.workload.bytes, Self.median(walls))
      })
  }

  static func growthRows(_ steps: [(value: Int, bytes: Int, wall: Double)]) -> [GrowthRow] {
    guard let first = steps.first else { return [] }
    let smallest = max(first.wall, 1e-9) / Double(max(1, first.bytes))
    return steps.map { step in
      GrowthRow(
        value: step.value, wall: step.wall,
        relative: step.wall / Double(max(1, step.bytes)) / smallest)
    }
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.isEmpty { return 0 }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
