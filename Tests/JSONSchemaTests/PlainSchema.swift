import TestSupport

/// JSON Schema 2020-12 as its text says it, keyword by keyword and without any plan: the plain twin
/// of the compiler and of the evaluator's fast paths. It knows what ``RandomSchema`` writes.
struct PlainSchema {
  let root: PlainValue

  /// What is known of a value after a schema.
  private struct Outcome {
    var holds: Bool
    /// The positions of the properties or elements that were evaluated.
    var evaluated: Set<Int> = []

    static func + (left: Outcome, right: Outcome) -> Outcome {
      Outcome(
        holds: left.holds && right.holds, evaluated: left.evaluated.union(right.evaluated))
    }
  }

  func accepts(_ value: PlainValue) -> Bool { outcome(root, value).holds }

  private func outcome(_ schema: PlainValue, _ value: PlainValue) -> Outcome {
    if case .bool(let holds) = schema { return Outcome(holds: holds) }
    var sum = Outcome(holds: true)
    for (name, argument) in schema.properties where !name.hasPrefix("unevaluated") {
      sum = sum + outcome(name, argument, schema, value)
    }
    for (name, argument) in schema.properties where name.hasPrefix("unevaluated") {
      var parts: [PlainValue] = []
      if name == "unevaluatedItems" { parts = value.elements }
      if name == "unevaluatedProperties" { parts = value.properties.map(\.value) }
      for (place, part) in parts.enumerated() where !sum.evaluated.contains(place) {
        sum = sum + Outcome(holds: outcome(argument, part).holds, evaluated: [place])
      }
    }
    // What a schema that fails has seen counts as not seen.
    return sum.holds ? sum : Outcome(holds: false)
  }

  private func outcome(
    _ keyword: String, _ argument: PlainValue, _ schema: PlainValue, _ value: PlainValue
  ) -> Outcome {
    switch keyword {
    case "$ref":
      guard case .text(let reference) = argument else { return Outcome(holds: false) }
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return outcome(reference == "#" ? root : root["$defs"]?[name] ?? .null, value)
    case "allOf":
      return argument.elements.map { outcome($0, value) }.reduce(Outcome(holds: true), +)
    case "anyOf", "oneOf":
      let holding = argument.elements.map { outcome($0, value) }.filter(\.holds)
      let isRight = keyword == "anyOf" ? !holding.isEmpty : holding.count == 1
      return isRight ? holding.reduce(Outcome(holds: true), +) : Outcome(holds: false)
    case "not": return Outcome(holds: !outcome(argument, value).holds)
    case "if":
      let condition = outcome(argument, value)
      let branch = schema[condition.holds ? "then" : "else"].map { outcome($0, value) }
      return (condition.holds ? condition : Outcome(holds: true)) + (branch ?? Outcome(holds: true))
    default: break
    }
    switch value {
    case .object(let properties):
      return outcome(keyword, argument, schema, value, properties: properties)
    case .list(let elements): return outcome(keyword, argument, schema, value, elements: elements)
    default: return Outcome(holds: holds(keyword, argument, value))
    }
  }

  private func outcome(
    _ keyword: String, _ argument: PlainValue, _ schema: PlainValue, _ value: PlainValue,
    properties: [(name: String, value: PlainValue)]
  ) -> Outcome {
    func matching(_ isMeant: (String) -> PlainValue?) -> Outcome {
      var sum = Outcome(holds: true)
      for (place, property) in properties.enumerated() {
        guard let schema = isMeant(property.name) else { continue }
        sum = sum + Outcome(holds: outcome(schema, property.value).holds, evaluated: [place])
      }
      return sum
    }
    switch keyword {
    case "properties": return matching { argument[$0] }
    case "patternProperties":
      return argument.properties.map { pattern in
        matching { PlainPattern.matches(pattern.name, $0) ? pattern.value : nil }
      }.reduce(Outcome(holds: true), +)
    case "additionalProperties":
      let patterns = schema["patternProperties"]?.properties.map(\.name) ?? []
      return matching { name in
        schema["properties"]?[name] != nil || patterns.contains { PlainPattern.matches($0, name) }
          ? nil : argument
      }
    case "propertyNames":
      return Outcome(holds: properties.allSatisfy { outcome(argument, .text($0.name)).holds })
    case "required":
      return Outcome(holds: argument.texts.allSatisfy { value[$0] != nil })
    case "dependentRequired":
      let rules = argument.properties.filter { value[$0.name] != nil }
      return Outcome(holds: rules.allSatisfy { $0.value.texts.allSatisfy { value[$0] != nil } })
    case "dependentSchemas":
      return argument.properties.filter { value[$0.name] != nil }
        .map { outcome($0.value, value) }.reduce(Outcome(holds: true), +)
    case "minProperties": return Outcome(holds: properties.count >= Self.count(argument))
    case "maxProperties": return Outcome(holds: properties.count <= Self.count(argument))
    default: return Outcome(holds: holds(keyword, argument, value))
    }
  }

