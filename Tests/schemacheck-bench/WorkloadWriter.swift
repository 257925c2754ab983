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
  private func write(_ path: String, _ body: (WorkloadFile) throws -> Void) throws -> Int {
    let file = try WorkloadFile(folder.appendingPathComponent(path))
    try body(file)
    try file.close()
    return file.bytes
  }

  @discardableResult private func write(_ path: String, _ text: String) throws -> Int {
    try write(path) { try $0.write(text) }
  }

  /// JSON with a line for each member and element.
  static func laidOut(_ text: String) -> String {
    guard let document = try? JSONDocument(text) else { return text }
    var writer = JSONWriter(isPretty: true)
    writer.value(document.root)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Workloads of one size that differ in one measure: what does not cost the same grows too fast.
extension WorkloadWriter {
  func scaling() throws -> [Workload] {
    try [10, 100, 1000].map(properties) + [1, 8, 64, 512].map(nesting) + findings()
  }

  /// Objects of so many members, all of them listed and required.
  private func properties(_ count: Int) throws -> Workload {
    let name = "properties-\(count)"
    let kinds = [("string", "\"some text\""), ("integer", "1234"), ("boolean", "true")]
    let names = (0..<count).map { "member_\($0)" }
    let listed = names.enumerated().map { "\"\($1)\":{\"type\":\"\(kinds[$0 % 3].0)\"}" }
    let required = names.map { "\"\($0)\"" }.joined(separator: ",")
    let members = names.enumerated().map { "\"\($1)\":\(kinds[$0 % 3].1)" }
    return try lines(
      name,
      schema: """
        {"type":"object","additionalProperties":false,"required":[\(required)],\
        "properties":{\(listed.joined(separator: ","))}}
        """,
      line: "{\(members.joined(separator: ","))}\n")
  }

  /// Objects in one another.
  private func nesting(_ depth: Int) throws -> Workload {
    let open = String(repeating: #"{"value":1,"child":"#, count: depth - 1)
    let close = String(repeating: "}", count: depth - 1)
    return try lines(
      "nesting-\(depth)",
      schema: """
        {"type":"object","required":["value"],\
        "properties":{"value":{"type":"integer"},"child":{"$ref":"#"}}}
        """,
      line: "\(open){\"value\":1}\(close)\n")
  }

  private func lines(_ name: String, schema: String, line: String) throws -> Workload {
    var count = 0
    let bytes = try write("\(name).ndjson") { file in
      // Two lines tell the format.
      while file.bytes < size / 10 || count < 2 {
        try file.write(line)
        count += 1
      }
    }
    try write("schemas/\(name).json", schema)
    return Workload(
      name: name, path: "\(name).ndjson", bytes: bytes, exchanges: count, findings: 0,
      arguments: Self.report + ["--input-format", "ndjson"], schema: "schemas/\(name).json")
  }

  /// One body of the most elements, of which so many are wrong.
  private func findings() throws -> [Workload] {
    let counts = sequence(first: 1) { $0 * 10 }.prefix { $0 <= mostFindings }
    return try counts.map { count in
      let name = "findings-\(count)"
      let bytes = try write("\(name).json") { file in
        for number in 0..<mostFindings {
          // As many bytes, right or wrong.
          let value = number < count ? "[7]" : "\"7\""
          try file.write((number == 0 ? "[" : ",") + value)
        }
        try file.write("]\n")
      }
      try write("schemas/\(name).json", #"{"items":{"type":"string"}}"#)
      return Workload(
        name: name, path: "\(name).json", bytes: bytes, exchanges: 1, findings: count,
        arguments: Self.report, schema: "schemas/\(name).json")
    }
  }
}
