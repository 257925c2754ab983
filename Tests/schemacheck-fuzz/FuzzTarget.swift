import ContractCheck
import TestSupport

/// Code under test, with its inputs and the properties of its results.
struct FuzzTarget {
  let name: String
  /// Its share of the runs, relative to the sum of all weights.
  let weight: Int
  /// The inputs that are mutated.
  let seeds: @Sendable (FuzzCorpus) -> [[UInt8]]
  /// Runs one input. The generator is for the target's own choices.
  let run: @Sendable (_ input: [UInt8], FuzzContext, inout SeededGenerator) -> FuzzOutcome

  static func all(_ context: FuzzContext) -> [FuzzTarget] {
    [.document, .tokens, .yaml, .captures, .blocks, .layouts, .archive]
      + context.contracts.map(FuzzTarget.check)
      + [
        .assumed, .sequences, .infer, .contract, .comparison, .configuration, .rules, .schema,
        .pattern, .text, .fix, .reports, .parallel,
      ]
  }
}

/// The result of an input.
enum FuzzOutcome: Sendable {
  /// The code under test refused the input with an error, as expected.
  case refused
  /// The input was accepted, and all properties hold.
  case accepted
  /// A property does not hold.
  case wrong(String)

  /// `wrong` if there is a message.
  init(_ complaint: String?, else outcome: FuzzOutcome = .accepted) {
    self = complaint.map(FuzzOutcome.wrong) ?? outcome
  }
}

/// Shared by targets.
struct FuzzContext: Sendable {
  let contracts: [Contract]
  let instances: [[UInt8]]
  let texts: [[UInt8]]
}
