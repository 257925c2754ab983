/// A text with open parts, which can be any characters.
@_spi(Engine) public struct OpenText: Sendable {
  fileprivate enum Piece: Sendable {
    case scalars([UInt32])
    /// One or more characters except these.
    case anything(except: [UInt32])
  }

  fileprivate var pieces: [Piece] = []

  /// Creates an empty text.
  public init() {}

  /// Adds characters.
  public mutating func append(_ text: some StringProtocol) {
    pieces.append(.scalars(text.unicodeScalars.map(\.value)))
  }

  /// Adds one or more unknown characters. Each of these characters may be any character that is not
  /// in `others`.
  public mutating func appendAnything(except others: Set<Unicode.Scalar>) {
    pieces.append(.anything(except: others.map(\.value)))
  }
}

/// Decides whether a pattern can match an ``OpenText`` from its start to its end.
///
/// Anchors, look-arounds and word boundaries are not checked. Such conditions always count as true.
@_spi(Engine) public struct PatternReach {
  private enum State {
    /// Accepts one character of the set.
    case set(Int, next: Int)
    case fork([Int])
    case end
  }

  private let sets: [ScalarSet]
  private let ignoresCase: Bool
  private var states: [State] = [.end]
  private var start = 0
  /// Whether the pattern is small enough.
  private var isComplete = true

  private static let most = 4096

  /// Reads a pattern. Nil if the pattern is invalid or very large, or if it has back-references.
  ///
  /// - Parameter ignoresCase: Whether capital and small ASCII letters count as equal.
  public init?(_ source: String, ignoresCase: Bool) {
    guard let syntax = try? PatternParser.parse(source), !syntax.hasReferences else { return nil }
    sets = syntax.sets
    self.ignoresCase = ignoresCase
    start = add(syntax.root, before: 0)
    if !isComplete { return nil }
  }

  /// Adds the states of a node and returns the first one.
  private mutating func add(_ node: PatternNode, before next: Int) -> Int {
    guard isComplete else { return next }
    switch node {
    case .empty, .assertion, .look, .reference: return next
    case .set(let set): return add(.set(set, next: next))
    case .sequence(let nodes): return nodes.reversed().reduce(next) { add($1, before: $0) }
    case .choice(let nodes): return add(.fork(nodes.map { add($0, before: next) }))
    case .capture(_, let node): return add(node, before: next)
    case .loop(let node, let repetition):
      var first = next
      if let maximum = repetition.maximum {
        for _ in 0..<max(0, min(maximum - repetition.minimum, Self.most)) where isComplete {
          first = add(.fork([add(node, before: first), next]))
        }
      } else {
        first = add(.fork([next]))
        let body = add(node, before: first)
        states[first] = .fork([body, next])
      }
      for _ in 0..<min(repetition.minimum, Self.most) where isComplete {
        first = add(node, before: first)
      }
      return first
    }
  }

  private mutating func add(_ state: State) -> Int {
    isComplete = isComplete && states.count < Self.most
    states.append(state)
    return states.count - 1
  }

  /// Whether the pattern accepts the text for at least one content of the open parts.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the pattern and the text.
  public func accepts(_ text: OpenText) -> Bool {
    var now = closed([start])
    for piece in text.pieces {
      switch piece {
      case .scalars(let scalars):
        for scalar in scalars { now = step(now) { contains($0, scalar) } }
      case .anything(let others):
        var all: Set<Int> = []
        while true {
          now = step(now) { set in
            set.ranges.contains { range in
              range.count > others.count(where: { range.contains($0) })
            }
          }
          let before = all.count
          all.formUnion(now)
          if all.count == before { break }
        }
        now = all
      }
    }
    return now.contains(0)
  }

  private func contains(_ set: ScalarSet, _ scalar: UInt32) -> Bool {
    if set.contains(scalar) { return true }
    guard ignoresCase, scalar < 0x80, UInt8(scalar) & 0xDF >= 0x41, UInt8(scalar) & 0xDF <= 0x5A
    else { return false }
    return set.contains(scalar ^ 0x20)
  }

  private func step(_ now: Set<Int>, _ takes: (ScalarSet) -> Bool) -> Set<Int> {
    var next: Set<Int> = []
    for state in now {
      if case .set(let set, let after) = states[state], takes(sets[set]) { next.insert(after) }
    }
    return closed(next)
  }

  /// The states, and the states that can be reached from them without a character.
  private func closed(_ start: Set<Int>) -> Set<Int> {
    var all = start
    var open = Array(start)
    while let state = open.popLast() {
      guard case .fork(let branches) = states[state] else { continue }
      for branch in branches where all.insert(branch).inserted { open.append(branch) }
    }
    return all
  }
}
