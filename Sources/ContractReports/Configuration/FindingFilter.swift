@_spi(Engine) public import ContractCheck

/// Hides findings before they are reported. First the filter hides findings in files that have
/// mistakes on purpose. Then it hides findings that match a suppression. Finally, it hides findings
/// in the baseline. No finding is counted twice.
public struct FindingFilter: Sendable {
  /// What to do with findings that are not in the baseline.
  public enum Growth: Hashable, Sendable {
    /// Report them.
    case refused
    /// Add them to the baseline.
    case allowed
  }

  private let suppressions: [Suppression]
  private let holding: [Bool]
  private let expectedBroken: [Configuration.ExpectedBroken]
  private var baseline: Baseline?
  private let growth: Growth

  private var usedSuppressions: Set<Int> = []
  private var usedExpectations: Set<Int> = []
  /// The suppressions whose files include the current input.
  private var open: [Int] = []
  private var isExpected = false
  private var expectedFindings = 0
  private var found: [String: Baseline.Entry] = [:]

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - suppressions: The suppressions in order of preference. The first suppression that fits a
  ///     finding hides the finding.
  ///   - expectedBroken: Files that have mistakes on purpose.
  ///   - baseline: The known findings.
  ///   - growth: What to do with findings that are not in the baseline.
  ///   - today: Returns the current day, because suppressions may expire. The function is called
  ///     only if a suppression has a last day. If `today` is nil, no suppression expires.
  public init(
    suppressions: [Suppression] = [], expectedBroken: [Configuration.ExpectedBroken] = [],
    baseline: Baseline? = nil, growth: Growth = .refused,
    today: @autoclosure () -> CalendarDate?
  ) {
    self.suppressions = suppressions
    let today = suppressions.contains { $0.expires != nil } ? today() : nil
    holding = suppressions.map { suppression in
      today.map { suppression.holds(on: $0) } ?? true
    }
    self.expectedBroken = expectedBroken
    self.baseline = baseline
    self.growth = growth
  }

  /// The same filter without its baseline.
  public var withoutBaseline: FindingFilter {
    var copy = self
    copy.baseline = nil
    return copy
  }

  /// Starts the next input.
  ///
  /// - Parameter paths: The input's path, relative to the configuration's folder. For an entry of
  ///   an archive, also the path of the archive. Empty if the input is not a file.
  public mutating func begin(_ paths: [[UInt8]]) {
    expectedFindings = 0
    isExpected = false
    for (index, expectation) in expectedBroken.enumerated() {
      guard paths.contains(where: expectation.files.matches) else { continue }
      isExpected = true
      usedExpectations.insert(index)
    }
    open = suppressions.indices.filter { index in
      guard holding[index] else { return false }
      guard let file = suppressions[index].file else { return true }
      return paths.contains(where: file.matches)
    }
  }

  /// Whether the current input should have findings, but has no findings.
  public var isUnexpectedlyRight: Bool { isExpected && expectedFindings == 0 }

  /// Decides on a finding of the current input.
  public mutating func fate(of finding: Finding) -> FindingFate {
    var finding = finding
    return decide(&finding)
  }

  /// Decides on a finding of the current input. If its suppression has a severity, the finding gets
  /// this severity.
  package mutating func decide(_ finding: inout Finding) -> FindingFate {
    if isExpected {
      expectedFindings += 1
      return .expected
    }
    if let index = open.first(where: { suppressions[$0].fits(finding) }) {
      usedSuppressions.insert(index)
      guard let severity = suppressions[index].severity else { return .suppressed }
      finding.severity = severity
    }
    guard let baseline else { return .reported }
    let fingerprint = finding.fingerprint
    guard growth == .allowed || baseline.knows(fingerprint) else { return .reported }
    found[fingerprint, default: Baseline.Entry(finding, count: 0)].count += 1
    return .baselined
  }

  /// The expired suppressions.
  public var expiredSuppressions: [Suppression] {
    suppressions.indices.filter { !holding[$0] }.map { suppressions[$0] }
  }

  /// The suppressions that have not expired, but that matched no finding.
  public var unusedSuppressions: [Suppression] {
    suppressions.indices.filter { holding[$0] && !usedSuppressions.contains($0) }
      .map { suppressions[$0] }
  }

  /// The files with mistakes on purpose that matched no input.
  public var unusedExpectations: [Configuration.ExpectedBroken] {
    expectedBroken.indices.filter { !usedExpectations.contains($0) }.map { expectedBroken[$0] }
  }

  /// The entries of the baseline that have no finding in this run.
  public var staleEntries: [Baseline.Entry] {
    baseline?.entries.filter { found[$0.fingerprint] == nil } ?? []
  }

  /// The entries with more findings than at the time when the baseline was written. The largest
  /// growth is first.
  package var grownEntries: [(entry: Baseline.Entry, count: Int)] {
    (baseline?.entries ?? []).compactMap { entry in
      let count = found[entry.fingerprint]?.count ?? 0
      return count > entry.count ? (entry, count) : nil
    }.sorted { $1.count - $1.entry.count < $0.count - $0.entry.count }
  }

  /// The baseline without the entries that have no finding in this run. If the baseline may grow,
  /// it also has the new entries and larger counts.
  public var updatedBaseline: Baseline {
    var kept = found
    if growth == .refused {
      for (entry, _) in grownEntries { kept[entry.fingerprint]?.count = entry.count }
    }
    return Baseline(Array(kept.values))
  }
}
