@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Compares schemas in pairs. Each pair is compared once, even if many operations use it.
///
/// Pairs wait in a list, so nesting and `$ref` cycles need no call stack. A change belongs to a
/// pair. The pairs that lead to this pair show which operations the change affects.
struct SchemaComparison {
  struct Context: Hashable {
    var isResponse: Bool
    /// Whether the value was always present. Such values are an element, a body and a required
    /// property.
    var wasAlways = true
    var oldDates = DateScope()
    var newDates = DateScope()
    var text = Text.none
    /// How the fields of a form are written, for the form itself.
    var fields: [String: Text]?
  }

  /// Whether a value of a request is written as text. Then `5` is also a string.
  enum Text: Hashable {
    case none
    /// A value or the elements of a list, as in a form. An object in it is JSON.
    case values
    /// All that is inside, too, as in a parameter.
    case all
  }

  /// The context inside objects that may have settings, given from the outermost on.
  func inside(_ context: Context, _ oldNodes: [JSONNode], _ newNodes: [JSONNode]) -> Context {
    var context = context
    context.oldDates = context.oldDates.inside(oldNodes, old)
    context.newDates = context.newDates.inside(newNodes, new)
    return context
  }

  private struct Key: Hashable {
    let old: [UInt64]
    let new: [UInt64]
    let context: Context
  }

  struct Pair {
    let oldRoots: [SchemaSite]
    let newRoots: [SchemaSite]
    let old: SchemaOutline
    let new: SchemaOutline
    var context: Context
    /// The place for findings if there is no new schema.
    let fallback: JSONNode
    fileprivate var parents: [Int32] = []
    /// The operations with a body or parameter that is the pair.
    fileprivate(set) var operations: Set<Int> = []
    fileprivate var changes: [Int] = []
  }

  let old: SchemaReader
  let new: SchemaReader
  private(set) var pairs: [Pair] = []
  private(set) var changes: [ContractChange] = []
  private var indexes: [Key: Int] = [:]
  private var next = 0
  private var steps = 0

  /// The maximum number of steps. Readable documents need fewer. Other documents are compared only
  /// up to this limit.
  static let mostSteps = 2_000_000
  private let limit: Int
  /// Whether only the verdict is needed. See ``isAllowed(_:by:_:)``.
  private let isTrial: Bool

  var isCut: Bool { steps > limit }

  init(old: SchemaReader, new: SchemaReader, limit: Int, isTrial: Bool = false) {
    self.old = old
    self.new = new
    self.limit = limit
    self.isTrial = isTrial
  }

  /// Whether the old branches allow the values of a new branch. If so, apps already know these
  /// values.
  mutating func isAllowed(
    _ branch: SchemaBranch, by branches: [SchemaBranch], _ step: SchemaStep
  ) -> Bool {
    branches.contains { fits($0, branch, isResponse: true, step) }
  }

  /// Whether the receiver of an old branch can read what the new branch sends, or the reverse in a
  /// request.
  mutating func fits(
    _ known: SchemaBranch, _ branch: SchemaBranch, isResponse: Bool, _ step: SchemaStep
  ) -> Bool {
    guard !isTrial, known.mayBe(branch) else { return false }
    if isResponse, old.outline(of: [known.site]).closing != nil { return false }
    var context = step.inner
    (context.isResponse, context.wasAlways) = (isResponse, step.pair.context.wasAlways)
    var trial = SchemaComparison(old: old, new: new, limit: limit - steps, isTrial: true)
    trial.add([known.site], [branch.site], context, fallback: step.place)
    trial.run()
    steps += trial.steps
    return !trial.isCut
      && trial.changes.allSatisfy { $0.meaning().rule.severity < .warning }
  }

  /// Adds two schemas to compare; no schema allows any value.
  mutating func add(
    _ oldRoots: [SchemaSite], _ newRoots: [SchemaSite], _ context: Context, fallback: JSONNode,
    operation: Int? = nil, parent: Int? = nil
  ) {
    let oldOutline = old.outline(of: oldRoots)
    let newOutline = new.outline(of: newRoots)
    let key = Key(old: oldOutline.key, new: newOutline.key, context: context)
    let index = indexes[key] ?? pairs.count
    if index == pairs.count {
      indexes[key] = index
      pairs.append(
        Pair(
          oldRoots: oldRoots, newRoots: newRoots, old: oldOutline, new: newOutline,
          context: context, fallback: fallback))
    }
    if let operation { pairs[index].operations.insert(operation) }
    if let parent { pairs[index].parents.append(Int32(clamping: parent)) }
    steps += 1
  }

