@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// A statement of the contract that traffic contradicts, with facts about the contract and the
/// traffic.
struct Discrepancy {
  let claim: Claim
  var kind: Claim.Kind { claim.kind }
  /// The statement's node in the contract.
  let node: JSONNode
  let total: ClaimCount
  /// The counts by operation and direction.
  let uses: [(use: ClaimUse, count: ClaimCount)]
  let detail: ClaimDetail

  /// Whether only requests contradict the statement. If so, the app may be wrong, not the server.
  var isOfApp: Bool { uses.allSatisfy { $0.count.against == 0 || $0.use.part == .request } }
  /// The statement that counts the objects of this discrepancy.
  var objects: Claim {
    Claim(kind: claim.kind.ofObjects, document: claim.document, offset: claim.offset)
  }
  /// Whether this is a name that less than half of the objects have. Such names are like keys that
  /// are data.
  var isRareName: Bool {
    if case .unlisted = kind { total.against * 2 < total.seen } else { false }
  }
  var sender: String { isOfApp ? "app" : "backend" }

  /// The name of the place in the contract: `Item.name`.
  func name(_ pointer: JSONPointer) -> String {
    switch kind {
    case .required(let name):
      SchemaName.of(JSONPointer(tokens: pointer.tokens.dropLast(2) + ["properties", name]))
    case .type, .values, .keyword, .status: SchemaName.of(pointer.droppingLast, in: node.document)
    case .branches, .named: SchemaName.of(pointer, in: node.document)
    case .notNull, .noneNull, .shape, .unlisted: SchemaName.of(pointer, in: node.document)
    }
  }

  /// The share: `40 of 40`.
  private var share: String {
    "\(Rate.grouped(total.against)) of \(Rate.grouped(total.seen))"
  }

  /// The difference in one line.
  ///
  /// - Parameter isSecret: Whether values must not be shown.
  func message(_ pointer: JSONPointer, isSecret: Bool) -> String {
    let name = "`\(self.name(pointer))`"
    switch kind {
    case .notNull, .noneNull:
      return "\(name) is null in \(share) values; the contract does not allow null"
    case .type:
      let types = Self.phrase(ContractAmender.types(node))
      return "\(name) is \(foundTypes) in \(share) values; the contract says \(types)"
    case .required:
      return "\(name) is missing from \(share) objects; the contract requires it"
    case .values:
      let shown = isSecret ? "" : ContractAmender.shownValues(of: detail)
      return "\(name) has in \(share) cases a value that is not in `enum`"
        + (shown.isEmpty ? "" : ": \(shown)")
    case .keyword(let keyword):
      let said = node.count > 0 ? "`\(keyword)`" : "`\(keyword): \(value(of: keyword, isSecret))`"
      return "\(name) breaks \(said) in \(share) values"
    case .branches(let keyword):
      return "in \(share) cases, the value of \(name) fits no branch of `\(keyword)`"
    case .shape:
      return "\(name) is another kind of object in \(share) cases: it has none of the required "
        + "properties"
    case .unlisted(let property):
      return
        "\(name) has the property `\(SafeText.line(Redaction.text(property)))` in \(share) objects; the contract does not list it"
    case .named(_, let other):
      return "\(name) is named `\(SafeText.line(Redaction.text(other)))` in \(share) objects"
    case .status(let status):
      return
        "\(name) responds with \(status) in \(share) exchanges; the contract does not document it"
    }
  }

  /// The contract's value of a keyword, without secrets.
  private func value(of keyword: String, _ isSecret: Bool) -> String {
    let value = node.string ?? node.text
    let shown =
      switch keyword {
      case "pattern": Redaction.shown(pattern: value, ofSecret: isSecret)
      case "const" where isSecret: Redaction.mask(of: value)
      default: Redaction.shown(value, ofProperty: nil)
      }
    return SafeText.line(shown)
  }

  /// A phrase such as `a string or null`.
  private static func phrase(_ types: [String]) -> String {
    types.map { type in
      type == "null"
        ? type : ["integer", "array", "object"].contains(type) ? "an \(type)" : "a \(type)"
    }.joined(separator: " or ")
  }

  private var foundTypes: String { Self.phrase(detail.counts.keys.sorted()) }

  /// The conclusion if the contract is wrong, and the conclusion if the traffic is wrong.
  var readings: [String] {
    let (contract, other): (String, String) =
      switch kind {
      case .notNull, .noneNull:
        ("null is allowed", "sends null, but the contract promises a value")
      case .type:
        ("the value may also be \(foundTypes)", "sends a type that the contract does not allow")
      case .required: ("the property is optional", "does not send a required property")
      case .values: ("the list is incomplete", "sends values that are not documented")
      case .keyword("format"):
        ("the strings have another `format`", "sends a `format` that the contract does not allow")
      case .keyword: ("the limit is too narrow", "sends a value that breaks the limit")
      case .branches: ("a branch is missing", "sends a value that no branch describes")
      case .shape:
        (
          "another kind of object is allowed here",
          "sends another kind of object, for example an error"
        )
      case .unlisted:
        ("the contract has no such property", "sends a property that is not documented")
      case .named: ("the property has another name", "misspells the name")
      case .status: ("the contract has no such status", "sends a status that is not documented")
      }
    return ["if the contract is wrong: \(contract)", "if the \(sender) is wrong: it \(other)"]
  }

  /// The reason why nothing is edited. Nil if the contract is treated as wrong.
  func verdict(_ threshold: Threshold, _ contract: Contract) -> String? {
    let percent = Rate.percent(total.against, of: total.seen)
    if total.seen < threshold.samples {
      return
        "only \(Plural.count(total.seen, "value")) seen, fewer than \(threshold.samples) (`--min-samples`)"
    }
    if total.against < threshold.fewest {
      return "the difference was seen only once; one case is not enough for an edit"
    }
    if threshold.isRare(total.against, of: total.seen) {
      return "only \(percent) differ, so the \(sender) is probably wrong"
    }
    let disagreeing = uses.filter {
      $0.count.seen > 0 && threshold.isRare($0.count.against, of: $0.count.seen)
    }
    guard let first = disagreeing.first else { return nil }
    let counts = uses.map { entry in
      let name = ContractAmender.name(of: entry.use, in: contract)
      return
        "`\(name)` \(Rate.grouped(entry.count.against)) of \(Rate.grouped(entry.count.seen))"
    }
    let shown = counts.prefix(4).joined(separator: ", ") + (counts.count > 4 ? ", …" : "")
    let speaker = ContractAmender.name(of: first.use, in: contract)
    return
      "several operations use this schema, and the values of `\(speaker)` fit the contract "
      + "(values that differ: \(shown))"
  }
}

extension JSONPointer {
  var droppingLast: JSONPointer { JSONPointer(tokens: tokens.dropLast()) }
}

extension ContractAmender {
  /// The name of a use: `GET /users`, or `POST /users (request)`.
  static func name(of use: ClaimUse, in contract: Contract) -> String {
    let name =
      contract.operations.indices.contains(use.operation)
      ? contract.operations[use.operation].name : "bodies of the named schema"
    return use.part == .request ? "\(name) (request)" : name
  }

  /// The type names in a value of `type`.
  static func types(_ node: JSONNode) -> [String] {
    node.kind == .array ? node.elements.compactMap(\.string) : [node.string].compactMap(\.self)
  }
}
