@_spi(Engine) internal import ContractCheck

/// Tells which findings of a run the run before had, too. The same mistake in the same file is the
/// same finding, wherever it has moved to.
package final class WatchedFindings {
  private struct Key: Hashable {
    let file: String
    let mistake: String
  }

  /// The files beside the inputs that the last run read.
  package var files: Set<InputPath> = []
  private var before: [Key: Int] = [:]
  private var now: [Key: Int] = [:]
  private var added = 0
  private var kept = 0

  package init() {}

  package func beginRun() {
    now = [:]
    added = 0
    kept = 0
  }

  /// What comes next is compared with this run.
  package func endRun() { before = now }

  /// Whether the run before did not have it.
  func isNew(_ finding: Finding) -> Bool {
    let key = Key(file: finding.file, mistake: finding.fingerprint)
    now[key, default: 0] += 1
    let isNew = now[key, default: 0] > before[key, default: 0]
    if isNew { added += 1 } else { kept += 1 }
    return isNew
  }

  /// Whether the run found other mistakes than the one before.
  package var hasChanged: Bool { now != before }

  /// `1 new finding, 2 gone, 5 unchanged`.
  package var line: String {
    let gone = before.values.reduce(0, +) - kept
    return "\(Plural.count(added, "new finding")), \(gone) gone, \(kept) unchanged"
  }
}