  mutating func run() {
    while next < pairs.count, !isCut {
      compare(next)
      next += 1
    }
  }

  private mutating func compare(_ index: Int) {
    let pair = pairs[index]
    steps += pair.old.cost + pair.new.cost
    let step = SchemaStep(
      oldTypes: old.types(of: pair.old), newTypes: new.types(of: pair.new),
      oldBranches: old.branches(of: pair.old), newBranches: new.branches(of: pair.new),
      index: index, pair: pair,
      inner: inside(pair.context, pair.old.parts.map(\.node), pair.new.parts.map(\.node)))
    guard compareTypes(step) else { return }
    compareNull(step)
    if step.isForked { return compareBranches(step) }
    compareValues(step)
    compareFormats(step)
    compareBounds(step)
    compareProperties(step)
    compareElements(step)
    compareBranches(step)
    compareConditions(step)
  }

  /// Adds a change of a pair, at the new schema unless `new` is a better place.
  mutating func note(
    _ kind: ContractChange.Kind, in step: SchemaStep, old: JSONNode?, new: JSONNode? = nil
  ) {
    pairs[step.index].changes.append(changes.count)
    changes.append(
      ContractChange(
        kind: kind, isResponse: step.isResponse, old: old, new: new ?? step.place))
  }

  mutating func addInner(
    _ oldRoots: [SchemaSite], _ newRoots: [SchemaSite], in step: SchemaStep, wasAlways: Bool = true,
    fallback: JSONNode? = nil, property: String? = nil
  ) {
    if oldRoots.isEmpty, newRoots.isEmpty { return }
    var context = step.inner
    context.wasAlways = wasAlways
    if let property {
      if let fields = context.fields {
        (context.text, context.fields) = (fields[property] ?? .values, nil)
      } else if context.text == .values {
        context.text = .none
      }
    }
    add(oldRoots, newRoots, context, fallback: fallback ?? step.place, parent: step.index)
  }

  /// - Returns: The changes with their operations, and whether all schemas could be followed.
  func changesWithOperations() -> (changes: [ContractChange], isComplete: Bool) {
    var changes = changes
    var steps = 0
    var stamps = [Int32](repeating: -1, count: pairs.count)
    for (number, pair) in pairs.enumerated() where !pair.changes.isEmpty {
      var operations: Set<Int> = []
      var pending = [number]
      stamps[number] = Int32(clamping: number)
      while let index = pending.popLast(), steps < limit * 4 {
        operations.formUnion(pairs[index].operations)
        steps += 1 + pairs[index].parents.count
        for parent in pairs[index].parents where stamps[Int(parent)] != Int32(clamping: number) {
          stamps[Int(parent)] = Int32(clamping: number)
          pending.append(Int(parent))
        }
      }
      for change in pair.changes { changes[change].operations = operations }
    }
    return (changes, steps < limit * 4)
  }
}

struct SchemaStep {
  /// All types that values may have, null included.
  let oldTypes: TypeSet
  let newTypes: TypeSet
  let oldBranches: [SchemaBranch]
  let newBranches: [SchemaBranch]
  let index: Int
  let pair: SchemaComparison.Pair
  let inner: SchemaComparison.Context

  var old: SchemaOutline { pair.old }
  var new: SchemaOutline { pair.new }
  var isResponse: Bool { pair.context.isResponse }
  var isText: Bool { !isResponse && pair.context.text != .none }

  /// The types of the values that are sent, without null.
  var sent: TypeSet {
    var types = (isResponse ? newTypes : oldTypes).subtracting(.null)
    let steps = (isResponse ? new : old).values(of: "multipleOf")
    if !types.contains(.string), steps.contains(where: { $0.number?.isInteger == true }) {
      types.remove(.number)
    }
    return types
  }

  /// The types that the receiver reads, without null. A receiver of strings reads any text.
  var read: TypeSet {
    let types = (isResponse ? oldTypes : newTypes).subtracting(.null)
    guard isText, types.contains(.string) else { return types }
    return sent.union(.null) == .all ? sent : types.union([.boolean, .integer, .number])
  }

  /// Whether one side consists of several branches, and the other side has the form of one branch.
  var isForked: Bool {
    guard oldBranches.isEmpty != newBranches.isEmpty else { return false }
    let roots = oldBranches.isEmpty ? pair.oldRoots : pair.newRoots
    return roots.count == 1 && (oldBranches.isEmpty ? new : old).properties.isEmpty
  }

  var place: JSONNode { new.place ?? pair.fallback }
}
