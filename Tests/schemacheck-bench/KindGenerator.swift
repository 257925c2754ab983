import TestSupport

/// Generates values of the kinds of schemas that are found in the field: trees told apart by a
/// constant, many named alternatives, presets, and schemas themselves.
///
/// The same seed generates the same values. All of them are valid.
struct KindGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: Trees

  /// The kinds of a syntax tree, each with the properties that hold other nodes.
  private static let nodes: [(kind: String, properties: [String])] = [
    ("literal", []), ("name", []), ("negation", ["operand"]), ("sum", ["left", "right"]),
    ("call", ["callee", "argument"]), ("choice", ["condition", "then", "else"]),
    ("index", ["list", "position"]), ("function", ["body"]), ("assignment", ["target", "value"]),
  ]

  /// How many levels a tree has.
  static let levels = 60

  /// A recursive `oneOf`, whose branches only the constant `kind` tells apart.
  static var treeSchema: String {
    let branches = nodes.map { node in
      let properties = node.properties.map { ",\"\($0)\":{\"$ref\":\"#/$defs/node\"}" }.joined()
      let required = (["kind"] + node.properties).map { "\"\($0)\"" }.joined(separator: ",")
      return """
        {"type":"object","required":[\(required)],"additionalProperties":false,"properties":{\
        "kind":{"const":"\(node.kind)"},"text":{"type":"string"},"line":{"type":"integer"}\(properties)}}
        """
    }
    return """
      {"$ref":"#/$defs/node","$defs":{"node":{"oneOf":[\(branches.joined(separator: ","))]}}}
      """
  }

  /// - Parameter isKindLast: Whether the property that tells the branch comes after all others.
  mutating func tree(levels: Int = levels, isKindLast: Bool) -> String {
    // From the leaf up, so that no level is recursive.
    var tree = leaf(isKindLast)
    for _ in 1..<levels {
      let node = random.pick(Array(Self.nodes.dropFirst(2)))
      let deep = random.pick(node.properties)
      let properties = node.properties.map { name in
        "\"\(name)\":\(name == deep ? tree : leaf(isKindLast))"
      }
      tree = object(node.kind, properties, isKindLast)
    }
    return tree
  }

  private mutating func leaf(_ isKindLast: Bool) -> String {
    let kind = random.pick(Self.nodes.prefix(2).map(\.kind))
    return object(kind, ["\"text\":\"\(word())\""], isKindLast)
  }

  private mutating func object(_ kind: String, _ properties: [String], _ isKindLast: Bool) -> String
  {
    let kind = ["\"kind\":\"\(kind)\""]
    let properties = ["\"line\":\(random.below(9000))"] + properties
    return "{\((isKindLast ? properties + kind : kind + properties).joined(separator: ","))}"
  }

  // MARK: Alternatives

  /// So many alternatives, each named by the constant of its property `type`.
  static func alternativesSchema(_ count: Int) -> String {
    let branches = (0..<count).map { number in
      """
      {"type":"object","required":["type","value_\(number)"],"properties":{\
      "type":{"const":"event_\(number)"},"value_\(number)":{"type":"integer"},\
      "at":{"type":"string"},"by":{"type":"string","minLength":1}},"additionalProperties":false}
      """
    }
    return "{\"oneOf\":[\(branches.joined(separator: ","))]}"
  }

  mutating func alternative(of count: Int) -> String {
    let number = random.below(count)
    return """
      {"type":"event_\(number)","value_\(number)":\(random.below(100_000)),"at":"\(word())",\
      "by":"\(word())"}
      """
  }

  // MARK: Presets

  private static let options = (0..<36).map { number in
    (name: "option\(number)", kind: ["string", "boolean", "integer", "array"][number % 4])
  }

  /// A version, and lists of objects with many optional properties, which a version may forbid.
  static var presetsSchema: String {
    let properties = options.map { option in
      let items = option.kind == "array" ? #","items":{"type":"string"}"# : ""
      return "\"\(option.name)\":{\"type\":\"\(option.kind)\"\(items)}"
    }.joined(separator: ",")
    func versions(_ range: ClosedRange<Int>, _ count: Int) -> String {
      """
      {"properties":{"version":{"enum":\(Array(range))},\
      "presets":{"type":"array","items":{"$ref":"#/$defs/preset\(count)"}}}}
      """
    }
    return """
      {"type":"object","required":["version"],"anyOf":[\(versions(1...3, 1)),\(versions(4...6, 2))],\
      "$defs":{"preset1":{"allOf":[{"$ref":"#/$defs/preset2"},{"required":["name"]}],\
      "properties":{"condition":false}},"preset2":{"type":"object","required":["name"],\
      "properties":{"name":{"type":"string","minLength":1},"condition":{"type":"string"},\(properties)},\
      "patternProperties":{"^x-":{}}}}}
      """
  }

  mutating func presets() -> String {
    let version = random.below(6) + 1
    let presets = (0..<8).map { _ in preset(hasCondition: version > 3) }
    return "{\"version\":\(version),\"presets\":[\(presets.joined(separator: ","))]}"
  }

  private mutating func preset(hasCondition: Bool) -> String {
    var properties = ["\"name\":\"\(word())\""]
    if hasCondition { properties.append("\"condition\":\"\(word())\"") }
    for option in Self.options where random.below(3) == 0 {
      let value =
        switch option.kind {
        case "string": "\"\(word())\""
        case "boolean": random.below(2) == 0 ? "true" : "false"
        case "integer": "\(random.below(1000))"
        default: "[\"\(word())\",\"\(word())\"]"
        }
      properties.append("\"\(option.name)\":\(value)")
    }
    if random.below(4) == 0 { properties.append("\"x-\(word())\":{}") }
    return "{\(properties.joined(separator: ","))}"
  }

  // MARK: Schemas

  /// A schema of schemas, with formats: the values are schemas.
  static let metaschema = #"""
    {"$ref":"#/$defs/schema","$defs":{"names":{"type":"array","minItems":1,"uniqueItems":true,\
    "items":{"type":"string"}},"kind":{"enum":["array","boolean","integer","null","number","object",\
    "string"]},"size":{"type":"integer","minimum":0},"schemas":{"type":"object",\
    "additionalProperties":{"$ref":"#/$defs/schema"}},"schema":{"type":"object","properties":{\
    "id":{"type":"string","format":"uri"},"title":{"type":"string"},\
    "pattern":{"type":"string","format":"regex"},"type":{"anyOf":[{"$ref":"#/$defs/kind"},\
    {"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/kind"}}]},\
    "enum":{"type":"array","minItems":1,"uniqueItems":true},"minLength":{"$ref":"#/$defs/size"},\
    "minimum":{"type":"number"},"exclusiveMinimum":{"type":"boolean"},\
    "required":{"$ref":"#/$defs/names"},"properties":{"$ref":"#/$defs/schemas"},\
    "patternProperties":{"$ref":"#/$defs/schemas","propertyNames":{"format":"regex"}},\
    "additionalProperties":{"anyOf":[{"type":"boolean"},{"$ref":"#/$defs/schema"}]},\
    "items":{"anyOf":[{"$ref":"#/$defs/schema"},\
    {"type":"array","minItems":1,"items":{"$ref":"#/$defs/schema"}}]}},\
    "dependentRequired":{"exclusiveMinimum":["minimum"]}}}}
    """#.split(separator: "\\\n").joined()

  private static let patterns = ["^[a-z]+$", "^\\\\d{1,4}$", "[^/]*\\\\.json$", "^(a|b)+$"]

  mutating func schema(levels: Int = 4) -> String {
    var keywords = ["\"title\":\"\(word())\""]
    if random.below(3) == 0 { keywords.append("\"id\":\"https://a.example/\(word())#\"") }
    guard levels > 1 else {
      switch random.below(3) {
      case 0:
        keywords += [
          "\"type\":\"string\"", "\"pattern\":\"\(random.pick(Self.patterns))\"",
          "\"minLength\":\(random.below(9))",
        ]
      case 1:
        keywords += [
          "\"type\":[\"number\",\"null\"]", "\"minimum\":\(random.below(9)).5",
          "\"exclusiveMinimum\":true",
        ]
      default: keywords.append("\"enum\":[\"\(word())\",\(random.below(100)),null]")
      }
      return "{\(keywords.joined(separator: ","))}"
    }
    let names = (0..<3).map { "\(word())\($0)" }
    let properties = names.map { "\"\($0)\":\(schema(levels: levels - 1))" }
    keywords += [
      "\"type\":\"object\"", "\"required\":[\"\(names[0])\",\"\(names[1])\"]",
      "\"properties\":{\(properties.joined(separator: ","))}",
      "\"patternProperties\":{\"\(random.pick(Self.patterns))\":{}}",
      "\"items\":\(schema(levels: 1))", "\"additionalProperties\":false",
    ]
    return "{\(keywords.joined(separator: ","))}"
  }

  mutating func word() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let count = random.below(9) + 3
    return String(decoding: (0..<count).map { _ in random.pick(letters) }, as: UTF8.self)
  }

  mutating func number(below bound: Int) -> Int { random.below(bound) }
}
