@_spi(Engine) internal import JSONTape

/// The violations that a linter finds in a body, each made when it is asked for.
///
/// The first walk over a body with very many keeps only where they are. They are found again part
/// by part, by visits of the objects and arrays that had them.
package struct LintViolations {
  /// Where each begins, in the order of the text.
  let offsets: [Int]
  private let document: JSONDocument
  private let context: LintContext
  private var names: NameTable
  private let siblings: [SiblingDifferences.Difference]
  private let visits: BodyWalk.Visits
  /// Those at `start` and after it, in the order of the text; nil for one that says what another
  /// has said.
  private var part: [Violation?] = []
  private var start = 0
  /// Hash values of rule, place and member: in an object that repeats a key, two members have one
  /// place.
  private var seen: Set<Int> = []

  private let mostKept: Int

  /// - Parameters:
  ///   - siblings: What the file differs in from others of its folder.
  ///   - mostKept: More than this many are not kept.
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

  /// Shares no names with the linter that made it.
  mutating func detach() { names = NameTable() }

  /// The violation at a position of ``offsets``; nil where another one has already said the same.
  mutating func violation(at position: Int) -> Violation? {
    if !part.indices.contains(position - start) { find(from: position) }
    return part.indices.contains(position - start) ? part[position - start] : nil
  }

  /// Finds the violations at a position and after it. All that begin at the last one's byte are
  /// found with it, so no part begins in the middle of those of a byte.
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
      hasher.combine(violation.member ?? "")
      return seen.insert(hasher.finalize()).inserted
    }
    let order = violations.indices.sorted {
      (violations[$0].range.offset, $0) < (violations[$1].range.offset, $1)
    }
    part = order.map { isNew[$0] ? violations[$0] : nil }
  }
}