  private func outcome(
    _ keyword: String, _ argument: PlainValue, _ schema: PlainValue, _ value: PlainValue,
    elements: [PlainValue]
  ) -> Outcome {
    switch keyword {
    case "prefixItems":
      let pairs = zip(elements, argument.elements)
      return Outcome(
        holds: pairs.allSatisfy { outcome($1, $0).holds },
        evaluated: Set(0..<min(elements.count, argument.elements.count)))
    case "items":
      let rest = elements.dropFirst(schema["prefixItems"]?.elements.count ?? 0)
      return Outcome(
        holds: rest.allSatisfy { outcome(argument, $0).holds }, evaluated: Set(rest.indices))
    case "contains":
      let found = elements.indices.filter { outcome(argument, elements[$0]).holds }
      let least = schema["minContains"].map(Self.count) ?? 1
      let most = schema["maxContains"].map(Self.count) ?? elements.count
      return Outcome(
        holds: found.count >= least && found.count <= most, evaluated: Set(found))
    case "uniqueItems":
      let isUnique = elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
      return Outcome(holds: isUnique || argument == .bool(false))
    case "minItems": return Outcome(holds: elements.count >= Self.count(argument))
    case "maxItems": return Outcome(holds: elements.count <= Self.count(argument))
    default: return Outcome(holds: holds(keyword, argument, value))
    }
  }

  /// Of keywords for scalars and for any value.
  private func holds(_ keyword: String, _ argument: PlainValue, _ value: PlainValue) -> Bool {
    switch (keyword, value) {
    case ("type", _):
      let types = argument.texts.isEmpty ? PlainValue.list([argument]).texts : argument.texts
      return types.contains { Self.isOfType($0, value) }
    case ("const", _): return value == argument
    case ("enum", _): return argument.elements.contains(value)
    case ("minimum", .number(let text)): return Self.order(text, argument) >= 0
    case ("exclusiveMinimum", .number(let text)): return Self.order(text, argument) > 0
    case ("maximum", .number(let text)): return Self.order(text, argument) <= 0
    case ("exclusiveMaximum", .number(let text)): return Self.order(text, argument) < 0
    case ("multipleOf", .number(let text)):
      return PlainDecimal(text).isMultiple(of: PlainDecimal(argument.json))
    case ("minLength", .text(let text)): return text.unicodeScalars.count >= Self.count(argument)
    case ("maxLength", .text(let text)): return text.unicodeScalars.count <= Self.count(argument)
    case ("pattern", .text(let text)):
      return PlainPattern.matches(PlainValue.list([argument]).texts[0], text)
    default: return true
    }
  }

  private static func isOfType(_ type: String, _ value: PlainValue) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let text):
      type == "number" || type == "integer" && PlainDecimal(text).isInteger
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }

  private static func count(_ argument: PlainValue) -> Int {
    PlainDecimal(argument.json).int ?? .max
  }

  private static func order(_ text: String, _ bound: PlainValue) -> Int {
    PlainDecimal(text).compare(PlainDecimal(bound.json))
  }
}

/// The few patterns that random schemas use, each said a second time in Swift.
enum PlainPattern {
  static let all = ["^a", "b$", "16", "^[ab]*$", "^.{2,3}$", "é"]

  static func matches(_ pattern: String, _ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    switch pattern {
    case "^a": return scalars.first == "a"
    case "b$": return scalars.last == "b"
    case "16": return zip(scalars, scalars.dropFirst()).contains { $0 == "1" && $1 == "6" }
    case "^[ab]*$": return scalars.allSatisfy { $0 == "a" || $0 == "b" }
    case "^.{2,3}$": return (2...3).contains(scalars.count)
    default: return scalars.contains("é")
    }
  }
}
