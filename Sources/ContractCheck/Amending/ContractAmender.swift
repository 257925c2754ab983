@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Edits a contract where traffic shows it incomplete.
///
/// Where values differ often, the contract counts as wrong and is edited; where they differ seldom,
/// the backend is probably wrong, and nothing is edited.
@_spi(Engine) public struct ContractAmender {
  /// When the contract counts as wrong.
  public struct Threshold {
    let mostly: Mostly
    let samples: Int

    /// - Parameters:
    ///   - mostly: Where at least this share of values agrees, the contract counts as right: `0.99`.
    ///   - samples: Nothing is edited for fewer values.
    /// - Returns: Nil where the share is no number between 0 and 1.
    public init?(mostly: String, samples: Int) {
      guard let mostly = Mostly(mostly) else { return nil }
      self.mostly = mostly
      self.samples = max(1, samples)
    }
  }

  /// One discrepancy, in the words of the report.
  public struct Amendment {
    /// Where the contract says what traffic contradicts.
    public let place: ContractPlace?
    /// What differs, with counts.
    public let message: String
    /// What it means if the contract is wrong, and if the backend is.
    public let readings: [String]
    /// Why the contract is edited and how, or why it is not.
    public let outcome: String
    /// Whether the contract is edited.
    public let isEdited: Bool
  }

  /// A file of the contract that changes.
  public struct File {
    /// Its number among the files of the contract; the contract itself is the first.
    public let number: Int
    /// As the contract leads to it.
    public let name: String
    /// Its text before.
    public let bytes: [UInt8]
    /// The changes.
    public let edits: TextEdits
  }

  /// In the order of the contract's files.
  public private(set) var amendments: [Amendment] = []
  /// Bodies that were matched to a schema by a guess, and so prove nothing.
  public let guessed: Int

  private let contract: Contract
  private let isOpenAPI30: Bool
  private let added: AddedSchemas
  /// By place, how many unlisted names only few of the objects have.
  private var rareNames: [Claim: Int] = [:]
  /// Schemas that properties with the names of secrets refer to.
  private let secretSchemas: Set<String>
  private var editors: [Int: ContractEditor] = [:]

  /// Decides, and makes the edits in memory.
  public init(_ ledger: SampleLedger, _ threshold: Threshold) {
    contract = ledger.contract
    added = ledger.added
    isOpenAPI30 = contract.isOpenAPI30
    guessed = ledger.guessed
    secretSchemas = Self.secretSchemas(of: contract)
    let places = ContractPlaces()
    let all = Self.discrepancies(ledger.tally, contract)
    for discrepancy in all where discrepancy.isRareName {
      rareNames[discrepancy.objects, default: 0] += 1
    }
    for discrepancy in all {
      let node = discrepancy.node
      let pointer = node.document.pointer(to: node.tapeIndex)
      let outcome: (text: String, isEdited: Bool) =
        if let reason = discrepancy.verdict(threshold, contract) {
          (reason, false)
        } else {
          amend(discrepancy, pointer, threshold)
        }
      amendments.append(
        Amendment(
          place: places.place(of: node, in: contract),
          message: discrepancy.message(pointer, isSecret: isSecret(pointer.droppingLast)),
          readings: discrepancy.readings, outcome: outcome.text, isEdited: outcome.isEdited))
    }
  }

  /// The files that change.
  public var files: [File] {
    editors.sorted { $0.key < $1.key }.compactMap { number, editor in
      guard !editor.edits.isEmpty else { return nil }
      let source = contract.registry.contents[number]
      return File(
        number: number, name: source.name, bytes: Array(source.document.sourceBytes),
        edits: editor.edits)
    }
  }

  /// The new text of a file.
  public func bytes(of file: File) -> [UInt8] { editors[file.number]?.bytes ?? file.bytes }

