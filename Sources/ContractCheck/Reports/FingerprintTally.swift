internal import JSONTape

/// Tells findings of one file apart that have the same fingerprint: by their number among their like,
/// in the order of the file. Memory is bounded however many kinds there are.
struct FingerprintTally {
  private var counts: [String: Int] = [:]
  private var file: String?

  private let limit: Int

  init(limit: Int = 65_536) { self.limit = limit }

  /// The fingerprint of the finding's content, and its number from 1; past the bound its exact place
  /// stands for the number.
  mutating func add(_ finding: Finding) -> (content: String, ordinal: String) {
    if file != finding.file {
      file = finding.file
      counts.removeAll(keepingCapacity: true)
    }
    let content = finding.fingerprint
    guard counts.count < limit || counts[content] != nil else {
      return (content, "\(finding.exchange?.index ?? 0)\(finding.instance)")
    }
    let ordinal = counts[content, default: 0] + 1
    counts[content] = ordinal
    return (content, "\(ordinal)")
  }
}
