@_spi(Engine) internal import ContractCheck

/// Compares the findings of a run with the findings of the previous run. The same mistake in the
/// same file is the same finding, even if its place has changed.
package final class WatchedFindings {
  private struct Key: Hashable {
    let file: String
    let mistake: String
  }

  /// The files other than inputs that the last run read.
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

  /// Ends a run. The next run is compared with this run.
  package func endRun() { before = now }

  /// Whether the previous run did not have a finding.
  func isNew(_ finding: Finding) -> Bool {
    let key = Key(file: finding.file, mistake: finding.fingerprint)
    now[key, default: 0] += 1
    let isNew = now[key, default: 0] > before[key, default: 0]
    if isNew { added += 1 } else { kept += 1 }
    return isNew
  }

  /// Whether the run found other mistakes than the previous run.
  package var hasChanged: Bool { now != before }

  /// A line such as `1 new finding, 2 gone, 5 unchanged`.
  package var line: String {
    let gone = before.values.reduce(0, +) - kept
    return "\(Plural.count(added, "new finding")), \(gone) gone, \(kept) unchanged"
  }
}
