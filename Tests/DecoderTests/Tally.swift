import ContractCheck
import Testing

/// What became of mutated bodies.
struct Tally {
  private var bodyCount = 0
  private var refusedCount = 0
  private var missedCount = 0
  /// Bodies with no errors but `decodable` ones that the decoder takes, by kind of mistake.
  private var needless: [String: Int] = [:]
  private var kinds: Set<Mutation.Kind> = []
  /// How often each line of ``ExpectedMiss/all`` was right.
  private var met = [Int](repeating: 0, count: ExpectedMiss.all.count)
  private var unexpected: [String] = []

  /// Counts a body.
  ///
  /// - Parameter place: How it came: bare, or in which carrier.
  mutating func add(
    _ body: MutatedBody, refusal: (any Error)?, _ findings: [Finding], in place: String
  ) {
    bodyCount += 1
    let errors = findings.filter { $0.severity == .error }
    guard let refusal else {
      if !errors.isEmpty, errors.allSatisfy({ $0.rule == "decodable" }) {
        needless[body.mistakes.map(\.kind.rawValue).joined(separator: "+"), default: 0] += 1
      }
      return
    }
    refusedCount += 1
    kinds.formUnion(body.mistakes.map(\.kind))
    guard errors.isEmpty else { return }
    missedCount += 1
    let contract = body.sample.app.contract
    let lines = ExpectedMiss.all.indices.filter { index in
      body.mistakes.contains { ExpectedMiss.all[index].covers($0, of: contract) }
    }
    // Of two mistakes nobody can tell which one was missed.
    if body.mistakes.count == 1 { for line in lines { met[line] += 1 } }
    guard lines.isEmpty else { return }
    unexpected.append(
      """
      \(body.mistakes) in \(contract) \(body.sample.name), \(place):
      \(String(decoding: body.bytes, as: UTF8.self).prefix(2_000))
      \(refusal)
      \(findings.map { "\($0.severity) \($0.rule) \($0.message)" })
      """)
  }

  /// Prints the counts, and fails for what was missed without being expected, and the reverse.
  ///
  /// - Parameter isWhole: Whether so many bodies were tried that each line must have been met.
  func report(isWhole: Bool) {
    let reverse = needless.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(
      """
      \(bodyCount) bodies, \(refusedCount) refused by JSONDecoder, \(missedCount) of these without \
      an error, \(unexpected.count) unexpectedly; with a needless `decodable` error: \
      \(needless.values.reduce(0, +)) \(reverse)
      """)
    for text in unexpected.prefix(10) { Issue.record("missed: \(text)") }
    #expect(unexpected.isEmpty)
    // Else the decoder refuses hardly anything, and nothing is proven.
    #expect(refusedCount * 3 > bodyCount)
    guard isWhole else { return }
    for kind in Mutation.Kind.allCases { #expect(kinds.contains(kind), "never refused: \(kind)") }
    for (miss, count) in zip(ExpectedMiss.all, met) where count == 0 {
      Issue.record("found by now, so take the line out: \(miss)")
    }
  }
}
