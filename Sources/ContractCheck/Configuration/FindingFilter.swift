public import JSONSchema

/// What hides findings between judging and reporting: files that are broken on purpose, suppressions
/// and a baseline, asked in this order.
///
/// Every finding has one fate, so that what is hidden and what is reported add up to all.
public struct FindingFilter: Sendable {
  /// What becomes of a finding.
  public enum Fate: Hashable, Sendable {
    /// Nothing hides it.
    case reported
    /// Its file is broken on purpose.
    case expected
    /// A suppression hides it.
    case suppressed
    /// The baseline knows it.
    case baselined
  }

  /// What is done with findings that the baseline does not know.
  public enum Growth: Hashable, Sendable {
    /// They are reported.
    case refused
    /// They become known.
    case allowed
  }

  private let suppressions: [Suppression]
  private let holding: [Bool]
  private let expectedBroken: [Configuration.ExpectedBroken]
  private var baseline: Baseline?
  private let growth: Growth

  private var usedSuppressions: Set<Int> = []
  private var usedExpectations: Set<Int> = []
  /// The suppressions whose files the current input is among.
  private var open: [Int] = []
  private var isExpected = false
  private var expectedFindings = 0
  private var found: [String: Baseline.Entry] = [:]

  /// A filter.
  ///
  /// - Parameters:
  ///   - suppressions: In order of preference: the first that fits a finding hides it.
  ///   - expectedBroken: Files that are broken on purpose.
  ///   - baseline: The findings that are known.
  ///   - growth: What is done with others.
  ///   - today: The day that suppressions are held against; none expires where nil.
  public init(
    suppressions: [Suppression] = [], expectedBroken: [Configuration.ExpectedBroken] = [],
    baseline: Baseline? = nil, growth: Growth = .refused, today: CalendarDate?
  ) {
    self.suppressions = suppressions
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

  /// Turns to the next input.
  ///
  /// - Parameter path: Its path relative to the folder of the configuration; nil where it is no file.
  public mutating func begin(_ path: [UInt8]?) {
    expectedFindings = 0
    isExpected = false
    for (index, expectation) in expectedBroken.enumerated() {
      guard let path, expectation.files.matches(path) else { continue }
      isExpected = true
      usedExpectations.insert(index)
    }
    open = suppressions.indices.filter { index in
      guard holding[index] else { return false }
      guard let file = suppressions[index].file else { return true }
      return path.map { file.matches($0) } ?? false
    }
  }

  /// Whether the current input should have had findings, and has had none.
  public var isUnexpectedlyRight: Bool { isExpected && expectedFindings == 0 }

  /// Decides on a finding of the current input.
  public mutating func fate(of finding: Finding) -> Fate {
    if isExpected {
      expectedFindings += 1
      return .expected
    }
    if let index = open.first(where: { suppressions[$0].fits(finding) }) {
      usedSuppressions.insert(index)
      return .suppressed
    }
    guard let baseline else { return .reported }
    let fingerprint = finding.fingerprint
    guard growth == .allowed || baseline.knows(fingerprint) else { return .reported }
    found[fingerprint, default: Baseline.Entry(finding, count: 0)].count += 1
    return .baselined
  }

  /// The suppressions that hold no more.
  public var expiredSuppressions: [Suppression] {
    suppressions.indices.filter { !holding[$0] }.map { suppressions[$0] }
  }

  /// The suppressions that hold and hid nothing.
  public var unusedSuppressions: [Suppression] {
    suppressions.indices.filter { holding[$0] && !usedSuppressions.contains($0) }
      .map { suppressions[$0] }
  }

  /// The expectations that no input was among.
  public var unusedExpectations: [Configuration.ExpectedBroken] {
    expectedBroken.indices.filter { !usedExpectations.contains($0) }.map { expectedBroken[$0] }
  }

  /// The entries of the baseline that were not found again.
  public var staleEntries: [Baseline.Entry] {
    baseline?.entries.filter { found[$0.fingerprint] == nil } ?? []
  }

  /// The baseline without what was not found again, and with what was found where it may grow.
  public var updatedBaseline: Baseline { Baseline(Array(found.values)) }
}
