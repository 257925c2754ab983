@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes one value of a schema, and lists what else the schema allows in its place.
///
/// Each schema is read through its outline, so that bodies do not depend on how it is written.
final class VariantMaker {
  /// Something that a schema leaves open at one place of the value.
  struct Freedom {
    let kind: Variant.Freedom
    let words: String
    /// Where the contract says it.
    let node: JSONNode?
    let instance: JSONPointer
    /// What to change, in turn until the result is valid.
    var ways: [[VariantChange]]
    /// Whether rules or other keywords may well forbid it, which is then no freedom.
    var isTrial = false
    /// The member that is left out, where the contract may require it after all.
    var member: String?
  }

  /// What is known of the value that is made.
  struct Context {
    var settings: RuleSettings
    /// The name of the member that holds it.
    var name: String?
    /// Values of the contract's examples for this place.
    var samples: [JSONNode] = []
    /// Whether optional members are left out.
    var isSmall = false
    /// Members whose value a branch decides.
    var fixed: [String: VariantValue] = [:]
  }

  /// What is known of an integer besides its schema.
  struct Figure {
    let least: Int
    let usual: String
  }

  /// Which choice among branches it is.
  struct ChoicePlace: Hashable {
    let document: ObjectIdentifier
    let index: Int

    init(_ choice: SchemaOutline.Choice) {
      document = choice.key.document.identity
      index = choice.key.tapeIndex
    }
  }

  let contract: String
  let outlines: SchemaOutlines
  /// The names and fragments of rules that ask something of values.
  let rules: RulePlan
  private let documents: Set<ObjectIdentifier>
  var freedoms: [Freedom] = []
  /// Of members that are required.
  var needed: [Freedom] = []
  /// The optional properties that were tried, with where the contract lists them.
  var optional: [[String]: JSONNode?] = [:]
  /// Optional properties that the contract allows and for which no value was found.
  var unmade: [[String]] = []
  private(set) var limits: [String] = []
  var steps = 0
  var path: [VariantChange.Step] = []
  var figures: [[VariantChange.Step]: Figure] = [:]
  var turn = 0
  /// Properties to leave out.
  var without: Set<[String]> = []
  /// How often a value was given up because of a bound.
  var cuts = 0
  /// The schemas that the value stands in.
  var enclosing: [[UInt64]] = []
  /// How often each schema was made with all of its members.
  var uses: [[UInt64]: Int] = [:]

  /// How often a schema may stand in itself.
  static let deepest = 3
  /// How many values of one schema are varied; the others have only what they need.
  static let mostUses = 8
  static let mostSteps = 5_000
  /// How many elements an array at its end has, and about how many bytes.
  static let mostElements = 100
  static let longestArray = 100_000
  static let mostLevels = 48
  /// How many choices among branches one value may take.
  static let mostChoices = 64
  /// How many branches of further choices at one place are tried.
  static let mostNewBranches = 64
  /// How often a value for a branch is tried.
  static let mostWays = 16

  init(_ contract: String, _ outlines: SchemaOutlines) {
    self.contract = contract
    self.outlines = outlines
    rules = RulePlan(contract: contract)
    documents = Set(outlines.registry.contents.map(\.document.identity))
  }

  /// A value of a schema, with the freedoms in ``freedoms``; nil if none was found.
  ///
  /// - Parameters:
  ///   - figures: What no schema tells of integers at some places.
  ///   - turn: Which of several branches comes first.
  ///   - without: Places of optional properties to leave out.
  func make(
    _ schema: SchemaSite, _ context: Context, figures: [[VariantChange.Step]: Figure] = [:],
    turn: Int = 0, without: Set<[String]> = []
  ) -> VariantValue? {
    self.figures = figures
    self.turn = turn
    self.without = without
    (optional, unmade, cuts) = ([:], [], 0)
    (freedoms, needed, limits, steps, path, enclosing, uses) = ([], [], [], 0, [], [], [:])
    return value([schema], context)
  }

  /// The innermost optional property that a place in the body belongs to.
  func optionalPath(holding place: [String]) -> [String]? {
    (0...place.count).reversed().lazy.map { Array(place.prefix($0)) }.first {
      self.optional[$0] != nil
    }
  }

  // MARK: Freedoms

  func add(
    _ kind: Variant.Freedom, _ words: String, _ node: JSONNode?, _ changes: [VariantChange],
    isTrial: Bool = false
  ) {
    freedoms.append(
      Freedom(
        kind: kind, words: words, node: node, instance: pointer, ways: [changes], isTrial: isTrial))
  }

  /// The value at the present place.
  func change(_ value: VariantValue) -> VariantChange { VariantChange(path: path, value: value) }

  var pointer: JSONPointer { JSONPointer(tokens: path.map(\.token)) }

  /// The present place in words.
  var place: String {
    switch path.last {
    case .name(let name): "`\(name)`"
    case .index:
      path.lazy.reversed().compactMap { step -> String? in
        if case .name(let name) = step { "an element of `\(name)`" } else { nil }
      }.first ?? "an element"
    case nil: "the body"
    }
  }

  /// A bound because of which a value was given up.
  func limit(_ words: String) {
    cuts += 1
    note(words)
  }

  func note(_ limit: String) {
    if !limits.contains(limit) { limits.append(limit) }
  }

  /// A node of the contract; nil for one that a rule adds.
  func own(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { documents.contains($0.document.identity) ? $0 : nil }
  }

  func keyword(_ names: [String], of outline: SchemaOutline) -> JSONNode? {
    for name in names {
      for part in outline.parts {
        if let member = part.node.members.first(where: { $0.name == name }) { return member.key }
      }
    }
    return outline.place
  }

  static func examples(of node: JSONNode) -> [JSONNode] {
    (node["examples"].map { Array($0.elements) } ?? [])
      + [node["example"], node["default"]].compactMap { $0 }
  }

  // MARK: What rules ask for

  /// The schemas of a value, with what rules assert of it.
  func constraints(
    _ outline: SchemaOutline, _ context: Context, _ schemas: [SchemaSite]
  ) -> [JSONNode] {
    outline.parts.map(\.node) + fragments(context, schemas)
  }

  func ruled(
    _ keyword: String, _ context: Context, _ schemas: [SchemaSite]
  ) -> [JSONNode]? {
    fragments(context, schemas).lazy.compactMap { $0[keyword] }.first.map { Array($0.elements) }
  }

  private func fragments(_ context: Context, _ schemas: [SchemaSite]) -> [JSONNode] {
    guard let name = context.name else { return [] }
    var found: [JSONNode] = []
    for rule in Rule.catalogue where context.settings.isOn(rule) {
      guard case .owns(let ownerships) = rule.form else { continue }
      for case .values(let selector, _, _, let fragment?) in ownerships
      where rules.isMeant(by: selector, context.settings)(name) {
        let yields = context.settings.isForeign && rule.basis == .extensions
        if yields, outlines.restricts(schemas) { continue }
        if let document = try? fragment.document() { found.append(document.root) }
      }
    }
    return found
  }
}

extension SchemaOutline {
  var hasValues: Bool { values != nil }
}
