import ContractCheck
import JSONTape

extension FuzzTarget {
  /// Two damaged contracts compared: nothing differs from itself, and every finding is somewhere.
  static let comparison = FuzzTarget(
    name: "comparison", weight: 2,
    seeds: { $0.contracts.filter { $0.count <= FuzzCorpus.largestComparison } }
  ) { input, _, generator in
    guard let document = try? ContractDocument(input, name: "fuzz") else { return .refused }
    let same = ContractDiff(old: document, new: document)
    if let finding = same.findings.first {
      return .wrong("a contract differs from itself: \(finding.rule) \(finding.message)")
    }
    let changed = Mutator().mutate(input, donor: input, &generator)
    let other = try? ContractDocument(changed, name: "fuzz")
    guard let other = other ?? (try? ContractDocument.bundled("fotolokashen")) else {
      return .wrong("a bundled contract cannot be read")
    }
    let there = ContractDiff(old: document, new: other)
    let back = ContractDiff(old: other, new: document)
    return FuzzOutcome(complaint(aboutChanges: there) ?? complaint(aboutChanges: back, in: input))
  }

  private static func complaint(
    aboutChanges diff: ContractDiff, in input: [UInt8]? = nil
  ) -> String? {
    var offset = 0
    for finding in diff.findings {
      if ChangeRule.named(finding.rule) == nil { return "a change of no kind, \(finding.rule)" }
      if finding.message.isEmpty || finding.label.isEmpty { return "\(finding.rule) without words" }
      let bytes = finding.region.bytes
      if bytes.offset < offset || bytes.length < 1 { return "\(finding.rule) at \(bytes)" }
      if let input, bytes.end > input.count { return "\(finding.rule) at \(bytes), past the end" }
      offset = bytes.offset
    }
    return nil
  }
}
