import JSONSchema
import JSONTape
import Testing
import TestSupport

/// `dependentRequired`, `dependentSchemas` and `dependencies`, which are checked in groups.
@Suite struct DependencyTests {
  private func failures(_ schema: CompiledSchema, _ body: String) throws -> [String] {
    try schema.failures(in: JSONDocument(body)).map { failure in
      if case .dependentRequired(let property, let because) = failure.kind {
        return "\(property) because of \(because)"
      }
      return failure.keyword
    }
  }

  private func list(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  @Test func agreeWithTheDefinition() throws {
    var generator = SeededGenerator(seed: 7)
    // Short and long names, more than 64 of them, and one that needs escapes.
    let names =
      (0..<90).map { $0 % 3 == 0 ? "a\($0)" : "a-name-of-more-than-16-bytes-\($0)" } + ["é"]
    for _ in 0..<60 {
      let needs = (0..<generator.below(80)).map { _ in
        (generator.pick(names), (0..<generator.below(4)).map { _ in generator.pick(names) })
      }
      var rules: [(property: String, needed: [String])] = []
      for (property, needed) in needs where !rules.contains(where: { $0.property == property }) {
        rules.append((property, needed))
      }
      let schema = try CompiledSchema(
        JSONDocument(
          #"{"dependentRequired":{"#
            + rules.map { "\"\($0.property)\":\(list($0.needed))" }.joined(separator: ",") + "}}"))
      for _ in 0..<20 {
        let most = generator.pick([2, 10, names.count])
        let present = Set((0..<most).map { _ in generator.pick(names) })
        let properties = present.map { "\"\($0 == "é" ? "\\u00e9" : $0)\":1" }
        let body = "{" + properties.joined(separator: ",") + "}"
        let expected = rules.filter { present.contains($0.property) }.flatMap { rule in
          rule.needed.filter { !present.contains($0) }.map { "\($0) because of \(rule.property)" }
        }
        #expect(try failures(schema, body) == expected)
        #expect(try schema.isValid(JSONDocument(body)) == expected.isEmpty)
      }
    }
  }

  @Test func severalKeywordsMayNameOneProperty() throws {
    let schema = try CompiledSchema(
      JSONDocument(
        """
        {"dependentRequired": {"a": ["b"], "c": ["d"]},
         "dependentSchemas": {"a": {"required": ["e"]}, "d": {"maxProperties": 1}},
         "dependencies": {"a": ["f"], "b": {"minProperties": 9}}}
        """))
    let found = try failures(schema, #"{"a": 1, "c": 1}"#)
    #expect(
      found == ["b because of a", "d because of c", "required", "f because of a"])
    #expect(try failures(schema, #"{"b": 1}"#) == ["minProperties"])
    #expect(try failures(schema, #"{"d": 1, "x": 1}"#) == ["maxProperties"])
    #expect(try failures(schema, "{}").isEmpty)
  }

  /// A keyword for each of many properties is one group, so a node may have more than 65,535.
  @Test func mayBeMany() throws {
    let count = 70_000
    let rules = (0..<count).map { #""k\#($0)":["k\#(($0 + 1) % count)"]"# }
    let schema = try CompiledSchema(
      JSONDocument(#"{"dependentRequired":{"# + rules.joined(separator: ",") + "}}"))
    let all = (0..<count).map { #""k\#($0)":0"# }
    #expect(try schema.isValid(JSONDocument("{" + all.joined(separator: ",") + "}")))
    #expect(
      try failures(schema, "{" + all.dropLast().joined(separator: ",") + "}")
        == ["k\(count - 1) because of k\(count - 2)"])
  }
}