  private static func discrepancies(_ tally: ClaimTally, _ contract: Contract) -> [Discrepancy] {
    // The statements that count the objects in which other names were seen.
    var objects: [Claim: Int] = [:]
    for (number, entry) in tally.claims.enumerated() { objects[entry.claim] = number }
    var found: [Discrepancy] = []
    for (number, entry) in tally.claims.enumerated() {
      var uses = tally.counts(of: number)
      switch entry.claim.kind {
      case .unlisted(""), .named(_, not: ""): continue
      case .unlisted, .named:
        let all = Claim(
          kind: entry.claim.kind.ofObjects, document: entry.claim.document,
          offset: entry.claim.offset)
        guard let objects = objects[all], !(tally.details[objects]?.isCut ?? false) else {
          continue
        }
        uses = tally.counts(of: objects).map { use, count in
          let own = uses.first { $0.use == use }?.count.against ?? 0
          return (use, ClaimCount(seen: count.seen, against: own))
        }
      case .status:
        // Operations that share the list of statuses speak, too, if they never had this one.
        uses = contract.operations.compactMap { operation in
          guard let responses = operation.node["responses"],
            responses.document.identity == entry.node.document.identity,
            responses.sourceRange.offset == entry.node.sourceRange.offset,
            let seen = tally.exchanges[operation.position]
          else { return nil }
          let use = ClaimUse(operation: operation.position, part: .response)
          let own = uses.first { $0.use == use }?.count.against ?? 0
          return (use, ClaimCount(seen: seen, against: own))
        }
      default: break
      }
      let total = uses.reduce(into: ClaimCount()) { $0 += $1.count }
      guard total.against > 0 else { continue }
      found.append(
        Discrepancy(
          claim: entry.claim, node: entry.node, total: total,
          uses: uses, detail: tally.details[number] ?? ClaimDetail()))
    }
    return found.sorted { left, right in
      (left.claim.document, left.node.sourceRange.offset, left.order)
        < (right.claim.document, right.node.sourceRange.offset, right.order)
    }
  }

  // MARK: Edits

  private mutating func amend(
    _ discrepancy: Discrepancy, _ pointer: JSONPointer, _ threshold: Threshold
  ) -> (String, Bool) {
    let source = contract.registry.contents[discrepancy.claim.document]
    var editor =
      editors[discrepancy.claim.document] ?? ContractEditor(source.document, name: source.name)
    // What was edited before may have changed what is said here.
    // A name in `required` moves when another one leaves.
    let isName = if case .required = discrepancy.kind { true } else { false }
    guard let node = editor.document.node(at: isName ? pointer.droppingLast : pointer) else {
      return ("an edit above changes this place", false)
    }
    switch plan(discrepancy, node, pointer, threshold) {
    case .left(let reason): return (reason, false)
    case .edits(let edits, let words):
      for edit in edits where !editor.apply(edit) {
        return (
          "this edit would change other parts of the file, too; make it by hand: \(words)",
          false
        )
      }
      editors[discrepancy.claim.document] = editor
      let share = Rate.percent(discrepancy.total.against, of: discrepancy.total.seen)
      let shared =
        edits.first.flatMap { source.document.node(at: $0.holder) }.map {
          source.document.twins(of: $0).count
        }
      let aliases = (shared ?? 1) > 1 ? "; it has an anchor, so its aliases change, too" : ""
      return ("since \(share) differ: \(words)\(aliases)", true)
    }
  }

  private enum Plan {
    case edits([ContractEdit], String)
    case left(String)
  }

  private func plan(
    _ discrepancy: Discrepancy, _ node: JSONNode, _ pointer: JSONPointer, _ threshold: Threshold
  ) -> Plan {
    let holder = pointer.droppingLast
    func edit(_ action: ContractEdit.Action, at place: JSONPointer? = nil) -> ContractEdit {
      ContractEdit(holder: place ?? holder, action: action)
    }
    switch discrepancy.kind {
    case .notNull: return allowNull(node, pointer)
    case .noneNull: return .left("several parts of the schema forbid null; allow it by hand")
    case .type: return change(type: node, holder, discrepancy, threshold)
    case .required(let name):
      let place = holder.droppingLast
      return .edits(
        [edit(.removeItems(of: "required", [name]), at: place)], "removed from `required`")
    case .values: return addValues(node, holder, discrepancy, threshold)
    case .keyword("format"):
      let (format, count) =
        discrepancy.detail.counts.max { ($0.value, $1.key) < ($1.value, $0.key) } ?? ("", 0)
      if count == discrepancy.total.seen {
        return .edits(
          [edit(.set("format", to: JSONWriter.quoted(format)))],
          "`format` is `\(format)`, which all values have")
      }
      return .edits([edit(.remove("format"))], "removed `format`")
    case .keyword("const"): return .left("decide by hand whether another fixed value is right")
    case .keyword(let keyword):
      var edits = [edit(.remove(keyword))]
      // In OpenAPI 3.0 a flag belongs to the bound.
      let flag = ["minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"][keyword]
      if let flag, node.document.node(at: holder)?[flag]?.bool != nil {
        edits.append(edit(.remove(flag)))
      }
      return .edits(edits, "removed `\(keyword)`")
    case .branches: return .left("describe the new branch by hand")
    case .named(let documented, let other):
      return .left(
        "rename `\(documented)` in the contract or `\(SafeText.line(other))` in the "
          + "\(discrepancy.sender) by hand, since released apps read one of them")
    case .shape: return .left("describe the other object by hand")
    case .unlisted(let name): return addProperty(name, node, pointer, discrepancy)
    case .status(let status): return addResponse(status, node, pointer, discrepancy)
    }
  }

