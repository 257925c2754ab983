@_spi(Engine) internal import JSONTape

extension Pattern {
  /// A text with this number of characters that a pattern matches. Nil if no such text was found.
  ///
  /// Each example is tested with the pattern before it is returned. The search ignores
  /// look-arounds, so it finds no example for a few patterns.
  @_spi(Engine) public static func example(
    of source: String, length: ClosedRange<Int> = 0...1000
  ) -> String? {
    guard let syntax = try? PatternParser.parse(source), let pattern = try? Pattern(source) else {
      return nil
    }
    // The last two attempts reach a given length if the whole pattern is one loop.
    let ends = [length.lowerBound - 1, length.lowerBound].filter { 0...999 ~= $0 }
    for extra in [0, 1, 2, 3, 4, 7, 15, 31, 63, 127, 255, 999] + ends {
      for turn in 0..<4 {
        var writer = PatternExample(syntax: syntax, extra: extra, turn: turn)
        writer.write(syntax.root)
        guard writer.budget > 0 else { continue }
        var scalars = writer.scalars
        // A pattern without an end may match anywhere in the text.
        while scalars.count < length.lowerBound, scalars.count < 1000 { scalars.append(0x61) }
        guard length.contains(scalars.count) else { continue }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        let matches = text.withByteView { try? pattern.matches($0) } ?? false
        if matches { return text }
      }
    }
    return nil
  }
}

/// Writes a text by following the tree of a pattern.
private struct PatternExample {
  let syntax: PatternSyntax
  /// The number of repetitions of each loop beyond its minimum, if allowed.
  let extra: Int
  /// Selects branches, and characters of a set.
  let turn: Int
  var scalars: [UInt32] = []
  /// The number of remaining steps.
  var budget = 20_000
  private var groups: [Int: [UInt32]] = [:]

  init(syntax: PatternSyntax, extra: Int, turn: Int) {
    self.syntax = syntax
    self.extra = extra
    self.turn = turn
  }

  mutating func write(_ node: PatternNode) {
    budget -= 1
    guard budget > 0 else { return }
    switch node {
    case .empty, .assertion, .look: break
    case .set(let index): if let scalar = scalar(of: syntax.sets[index]) { scalars.append(scalar) }
    case .sequence(let nodes): for node in nodes { write(node) }
    case .choice(let nodes): if !nodes.isEmpty { write(nodes[turn % nodes.count]) }
    case .loop(let node, let repetition):
      let (most, overflow) = repetition.minimum.addingReportingOverflow(extra)
      for _ in 0..<min(repetition.maximum ?? .max, overflow ? .max : most) {
        guard budget > 0 else { return }
        write(node)
      }
    case .capture(let number, let node):
      let start = scalars.count
      write(node)
      groups[number] = Array(scalars[start...])
    case .reference(let number):
      let named = -1 - number
      let group =
        number > 0 ? number : named < syntax.namedGroups.count ? syntax.namedGroups[named] : 0
      scalars += groups[group] ?? []
    }
  }

  /// Letters and digits come first, in turn, so that texts with all kinds are tried.
  private static let usual = Array("a1A0z9Z-_. /!@:+".unicodeScalars.map(\.value))

  private func scalar(of set: ScalarSet) -> UInt32? {
    let start = turn == 0 ? 0 : scalars.count + turn
    for offset in Self.usual.indices {
      let scalar = Self.usual[(start + offset) % Self.usual.count]
      if set.contains(scalar) { return scalar }
    }
    // Control characters and surrogates are used only if there are no others.
    let printable = set.ranges.first { $0.upperBound > 0x20 && !(0xD800...0xDFFF ~= $0.lowerBound) }
    return printable.map { max($0.lowerBound, 0x21) } ?? set.ranges.first?.lowerBound
  }
}
