@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
internal import ContractRuns

/// Groups files with bare bodies by folder and name. For example, `users/user-1.json` and
/// `users/user-2.json` are one group. The bodies of a group have one schema.
struct BodyGroups: Sendable {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  init(_ inputs: [Input]) {
    for input in inputs {
      let name = Self.name(of: input)
      guard numbers[name] == nil else { continue }
      numbers[name] = names.count
      names.append(name)
    }
  }

  private static func name(of input: Input) -> String {
    guard let path = input.place else { return "" }
    var parts = path.text.split(separator: "/").map(String.init)
    guard let last = parts.popLast() else { return "" }
    let folder = parts.joined(separator: "/")
    let words = (last.split(separator: ".").first ?? "").split { !$0.isLetter }
    let stem = words.map(String.init).joined(separator: "-")
    return stem.isEmpty ? folder : folder + "/" + stem
  }

  private func number(of input: Input) -> Int { numbers[Self.name(of: input)] ?? 0 }

  /// The validation that learns from the inputs.
  func validation(_ learner: TrafficLearner) -> Validation {
    Validation(readsExchanges: true, number: number) { number, showsLines, needsResults in
      TrafficValidator(
        { learner.validator(ofGroup: number) }, showsLines: showsLines, needsResults: needsResults)
    }
  }

  /// The validation of the inputs against the contract that was inferred from them.
  func validation(
    _ draft: ContractDraft, _ contract: Contract, _ placeholders: Placeholders
  ) throws(RunError) -> Validation {
    var checkers: [Checker] = []
    for name in names {
      var assumption = Checker.Assumption(schema: draft.schemaNames[name])
      assumption.yieldsToURLs = true
      assumption.isFound = true
      do {
        var checker = try Checker(contracts: [contract], assumption: assumption)
        checker.placeholders = placeholders
        checkers.append(checker)
      } catch {
        throw RunError(error.message)
      }
    }
    return Validation(checkers: checkers, number: number)
  }
}
