@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads one rule of `customRules`. The first mistake is an error with its place.
struct OwnRuleReader {
  let file: String
  let id: String
  let node: JSONNode
  /// The condition in the file for the bodies to which its rules apply. Nil for no condition.
  var gate: String?

  private static let properties = [
    "summary", "why", "source", "help", "severity", "side", "guess", "where", "schema", "forbid",
    "rename", "relation", "at", "together", "secret", "answersFor", "also", "message", "messages",
    "fix",
    "examples",
  ]
  static let demands = ["schema", "forbid", "rename", "relation", "together", "secret"]

  func rule(_ key: JSONNode) throws(ContractError) -> Rule {
    try checkID(key)
    try checkProperties(of: node, "the rule `\(id)`", known: Self.properties)
    let demand = try demandName(key)
    var selector = try selector(Self.conditions)
    if demand == "rename" { selector.exception = try newName(for: selector) }
    let asked = try demand.map { name throws(ContractError) in try self.demand(name, selector) }
    let form = try form(selector, asked, demand ?? "", key)
    let (repair, holds) = try repair(asked)
    let summary = try text("summary") ?? "a value that breaks the rule `\(id)`"
    let help = try text("help")
    let link = help.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
    var rule = Rule(
      id: id, summary: summary,
      rationale: try text("why") ?? "the rule `\(id)` requires it",
      source: try text("source") ?? "\(file), `customRules`",
      link: link ?? Rule.schemaLink, severity: try word("severity") ?? .error,
      basis: try flag("guess") ? .extensions : .contract, form: form,
      message: .phrases(try phrases(demand ?? "", advice: link == nil ? help : nil)),
      repair: repair, side: try word("side"),
      marksKeys: ["forbid", "rename", "secret"].contains(demand) && !form.isOfKeys)
    rule.holds = holds
    rule.hidesValues = demand == "secret"
    rule.origin = RuleOrigin(
      file: file, key: key, facts: facts, examples: try examples())
    return rule
  }

  /// The property with the demand. Nil if the rule only reports assertions of the contract.
  func demandName(_ key: JSONNode) throws(ContractError) -> String? {
    let given = Self.demands.filter { node[$0] != nil }
    let all = Self.demands.map { "`\($0)`" }.joined(separator: ", ")
    guard let demand = given.first else {
      if node["answersFor"] != nil { return nil }
      throw error("the rule `\(id)` requires nothing; add one of \(all)", key)
    }
    if let place = node["at"], demand != "relation" {
      throw error("`at` is allowed only with `relation`", place)
    }
    guard given.count == 1 else {
      throw error(
        "a rule must have only one of \(all); `\(id)` has `\(given[0])` and `\(given[1])`",
        node[given[1]] ?? key)
    }
    return demand
  }

  private func checkID(_ key: JSONNode) throws(ContractError) {
    let isPlain =
      id.utf8.count <= 64 && id.utf8.first.map { 0x61...0x7A ~= $0 } ?? false
      && id.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    guard isPlain else {
      throw error(
        "`\(SafeText.line(FailureContext.cut(id)))` is not a rule id: at most 64 small letters, "
          + "digits and `-`, such as `money-string`", key)
    }
    guard Rule.named(id) == nil, ChangeRule.named(id) == nil else {
      throw error("`\(id)` is a rule of schemacheck; choose another id", key)
    }
  }

  // MARK: Which values

  private static let conditions = [
    "names", "types", "formats", "pointers", "schemas", "in", "operations", "statuses",
    "mediaTypes", "nullable", "documented", "members", "when",
  ]

