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

  private static let report = ["-f", "json", "-q", "--exit-zero"]
  private static let contract = ["-c", "fotolokashen"]

  /// Writes all workloads and their list.
  func write() throws -> [Workload] {
    var workloads = try traffic()
    workloads += try scaling()
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
    let file = try WorkloadFile(folder.appendingPathComponent("\(name).ndjson"))
    while file.bytes < size { try file.write(generator.record()) }
    try file.close()
    return Workload(
      name: name, path: "\(name).ndjson", bytes: file.bytes, exchanges: generator.count,
      findings: generator.broken, arguments: Self.contract + Self.report)
  }

  private func archive(_ size: Int) throws -> Workload {
    var generator = generator()
    let file = try WorkloadFile(folder.appendingPathComponent("archive.har"))
    try file.write(
      #"{"log":{"version":"1.2","creator":{"name":"schemacheck-bench","version":"1"},"entries":["#)
    while file.bytes < size {
      if generator.count > 0 { try file.write(",\n") }
      try file.write(generator.entry())
    }
    try file.write("]}}\n")
    try file.close()
    return Workload(
      name: "har", path: "archive.har", bytes: file.bytes, exchanges: generator.count,
      findings: generator.broken, arguments: Self.contract + Self.report)
  }

  /// Many files with many lines.
  private func fixtures(_ count: Int) throws -> Workload {
    var generator = generator()
    var bytes = 0
    for number in 0..<count {
      let file = try WorkloadFile(folder.appendingPathComponent("fixtures/places-\(number).json"))
      try file.write(Self.laidOut(generator.next().body) + "\n")
      try file.close()
      bytes += file.bytes
    }
    return Workload(
      name: "fixtures", path: "fixtures", bytes: bytes, exchanges: count,
      findings: generator.broken,
      arguments: Self.contract + ["--operation", TrafficGenerator.operation] + Self.report)
  }

  /// One tiny file: the cost of a start.
  private func small() throws -> Workload {
    let file = try WorkloadFile(folder.appendingPathComponent("small.json"))
    try file.write(
      #"{"locations": [], "pagination": {"page": 1, "limit": 20, "total": 0, "totalPages": 0, "#
        + #""hasMore": false}}"# + "\n")
    try file.close()
    return Workload(
      name: "small", path: "small.json", bytes: file.bytes, exchanges: 1, findings: 0,
      arguments: Self.contract + ["--operation", TrafficGenerator.operation] + Self.report)
  }

  /// JSON with a line for each member and element.
  static func laidOut(_ text: String) -> String {
    var result: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    func breakLine() { result += [0x0A] + repeatElement(0x20, count: depth * 2) }
    for byte in text.utf8 {
      if isInString {
        result.append(byte)
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        depth += 1
        breakLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        breakLine()
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        breakLine()
      case UInt8(ascii: ":"): result += [byte, 0x20]
      default:
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
