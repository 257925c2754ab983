import Foundation

/// `schemacheck-bench`: generates workloads and measures whole processes.
@main
enum Main {
  static func main() {
    guard let options = BenchOptions(Array(CommandLine.arguments.dropFirst())) else {
      FileHandle.standardError.write(Data(BenchOptions.usage.utf8))
      exit(2)
    }
    do {
      try run(options)
    } catch {
      FileHandle.standardError.write(Data("schemacheck-bench: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ options: BenchOptions) throws {
    switch options {
    case .generate(let folder, let size, let seed, let broken, let findings):
      let writer = WorkloadWriter(
        folder: URL(fileURLWithPath: folder), size: size, seed: seed, brokenPercent: broken,
        mostFindings: findings)
      for workload in try writer.write() {
        print(
          "\(workload.name): \(workload.bytes) bytes, \(workload.exchanges) exchanges, "
            + "\(workload.findings) findings")
      }
    case .run(let folder, let tool, let peers, let rounds, let names):
      let folder = URL(fileURLWithPath: folder)
      let workloads = try Workload.all(in: folder)
      for name in names where !workloads.contains(where: { $0.name == name }) {
        throw ProcessTiming.Failure(description: "there is no workload `\(name)`")
      }
      let comparison = Comparison(tool: tool, peers: peers, rounds: rounds)
      for workload in workloads where names.isEmpty || names.contains(workload.name) {
        print("\(workload.name)  (\(workload.bytes) bytes)")
        for row in try comparison.rows(of: workload, in: folder) { print("  \(row.line)") }
      }
    case .growth(let folder, let tool, let size, let seed, let rounds):
      let folder = URL(fileURLWithPath: folder)
      let writer = WorkloadWriter(folder: folder, size: size, seed: seed, brokenPercent: 0)
      let comparison = Comparison(tool: tool, peers: [], rounds: rounds)
      for growth in try writer.growth() {
        print(growth.measure)
        for row in try comparison.rows(of: growth, in: folder) { print("  \(row.line)") }
      }
    }
  }
}

/// With one digit after the point.
private func tenths(_ value: Double) -> String {
  let tenths = Int((min(value, 1e15) * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

private func hundredths(_ value: Double) -> Double {
  Double(Int((min(value, 1e12) * 100).rounded())) / 100
}

extension Comparison.Row {
  /// `schemacheck  812.4 ms  246.2 MB/s  12.1 MB  x 3.25`.
  var line: String {
    let megabytes = tenths(bytesPerSecond / 1e6)
    var text = "\(name)  \(tenths(wall * 1000)) ms  \(megabytes) MB/s  "
    text += "\(tenths(Double(peakMemory) / 1e6)) MB"
    if let ratio { text += "  x \(hundredths(ratio))" }
    return text
  }
}

extension Comparison.GrowthRow {
  /// `1000  91.2 ms  x 1.07`.
  var line: String { "\(value)  \(tenths(wall * 1000)) ms  x \(hundredths(relative))" }
}