  func selector(_ conditions: [String]) throws(ContractError) -> Ownership.Selector {
    var selector = Ownership.Selector()
    guard let condition = node["where"] else {
      try addGate(to: &selector, node)
      return selector
    }
    try checkProperties(of: condition, "`where`", known: conditions)
    selector.names = try texts(condition, "names").map { Self.propertyName($0.text) }
    selector.properties = try texts(condition, "members").map { Self.propertyName($0.text) }
    selector.isDocumented = try condition["documented"].map { value throws(ContractError) in
      guard let flag = value.bool else { throw error("`documented` must be a boolean", value) }
      return flag
    }
    for (text, place) in try texts(condition, "types") {
      guard let type = TypeSet(name: text) else {
        throw error(
          "`\(SafeText.line(text))` is not a JSON type", place, near: text, TypeSet.allNames)
      }
      selector.types.formUnion(type == .number ? [.number, .integer] : type)
    }
    for (text, place) in try texts(condition, "formats") {
      try refuseFormatSlip(text, "`formats`: there is no format", place)
      selector.formats.insert(text)
    }
    for (text, place) in try texts(condition, "pointers", allowsEmpty: true) {
      guard let glob = PointerGlob(text) else {
        throw error(
          text.hasPrefix("/")
            ? "`pointers` must have JSON Pointers such as `/items/*/price`; write `~0` for `~`"
            : "a JSON Pointer begins with `/`: write `/\(SafeText.line(FailureContext.cut(text)))`",
          place)
      }
      // Each `**` multiplies the possible paths to a value.
      guard glob.tokens.count <= 64, glob.tokens.count(where: { $0 == "**" }) <= 2 else {
        throw error(
          "an element of `pointers` may have at most 64 parts, and at most two `**`", place)
      }
      selector.pointers.append(glob)
    }
    selector.schemas = try texts(condition, "schemas").map { Wildcard($0.text) }
    let places = Ownership.Place.allCases.map(\.rawValue)
    for (text, place) in try texts(condition, "in") {
      guard let found = Ownership.Place(rawValue: text) else {
        throw error(
          "`in` must be one of " + places.map { "`\($0)`" }.joined(separator: ", "), place,
          near: text,
          places)
      }
      selector.places.insert(found)
    }
    selector.operations = try texts(condition, "operations").map { Wildcard($0.text) }
    for (text, place) in try texts(condition, "statuses", numbers: true) {
      let bytes = Array(text.uppercased().utf8)
      let isRange = text.uppercased().hasSuffix("XX")
      guard
        text == "default"
          || bytes.count == 3 && 0x31...0x35 ~= bytes[0]
            && (isRange || bytes.allSatisfy(ASCIIByte.isDigit))
      else {
        throw error("`statuses` must have elements such as `200`, `4XX` or `default`", place)
      }
      selector.statuses.append(text == "default" ? text : text.uppercased())
    }
    selector.mediaTypes = try texts(condition, "mediaTypes").map { Wildcard($0.text.lowercased()) }
    if let nullable = condition["nullable"] {
      guard let flag = nullable.bool else {
        throw error("`nullable` must be `true` or `false`", nullable)
      }
      selector.isNullable = flag
    }
    // The place in a body already determines the property.
    let others = ["names", "formats", "schemas", "nullable", "documented"]
    if !selector.pointers.isEmpty, let other = others.first(where: { condition[$0] != nil }) {
      throw error(
        "`pointers` and `\(other)` cannot be used together", condition[other] ?? condition)
    }
    try addGate(to: &selector, condition)
    return selector
  }

  /// Adds what the file and the rule ask of bodies.
  private func addGate(
    to selector: inout Ownership.Selector, _ condition: JSONNode
  ) throws(ContractError) {
    let own = condition["when"] == nil ? nil : try relation("when", of: condition)
    let all = [gate, own].compactMap { $0 }
    guard !all.isEmpty else { return }
    guard !selector.pointers.isEmpty else {
      throw error(
        "`when` is for a whole body; list the places to check in `pointers`", condition
      )
    }
    selector.gate = all.count == 1 ? all[0] : all.map { "(\($0))" }.joined(separator: " and ")
  }

