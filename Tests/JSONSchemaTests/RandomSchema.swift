import TestSupport

/// Writes schemas and values of few names and few scalars, so that they often meet.
struct RandomSchema {
  var random: SeededGenerator
  /// The schemas below `$defs` that may be referred to in place: later ones, so that no reference
  /// leads back to itself.
  private var definitions = 0

  static let names = [
    "", "a", "b", "ab", "é", "e\u{301}", "seven77", "eight888", "eight889", "name-of-16-bytes",
    "name-of-17-bytes-", "name-longer-than-16-bytes-1", "name-longer-than-16-bytes-2",
    "name-longer-than-x6-bytes-1",
  ]
  private static let numbers = [
    "0", "1", "-1", "2", "1.5", "-0", "7", "10", "1e1", "12345678", "-12345678", "-1234567",
    "9223372036854775807", "-9223372036854775808", "1e30", "0.5", "123456789012345678",
  ]

  init(_ random: SeededGenerator) { self.random = random }

  private mutating func once(in count: Int) -> Bool { random.below(count) == 0 }

  private mutating func some<T>(_ most: Int, _ make: (inout RandomSchema) -> T) -> [T] {
    (0..<1 + random.below(most)).map { _ in make(&self) }
  }

  private mutating func someNames(_ most: Int) -> [String] {
    var names = Self.names.shuffled(using: &random)
    names.removeLast(names.count - 1 - random.below(most))
    return names
  }

  // MARK: Values

  mutating func value(_ depth: Int) -> PlainValue {
    switch random.below(depth > 0 ? 9 : 5) {
    case 0: return once(in: 2) ? .null : .bool(once(in: 2))
    case 1, 2: return .number(random.pick(Self.numbers))
    case 3, 4: return .text(random.pick(Self.names))
    case 5, 6:
      let count = once(in: 6) ? 15 : random.below(4)
      return .list((0..<count).map { _ in value(count > 4 && !once(in: 4) ? 0 : depth - 1) })
    default:
      return .object(someNames(once(in: 6) ? 10 : 3).map { ($0, value(depth - 1)) })
    }
  }

  // MARK: Schemas

  /// A whole schema with definitions.
  mutating func schema() -> PlainValue {
    let count = 4
    var properties: [(name: String, value: PlainValue)] = []
    var made: [(name: String, value: PlainValue)] = []
    for number in (0..<count).reversed() {
      definitions = count - 1 - number
      made.append(("d\(number)", schema(2)))
    }
    definitions = count
    if case .object(let own) = schema(3) { properties = own }
    return .object(properties + [("$defs", .object(made))])
  }

  /// A schema of some keywords.
  private mutating func schema(_ depth: Int) -> PlainValue {
    if once(in: 12) { return .bool(!once(in: 3)) }
    if definitions > 0, once(in: 6) { return .object([("$ref", reference())]) }
    var properties: [(name: String, value: PlainValue)] = []
    for _ in 0..<1 + random.below(3) {
      for property in keywords(depth)
      where !properties.contains(where: { $0.name == property.name }) {
        properties.append(property)
      }
    }
    return .object(properties)
  }

  /// A reference to one of the last definitions.
  private mutating func reference() -> PlainValue {
    .text("#/$defs/d\(4 - 1 - random.below(definitions))")
  }

  /// A schema for a part of the value, which may be the root again.
  private mutating func part(_ depth: Int) -> PlainValue {
    once(in: 15) ? .object([("$ref", .text("#"))]) : schema(depth - 1)
  }

  private mutating func keywords(_ depth: Int) -> [(name: String, value: PlainValue)] {
    let count = PlainValue.number(
      random.pick(["0", "1", "1", "2", "3", "3.0", "16", "1e30", "2147483647", "4294967296"]))
    switch random.below(depth > 0 ? 26 : 9) {
    case 0, 1: return [("type", types())]
    case 2: return [(random.pick(["minLength", "maxLength"]), count)]
    case 3:
      let bound = PlainValue.number(random.pick(Self.numbers))
      return [
        (random.pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]), bound)
      ]
    case 4: return [("multipleOf", .number(random.pick(["1", "2", "0.5", "5e-1", "10"])))]
    case 5: return [("pattern", .text(random.pick(PlainPattern.all)))]
    case 6: return [("const", value(1))]
    case 7: return [("enum", .list(some(once(in: 3) ? 12 : 3) { $0.value($0.random.below(2)) }))]
    case 8:
      let name = random.pick(["minItems", "maxItems", "minProperties", "maxProperties"])
      return [(name, count)]
    case 9, 10, 11, 12: return objectKeywords(depth)
    case 13: return [("propertyNames", schema(depth - 1))]
    case 14: return [("required", .list(someNames(3).map { .text($0) }))]
    case 15:
      let rules = someNames(3).map { ($0, PlainValue.list(someNames(2).map { .text($0) })) }
      return [("dependentRequired", .object(rules))]
    case 16:
      return [("dependentSchemas", .object(someNames(2).map { ($0, schema(depth - 1)) }))]
    case 17, 18: return [("items", part(depth))]
    case 19: return [("prefixItems", .list(some(3) { $0.part(depth) }))]
    case 20:
      let bounds = ["minContains", "maxContains"].filter { _ in once(in: 3) }
      return [("contains", schema(depth - 1))] + bounds.map { ($0, count) }
    case 21: return [("uniqueItems", .bool(!once(in: 5)))]
    case 22:
      return [(random.pick(["anyOf", "oneOf", "allOf"]), .list(some(3) { $0.schema(depth - 1) }))]
    case 23:
      return [
        ("if", schema(depth - 1)), ("then", schema(depth - 1)), ("else", schema(depth - 1)),
      ]
    case 24: return [("not", schema(depth - 1))]
    default:
      let name = random.pick(["unevaluatedProperties", "unevaluatedItems"])
      return [(name, once(in: 2) ? .bool(false) : schema(depth - 1))]
    }
  }

  private mutating func objectKeywords(_ depth: Int) -> [(name: String, value: PlainValue)] {
    var found: [(name: String, value: PlainValue)] = []
    if !once(in: 4) {
      let names = someNames(once(in: 4) ? Self.names.count : 4)
      found.append(("properties", .object(names.map { ($0, part(depth)) })))
    }
    if once(in: 4) {
      let patterns = PlainPattern.all.shuffled(using: &random).prefix(1 + random.below(3))
      found.append(("patternProperties", .object(patterns.map { ($0, part(depth)) })))
    }
    if once(in: 3) {
      let isClosed = once(in: 2)
      found.append(("additionalProperties", isClosed ? .bool(false) : part(depth)))
    }
    return found
  }

  private mutating func types() -> PlainValue {
    let all = ["null", "boolean", "integer", "number", "string", "array", "object"]
    if once(in: 2) { return .text(random.pick(all)) }
    return .list(all.filter { _ in !once(in: 3) }.map { .text($0) } + [.text("object")])
  }
}
