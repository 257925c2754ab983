import Foundation
import JSONTape

/// Writes the workloads into a folder.
struct WorkloadWriter {
  let folder: URL
  /// The size of the largest workload in bytes.
  let size: Int
  let seed: UInt64
  let brokenPercent: Int
  /// The maximum number of findings in one body.
  var mostFindings = 1_000_000

  static let report = ["-f", "json", "-q", "--exit-zero"]
  private static let contract = ["-c", "fotolokashen"]

  /// Writes all workloads and their list.
  func write() throws -> [Workload] {
    var workloads = try traffic()
    workloads += try kinds() + scaling()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(workloads).write(to: folder.appendingPathComponent(Workload.manifest))
    return workloads
  }

  private func generator() -> TrafficGenerator {
    TrafficGenerator(seed: seed, brokenPercent: brokenPercent)
  }

  // MARK: What people check

  private func traffic() throws -> [Workload] {
    [
      try records("ndjson-tenth", size / 10), try records("ndjson", size), try archive(size),
      try fixtures(max(1, size / 400_000)), try small(),
    ]
  }

  private func records(_ name: String, _ size: Int) throws -> Workload {
    var generator = generator()
    let path = "\(name).ndjson"
    let bytes = try write(path) { file in
      while file.bytes < size { try file.write(generator.record()) }
    }
    return Workload(
      name: name, path: path, bytes: bytes, exchanges: generator.count, findings: generator.broken,
      arguments: Self.contract + Self.report)
  }

  private func archive(_ size: Int) throws -> Workload {
    var generator = generator()
    let bytes = try write("archive.har") { file in
      try file.write(
        #"{"log":{"version":"1.2","creator":{"name":"schemacheck-bench","version":"1"},"entries":["#
      )
      while file.bytes < size {
        if generator.count > 0 { try file.write(",\n") }
        try file.write(generator.entry())
      }
      try file.write("]}}\n")
    }
    return Workload(
      name: "har", path: "archive.har", bytes: bytes, exchanges: generator.count,
      findings: generator.broken, arguments: Self.contract + Self.report)
  }

  /// Many files with many lines.
  private func fixtures(_ count: Int) throws -> Workload {
    var generator = generator()
    let bytes = try (0..<count).reduce(0) { bytes, number in
      try bytes
        + write("fixtures/places-\(number).json", Self.laidOut(generator.next().body) + "\n")
    }
    return Workload(
      name: "fixtures", path: "fixtures", bytes: bytes, exchanges: count,
      findings: generator.broken,
      arguments: Self.contract + ["--operation", TrafficGenerator.operation] + Self.report)
  }

  /// One tiny file: the cost of a start.
  private func small() throws -> Workload {
    let bytes = try write(
      "small.json",
      #"{"locations": [], "pagination": {"page": 1, "limit": 20, "total": 0, "totalPages": 0, "#
        + #""hasMore": false}}"# + "\n")
    return Workload(
      name: "small", path: "small.json", bytes: bytes, exchanges: 1, findings: 0,
      arguments: Self.contract + ["--operation", TrafficGenerator.operation] + Self.report)
  }

  /// Writes a file of the folder and returns its size.
  func write(_ path: String, _ body: (WorkloadFile) throws -> Void) throws -> Int {
    let file = try WorkloadFile(folder.appendingPathComponent(path))
    try body(file)
    try file.close()
    return file.bytes
  }

  @discardableResult func write(_ path: String, _ text: String) throws -> Int {
    try write(path) { try $0.write(text) }
  }

  /// JSON with a line for each property and element.
  static func laidOut(_ text: String) -> String {
    guard let document = try? JSONDocument(text) else { return text }
    var writer = JSONWriter(isPretty: true)
    writer.value(document.root)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
