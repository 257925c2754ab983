import Foundation

/// Workloads whose lines are values of the kinds of schemas that are found in the field.
extension WorkloadWriter {
  func kinds() throws -> [Workload] {
    let forty = 40
    return [
      try lines("tree-kind-first", schema: KindGenerator.treeSchema) { $0.tree(isKindLast: false) },
      try lines("tree-kind-last", schema: KindGenerator.treeSchema) { $0.tree(isKindLast: true) },
      try lines("alternatives", schema: KindGenerator.alternativesSchema(forty)) {
        $0.alternative(of: forty)
      },
      try lines("presets", schema: KindGenerator.presetsSchema) { $0.presets() },
      try lines("metaschema", schema: KindGenerator.metaschema) { $0.schema() },
    ]
  }
}

/// Workloads of one size that differ in one measure: what does not cost the same grows too fast.
extension WorkloadWriter {
  func scaling() throws -> [Workload] {
    try [10, 100, 1000].map(properties) + [1, 8, 64, 512].map(nesting) + findings()
  }

  /// A measure that grows, with a workload for each of its values.
  struct Growth {
    let measure: String
    let steps: [(value: Int, workload: Workload)]
  }

  /// What the growth table shows. Apart from the sizes, every workload has the writer's size / 10.
  func growth() throws -> [Growth] {
    func growth(
      _ measure: String, _ values: [Int], _ make: (Int) throws -> Workload
    ) rethrows -> Growth {
      Growth(measure: measure, steps: try values.map { ($0, try make($0)) })
    }
    return [
      try growth("bytes", [size / 100, size / 10, size]) { size in
        try lines("bytes-\(size)", size: size, schema: KindGenerator.alternativesSchema(4)) {
          $0.alternative(of: 4)
        }
      },
      try growth("keys", [10, 100, 1000], properties),
      try growth("branches", [2, 20, 200]) { count in
        try lines("branches-\(count)", schema: KindGenerator.alternativesSchema(count)) {
          $0.alternative(of: count)
        }
      },
      try growth("enum", [2, 100, 10_000], enumeration),
      try growth("depth", [1, 8, 64, 512], nesting),
    ]
  }

  /// Lists of values that must be among so many.
  private func enumeration(_ count: Int) throws -> Workload {
    let values = (0..<count).map { $0 % 2 == 0 ? "\"value_\($0)\"" : "\(1_000_000 + $0)" }
    let schema = "{\"items\":{\"enum\":[\(values.joined(separator: ","))]}}"
    return try lines("enum-\(count)", schema: schema) { generator in
      let chosen = (0..<20).map { _ in values[generator.number(below: count)] }
      return "[\(chosen.joined(separator: ","))]"
    }
  }

  /// Objects of so many properties, all of them listed and required.
  private func properties(_ count: Int) throws -> Workload {
    let kinds = [("string", "\"some text\""), ("integer", "1234"), ("boolean", "true")]
    let names = (0..<count).map { "member_\($0)" }
    let listed = names.enumerated().map { "\"\($1)\":{\"type\":\"\(kinds[$0 % 3].0)\"}" }
    let required = names.map { "\"\($0)\"" }.joined(separator: ",")
    let values = names.enumerated().map { "\"\($1)\":\(kinds[$0 % 3].1)" }
    let line = "{\(values.joined(separator: ","))}"
    return try lines(
      "properties-\(count)",
      schema: """
        {"type":"object","additionalProperties":false,"required":[\(required)],\
        "properties":{\(listed.joined(separator: ","))}}
        """
    ) { _ in line }
  }

  /// Objects in one another.
  private func nesting(_ depth: Int) throws -> Workload {
    let open = String(repeating: #"{"value":1,"child":"#, count: depth - 1)
    let close = String(repeating: "}", count: depth - 1)
    let line = "\(open){\"value\":1}\(close)"
    return try lines(
      "nesting-\(depth)",
      schema: """
        {"type":"object","required":["value"],\
        "properties":{"value":{"type":"integer"},"child":{"$ref":"#"}}}
        """
    ) { _ in line }
  }

  /// Lines of values that are validated against one schema.
  private func lines(
    _ name: String, size: Int? = nil, schema: String, _ line: (inout KindGenerator) -> String
  ) throws -> Workload {
    var generator = KindGenerator(seed: seed)
    var count = 0
    let size = size ?? self.size / 10
    let bytes = try write("\(name).ndjson") { file in
      // Two lines tell the format.
      while file.bytes < size || count < 2 {
        try file.write(line(&generator) + "\n")
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
