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
    }
  }
}

extension Comparison.Row {
  /// `schemacheck  812.4 ms  246.2 MB/s  12.1 MB  x 3.25`.
  var line: String {
    func tenths(_ value: Double) -> String {
      let tenths = Int((min(value, 1e15) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }
    let megabytes = tenths(bytesPerSecond / 1e6)
    var text = "\(name)  \(tenths(wall * 1000)) ms  \(megabytes) MB/s  "
    text += "\(tenths(Double(peakMemory) / 1e6)) MB"
    if let ratio { text += "  x \(Double(Int((min(ratio, 1e12) * 100).rounded())) / 100)" }
    return text
  }
}
