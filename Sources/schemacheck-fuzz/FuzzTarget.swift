import ContractCheck

/// Code under test: what it is fed and what must hold of its answers.
struct FuzzTarget {
  let name: String
  /// How often it runs, as its share of all weights.
  let weight: Int
  /// The inputs it begins with.
  let seeds: @Sendable (FuzzCorpus) -> [[UInt8]]
  /// Runs one input.
  let run: @Sendable (_ input: [UInt8], FuzzContext, inout SeededGenerator) -> FuzzOutcome

  static func all(_ context: FuzzContext) -> [FuzzTarget] {
    [.document, .yaml, .captures]
      + context.contracts.map(FuzzTarget.check)
      + [.assumed, .contract, .comparison, .configuration, .schema, .pattern, .text, .fix]
  }
}

/// What became of an input.
enum FuzzOutcome: Sendable {
  /// The code under test said what is wrong with the input, as it should.
  case refused
  /// It got past the front door, and all that was promised held.
  case accepted
  /// A promise was broken.
  case wrong(String)

  /// Wrong where there is a complaint.
  init(_ complaint: String?, else outcome: FuzzOutcome = .accepted) {
    self = complaint.map(FuzzOutcome.wrong) ?? outcome
  }
}

/// What targets share.
struct FuzzContext: Sendable {
  let contracts: [Contract]
  let instances: [[UInt8]]
  let texts: [[UInt8]]
}
