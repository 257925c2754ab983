@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes one value of a schema, and lists the freedoms of the schema.
///
/// Each schema is read through its outline. So bodies do not depend on the way in which the schema
/// is written.
final class VariantMaker {
  /// A freedom of a schema at one place of the value.
  struct Freedom {
    let kind: Variant.Freedom
    let words: String
    /// The place in the contract.
    let node: JSONNode?
    let instance: JSONPointer
    /// The changes to try, until the result is valid.
    var ways: [[VariantChange]]
    /// Whether rules or other keywords may forbid the change. If they do, it is no freedom.
    var isTrial = false
    /// The property that is left out. The contract may still require it.
    var property: String?
  }

  /// The known facts about the value that is being made.
  struct Context {
    var settings: RuleSettings
    /// The name of the property with the value.
    var name: String?
    /// Values of the contract's examples for this place.
    var samples: [JSONNode] = []
    /// Whether optional properties are omitted.
    var isSmall = false
    /// Properties whose value follows from a branch.
    var fixed: [String: VariantValue] = [:]
  }

  /// Known facts about an integer that are not in its schema.
  struct Figure {
    let least: Int
    let usual: String
  }

  /// The identity of a choice among branches.
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
  /// The names and fragments of rules with demands on values.
  let rules: RulePlan
  private let documents: Set<ObjectIdentifier>
  var freedoms: [Freedom] = []
  /// Changes that the schemas do not allow, at the first places of the value.
  var mistakes: [Freedom] = []
  /// The optional properties that were tried, with their places in the contract.
  var optional: [[String]: JSONNode?] = [:]
  /// Optional properties that the contract allows and for which no value was found.
  var unmade: [[String]] = []
  private(set) var limits: [String] = []
  var steps = 0
  var path: [VariantChange.Step] = []
  var figures: [[VariantChange.Step]: Figure] = [:]
  var turn = 0
  /// The properties to omit.
  var without: Set<[String]> = []
  /// The number of values that were given up because of a limit.
  var cuts = 0
  /// The schemas around the value.
  var enclosing: [[UInt64]] = []
  /// The number of times that each schema was made with all its properties.
  var uses: [[UInt64]: Int] = [:]

  /// The deepest nesting of a schema in itself.
  static let deepest = 3
  /// The number of values of one schema that are varied. Other values have only required parts.
  static let mostUses = 8
  static let mostSteps = 5_000
  /// The maximum number of elements of the longest array, and the array's approximate size in
  /// bytes.
  static let mostElements = 100
  static let longestArray = 100_000
  static let mostLevels = 48
  /// The maximum number of choices among branches in one value.
  static let mostChoices = 64
  /// The maximum number of branches of further choices that are tried at one place.
  static let mostNewBranches = 64
  /// The most attempts to make a value for a branch.
  static let mostWays = 16

  init(_ contract: String, _ outlines: SchemaOutlines) {
    self.contract = contract
    self.outlines = outlines
    rules = RulePlan(contract: contract)
    documents = Set(outlines.registry.contents.map(\.document.identity))
  }

  /// Makes a value of a schema. Its freedoms are in ``freedoms``. Nil if no value was found.
  ///
  /// - Parameters:
  ///   - figures: Facts about integers at some places that no schema contains.
  ///   - turn: The index of the branch to try first.
  ///   - without: The places of optional properties to leave out.
  func make(
    _ schema: SchemaSite, _ context: Context, figures: [[VariantChange.Step]: Figure] = [:],
    turn: Int = 0, without: Set<[String]> = []
  ) -> VariantValue? {
    self.figures = figures
    self.turn = turn
    self.without = without
    (optional, unmade, cuts) = ([:], [], 0)
    (freedoms, mistakes, limits, steps, path, enclosing, uses) = ([], [], [], 0, [], [], [:])
    return value([schema], context)
  }

  /// The innermost optional property around a place in the body.
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

  /// Adds a value that the schemas of the current place do not allow.
  func addMistake(
    _ kind: Variant.Freedom, _ words: String, _ node: JSONNode?, _ value: VariantValue
  ) {
    mistakes.append(
      Freedom(
        kind: kind, words: "\(place) \(words)", node: node, instance: pointer,
        ways: [[change(value)]], isTrial: true))
  }

  /// A change of the value at the current place.
  func change(_ value: VariantValue) -> VariantChange { VariantChange(path: path, value: value) }

  var pointer: JSONPointer { JSONPointer(tokens: path.map(\.token)) }

  /// The current place in words.
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

  /// Notes the limit that stopped the search for a value.
  func limit(_ words: String) {
    cuts += 1
    note(words)
  }

  func note(_ limit: String) {
    if !limits.contains(limit) { limits.append(limit) }
  }

  /// A node of the contract. Nil for a node that a rule adds.
  func own(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { documents.contains($0.document.identity) ? $0 : nil }
  }

  func keyword(_ names: [String], of outline: SchemaOutline) -> JSONNode? {
    for name in names {
      for part in outline.parts {
        if let property = part.node.properties.first(where: { $0.name == name }) {
          return property.key
        }
      }
    }
    return outline.place
  }

  static func examples(of node: JSONNode) -> [JSONNode] {
    (node["examples"].map { Array($0.elements) } ?? [])
      + [node["example"], node["default"]].compactMap { $0 }
  }

  // MARK: What rules ask for

  /// The schemas of a value, with the assertions of rules.
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
