@_spi(Engine) public import JSONTape

/// The places in schemas where values are counted, and the counters of these places.
///
/// A place represents all schemas that apply to the same value. In the plan for validation, equal
/// schemas are merged. In this plan, equal schemas stay separate, because each counter belongs to
/// one property, value or branch in the document.
@_spi(Engine) public final class CountingPlan: Sendable {
  /// The kind of a counter.
  public enum Kind: String, Hashable, Sendable {
    /// A property with a value other than null.
    case value
    /// A property that is null.
    case null
    /// An object without the property.
    case absent
    /// One of the values of `enum` or `const`.
    case enumValue
    /// A branch of `anyOf`, `oneOf` or `if`.
    case branch
    /// An empty array.
    case empty
    /// An array with elements.
    case filled
  }

  /// A counter.
  public struct Cell: Sendable {
    /// The kind of the counter.
    public let kind: Kind
    /// The part of the document that is counted: the name of a property, a value of an `enum`, a
    /// branch, or the schema of an array.
    public let node: JSONNode
    /// The number of the node's document in the registry.
    public let document: Int
  }

  /// All counters. The three counters of one property follow each other. The two counters of one
  /// array follow each other, too.
  public let cells: [Cell]
  /// Whether there were too many places to count all of them.
  public let isCut: Bool
  let plan: Plan
  nonisolated(unsafe) let view: CountingView
  nonisolated(unsafe) private let memory = FrozenMemory()
  private let places: [CountedPlace]

  init(_ builder: CountingPlanBuilder, _ plan: Plan) {
    self.plan = plan
    cells = builder.cells
    isCut = builder.isCut
    places = builder.places
    view = CountingView(builder, memory)
  }

  /// The counters that test data must increase to be complete, at some places, in order. These are
  /// the counters of each property, each value of an `enum` and each branch. The counters for null and
  /// for a missing property are included only if the schema allows this.
  ///
  /// - Complexity: O(*n*) in the places.
  public func goals(from roots: some Sequence<Int32>) -> [Int] {
    var seen = [Bool](repeating: false, count: places.count)
    var found = [Bool](repeating: false, count: cells.count)
    var open = Array(roots)
    func note(_ cell: Int32) {
      if cell >= 0 { found[Int(cell)] = true }
    }
    while let index = open.popLast() {
      guard index >= 0, !seen[Int(index)] else { continue }
      seen[Int(index)] = true
      let place = places[Int(index)]
      if place.object >= 0 {
        let object = plan.view.objects[Int(place.object)]
        for slot in Int(object.slots)..<Int(object.slots + object.slotCount) {
          let counted = view.slots[slot]
          for kind in 0..<3 where counted.goals & 1 << UInt8(kind) != 0 {
            note(counted.cell + Int32(kind))
          }
          open.append(plan.view.slots[slot].node)
        }
        for at in Int(object.patterns)..<Int(object.patterns + object.patternCount) {
          open.append(plan.view.patternSlots[at].node)
        }
        open.append(object.additional)
      }
      for at in place.prefix.range { open.append(view.children[at]) }
      open.append(place.items)
      if place.strings >= 0 {
        let object = plan.view.objects[Int(place.strings)]
        for slot in Int(object.slots)..<Int(object.slots + object.slotCount) {
          note(view.slots[slot].cell)
        }
      }
      for at in place.values.range { note(view.values[at].cell) }
      for choice in place.choices.range {
        for at in view.choices[choice].branches.range {
          note(view.branches[at].cell)
          open.append(view.branches[at].place)
        }
      }
    }
    return found.indices.filter { found[$0] }
  }
}

/// The raw tables of a ``CountingPlan``. They are valid as long as the plan exists.
struct CountingView: BitwiseCopyable {
  let places: UnsafePointer<CountedPlace>
  let slots: UnsafePointer<CountedSlot>
  let choices: UnsafePointer<CountedChoice>
  let branches: UnsafePointer<CountedBranch>
  let values: UnsafePointer<CountedValue>
  let children: UnsafePointer<Int32>

  init(_ builder: CountingPlanBuilder, _ memory: FrozenMemory) {
    places = memory.freeze(builder.places)
    slots = memory.freeze(builder.slots)
    choices = memory.freeze(builder.choices)
    branches = memory.freeze(builder.branches)
    values = memory.freeze(builder.values)
    children = memory.freeze(builder.children)
  }
}

/// The counters of the values at one place. An index is -1 if nothing is counted.
struct CountedPlace: BitwiseCopyable, Sendable {
  /// The object plan with the properties. The nodes in its slots are places.
  var object: Int32 = -1
  /// The bit set of the optional properties, in words.
  var optional: Int32 = -1
  var words: Int32 = 0
  /// The counter of empty arrays. The next counter counts other arrays.
  var array: Int32 = -1
  /// The places of the first elements.
  var prefix = ChildList(start: 0, count: 0)
  /// The place of the other elements.
  var items: Int32 = -1
  /// The object plan with the listed strings as names.
  var strings: Int32 = -1
  /// The listed values that are not strings.
  var values = ChildList(start: 0, count: 0)
  var choices = ChildList(start: 0, count: 0)

  /// Whether scalars have no counters.
  var ignoresScalars: Bool { strings < 0 && values.count == 0 && choices.count == 0 }
}

/// The counters of a slot of an object plan.
struct CountedSlot: BitwiseCopyable, Sendable {
  /// The first of a property's three counters, or the counter of a listed string.
  var cell: Int32 = -1
  /// The counters of the three that are expected for this object. There is one bit for each
  /// counter.
  var goals: UInt8 = 0
}

/// A listed value that is not a string.
struct CountedValue: BitwiseCopyable, Sendable {
  var hash: UInt64
  var cell: Int32
}

/// The branches of `anyOf`, `oneOf`, or `if`.
struct CountedChoice: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable {
    case any, one
    /// The branches are `then` and `else`.
    case condition
  }

  var kind: Kind
  /// Whether all branches allow different types. If so, the type decides the branch.
  var differsByType = false
  /// The node of `if`, or -1.
  var condition: Int32 = -1
  var branches: ChildList
}

struct CountedBranch: BitwiseCopyable, Sendable {
  /// The raw types that the branch allows.
  var types: UInt8
  /// The node that accepts the values of the branch, or -1.
  var node: Int32
  /// The counter; -1 if there is no `then` or `else`.
  var cell: Int32
  var place: Int32
}

extension ChildList {
  var range: Range<Int> { Int(start)..<Int(start + count) }
}
