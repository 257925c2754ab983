@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads the other parts of a rule after its first demand: the assertions that it reports, further
/// demands, and its messages.
extension OwnRuleReader {
  static func propertyName(_ text: String) -> Ownership.PropertyName {
    switch text {
    case "{latitude}": .coordinate(.latitude)
    case "{longitude}": .coordinate(.longitude)
    default: .named(text)
    }
  }

  // MARK: How it attaches

  /// - Parameter name: The property with the demand.
  func form(
    _ selector: Ownership.Selector, _ demand: Ownership.Demand?, _ name: String, _ key: JSONNode
  ) throws(ContractError) -> Rule.Form {
    guard selector.isDocumented == false else {
      return .owns(
        try ownerships(selector, demand) + further(like: selector))
    }
    return .keys(try table(selector, name, key))
  }

  /// The demands on properties that the contract does not list.
  private func table(
    _ selector: Ownership.Selector, _ name: String, _ key: JSONNode
  ) throws(ContractError) -> KeyTable {
    let documented = node["where"]?["documented"] ?? key
    guard ["forbid", "secret"].contains(name) else {
      throw error("`documented: false` is allowed only with `forbid` or `secret`", documented)
    }
    if let other = ["also", "answersFor"].first(where: { node[$0] != nil }) {
      throw error(
        "`documented: false` and `\(other)` cannot be used together", node[other] ?? documented)
    }
    let others = ["types", "formats", "pointers", "schemas", "nullable", "members"]
    if let other = others.first(where: { node["where"]?[$0] != nil }) {
      throw error(
        "`documented: false` and `\(other)` cannot be used together",
        node["where"]?[other] ?? documented
      )
    }
    guard !selector.names.isEmpty else {
      if let examples = node["examples"] {
        throw error(
          "a rule without `names` needs a contract, so it cannot have `examples`", examples)
      }
      return .unlisted(selector)
    }
    for (text, place) in try texts(node["where"] ?? node, "names") where text.contains("*") {
      throw error("with `documented: false`, `names` must be whole names, without `*`", place)
    }
    return .forbidden(selector)
  }

  private func ownerships(
    _ selector: Ownership.Selector, _ demand: Ownership.Demand?
  ) throws(ContractError) -> [Ownership] {
    let owned = try answers(selector)
    return owned + (demand.map { [.demands(selector, $0)] } ?? [])
  }

  /// Reads the demands of `also`. They apply to the same exchanges as the rule's first demand.
  private func further(like first: Ownership.Selector) throws(ContractError) -> [Ownership] {
    guard let list = node["also"] else { return [] }
    guard list.kind == .array, list.count <= 100 else {
      throw error("`also` must be an array of at most 100 objects", list)
    }
    var all: [Ownership] = []
    for element in list.elements {
      try checkProperties(
        of: element, "an element of `also`",
        known: ["where", "schema", "relation", "at", "together", "answersFor"])
      let part = OwnRuleReader(file: file, id: id, node: element, gate: first.gate)
      var selector = try part.selector([
        "names", "types", "formats", "pointers", "schemas", "nullable", "documented", "members",
      ])
      (selector.places, selector.operations) = (first.places, first.operations)
      (selector.statuses, selector.mediaTypes) = (first.statuses, first.mediaTypes)
      guard selector.isDocumented != false else {
        throw error(
          "`documented: false` is allowed only in the `where` of the rule itself", element)
      }
      let name = try part.demandName(element)
      let demand = try name.map { name throws(ContractError) in try part.demand(name, selector) }
      all += try part.ownerships(selector, demand)
    }
    return all
  }

  /// The keywords that `answersFor` may name in addition to `required`. `string` means a string
  /// where strings are not allowed.
  private static let assertions =
    ["type", "string", "enum", "const", "format"] + Restriction.all.map(\.keyword)

  /// The contract's own assertions that the rule reports.
  private func answers(_ selector: Ownership.Selector) throws(ContractError) -> [Ownership] {
    let listed = try texts(node, "answersFor")
    guard let all = node["answersFor"] else { return [] }
    for (text, place) in listed where text != "required" && !Self.assertions.contains(text) {
      throw error(
        "`answersFor` cannot have `\(SafeText.line(FailureContext.cut(text)))`", place, near: text,
        Self.assertions + ["required"])
    }
    let words = Set(listed.map(\.text))
    let condition = node["where"]
    let isOfPresence = words == ["required"]
    if words.contains("required"), !isOfPresence {
      throw error(
        "`required` must be the only keyword in `answersFor`; use `also` for other "
          + "keywords", all)
    }
    let others =
      ["pointers", "schemas", "members"] + (isOfPresence ? ["types", "formats"] : ["nullable"])
    if let other = others.first(where: { condition?[$0] != nil }) {
      throw error("`answersFor` and `\(other)` cannot be used together", condition?[other] ?? all)
    }
    if isOfPresence { return [.presence(selector)] }
    guard !selector.names.isEmpty else {
      throw error("`answersFor` needs `names` in `where`", all)
    }
    return [
      .values(
        selector, keywords: words.subtracting(["string"]), ownsStrings: words.contains("string"),
        asserts: nil)
    ]
  }

