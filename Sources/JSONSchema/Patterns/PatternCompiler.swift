/// Compiles a pattern. For the linear matcher, look-arounds become separate programs, and there are
/// no groups. In such programs, long repetitions of one set use counters. For the backtracker,
/// everything becomes one program with groups. All other repetitions are written out.
struct PatternCompiler {
  private(set) var program = PatternProgram()
  /// The look-arounds, innermost first. A look-around refers only to earlier look-arounds.
  private(set) var looks: [(program: PatternProgram, isAhead: Bool)] = []
  private let tracksGroups: Bool
  private let namedGroups: [Int]
  /// Longer repetitions of one set become counters.
  private let longestWritten: Int

  static func backtracking(_ syntax: PatternSyntax) throws(PatternError) -> PatternProgram {
    try PatternCompiler(
      syntax.root, writesOut: Int.max, groupCount: syntax.groupCount, syntax.namedGroups
    ).program
  }

  init(
    _ node: PatternNode, writesOut longestWritten: Int, groupCount: Int? = nil,
    _ namedGroups: [Int] = []
  ) throws(PatternError) {
    self.longestWritten = longestWritten
    tracksGroups = groupCount != nil
    self.namedGroups = namedGroups
    program.slotCount = ((groupCount ?? 0) + 1) * 2
    try compile(node, isBackward: false)
    program.instructions.append(.match)
    program.isAnchored = node.isAnchored
  }

  private var here: Int { program.instructions.count }

  private mutating func emit(_ instruction: PatternProgram.Instruction) throws(PatternError) {
    guard here < PatternProgram.sizeLimit else {
      throw PatternError(
        "the pattern is too large: if its repeat counts are written out, it has over "
          + "\(PatternProgram.sizeLimit) steps", at: 0)
    }
    program.instructions.append(instruction)
  }

  private mutating func compile(
    _ node: PatternNode, isBackward: Bool
  ) throws(PatternError) {
    switch node {
    case .empty: break
    case .set(let set):
      // The linear matcher runs a program in only one direction.
      try emit(isBackward && tracksGroups ? .setBackward(set) : .set(set))
    case .sequence(let nodes):
      for node in isBackward ? nodes.reversed() : nodes {
        try compile(node, isBackward: isBackward)
      }
    case .choice(let nodes): try compileChoice(nodes, isBackward: isBackward)
    case .loop(let node, let repetition):
      try compileLoop(node, repetition, isBackward: isBackward)
    case .capture(let number, let node):
      guard tracksGroups else { return try compile(node, isBackward: isBackward) }
      try emit(.save(slot: number * 2 + (isBackward ? 1 : 0)))
      try compile(node, isBackward: isBackward)
      try emit(.save(slot: number * 2 + (isBackward ? 0 : 1)))
    case .assertion(let assertion): try emit(.assertion(assertion))
    case .look(let node, let look): try compileLook(node, look)
    case .reference(let number):
      let group = number < 0 ? namedGroups[-1 - number] : number
      try emit(.reference(group: group, isBackward: isBackward))
    }
  }

  private mutating func compileChoice(
    _ nodes: [PatternNode], isBackward: Bool
  ) throws(PatternError) {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard index < nodes.count - 1 else {
        try compile(node, isBackward: isBackward)
        break
      }
      let split = here
      try emit(.split(split + 1, split + 1))
      try compile(node, isBackward: isBackward)
      ends.append(here)
      try emit(.jump(0))
      program.instructions[split] = .split(split + 1, here)
    }
    for end in ends { program.instructions[end] = .jump(here) }
  }

  private mutating func compileLoop(
    _ node: PatternNode, _ repetition: PatternNode.Repetition, isBackward: Bool
  ) throws(PatternError) {
    guard repetition.maximum != 0 else { return }
    if let set = node.onlySet, !tracksGroups,
      max(repetition.minimum, repetition.maximum ?? 0) > longestWritten
    {
      let counter = PatternCounter(
        set: set, minimum: repetition.minimum, maximum: repetition.maximum ?? Int.max,
        instruction: here)
      try emit(.count(program.counters.count))
      program.counters.append(counter)
      return
    }
    let groups = tracksGroups ? node.groups : nil
    let slot = program.slotCount
    program.slotCount += 1

    var written = 0
    var last = here
    while written < repetition.minimum {
      let before = here
      last = before
      if let groups { try emit(.clearGroups(groups)) }
      try compile(node, isBackward: isBackward)
      written += 1
      // A repetition of an empty text is an empty text.
      if here == before { return }
    }
    var splits: [Int] = []
    func split(_ body: Int, _ past: Int) -> PatternProgram.Instruction {
      repetition.isLazy ? .split(past, body) : .split(body, past)
    }
    guard let maximum = repetition.maximum else {
      if written > 0, !tracksGroups {
        // The last required repetition is the one that continues, so that `((a+)+)+` stays small.
        return try emit(split(last, here + 1))
      }
      let start = here
      try emit(.split(0, 0))
      try compileIteration(node, groups, slot, isBackward: isBackward)
      try emit(.jump(start))
      program.instructions[start] = split(start + 1, here)
      return
    }
    while written < maximum {
      splits.append(here)
      let before = here + 1
      try emit(.split(0, 0))
      try compileIteration(node, groups, slot, isBackward: isBackward)
      written += 1
      if here == before { break }
    }
    for start in splits { program.instructions[start] = split(start + 1, here) }
  }

  /// Compiles one repetition after the required repetitions. It must not match an empty text.
  private mutating func compileIteration(
    _ node: PatternNode, _ groups: Range<Int>?, _ slot: Int, isBackward: Bool
  ) throws(PatternError) {
    if tracksGroups { try emit(.save(slot: slot)) }
    if let groups { try emit(.clearGroups(groups)) }
    try compile(node, isBackward: isBackward)
    if tracksGroups { try emit(.progress(slot: slot)) }
  }

  private mutating func compileLook(
    _ node: PatternNode, _ look: PatternNode.Look
  ) throws(PatternError) {
    guard tracksGroups else {
      // For a lookahead, the text is read from its end. The body matches at each place where its
      // reversed form has been read completely. For a lookbehind, the text is read from its start.
      let outer = program
      program = PatternProgram()
      try compile(node, isBackward: look.isAhead)
      try emit(.match)
      looks.append((program, look.isAhead))
      program = outer
      try emit(.known(looks.count - 1, isNegated: look.isNegated))
      return
    }
    let start = here
    try emit(.look(look, past: 0))
    try compile(node, isBackward: !look.isAhead)
    try emit(.match)
    program.instructions[start] = .look(look, past: here)
  }
}

extension PatternNode {
  /// The set, if the node is exactly one character of a set.
  fileprivate var onlySet: Int? {
    switch self {
    case .set(let set): set
    case .capture(_, let node): node.onlySet
    default: nil
    }
  }

  /// The consecutive numbers of the groups inside. Nil if there are no groups.
  fileprivate var groups: Range<Int>? {
    switch self {
    case .capture(let number, let node):
      return number..<max(number + 1, node.groups?.upperBound ?? 0)
    case .sequence(let nodes), .choice(let nodes):
      let all = nodes.compactMap(\.groups)
      guard let first = all.first, let last = all.last else { return nil }
      return first.lowerBound..<last.upperBound
    case .loop(let node, _), .look(let node, _): return node.groups
    case .empty, .set, .assertion, .reference: return nil
    }
  }
}
