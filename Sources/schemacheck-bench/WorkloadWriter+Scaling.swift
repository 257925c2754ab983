import Foundation

/// Workloads of equal size that differ in one measure, which shows how cost grows with it.
extension WorkloadWriter {
  func scaling() throws -> [Workload] {
    try [10, 100, 1000].map(properties) + [1, 8, 64, 512].map(nesting) + findings()
  }

  /// Objects with that many properties, all of them required.
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

  /// Nested objects.
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
    let file = try WorkloadFile(folder.appendingPathComponent("\(name).ndjson"))
    var count = 0
    // Two lines tell the format.
    while file.bytes < size / 10 || count < 2 {
      try file.write(line)
      count += 1
    }
    try file.close()
    return Workload(
      name: name, path: "\(name).ndjson", bytes: file.bytes, exchanges: count, findings: 0,
      arguments: ["-f", "json", "-q", "--exit-zero", "--input-format", "ndjson"],
      schema: try write(schema, to: name))
  }

  /// One body with the same number of elements, and that many wrong ones.
  private func findings() throws -> [Workload] {
    var workloads: [Workload] = []
    var count = 1
    while count <= mostFindings {
      let name = "findings-\(count)"
      let file = try WorkloadFile(folder.appendingPathComponent("\(name).json"))
      for number in 0..<mostFindings {
        // As many bytes, right or wrong.
        let value = number < count ? "[7]" : "\"7\""
        try file.write((number == 0 ? "[" : ",") + value)
      }
      try file.write("]\n")
      try file.close()
      workloads.append(
        Workload(
          name: name, path: "\(name).json", bytes: file.bytes, exchanges: 1, findings: count,
          arguments: ["-f", "json", "-q", "--exit-zero"],
          schema: try write(#"{"items":{"type":"string"}}"#, to: name)))
      count *= 10
    }
    return workloads
  }

  private func write(_ schema: String, to name: String) throws -> String {
    let file = try WorkloadFile(folder.appendingPathComponent("schemas/\(name).json"))
    try file.write(schema)
    try file.close()
    return "schemas/\(name).json"
  }
}