  /// The text of a relation. Nil if there is no relation.
  func relation(_ name: String, of node: JSONNode) throws(ContractError) -> String? {
    guard let text = try text(name, of: node) else { return nil }
    do throws(RelationError) {
      _ = try Relation(text)
    } catch {
      throw self.error(
        "`\(name)`, character \(error.offset + 1): \(error.message)", node[name] ?? node)
    }
    return text
  }

  /// One text or an array of texts.
  func texts(
    _ object: JSONNode, _ name: String, allowsEmpty: Bool = false, numbers: Bool = false
  ) throws(ContractError) -> [(text: String, node: JSONNode)] {
    guard let value = object[name] else { return [] }
    let elements = value.kind == .array ? Array(value.elements) : [value]
    guard !elements.isEmpty else { throw error("`\(name)` is empty; remove it", value) }
    guard elements.count <= 1000 else {
      throw error("`\(name)` has more than 1000 elements", value)
    }
    return try elements.map { (element) throws(ContractError) in
      guard let text = element.string ?? (numbers ? element.int.map(String.init) : nil) else {
        throw error("`\(name)` must be a string or an array of strings", element)
      }
      guard allowsEmpty || !text.isEmpty else {
        throw error("`\(name)` has an empty string", element)
      }
      guard text.utf8.count <= 1000 else {
        throw error("a string of `\(name)` has more than 1000 bytes", element)
      }
      return (text, element)
    }
  }

  // MARK: What they must be

  func demand(
    _ name: String, _ selector: Ownership.Selector
  ) throws(ContractError) -> Ownership.Demand {
    guard let value = node[name] else { return .absence }
    switch name {
    case "schema":
      guard value.kind == .object || value.kind == .boolean else {
        throw error("`schema` must be a JSON Schema: an object, `true` or `false`", value)
      }
      try checkSchema(value)
      return .schema(value.text)
    case "relation":
      return .relation(try relation(name, of: node) ?? "", at: try place())
    case "together":
      let names = try texts(node, "together")
      guard names.count > 1 else {
        throw error("`together` must list at least two properties", value)
      }
      return .together(names.map { Self.propertyName($0.text) })
    case "rename":
      _ = try text("rename")
    default:
      guard value.bool == true else { throw error("`\(name)` must be `true` or missing", value) }
    }
    guard !selector.names.isEmpty || !selector.pointers.isEmpty || selector.isDocumented == false
    else {
      throw error("`\(name)` checks names; list them with `names` in `where`", value)
    }
    return .absence
  }

  /// The new name for properties with other names.
  private func newName(for selector: Ownership.Selector) throws(ContractError) -> String? {
    guard let value = node["rename"], let name = try text("rename") else { return nil }
    let names = selector.names.map { pattern -> String? in
      if case .named(let text) = pattern { text } else { nil }
    }
    let all = names + selector.pointers.map(\.tokens.last)
    guard all.isEmpty || all.contains(where: { $0 != name }) else {
      throw error(
        "`\(SafeText.line(name))` is the old and the new name; list only old names", value)
    }
    return name
  }

  /// The place of the wrong value. Nil if the rule gives no place. Then the relation decides.
  private func place() throws(ContractError) -> String? {
    guard let text = try text("at") else { return nil }
    do throws(RelationError) {
      try Relation.place(text)
    } catch {
      throw self.error(
        "`at`, character \(error.offset + 1): \(error.message)", node["at"] ?? node)
    }
    return text
  }

  private func checkSchema(_ value: JSONNode) throws(ContractError) {
    _ = try compiled(value)
    let words = UnknownWord.all(in: value).sorted { $0.node.tapeIndex < $1.node.tapeIndex }
    for word in words {
      if word.isFormat {
        try refuseFormatSlip(word.text, "`schema`: there is no format", word.node)
      } else {
        try refuseSlip(word.text, "`schema` has no keyword", word.known, word.node)
      }
    }
  }

  /// Short names are not compared, because some names are similar: `ulid` and `uuid`.
  private func refuseFormatSlip(
    _ text: String, _ what: String, _ place: JSONNode
  ) throws(ContractError) {
    guard text.utf8.count > 4 else { return }
    try refuseSlip(text, what, Format.allCases.map(\.name), place)
  }

