@_spi(Engine) internal import JSONTape

/// The mistakes that a linter finds in a body. They are created when they are needed.
///
/// For a body with very many mistakes, the first walk keeps only the places of the mistakes. Later
/// the same objects and arrays are visited again, and the mistakes are found again part by part.
package struct LintViolations {
  /// The start of each violation, in the order of the text.
  let offsets: [Int]
  private let document: JSONDocument
  private let context: LintContext
  private var names: NameTable
  private let siblings: [SiblingDifferences.Difference]
  private let visits: BodyWalk.Visits
  /// The violations from `start` on, in the order of the text. Nil for a violation that repeats
  /// another violation.
  private var part: [Violation?] = []
  private var start = 0
  /// Hash values of rule, place and property. They are needed because two properties have the same
  /// place if an object repeats a key.
  private var seen: Set<Int> = []

  private let mostKept: Int

  /// - Parameters:
  ///   - siblings: The differences of the file from other files of its folder.
  ///   - mostKept: The maximum number of violations that are kept. If there are more, none are
  ///     kept.
  init(
    in document: JSONDocument, _ context: LintContext, _ names: NameTable,
    _ siblings: [SiblingDifferences.Difference], mostKept: Int = 16 << 10
  ) {
    self.mostKept = mostKept
    self.document = document
    self.context = context
    self.names = names
    self.siblings = siblings
    let walk = document.withCursor { cursor in
      var walk = BodyWalk(document: document, cursor: cursor, context: context, names: names)
      walk.run(siblings, mostKept: mostKept)
      return walk
    }
    offsets = walk.offsets.sorted()
    visits = BodyWalk.Visits(all: walk.visits, keys: walk.keys)
    if offsets.count <= mostKept { keep(walk.violations) }
  }

  /// Gives this object its own names, not shared with the linter.
  mutating func detach() { names = NameTable() }

  /// The violation at a position of ``offsets``. Nil if it repeats another violation.
  mutating func violation(at position: Int) -> Violation? {
    if !part.indices.contains(position - start) { find(from: position) }
    return part.indices.contains(position - start) ? part[position - start] : nil
  }

  /// Finds the violations at a position and after it. Violations that begin at the same byte are
  /// always found together. So a part never begins between them.
  private mutating func find(from position: Int) {
    start = position
    let first = offsets[position]
    let window = first...offsets[min(position + mostKept, offsets.count) - 1]
    let found = document.withCursor { cursor in
      var walk = BodyWalk(document: document, cursor: cursor, context: context, names: names)
      walk.run(again: visits, in: window, siblings)
      return walk.violations
    }
    keep(found)
  }

  private mutating func keep(_ violations: [Violation]) {
    let isNew = violations.map { violation in
      var hasher = Hasher()
      hasher.combine(violation.rule.id)
      hasher.combine(violation.instance)
      hasher.combine(violation.property ?? "")
      return seen.insert(hasher.finalize()).inserted
    }
    let order = violations.indices.sorted {
      (violations[$0].range.offset, $0) < (violations[$1].range.offset, $1)
    }
    part = order.map { isNew[$0] ? violations[$0] : nil }
  }
}