  // MARK: What it says

  func phrases(_ demand: String, advice: String?) throws(ContractError) -> [Phrase] {
    var phrases: [Phrase] = []
    if let list = node["messages"] {
      guard list.kind == .array, list.count <= 100 else {
        throw error("`messages` must be an array of at most 100 objects", list)
      }
      for element in list.elements { phrases.append(try phrase(element)) }
    }
    let label = advice ?? ""
    if let message = try text("message", of: node) {
      let relation = try text("relation").flatMap { try? Relation($0) }
      try checkGaps(
        message, node["message"] ?? node, of: [], figures: relation?.figureNames ?? [])
      // Without another hint, the hint is the effect of the fix.
      let hasAdvice = !label.isEmpty || node["fix"] == nil
      return phrases + [Phrase(message: message, label: hasAdvice ? label : nil)]
    }
    switch demand {
    case "forbid":
      phrases.append(
        Phrase(message: "`{name}` must not be here", label: label.isEmpty ? "remove it" : label))
    case "secret":
      phrases.append(
        Phrase(
          message: "`{name}` is a secret; it must not be sent",
          label: label.isEmpty ? "remove it" : label))
    case "rename":
      let name = SafeText.line(try text("rename", of: node) ?? "")
      phrases.append(
        Phrase(message: "`{name}` must be called `\(name)`", label: "rename to `\(name)`"))
    default: if !label.isEmpty { phrases.append(Phrase(label: label)) }
    }
    return phrases
  }

  private func phrase(_ element: JSONNode) throws(ContractError) -> Phrase {
    try checkProperties(
      of: element, "an element of `messages`", known: ["of", "names", "message", "help"])
    var phrase = Phrase()
    phrase.keywords = try texts(element, "of").map(\.text)
    phrase.names = try texts(element, "names").map { Self.propertyName($0.text) }
    phrase.message = try text("message", of: element)
    phrase.label = try text("help", of: element)
    guard phrase.message != nil || phrase.label != nil else {
      throw error("an element of `messages` needs `message` or `help`", element)
    }
    if let message = phrase.message {
      try checkGaps(message, element["message"] ?? element, of: Set(phrase.keywords))
    }
    return phrase
  }

  /// The gaps that only some keywords can fill.
  private static let keywords: [String: Set<String>] = [
    "member": ["required", "dependentRequired"],
    "limit": Set(Restriction.all.filter { $0.sense != .none }.map(\.keyword)),
    "length": Set(
      ["format"]
        + Restriction.all.filter { !$0.types.contains(.number) }.map(\.keyword)),
  ]

  /// Refuses a gap if it is unknown, or if no keyword can fill it.
  func checkGaps(
    _ text: String, _ place: JSONNode, of keywords: Set<String>, in what: String = "a message",
    figures: [String] = []
  ) throws(ContractError) {
    var unknown: String?
    _ = text.filled { gap in
      let isWord = !gap.isEmpty && gap.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 }
      let name = String(gap)
      let isFilled =
        ["name", "value"].contains(name) || figures.contains(name)
        || !keywords.isEmpty && Self.keywords[name].map(keywords.isSubset) ?? false
      if isWord, !isFilled { unknown = unknown ?? name }
      return nil
    }
    guard let unknown else { return }
    guard let needed = Self.keywords[unknown] else {
      throw error(
        "there is no `{\(SafeText.line(unknown))}`; \(what) can use `{name}` and `{value}`", place,
        near: unknown, ["name", "value"] + figures + Self.keywords.keys.sorted())
    }
    throw error(
      "`{\(unknown)}` is allowed only in `messages` whose `of` has only "
        + needed.sorted().map { "`\($0)`" }.joined(separator: ", "), place)
  }

  // MARK: Values

  func flag(_ name: String) throws(ContractError) -> Bool {
    guard let value = node[name] else { return false }
    guard value.bool == true else { throw error("`\(name)` must be `true` or missing", value) }
    return true
  }

  /// A text on one line. Each line break and the blanks around it become one blank.
  func text(_ name: String, of node: JSONNode) throws(ContractError) -> String? {
    guard let value = node[name] else { return nil }
    guard let text = value.string else { throw error("`\(name)` must be a string", value) }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw error("`\(name)` is empty", value)
    }
    guard text.utf8.count <= 10_000 else {
      throw error("`\(name)` has more than 10000 bytes", value)
    }
    guard name != "rename" else { return text }
    // The places of mistakes in a relation are counted.
    guard !["relation", "when", "at"].contains(name) else {
      return SafeText.line(String(text.map { $0.isNewline ? " " : $0 }))
    }
    let lines = text.split(whereSeparator: \.isNewline).map { ASCIIByte.trimmed($0) }
    return SafeText.line(lines.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension Rule.Form {
  var isOfKeys: Bool { if case .keys = self { true } else { false } }
}
