@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) package import JSONTape

/// The rules that a project or a contract adds to the catalogue. These rules are written as data,
/// not as code.
public struct OwnRules: Hashable, Sendable {
  /// The rules in the order of their files.
  package private(set) var rules: [Rule] = []
  private var positions: [String: Int] = [:]
  /// The statuses, and classes of statuses, that the rules name.
  private(set) var statuses: [String] = []
  /// The rules that name statuses.
  private(set) var rulesOfStatuses: [Rule] = []

  /// The maximum number of rules in all files, the configuration and the contract together.
  static let most = 10_000

  /// Creates an empty list.
  package init() {}

  /// Whether the list is empty.
  package var isEmpty: Bool { rules.isEmpty }

  /// The ids of the catalogue and of these rules.
  package var ids: [String] { Rule.catalogue.map(\.id) + rules.map(\.id) }

  /// The rule with an id, from the catalogue or this list.
  package func named(_ id: String) -> Rule? { Rule.named(id) ?? positions[id].map { rules[$0] } }

  /// Two lists are equal if their rules have the same ids and are written at the same places.
  public static func == (left: OwnRules, right: OwnRules) -> Bool {
    left.rules.isSameStorage(as: right.rules)
      || left.rules.elementsEqual(right.rules) { $0.id == $1.id && $0.origin == $1.origin }
  }

  /// Hashes only the number of rules. This number is enough, because a run has few lists of rules.
  public func hash(into hasher: inout Hasher) { hasher.combine(rules.count) }

  /// Adds rules, for example those of a contract.
  ///
  /// - Throws: ``ContractError`` if two rules have the same id.
  mutating func add(_ rule: Rule, at key: JSONNode, of file: String) throws(ContractError) {
    if let other = positions[rule.id].flatMap({ rules[$0].origin }) {
      throw ContractError(
        "the rule `\(rule.id)` is defined twice; the other definition is in \(other.description)",
        contract: file, node: key)
    }
    guard rules.count < Self.most else {
      throw ContractError(
        "there are more than \(Self.most) rules in `customRules`", contract: file, node: key)
    }
    insert(rule)
  }

  mutating func insert(_ rule: Rule) {
    positions[rule.id] = rules.count
    rules.append(rule)
    let named = rule.form.selectors.flatMap(\.statuses)
    if named.isEmpty { return }
    rulesOfStatuses.append(rule)
    for status in named where status != "default" && !statuses.contains(status) {
      statuses.append(status)
    }
  }

  /// Adds the rules of another list that are not in this one.
  package mutating func formUnion(_ other: OwnRules) {
    for rule in other.rules where positions[rule.id] == nil { insert(rule) }
  }

  /// Reads a file of rules in JSON or YAML.
  ///
  /// - Parameter companions: Reads the files that the file's `extends` names.
  /// - Throws: ``ContractError`` with the place of the first mistake.
  package mutating func read(
    _ bytes: some Collection<UInt8>, name: String, companions: Contract.Companions
  ) throws(ContractError) {
    let root = try ContractText.document(bytes, name: name).root
    let slash = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    try readFile(
      root, name, in: "", home: String(name[..<slash]), open: [String(name[slash...])], companions)
  }

  /// Reads the rules of a `customRules` object.
  ///
  /// - Parameter gate: A relation that a body must satisfy. Otherwise the rules do not apply to the
  ///   body.
  package mutating func read(
    _ node: JSONNode, of file: String, when gate: String? = nil
  ) throws(ContractError) {
    guard node.kind == .object else {
      throw ContractError(
        "`customRules` must be an object of rules by id", contract: file, node: node)
    }
    for property in node.properties {
      let reader = OwnRuleReader(file: file, id: property.name, node: property.value, gate: gate)
      try add(try reader.rule(property.key), at: property.key, of: file)
    }
  }

  /// The rules that can be checked without a contract.
  var withoutContract: OwnRules { selecting { $0.asksContract ? nil : $0 } }

  /// The rules that can be checked if no schema describes a body.
  var withoutSchemas: OwnRules { selecting { $0.asksSchema ? nil : $0 } }

  /// The rules that apply only to some operations, statuses or media types.
  var ofExchanges: [Rule] { rules.filter { $0.form.selectors.contains(where: \.asksExchange) } }