  /// More names than these that few objects have are the keys of a map.
  private static let mostRareNames = 3

  private func addProperty(
    _ name: String, _ schema: JSONNode, _ pointer: JSONPointer, _ discrepancy: Discrepancy
  ) -> Plan {
    if Array(name.utf8).withUnsafeBufferPointer(DataLook.isKey) {
      return .left("the name looks like data, not like one of the API; it is not copied")
    }
    if !discrepancy.isOfApp, SecretName.meaning(of: name.utf8).isSecret {
      return .left("its name looks like that of a secret; a response should not contain one")
    }
    if discrepancy.isRareName, rareNames[discrepancy.objects, default: 0] > Self.mostRareNames {
      return .left(
        "many names that few objects have are probably data; describe them by hand with "
          + "`additionalProperties`")
    }
    guard let text = added.schema(of: discrepancy.claim, for: contract) else {
      return .left("nothing is known of its values")
    }
    guard schema["properties"] != nil else {
      let properties = "{\(JSONWriter.quoted(name)):\(text)}"
      let sibling = schema["type"] == nil ? nil : "type"
      return .edits(
        [
          ContractEdit(
            holder: pointer, action: .insert("properties", properties, after: sibling))
        ], "added to `properties`")
    }
    return .edits(
      [
        ContractEdit(
          holder: pointer.appending("properties"), action: .insert(name, text, after: nil))
      ], "added to `properties`")
  }

  private func addResponse(
    _ status: Int, _ responses: JSONNode, _ pointer: JSONPointer, _ discrepancy: Discrepancy
  ) -> Plan {
    if status >= 500 { return .left("a server error is nothing that an app can rely on") }
    var response = "{\"description\":\"seen in recorded traffic\""
    if let text = added.schema(of: discrepancy.claim, for: contract) {
      response += ",\"content\":{\"application/json\":{\"schema\":\(text)}}"
    }
    response += "}"
    // In the order of the statuses.
    let sibling = responses.members.map(\.name).last { name in
      Int(name.prefix(1)).map { $0 * 100 <= status } ?? false
        && Int(name).map { $0 < status } ?? true
    }
    return .edits(
      [ContractEdit(holder: pointer, action: .insert("\(status)", response, after: sibling))],
      "added to `responses`")
  }

  private func allowNull(_ schema: JSONNode, _ pointer: JSONPointer) -> Plan {
    func edit(_ action: ContractEdit.Action) -> ContractEdit {
      ContractEdit(holder: pointer, action: action)
    }
    guard schema.kind == .object else { return .left("the schema allows nothing else") }
    if schema["const"] != nil { return .left("the schema allows one fixed value only") }
    let lists = ["anyOf", "oneOf", "allOf"].filter { schema[$0] != nil }
    var edits: [ContractEdit] = []
    if let listed = schema["enum"], !listed.elements.contains(where: \.isNull) {
      edits.append(edit(.append(to: "enum", ["null"])))
    }
    if isOpenAPI30 {
      if schema["$ref"] != nil {
        edits.append(edit(.wrap("$ref", in: "allOf", with: nil)))
        edits.append(edit(.insert("nullable", "true", after: "allOf")))
      } else if schema["nullable"] != nil {
        edits.append(edit(.set("nullable", to: "true")))
      } else {
        edits.append(edit(.insert("nullable", "true", after: schema["type"] == nil ? nil : "type")))
      }
      return .edits(edits, "`nullable: true`")
    }
    let isTyped = schema["type"] != nil
    guard (schema["$ref"] == nil ? 0 : 1) + lists.count + (isTyped || !edits.isEmpty ? 1 : 0) == 1
    else { return .left("several parts of the schema forbid null; allow it by hand") }
    if let type = schema["type"] {
      edits.append(
        type.kind == .array
          ? edit(.append(to: "type", ["\"null\""]))
          : edit(.set("type", to: "[\(type.text),\"null\"]")))
      let names = (Self.types(type) + ["null"]).joined(separator: ", ")
      return .edits(edits, "`type` is `[\(names)]`")
    }
    if schema["$ref"] != nil {
      edits.append(edit(.wrap("$ref", in: "anyOf", with: Self.null)))
      return .edits(edits, "`anyOf` of the reference and null")
    }
    guard let list = lists.first else { return .edits(edits, "`null` is in `enum`") }
    if list == "allOf" {
      guard schema["allOf"]?.count == 1 else {
        return .left("several parts of the schema forbid null; allow it by hand")
      }
      edits.append(edit(.rename("allOf", to: "anyOf")))
    }
    let name = list == "allOf" ? "anyOf" : list
    edits.append(edit(.append(to: name, [Self.null])))
    return .edits(edits, "null is a branch of `\(name)`")
  }

