@_spi(Engine) package import ContractReports
@_spi(Engine) package import ContractCheck
import JSONSchema
package import JSONTape

/// Hides findings before they are reported. A suppression or the baseline may hide a finding, or
/// the file may have mistakes on purpose. Entries that are no longer needed are reported.
package struct FindingSuppression: Sendable {
  package var filter: FindingFilter
  private let file: ConfigurationFile?
  private let baseline: BaselineFile?
  /// Whether all inputs of the configuration are checked. If so, entries without findings are out
  /// of date.
  package var isWhole: Bool
  /// Whether there are contracts. Without contracts, files that violate a contract seem valid.
  private let hasContracts: Bool
  /// Whether the findings are changes of a contract.
  private let isOfChanges: Bool

  package init(_ project: Project, _ contracts: [Contract]) throws(RunError) {
    file = project.file
    isOfChanges = project.isOfChanges
    baseline = try BaselineFile(
      project.options,
      creator: isOfChanges ? "`--update-baseline --allow-growth`" : "`schemacheck baseline`")
    isWhole = project.isWhole
    hasContracts = !contracts.isEmpty
    let configuration = project.configuration
    var suppressions = configuration.suppressions.filter {
      $0.isOfChanges == project.isOfChanges
    }
    for index in suppressions.indices where hasContracts {
      // A request without an operation has only its address.
      guard let name = suppressions[index].operation,
        suppressions[index].rule != Rule.unknownRoute.id
      else { continue }
      suppressions[index].operation = try project.operation(
        named: name, contracts, at: suppressions[index].position)
    }
    filter = FindingFilter(
      suppressions: suppressions,
      expectedBroken: isOfChanges ? [] : configuration.expectedBroken,
      baseline: baseline.map { $0.baseline ?? Baseline() }, growth: baseline?.growth ?? .refused,
      today: CalendarDate.today)
  }

  /// The same suppression without the baseline. With it, known findings are reported.
  package var withoutBaseline: FindingSuppression {
    var copy = self
    copy.filter = filter.withoutBaseline
    return copy
  }

  /// - Parameter capture: The capture that names the input as a body.
  package mutating func begin(_ input: Input, _ capture: Input? = nil) {
    // Without a configuration, the path does not matter.
    filter.begin(
      file.map { input.places(in: $0.folder) + (capture?.places(in: $0.folder) ?? []) } ?? [])
  }

  /// The error if an input that should be broken has no findings.
  func failure(of input: Input) -> String? {
    guard hasContracts, filter.isUnexpectedlyRight else { return nil }
    return "\(input.name): no findings, although `expectedBroken` lists it"
  }

  /// Entries of the configuration that are out of date or have no effect.
  var notes: [String] {
    guard let file else { return [] }
    var warnings = filter.expiredSuppressions.map { suppression in
      let expiry = suppression.expires.map { " on \($0)" } ?? ""
      let effect = suppression.severity == nil ? "hides" : "changes"
      return (
        "this suppression \(effect) nothing because it expired\(expiry) (\(suppression.reason))",
        suppression.position
      )
    }
    if isWhole, hasContracts {
      // A configuration may be for the changes of several contracts.
      let advice =
        isOfChanges ? " here: remove it, unless another contract needs it" : ": remove it"
      warnings += filter.unusedSuppressions.map {
        (
          "this suppression \($0.severity == nil ? "hides" : "changes") nothing\(advice) "
            + "(\($0.reason))", $0.position
        )
      }
      warnings += filter.unusedExpectations.map {
        ("no input matches `\($0.files)` in `expectedBroken`", $0.position)
      }
    }
    return warnings.map { file.line("warning: \($0)", at: $1) }
  }

  private static let listedEntries = 10

  /// Entries that were not found again, and whether they fail the run.
  var stale: (lines: [String], isFailure: Bool) {
    guard let baseline, isWhole, !baseline.isUpdated else { return ([], false) }
    let entries = filter.staleEntries
    guard !entries.isEmpty else { return ([], false) }
    let word = baseline.isStrict ? "" : "warning: "
    var lines = entries.prefix(Self.listedEntries).map { entry in
      "\(baseline.place(of: entry)): \(word)stale entry: \(BaselineFile.words(entry))"
    }
    let total = entries.count == 1 ? "1 stale entry" : "\(entries.count) stale entries"
    lines.append(
      "\(baseline.path.text): \(word)\(total); `--update-baseline` removes "
        + Plural.noun(entries.count, "it", "them"))
    return (lines, baseline.isStrict)
  }

  /// Lines about known findings that are more than in the baseline, and whether they fail the run.
  /// If they do, each one has a line.
  var growth: (lines: [String], isFailure: Bool) {
    guard let baseline, !(baseline.isUpdated && baseline.growth == .allowed) else {
      return ([], false)
    }
    let grown = filter.grownEntries
    guard !grown.isEmpty else { return ([], false) }
    let isFailure = baseline.failsOnGrowth
    var lines = grown.prefix(isFailure ? grown.count : Self.listedEntries).map { entry, count in
      "\(baseline.place(of: entry)): \(BaselineFile.words(entry)): ×\(count), was ×\(entry.count) "
        + "when the baseline was written"
    }
    if isFailure {
      let known = Plural.count(grown.count, "known finding is", "known findings are")
      lines.append(
        "\(baseline.path.text): \(known) more frequent than in the baseline; fix the new mistakes, "
          + "or record the counts of today with `--update-baseline --allow-growth`")
    } else if grown.count > lines.count {
      lines.append(
        "\(baseline.path.text): \(grown.count - lines.count) other known findings are also "
          + "more frequent than in the baseline")
    }
    return (lines, isFailure)
  }

  /// Updates the baseline if the options request this, and returns lines about the update.
  func updateBaseline(
    _ summary: Summary, write: ([UInt8], InputPath) throws(RunError) -> Void
  ) throws(RunError) -> [String] {
    guard let baseline, baseline.isUpdated else { return [] }
    guard isWhole else {
      throw RunError(
        "\(baseline.path.text) is unchanged: not everything could be checked")
    }
    var lines = [try baseline.update(filter.updatedBaseline, write: write)]
    let new = summary.findings(atLeast: .note)
    if new > 0 {
      lines.append(
        "\(Plural.count(new, "finding is", "findings are")) not in \(baseline.path.text); "
          + "`--allow-growth` adds \(Plural.noun(new, "it", "them"))")
    }
    return lines
  }
}

extension Project {
  /// Converts an operation of the configuration to its name in findings.
  ///
  /// - Throws: if no contract of the configuration has the operation. Contracts from the command
  ///   line need not have it.
  func operation(
    named name: String, _ contracts: [Contract], at position: TextPosition
  ) throws(RunError) -> String {
    for contract in contracts {
      if let operation = contract.operation(named: name) { return operation.name }
    }
    let operations = contracts.flatMap { $0.operations + $0.webhooks }
    let pattern = OperationPattern(name)
    if operations.contains(where: { pattern.fits(name: $0.name) }) { return name }
    guard let file, usesOwnContracts else { return name }
    let known = contracts.flatMap { $0.operations.flatMap { [$0.name, $0.id ?? $0.name] } }
    let near = NearestName.suggestion(for: name, among: known)
    throw RunError(
      file.line("no contract here has an operation `\(name)`\(near)", at: position))
  }
}

extension CalendarDate {
  /// The current day in UTC.
  package static var today: CalendarDate? {
    var seconds = time(nil)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return nil }
    return CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