  /// The rules that apply to a message, without their conditions on messages. If there is no
  /// message, all rules.
  func about(_ place: RulePlace?) -> OwnRules { selecting { $0.about(place) } }

  /// The same rules for any exchange. They are used to check the rules' examples.
  var anywhere: OwnRules { selecting(keepsAll: true) { $0.anywhere } }

  /// - Parameter keepsAll: Whether rules without demands stay.
  private func selecting(
    keepsAll: Bool = false, _ change: (Ownership.Selector) -> Ownership.Selector?
  ) -> OwnRules {
    var copy = OwnRules()
    for var rule in rules {
      let kept = rule.form.demands.compactMap { selector, demand -> Ownership? in
        change(selector).map { .demands($0, demand) }
      }
      rule.form = .owns(kept)
      if !kept.isEmpty || keepsAll { copy.insert(rule) }
    }
    return copy
  }

  /// Reads the files of an `extends` array, and the files that these files extend.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file with the array, relative to the project's folder and with a
  ///     slash at the end; empty for the project's folder.
  ///   - open: The files that lead to this file.
  package mutating func extend(
    _ node: JSONNode, of file: String, in folder: String, home: String, open: [String],
    _ companions: Contract.Companions
  ) throws(ContractError) {
    guard node.kind == .array else {
      throw ContractError(
        "`extends` must be an array of files and presets", contract: file, node: node)
    }
    for element in node.elements {
      if let text = element.string, text.hasPrefix(Self.presetPrefix) {
        try extend(preset: text.dropFirst(Self.presetPrefix.count), element, of: file)
        continue
      }
      let path = try Self.path(element, of: file, in: folder)
      if open.contains(path) {
        throw ContractError(
          "`extends` leads back to `\(SafeText.line(path))`", contract: file, node: element)
      }
      if files.contains(path) { continue }
      files.append(path)
      guard files.count <= Self.mostFiles else {
        throw ContractError(
          "`extends` leads to more than \(Self.mostFiles) files", contract: file, node: element)
      }
      let bytes: [UInt8]?
      do throws(Contract.CompanionError) {
        bytes = try companions(path)
      } catch {
        throw ContractError(
          "`\(SafeText.line(path))` cannot be read: \(error.reason)", contract: file, node: element)
      }
      guard let bytes else {
        throw ContractError(
          "there is no file `\(SafeText.line(path))` in the folder of the configuration",
          contract: file, node: element)
      }
      let name = home + path
      let root = try ContractText.document(bytes, name: name).root
      let inner = String(
        path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
      try readFile(root, name, in: inner, home: home, open: open + [path], companions)
    }
  }

  private mutating func readFile(
    _ root: JSONNode, _ name: String, in folder: String, home: String, open: [String],
    _ companions: Contract.Companions
  ) throws(ContractError) {
    guard root.kind == .object else {
      throw ContractError("a file of rules must be an object", contract: name, node: root)
    }
    let known = ["$schema", "extends", "when", "customRules"]
    for property in root.properties where !known.contains(property.name) {
      throw ContractError(
        "a file of rules has no property `\(SafeText.line(property.name))`"
          + NearestName.suggestion(for: property.name, among: known), contract: name,
        node: property.key)
    }
    if let extends = root["extends"] {
      try extend(extends, of: name, in: folder, home: home, open: open, companions)
    }
    guard let rules = root["customRules"] else {
      guard root["extends"] == nil else { return }
      throw ContractError("a file of rules needs `customRules`", contract: name, node: root)
    }
    let reader = OwnRuleReader(file: name, id: "", node: root)
    try self.read(rules, of: name, when: try reader.relation("when", of: root))
  }

  /// The files of `extends` that were read, relative to the folder of the first one.
  package private(set) var files: [String] = []
  private static let mostFiles = 256

  /// A path relative to the project's folder.
  private static func path(
    _ node: JSONNode, of file: String, in folder: String
  ) throws(ContractError) -> String {
    guard let text = node.string, !text.isEmpty else {
      throw ContractError(
        "`extends` must have paths of files, or presets such as `preset:spring`", contract: file,
        node: node)
    }
    var segments = folder.split(separator: "/").map(String.init)
    var leadsOut = text.hasPrefix("/") || text.contains("\0")
    for segment in text.split(separator: "/") where segment != "." {
      guard segment == ".." else {
        segments.append(String(segment))
        continue
      }
      if segments.popLast() == nil { leadsOut = true }
    }
    guard !leadsOut, !segments.isEmpty else {
      throw ContractError(
        "`\(SafeText.line(text))` must be a path inside the folder of the configuration",
        contract: file, node: node)
    }
    return segments.joined(separator: "/")
  }
}

extension Rule.Form {
  /// The selectors of the rule's values.
  var selectors: [Ownership.Selector] {
    switch self {
    case .owns(let ownerships): ownerships.compactMap(\.selector)
    case .keys(let table): [table.selector].compactMap { $0 }
    case .relation, .text, .exchange: []
    }
  }