  private static let null = "{\"type\":\"null\"}"

  private func change(
    type node: JSONNode, _ holder: JSONPointer, _ discrepancy: Discrepancy, _ threshold: Threshold
  ) -> Plan {
    func set(_ names: [String]) -> ContractEdit {
      let quoted = names.map { JSONWriter.quoted($0) }
      let text = quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ","))]"
      return ContractEdit(holder: holder, action: .set("type", to: text))
    }
    let total = discrepancy.total
    let found = discrepancy.detail.counts.filter {
      !threshold.mostly.holds(without: $0.value, of: total.seen)
        && $0.value >= min(2, threshold.samples)
    }.keys.sorted()
    guard !found.isEmpty else { return .left("each other type is rare") }
    if found.contains("object") || found.contains("array") {
      let other = found.contains("object") ? "object" : "array"
      return .left("describe the other \(other) by hand")
    }
    let own = Self.types(node)
    let schema = node.document.node(at: holder)
    var names: [String]
    var edits: [ContractEdit] = []
    if total.against == total.seen {
      if schema?["enum"] != nil || schema?["const"] != nil {
        return .left("the listed values have the old type; change both by hand")
      }
      names = found + own.filter { $0 == "null" }
      if schema?["format"] != nil {
        edits.append(ContractEdit(holder: holder, action: .remove("format")))
      }
    } else {
      names = own + found
    }
    var more = ""
    if names.contains("number"), names.contains("integer") || own.contains("integer") {
      names.removeAll { $0 == "integer" }
      if schema?["enum"] != nil || schema?["const"] != nil {
        return .left("the listed values are integers; change both by hand")
      }
      if schema?["format"]?.string?.hasPrefix("int") == true, edits.isEmpty {
        edits.append(ContractEdit(holder: holder, action: .remove("format")))
      }
      if schema?["multipleOf"]?.int != nil {
        edits.append(ContractEdit(holder: holder, action: .remove("multipleOf")))
        more = "; removed `multipleOf`"
      }
    }
    for name in ["default", "example", "examples"] {
      guard let value = schema?[name] else { continue }
      let values = name == "examples" ? Array(value.elements) : [value]
      guard values.allSatisfy({ Self.fits($0, names) }) else {
        return .left("`\(name)` has the old type; change both by hand")
      }
    }
    if edits.contains(where: { $0.action == .remove("format") }) {
      more = "; removed `format`" + more
    }
    if isOpenAPI30, names.count > 1 {
      return .left("OpenAPI 3.0 has no lists of types; describe both with `oneOf`")
    }
    return .edits(
      [set(names)] + edits,
      "`type` is `\(names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]")`\(more)")
  }

  /// Whether a value has one of the types.
  private static func fits(_ value: JSONNode, _ types: [String]) -> Bool {
    switch value.kind {
    case .null: types.contains("null")
    case .boolean: types.contains("boolean")
    case .string: types.contains("string")
    case .array: types.contains("array")
    case .object: types.contains("object")
    case .number:
      types.contains("number") || types.contains("integer") && value.number?.isInteger == true
    }
  }

  // MARK: Secrets

  /// Whether a schema describes a property that is named like a secret.
  private func isSecret(_ schema: JSONPointer) -> Bool {
    zip(schema.tokens, schema.tokens.dropFirst()).contains { holder, name in
      switch holder {
      case "properties", "patternProperties": SecretName.meaning(of: name.utf8).isSecret
      case "schemas", "$defs", "definitions", "parameters":
        secretSchemas.contains(name) || SecretName.meaning(of: name.utf8).isSecret
      default: false
      }
    }
  }

  /// The names of the schemas that properties with such names refer to, also by way of others.
  private static func secretSchemas(of contract: Contract) -> Set<String> {
    var found: Set<String> = []
    func references(in node: JSONNode) -> [String] {
      var names: [String] = []
      var open = [node]
      while let next = open.popLast() {
        if let target = next["$ref"]?.string?.split(separator: "/").last {
          names.append(String(target))
        }
        open += next.elements.map { $0 } + next.members.map(\.value)
      }
      return names
    }
    for source in contract.registry.contents {
      var open = [source.document.root]
      while let node = open.popLast() {
        for member in node["properties"]?.members.map({ $0 }) ?? []
        where SecretName.meaning(of: member.name.utf8).isSecret {
          found.formUnion(references(in: member.value))
        }
        open += node.elements.map { $0 } + node.members.map(\.value)
      }
    }
    return found
  }

  // MARK: Values

  /// More new values than these are no list.
  private static let mostValues = 24
  private static let mostShown = 6

  private func addValues(
    _ node: JSONNode, _ holder: JSONPointer, _ discrepancy: Discrepancy, _ threshold: Threshold
  ) -> Plan {
    if isSecret(holder) {
      return .left("its name looks like that of a secret; its values are not copied")
    }
    let counts = discrepancy.detail.counts
    guard !discrepancy.detail.isCut, counts.count <= Self.mostValues else {
      return .left(
        "more than \(Self.mostValues) other values were seen, so `enum` does not suit this property"
      )
    }
    let repeated = counts.filter { $0.value > 1 }
    guard !repeated.isEmpty else { return .left("no other value was seen twice") }
    // A value that few have may be a mistake, whatever the others have.
    let new = repeated.keys.sorted().filter {
      !threshold.mostly.holds(without: counts[$0] ?? 0, of: discrepancy.total.seen)
    }
    guard !new.isEmpty else { return .left("each other value is rare") }
    let texts = new.compactMap { (try? JSONDocument($0))?.root.string }
    guard texts.count == new.count, texts.allSatisfy(Self.isWord) else {
      return .left("a value looks like data, not like a word of the API; it is not copied")
    }
    let words = texts.map { "`\($0)` (\(Rate.grouped(counts[JSONWriter.quoted($0)] ?? 0)))" }
    return .edits(
      [ContractEdit(holder: holder, action: .append(to: "enum", new))],
      "`enum` lists \(words.joined(separator: ", "))"
        + (new.count < counts.count
          ? "; not added: \(Plural.count(counts.count - new.count, "rare value"))" : ""))
  }

  /// The values that a message may show, the most frequent first.
  static func shownValues(of detail: ClaimDetail) -> String {
    let repeated = detail.counts.filter { $0.value > 1 }.sorted { left, right in
      (right.value, left.key) < (left.value, right.key)
    }
    let words = repeated.compactMap { text, count -> String? in
      guard let word = (try? JSONDocument(text))?.root.string, isWord(word) else { return nil }
      return "`\(word)` (\(Rate.grouped(count)))"
    }.prefix(mostShown)
    guard !words.isEmpty else { return "" }
    let isAll = words.count == detail.counts.count && !detail.isCut
    return words.joined(separator: ", ") + (isAll ? "" : ", …")
  }

  /// Only short words that look like identifiers get from traffic into a contract.
  private static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return 1...32 ~= bytes.count && (ASCIIByte.isLetter(bytes[0]))
      && bytes.allSatisfy {
        ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || "_-.".utf8.contains($0)
      }
      && bytes.count(where: ASCIIByte.isDigit) <= 4 && SecretLook.of(text) == .none
  }
}

extension Discrepancy {
  /// At one place, what says more comes first.
  fileprivate var order: String {
    switch kind {
    case .type: "1"
    case .notNull, .noneNull: "2"
    case .shape: "3"
    case .required(let name): "4\(name)"
    case .values: "5"
    case .keyword(let name): "6\(name)"
    case .branches(let name): "7\(name)"
    case .unlisted(let name): "8\(name)"
    case .named(_, let name): "0\(name)"
    case .status(let status): "9\(status)"
    }
  }
}
