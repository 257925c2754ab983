@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) package import JSONTape

/// Edits a contract where traffic shows that it is incomplete.
///
/// If many values differ from the contract, the contract is probably wrong, and it is edited. If
/// only a few values differ, the server is probably wrong, and nothing is edited.
@_spi(Engine) public struct ContractAmender {
  /// A difference between the contract and the traffic, as the report shows it.
  public struct Amendment {
    /// The place in the contract that does not agree with the traffic.
    public let place: ContractPlace?
    /// The difference, with numbers of values.
    public let message: String
    /// Two explanations: one if the contract is wrong, and one if the server is wrong.
    public let readings: [String]
    /// How and why the contract is edited, or why it is not edited.
    public let outcome: String
    /// Whether the contract is edited.
    public let isEdited: Bool
  }

  /// A file of the contract with changes.
  public struct File {
    /// The index among the files of the contract. The contract itself is the first file.
    public let number: Int
    /// The name of the file, as the contract writes it in `$ref`.
    public let name: String
    /// The old text.
    public let bytes: [UInt8]
    /// The changes.
    public let edits: TextEdits
  }

  /// The amendments in the order of the contract's files.
  public private(set) var amendments: [Amendment] = []
  /// The number of bodies whose schema is only a guess. Such bodies are not used.
  public let guessed: Int
  /// The number of stubs, which are not used.
  public let stubs: Int

  let contract: Contract
  let nullKeyword: String?
  let added: AddedSchemas
  /// The number of unlisted names at each place that only a few objects have.
  var rareNames: [Claim: Int] = [:]
  /// The schemas that secret properties refer to.
  let secretSchemas: Set<String>
  private var editors: [Int: ContractEditor] = [:]

  /// The number of discrepancies that are not selected.
  package private(set) var unselected = 0
  /// The pointers of the selection without a discrepancy at or below them.
  package let unmatched: [JSONPointer]

  /// Decides on the amendments and makes the edits in memory.
  package init(_ ledger: SampleLedger, _ threshold: Threshold, _ selection: AmendmentSelection) {
    let seen = ledger.sum
    contract = ledger.contract
    added = seen.added
    nullKeyword = contract.nullKeyword
    guessed = seen.guessed
    stubs = seen.stubs
    secretSchemas = Self.secretSchemas(of: contract)
    let places = ContractPlaces()
    var secrets: [ObjectIdentifier: SecretsOfSchemas] = [:]
    let all = Self.discrepancies(seen.tally, contract)
    for discrepancy in all where discrepancy.isRareName {
      rareNames[discrepancy.objects, default: 0] += 1
    }
    unmatched = selection.unmatched(by: all)
    for discrepancy in all {
      guard selection.takes(discrepancy) else {
        unselected += 1
        continue
      }
      let node = discrepancy.node
      let pointer = discrepancy.pointer
      let outcome: (text: String, isEdited: Bool) =
        if let reason = discrepancy.verdict(threshold, contract) {
          (reason, false)
        } else {
          amend(discrepancy, pointer, threshold)
        }
      amendments.append(
        Amendment(
          place: places.place(of: node, in: contract),
          message: discrepancy.message(
            pointer,
            isSecret: isSecret(pointer.droppingLast)
              || secrets.secrets(of: node.document).isSecret(node)),
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
    // The statements that count the objects with other names.
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
        // Operations that share the list of statuses count even if they never had this status.
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
    // Earlier edits may have changed this statement. A name in `required` moves if another name is
    // removed.
    let isName = if case .required = discrepancy.kind { true } else { false }
    guard let node = editor.document.node(at: isName ? pointer.droppingLast : pointer) else {
      return ("an edit above changes this place", false)
    }
    switch plan(discrepancy, node, pointer, threshold) {
    case .left(let reason): return (reason, false)
    case .edits(let edits, let words):
      for edit in edits where !editor.apply(edit) {
        return (
          "this edit would also change other parts of the file; make the edit by hand: \(words)",
          false
        )
      }
      editors[discrepancy.claim.document] = editor
      let share = Rate.percent(discrepancy.total.against, of: discrepancy.total.seen)
      let shared =
        edits.first.flatMap { source.document.node(at: $0.holder) }.map {
          source.document.twins(of: $0).count
        }
      let aliases =
        (shared ?? 1) > 1
        ? "; this place has a YAML anchor, so the edit also changes the places that use its "
          + "alias" : ""
      return ("because \(share) of the cases differ: \(words)\(aliases)", true)
    }
  }

  enum Plan {
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
    case .noneNull: return .left("several parts of the schema forbid null; allow null by hand")
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
      // In OpenAPI 3.0, a flag belongs to the bound.
      let flag = ["minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"][keyword]
      if let flag, node.document.node(at: holder)?[flag]?.bool != nil {
        edits.append(edit(.remove(flag)))
      }
      return .edits(edits, "removed `\(keyword)`")
    case .branches: return .left("describe the new branch by hand")
    case .named(let documented, let other):
      return .left(
        "rename by hand: `\(documented)` in the contract, or `\(SafeText.line(other))` in the "
          + "\(discrepancy.sender); released apps read one of the two names")
    case .shape: return .left("describe the other object by hand")
    case .unlisted(let name): return addProperty(name, node, pointer, discrepancy)
    case .status(let status): return addResponse(status, node, pointer, discrepancy)
    }
  }

}

extension Discrepancy {
  /// At one place, the most precise statement comes first.
  var order: String {
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