  /// The relations that the rule demands, as they are written.
  var relations: [String] {
    demands.compactMap { if case .relation(let text, _) = $0.1 { text } else { nil } }
  }

  /// The demands on values that do not depend on the contract.
  fileprivate var demands: [(Ownership.Selector, Ownership.Demand)] {
    switch self {
    case .owns(let ownerships):
      ownerships.compactMap { ownership in
        if case .demands(let selector, let demand) = ownership { (selector, demand) } else { nil }
      }
    case .keys(.forbidden(let selector)): [(selector, .absence)]
    case .keys, .relation, .text, .exchange: []
    }
  }
}

/// The place where a rule is written.
package struct RuleOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The file, as messages show it.
  package let file: String
  let key: JSONNode
  /// The scope of the rule and its demands: rows with a title and a text.
  package let facts: [[String]]
  /// The examples, with their places.
  let examples: [OwnRuleExample]

  /// The place of the rule's id.
  ///
  /// - Complexity: Linear in the file.
  package var position: TextPosition { key.document.position(of: key.range.offset) }

  /// Two origins are equal if their places are equal.
  package static func == (left: RuleOrigin, right: RuleOrigin) -> Bool {
    (left.file, left.key.range.offset) == (right.file, right.key.range.offset)
  }

  /// Hashes the place.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(key.range.offset)
  }

  /// The place as `FILE:LINE:COLUMN`.
  package var description: String { "\(file):\(position.line):\(position.column)" }
}

/// An example of a rule: a body, and the places of its mistakes.
struct OwnRuleExample: Sendable {
  let body: String
  /// The places; empty if the body is right.
  let places: [JSONPointer]
  /// Whether the example is listed as a right example.
  let isRight: Bool
  /// The status of the response with the body. Nil if the status does not matter.
  var status: Int?
  let node: JSONNode

  var position: TextPosition { node.document.position(of: node.range.offset) }
}

/// A text with `{name}` and `{value}` that replaces a value.
package struct ValueTemplate: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A string with gaps that values fill.
    case text(String)
    /// JSON text.
    case json(String)
    /// The value in quotes.
    case quoted
    /// The value without its quotes.
    case unquoted
  }

  let content: Content
  /// The maximum length of a new text, in bytes.
  @_spi(Engine) public static let longest = 100_000

  /// Whether the new text of a value would exceed the limit.
  func isTooLong(for node: JSONNode, named name: String) -> Bool {
    guard case .text(let template) = content else { return false }
    var size = template.utf8.count
    let value = node.range.length
    _ = template.filled { gap in
      if gap == "value" { size += value } else if gap == "name" { size += name.utf8.count }
      return ""
    }
    return size > Self.longest
  }

  /// The new JSON text for a value; nil if there is none.
  func text(for node: JSONNode, named name: String) -> String? {
    switch content {
    case .json(let text): return text
    case .quoted:
      guard node.kind == .number || node.kind == .boolean else { return nil }
      return JSONWriter.quoted(node.text)
    case .unquoted:
      guard let text = node.string,
        JSONNumber(text) != nil || text == "true" || text == "false"
      else { return nil }
      return text
    case .text(let template):
      guard node.kind != .object, node.kind != .array, !isTooLong(for: node, named: name) else {
        return nil
      }
      return JSONWriter.quoted(
        template.filled { gap in
          switch gap {
          case "name": name
          case "value": node.string ?? node.text
          default: nil
          }
        })
    }
  }

  var title: String {
    switch content {
    case .quoted: "put it in quotes"
    case .unquoted: "remove the quotes"
    case .text, .json: ""
    }
  }
}
