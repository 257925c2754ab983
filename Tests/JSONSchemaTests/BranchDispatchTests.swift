@_spi(Engine) import JSONSchema
@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// Branches of `anyOf` and `oneOf` that a property's constant rules out are not evaluated; the result
/// is the same as if they were.
@Suite struct BranchDispatchTests {
  /// A constant in two `not`s means the same and tells no branch.
  private static func hidden(_ schema: String) -> String { #"{"not":{"not":\#(schema)}}"# }

  private static let constants = [
    #"{"const":"x"}"#, #"{"const":"y"}"#, #"{"enum":["x","z"]}"#, #"{"enum":["y",null,1]}"#,
    #"{"const":1}"#, #"{"const":2.0}"#, #"{"enum":[0,1.5,1e30]}"#, #"{"type":"string"}"#,
    #"{"const":"a longer constant than a word"}"#,
  ]
  private static let values = [
    #""x""#, #""y""#, #""z""#, "null", "1", "1.0", "2", "0", "-0", "15e-1", "1E30", #""1""#, "[]",
    #""\u0078""#, #""q""#,
    #""a longer constant than a word""#,
  ]

  /// A schema with branches, plainly and with its constants hidden.
  private static func schemas(_ random: inout SeededGenerator) -> [String] {
    var plain: [String] = []
    var hidden: [String] = []
    for _ in 0..<(2 + random.below(5)) {
      if random.below(8) == 0 {
        plain.append(#"{"type":"null"}"#)
        hidden.append(#"{"type":"null"}"#)
        continue
      }
      var listed: [(name: String, schema: String)] = []
      for name in ["a", "b"] where random.below(3) > 0 {
        listed.append((name, random.pick(constants)))
      }
      let required = ["a", "b", "c"].filter { _ in random.below(3) == 0 }.map { #""\#($0)""# }
      func branch(_ change: (String) -> String) -> String {
        let properties = listed.map { #""\#($0.name)":\#(change($0.schema))"# }
        let object =
          #"{"properties":{\#(properties.joined(separator: ","))},"#
          + #""required":[\#(required.joined(separator: ","))]}"#
        return required.count == 1 ? #"{"allOf":[\#(object)]}"# : object
      }
      plain.append(branch { $0 })
      hidden.append(branch(Self.hidden))
    }
    let keyword = random.pick(["anyOf", "oneOf"])
    let closed = random.below(3) == 0 ? #","unevaluatedProperties":false"# : ""
    return [plain, hidden].map { #"{"\#(keyword)":[\#($0.joined(separator: ","))]\#(closed)}"# }
  }

  @Test func verdictsAreThoseOfAllBranches() throws {
    var random = SeededGenerator(seed: 71)
    var valid = 0
    for _ in 0..<200 {
      let texts = Self.schemas(&random)
      let schemas = try texts.map { try CompiledSchema(JSONDocument($0)) }
      for _ in 0..<40 {
        let properties = (0..<random.below(4)).map { _ in
          #""\#(random.pick(["a", "b", "c", "\\u0061"]))":\#(random.pick(Self.values))"#
        }
        let text = random.below(20) == 0 ? "null" : "{\(properties.joined(separator: ","))}"
        let instance = try JSONDocument(text)
        let results = schemas.map { $0.isValid(instance) }
        #expect(results[0] == results[1], "\(texts[0]) \(text)")
        #expect(schemas[0].failures(in: instance).isEmpty == results[0])
        if results[0] { valid += 1 }
      }
    }
    #expect(valid > 1000 && valid < 7_000)
  }

  /// Texts that look alike and differ in their scalars are different constants and names.
  @Test func textsAreComparedByTheirScalars() throws {
    let forms = ["\u{E9}", "e\u{301}", "x"]
    let kinds = forms.map {
      #"{"type":"object","required":["k"],"properties":{"k":{"const":"\#($0)"}}}"#
    }
    let names = forms.map {
      #"{"type":"object","required":["\#($0)"],"properties":{"\#($0)":{"const":"a"}}}"#
    }
    for branches in [kinds, names] {
      for keyword in ["anyOf", "oneOf"] {
        let schema = try CompiledSchema(
          JSONDocument(#"{"\#(keyword)":[\#(branches.joined(separator: ","))]}"#))
        for form in forms {
          let text = branches == kinds ? #"{"k":"\#(form)"}"# : #"{"\#(form)":"a"}"#
          #expect(schema.isValid(try JSONDocument(text)), "\(text)")
        }
      }
    }
  }

  private static let kinds = (0..<9).map { "kind\($0)" }

  /// Each kind holds a list of any kinds, and a text of its own.
  private static func recursive(_ keyword: String) -> String {
    let branches = kinds.map { kind in
      ##"{"type":"object","required":["type"],"properties":{"children":{"items":{"$ref":"#"}},"##
        + #""type":{"const":"\#(kind)"},"text":{"type":"string"}}}"#
    }
    return #"{"\#(keyword)":[\#(branches.joined(separator: ","))]}"#
  }

  /// Sixty levels, with the deciding constant first or last: without dispatch this takes 9^60 steps.
  @Test(arguments: ["oneOf", "anyOf"], [true, false])
  func deepTreesTakeOneBranchALevel(_ keyword: String, decidesFirst: Bool) throws {
    let schema = try CompiledSchema(JSONDocument(Self.recursive(keyword)))
    func tree(_ leaf: String, _ depth: Int) -> String {
      (0..<depth).reduce(leaf) { inner, level in
        let kind = #""type":"\#(Self.kinds[level % 9])""#
        let children = #""children":[\#(inner)]"#
        return "{\(decidesFirst ? "\(kind),\(children)" : "\(children),\(kind)")}"
      }
    }
    let right = try JSONDocument(tree(#"{"text":"a","type":"kind3"}"#, 60))
    #expect(schema.isValid(right))
    let wrong = try JSONDocument(tree(#"{"text":7,"type":"kind3"}"#, 60))
    let failures = schema.failures(in: wrong)
    #expect(failures.count == 1)
    let place = failures.first.map { wrong.pointer(to: $0.instance).description }
    #expect(place == String(repeating: "/children/0", count: 60) + "/text")
    #expect(failures.first?.keyword == "type")
  }

  /// How many nodes a value visits, whether it is valid or its failures are collected.
  private static func visits(_ schema: String, _ text: String, isValid: Bool) throws -> Int {
    var validator = SchemaValidator(try CompiledSchema(JSONDocument(schema)))
    let document = try JSONDocument(text)
    #expect(document.withCursor { validator.isValid($0, 0) } == isValid)
    if !isValid { #expect(validator.failures(in: document).count == 1) }
    return validator.nodesVisited
  }

  private static func tree(_ leaf: String, levels: Int) -> String {
    (0..<levels).reduce(leaf) { inner, level in
      #"{"children":[\#(inner)],"type":"\#(kinds[level % 9])"}"#
    }
  }

  /// Each level costs the same, also where the leaf is wrong.
  @Test(arguments: [true, false]) func visitsGrowWithTheLevels(isValid: Bool) throws {
    let leaf = #"{"text":\#(isValid ? #""a""# : "7"),"type":"kind3"}"#
    let visits = try [50, 100, 200].map { levels in
      try Self.visits(
        Self.recursive("oneOf"), Self.tree(leaf, levels: levels), isValid: isValid)
    }
    #expect(visits[2] - visits[1] == 2 * (visits[1] - visits[0]))
    #expect(visits[0] <= 50 * 5)
  }

  /// The number of branches costs nothing, whatever tells them apart.
  @Test(arguments: ["const", "version", "required", "type", "not"])
  func branchesThatAreRuledOutAreNotVisited(_ kind: String) throws {
    let visits = try [2, 20, 30].map { count in
      let branches = (0..<count).map { number in
        switch kind {
        case "const": #"{"properties":{"k":{"const":"\#(number)"}},"required":["k"]}"#
        case "version": #"{"properties":{"k":{"const":\#(number)}},"required":["k"]}"#
        case "required":
          #"{"properties":{"n\#(number)":{"minLength":1}},"required":["n\#(number)"]}"#
        case "type": number == 0 ? #"{"properties":{"n0":{}}}"# : #"{"type":"array","minItems":1}"#
        default:
          number == 0
            ? #"{"properties":{"k":{"not":{"enum":["x","y"]}}}}"#
            : #"{"properties":{"k":{"enum":["x","y"]}},"required":["k"]}"#
        }
      }
      return try Self.visits(
        #"{"oneOf":[\#(branches.joined(separator: ","))]}"#,
        kind == "const"
          ? #"{"k":"1"}"# : kind == "version" ? #"{"k":1}"# : #"{"n0":"a","k":"z"}"#,
        isValid: true)
    }
    #expect(visits[0] == visits[2] && visits[1] == visits[2])
  }

  private static let objects = [
    #"{"type":"object","required":["a"]}"#, #"{"type":["array","null"]}"#, #"{"type":"number"}"#,
    #"{"type":"integer"}"#, #"{"enum":["x",1,null]}"#, #"{"enum":["y",[],{}]}"#,
    #"{"required":["a","b"]}"#, #"{"required":["c"],"properties":{"a":{"type":"integer"}}}"#,
    #"{"properties":{"a":{"not":{"enum":["x","y"]}}}}"#,
    #"{"properties":{"a":{"not":{"enum":["x",1]}},"b":{"const":"y"}}}"#,
    #"{"properties":{"a":{"enum":["x","y"]}},"required":["a"]}"#,
    ##"{"$ref":"#/$defs/x"}"##, ##"{"$ref":"#/$defs/y"}"##, "true", "false",
  ]

  /// A schema whose branches say something of types, names and constants, some inside other branches.
  private static func branch(_ random: inout SeededGenerator, _ levels: Int) -> String {
    if levels == 0 || random.below(3) > 0 { return random.pick(objects) }
    let keyword = random.pick(["anyOf", "oneOf", "allOf"])
    let inner = (0..<(1 + random.below(3))).map { _ in branch(&random, levels - 1) }
    return #"{"\#(keyword)":[\#(inner.joined(separator: ","))]}"#
  }

  @Test func whatBranchesSayIsNeverTakenForMore() throws {
    var random = SeededGenerator(seed: 74)
    let definitions =
      ##""$defs":{"x":{"anyOf":[{"$ref":"#/$defs/y"},{"type":"string"}]},"##
      + ##""y":{"properties":{"a":{"$ref":"#/$defs/z"}},"required":["b"]},"z":{"enum":["x","z"]}}"##
    let scalars = [#""x""#, #""y""#, #""z""#, "1", "1.0", "1.5", "null", "true", "[]", "{}"]
    var valid = 0
    for _ in 0..<500 {
      let branches = (0..<(2 + random.below(4))).map { _ in Self.branch(&random, 2) }
      let keyword = random.pick(["anyOf", "oneOf"])
      let schemas = try [branches, branches.map(Self.hidden)].map {
        try CompiledSchema(
          JSONDocument(#"{"\#(keyword)":[\#($0.joined(separator: ","))],\#(definitions)}"#))
      }
      for _ in 0..<30 {
        let properties = ["a", "b", "c"].filter { _ in random.below(2) == 0 }.map {
          #""\#($0)":\#(random.pick(scalars))"#
        }
        let text =
          random.below(3) == 0 ? random.pick(scalars) : "{\(properties.joined(separator: ","))}"
        let instance = try JSONDocument(text)
        let results = schemas.map { $0.isValid(instance) }
        #expect(results[0] == results[1], "\(keyword) \(branches) \(text)")
        #expect(schemas[0].failures(in: instance).isEmpty == results[0])
        if results[0] { valid += 1 }
      }
    }
    #expect(valid > 2000 && valid < 13_000)
  }

  /// Values of an `enum` are found by value, whatever their spelling.
  @Test func enumerationsAreLookedUpByValue() throws {
    var random = SeededGenerator(seed: 72)
    func number(_ random: inout SeededGenerator) -> String {
      switch random.below(4) {
      case 0: "\(random.below(2000) - 1000)"
      case 1: "\(random.below(2000) - 1000).\(random.below(100))"
      case 2: "\(random.below(50))e\(random.below(40) - 20)"
      default: "\(random.next())\(random.below(1000))"
      }
    }
    func respelled(_ text: String, _ random: inout SeededGenerator) -> String {
      guard text.first.map({ $0.isNumber || $0 == "-" }) == true else { return text }
      switch random.below(4) {
      case 0 where !text.contains("e"): return text.contains(".") ? text + "00" : text + ".000"
      case 1 where !text.contains("e"): return text + "E+0"
      case 2: return "[\(text)]"
      default: return text
      }
    }
    let texts = (0..<3000).map { _ in number(&random) }
    let listed =
      texts.prefix(1500) + texts.prefix(50).map { "[\($0)]" } + ["null", #""s""#, "true"]
    let schema = try CompiledSchema(JSONDocument(#"{"enum":[\#(listed.joined(separator: ","))]}"#))
    let known = Set(try listed.map { try JSONDocument($0).root })
    var found = 0
    for text in texts + ["null", "true", "false", #""s""#, #""t""#, "[]", "{}", "-0", "0.0"] {
      let instance = try JSONDocument(respelled(text, &random))
      let isKnown = known.contains(instance.root)
      #expect(schema.isValid(instance) == isKnown, "\(instance.root.text)")
      if isKnown { found += 1 }
    }
    #expect(found > 800 && found < 2500)
  }

  @Test func repeatedElementsAreTheFirstTwo() throws {
    var random = SeededGenerator(seed: 73)
    let schema = try CompiledSchema(JSONDocument(#"{"uniqueItems":true}"#))
    for _ in 0..<500 {
      let elements = (0..<random.below(40)).map { _ in
        random.pick(["\(random.below(200))", "\(random.below(200)).0", "[\(random.below(60))]"])
      }
      let instance = try JSONDocument("[\(elements.joined(separator: ","))]")
      let nodes = Array(instance.root.elements)
      let second = nodes.indices.first { nodes[..<$0].contains(nodes[$0]) }
      let failure = schema.failures(in: instance).first
      guard let second, let first = nodes.firstIndex(of: nodes[second]) else {
        #expect(failure == nil)
        continue
      }
      guard case .uniqueItems(first, second)? = failure?.kind else {
        Issue.record("\(instance.root.text): \(first) and \(second) are equal")
        continue
      }
    }
  }
}
