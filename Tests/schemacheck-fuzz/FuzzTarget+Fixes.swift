@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport

extension FuzzTarget {
  /// Fixes of damaged captures, edits of any bytes, and their diffs.
  static let fix = FuzzTarget(name: "fix", weight: 14, seeds: \.captures) {
    input, context, generator in
    if let wrong = complaint(aboutEditsOf: input, &generator) { return .wrong(wrong) }
    guard let checker = try? Checker(contracts: [generator.pick(context.contracts)]) else {
      return .refused
    }
    let choice = FixPlan.Choice(includesUnsafe: generator.once(in: 2))
    var text = input
    var all = TextEdits()
    var step: FixStep?
    for _ in 0..<8 {
      var plan = FixPlan(choice, after: step)
      checker.check(text, name: "fuzz") { _, result in
        for finding in result.findings { plan.add(finding) }
      } problem: { _ in
      }
      if !plan.confirmsPreviousStep { return .wrong("a fix does not do what it should") }
      let next = plan.step()
      if next.edits.isEmpty { break }
      text = next.edits.applied(to: text)
      all = all.followed(by: next.edits)
      step = next
    }
    if all.applied(to: input) != text { return .wrong("steps are not their sum") }
    return FuzzOutcome(complaint(aboutDiffOf: input, all))
  }

  private static func complaint(
    aboutEditsOf text: [UInt8], _ generator: inout SeededGenerator
  ) -> String? {
    var current = text
    var all = TextEdits()
    for _ in 0..<3 {
      let edits = (0..<generator.below(5)).map { _ in
        let start = generator.below(current.count + 1)
        return TextEdits.Edit(
          range: ByteRange(offset: start, length: generator.below(min(9, current.count - start))),
          text: (0..<generator.below(6)).map { _ in generator.pick(Array("a\n{ü".utf8)) })
      }
      guard let next = TextEdits(edits) else { continue }
      current = next.applied(to: current)
      all = all.followed(by: next)
    }
    if all.applied(to: text) != current { return "edits after edits are others" }
    return complaint(aboutDiffOf: text, all)
  }

  /// A diff without masks must lead from the one text to the other.
  private static func complaint(aboutDiffOf text: [UInt8], _ edits: TextEdits) -> String? {
    let diff = UnifiedDiff(name: Array("f".utf8), text: text, edits: edits)
    let after = edits.applied(to: text)
    if diff.bytes.isEmpty { return text == after ? nil : "no diff of texts that differ" }
    guard diff.maskedLines == 0 else { return nil }
    var patch = PatchReader(diff.bytes)
    return patch.applied(to: text) == after ? nil : "the diff leads elsewhere"
  }
}

/// Applies unified diffs, strictly.
private struct PatchReader {
  private let lines: [ArraySlice<UInt8>]
  private var next = 2

  init(_ diff: [UInt8]) {
    lines = PatchReader.lines(of: diff)
  }

  /// With their line feeds.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let ends = text.indices.filter { text[$0] == UInt8(ascii: "\n") }.map { $0 + 1 } + [text.count]
    return zip([0] + ends, ends).map { text[$0..<$1] }.filter { !$0.isEmpty }
  }

  /// The text that a text becomes; nil if the diff is of another.
  mutating func applied(to text: [UInt8]) -> [UInt8]? {
    let old = Self.lines(of: text)
    var result: [UInt8] = []
    var position = 0
    while next < lines.count {
      guard let (start, counts) = header() else { return nil }
      guard start >= position, start <= old.count else { return nil }
      for line in old[position..<start] { result += line }
      position = start
      var left = counts
      while left.old > 0 || left.new > 0 {
        guard let (mark, line) = line() else { return nil }
        if mark != UInt8(ascii: "+") {
          guard position < old.count, old[position] == line else { return nil }
          position += 1
          left.old -= 1
        }
        if mark != UInt8(ascii: "-") {
          result += line
          left.new -= 1
        }
      }
    }
    for line in old[position...] { result += line }
    return result
  }

  /// Where a hunk begins among the old lines, from 0, and its counts of old and new ones.
  private mutating func header() -> (start: Int, counts: (old: Int, new: Int))? {
    let numbers = String(decoding: lines[next], as: UTF8.self)
      .split { !$0.isNumber }.compactMap { Int($0) }
    next += 1
    guard numbers.count == 4 else { return nil }
    return (numbers[1] == 0 ? numbers[0] : numbers[0] - 1, (numbers[1], numbers[3]))
  }

  private mutating func line() -> (mark: UInt8, line: ArraySlice<UInt8>)? {
    guard next < lines.count, let mark = lines[next].first else { return nil }
    var line = lines[next].dropFirst()
    next += 1
    if next < lines.count, lines[next].first == UInt8(ascii: "\\") {
      line = line.dropLast()
      next += 1
    }
    return (mark, line)
  }
}