  /// Refuses a word that is probably a misspelling of another word.
  private func refuseSlip(
    _ text: String, _ what: String, _ known: [String], _ place: JSONNode
  ) throws(ContractError) {
    guard !known.contains(text), let near = NearestName.of(text, among: known) else { return }
    let isUnfinished =
      text.utf8.count >= 3 && near.lowercased().hasPrefix(text.lowercased())
    guard isUnfinished || NearestName.isSlip(text, near) else { return }
    throw error("\(what) `\(SafeText.line(text))`", place, near: text, known)
  }

  func compiled(_ value: JSONNode) throws(ContractError) -> CompiledSchema {
    do {
      return try CompiledSchema(try JSONDocument(value.text))
    } catch let problem as SchemaError {
      let pointer = value.document.pointer(to: value.tapeIndex)
      let place = JSONPointer(tokens: pointer.tokens + problem.pointer.tokens)
      throw error("`schema`: \(problem.message)", value.document.node(at: place) ?? value)
    } catch {
      throw self.error("`schema` is not JSON", value)
    }
  }

  /// Reads a word that must be one of a few words.
  private func word<Word: CaseIterable & RawRepresentable<String>>(
    _ name: String
  ) throws(ContractError) -> Word? {
    guard let value = node[name] else { return nil }
    let words = Word.allCases.reversed().map(\.rawValue)
    guard let word = value.string.flatMap(Word.init) else {
      throw error(
        "`\(name)` must be one of " + words.map { "`\($0)`" }.joined(separator: ", "), value,
        near: value.string, words)
    }
    return word
  }

  // MARK: Examples

  private func examples() throws(ContractError) -> [OwnRuleExample] {
    guard let node = node["examples"] else { return [] }
    try checkProperties(of: node, "`examples`", known: ["right", "wrong"])
    var examples: [OwnRuleExample] = []
    for name in ["right", "wrong"] {
      guard let list = node[name] else { continue }
      guard list.kind == .array else { throw error("`\(name)` must be an array", list) }
      for element in list.elements {
        guard name == "wrong" else {
          examples.append(
            OwnRuleExample(body: element.text, places: [], isRight: true, node: element))
          continue
        }
        guard let body = element["body"] else {
          throw error(
            "a wrong example must be `{\"body\": …, \"at\": …}`; put it into `body`", element)
        }
        try checkProperties(of: element, "a wrong example", known: ["body", "at", "status"])
        guard let at = element["at"] else {
          throw error("a wrong example needs `at`, the JSON Pointer of the wrong value", element)
        }
        var places: [JSONPointer] = []
        for (text, place) in try texts(element, "at", allowsEmpty: true) {
          guard let pointer = JSONPointer(text) else {
            throw error("`at` must be a JSON Pointer such as `/items/0/price`", place)
          }
          places.append(pointer)
        }
        guard !places.isEmpty else { throw error("`at` is empty", at) }
        examples.append(
          OwnRuleExample(
            body: body.text, places: places, isRight: false, status: element["status"]?.int,
            node: element))
      }
    }
    return examples
  }

  // MARK: Values

  func text(_ name: String) throws(ContractError) -> String? {
    try text(name, of: node)
  }

  func checkProperties(
    of node: JSONNode, _ what: String, known: [String]
  ) throws(ContractError) {
    guard node.kind == .object else { throw error("\(what) must be an object", node) }
    for property in node.properties where !known.contains(property.name) {
      throw error(
        "\(what) has no property `\(SafeText.line(FailureContext.cut(property.name)))`",
        property.key, near: property.name, known)
    }
  }

  func error(
    _ message: String, _ node: JSONNode, near wanted: String? = nil, _ known: [String] = []
  ) -> ContractError {
    ContractError(
      message + NearestName.suggestion(wanted.flatMap { NearestName.of($0, among: known) }),
      contract: file, node: node)
  }
}
