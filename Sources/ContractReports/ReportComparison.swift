@_spi(Engine) package import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// The differences between two reports. A difference is a group of findings that is new, that is
/// gone, or that is ten times more or less frequent.
package struct ReportComparison: Sendable {
  /// The change of a group.
  package enum Change: String, CaseIterable, Sendable {
    /// The group is new, or its severity became an error.
    case new
    /// The share of the exchanges with the mistake is ten times larger.
    case moreFrequent = "more-frequent"
    /// The share of the exchanges with the mistake is ten times smaller.
    case lessFrequent = "less-frequent"
    /// The group no longer occurs.
    case gone
    /// The group no longer occurs, but no exchange of this kind was checked.
    case notEvaluated = "not-evaluated"
  }

  /// A group that has changed.
  package struct Entry: Sendable {
    /// The kind of the change.
    package let change: Change
    /// The group in the earlier report. A new group has 0 findings there.
    package let before: FindingGroup
    /// The group in the later report. If the group is gone, it has 0 findings there.
    package let after: FindingGroup
    /// The rates in words, before and after.
    let rates: (before: String, after: String)

    private var shown: FindingGroup { after.count > 0 ? after : before }
    /// The mistake in words.
    var message: String { shown.message }
    /// The place: `GET /items → 200  /a`.
    var place: String { shown.identity.place }

    fileprivate var rule: String { shown.identity.rule }

    /// The severity in the report that has the group.
    package var severity: Severity { shown.severity }
  }

  /// The changed groups. New groups come first. Then the order is by severity, then as in the
  /// reports.
  package let entries: [Entry]
  /// The numbers of groups in the earlier and the later report.
  package let groups: (before: Int, after: Int)
  private let changes: [FindingGroup.Identity: Change]

  /// Compares two reports of the same contracts.
  package init(before: ReportTotal, after: ReportTotal) {
    let (old, new) = (Side(before), Side(after))
    let known = new.groups.map { (old[$0.identity] ?? old.absent($0), $0) }
    let lost = old.groups.filter { new[$0.identity] == nil }.map { ($0, new.absent($0)) }
    let found = (known + lost).compactMap { pair in
      Self.change(from: pair.0, to: pair.1).map {
        Entry(
          change: $0, before: pair.0, after: pair.1,
          rates: (pair.0.rate(isWhole: old.isWhole), pair.1.rate(isWhole: new.isWhole)))
      }
    }
    entries = Change.allCases.flatMap { change in
      Severity.allCases.reversed().flatMap { severity in
        found.filter { $0.change == change && $0.severity == severity }
      }
    }
    groups = (old.groups.count, new.groups.count)
    changes = Dictionary(uniqueKeysWithValues: found.map { ($0.after.identity, $0.change) })
  }

  private static func change(from old: FindingGroup, to new: FindingGroup) -> Change? {
    if new.count == 0 {
      return new.identity.operation != nil && new.evaluated == nil ? .notEvaluated : .gone
    }
    if old.count == 0 || old.severity < .error && new.severity == .error { return .new }
    if isTenfold(new, old) { return .moreFrequent }
    return isTenfold(old, new) ? .lessFrequent : nil
  }

  /// Compares the shares of exchanges, or the numbers of findings if a share is not known.
  private static func isTenfold(_ more: FindingGroup, _ less: FindingGroup) -> Bool {
    guard let all = more.evaluated, let others = less.evaluated, all > 0, others > 0 else {
      return Double(more.count) >= 10 * Double(less.count)
    }
    return Double(more.exchanges) * Double(others) >= 10 * Double(less.exchanges) * Double(all)
  }

  /// The groups of a report, and the counts of checked exchanges.
  private struct Side {
    private(set) var groups: [FindingGroup] = []
    private var indexes: [FindingGroup.Identity: Int] = [:]
    private var summary = Summary()
    /// Whether all findings are in groups.
    let isWhole: Bool

    init(_ total: ReportTotal) {
      isWhole = total.summary.unprinted == 0 || !total.hides(atLeast: .note)
      for (name, count) in total.summary.operations {
        var part = Summary()
        part.operations[
          OperationCount.Name(
            contract: Self.name(ofContract: name.contract), operation: name.operation)] = count
        summary += part
      }
      for var group in total.groups.all {
        group.identity.contract = group.identity.contract.map(Self.name)
        if let index = indexes[group.identity] {
          // The same mistake may have several severities.
          groups[index].count = Summary.sum(groups[index].count, group.count)
          groups[index].exchanges = Summary.sum(groups[index].exchanges, group.exchanges)
          groups[index].severity = max(groups[index].severity, group.severity)
        } else {
          indexes[group.identity] = groups.count
          groups.append(group)
        }
      }
    }

    subscript(identity: FindingGroup.Identity) -> FindingGroup? {
      indexes[identity].map { groups[$0] }
    }

    /// The name without folders, because folders differ between checkouts.
    static func name(ofContract contract: String) -> String {
      contract.split(separator: "/").last.map(String.init) ?? contract
    }

    /// A group that is only in the other report.
    func absent(_ group: FindingGroup) -> FindingGroup {
      var group = group
      (group.count, group.exchanges) = (0, 0)
      (group.firstSeen, group.lastSeen, group.since) = (nil, nil, nil)
      group.evaluated = summary.evaluated(group.identity)
      return group
    }
  }

  /// The change of a group of the second report.
  func change(of identity: FindingGroup.Identity) -> Change? {
    var identity = identity
    identity.contract = identity.contract.map(Side.name)
    return changes[identity]
  }

  /// The number of groups with a change, at or above a severity.
  package func count(_ change: Change, atLeast severity: Severity = .note) -> Int {
    entries.count { $0.change == change && $0.severity >= severity }
  }
}

extension ReportTotal {
  /// Why groups may be missing or too small, after the name of the report. Nil if they are whole.
  package var gap: String? {
    if summary.isTruncated { return "the run stopped early, so groups may be missing" }
    if summary.unprinted > 0 {
      return "`--max-findings` limited the findings, so groups may be missing and their counts may "
        + "be too small"
    }
    return groups.leftOut > 0
      ? "there were too many groups, so some are missing (`ungrouped`)" : nil
  }

  /// Whether findings of this severity, or a higher one, may be in no group.
  package func hides(atLeast severity: Severity) -> Bool {
    let grouped = groups.all.reduce(0) {
      $1.severity >= severity ? Summary.sum($0, $1.count) : $0
    }
    return summary.isTruncated
      || gap != nil && grouped < summary.findings(atLeast: severity)
  }
}

// MARK: For readers

extension ReportComparison {
  /// A text block for each group:
  /// ```text
  /// new error[schema]: `a` is a string; the contract says an integer
  ///   --> GET /items → 200  /a
  ///    = before: in none of 3,469 exchanges
  ///    = after: ×5 in 5 of 3,500 exchanges (0.1 %)
  /// ```
  package var text: String {
    entries.map { entry in
      return """
        \(entry.title)[\(SafeText.line(entry.rule))]: \(SafeText.line(entry.message))
          --> \(SafeText.line(entry.place))
           = before: \(entry.rates.before)
           = after: \(entry.rates.after)

        """
    }.joined(separator: "\n")
  }

  /// A line such as
  /// `2 new (1 error), 1 more frequent (ten times or more), 0 less frequent, 3 gone`.
  package var line: String {
    let errors = count(.new, atLeast: .error)
    var parts = ["\(count(.new)) new" + (errors > 0 ? " (\(Plural.count(errors, "error")))" : "")]
    parts.append("\(count(.moreFrequent)) more frequent (ten times or more)")
    parts.append("\(count(.lessFrequent)) less frequent")
    parts.append("\(count(.gone)) gone")
    if count(.notEvaluated) > 0 { parts.append("\(count(.notEvaluated)) not checked after") }
    return "compared \(Plural.count(groups.before, "group")) with \(groups.after): "
      + parts.joined(separator: ", ")
  }
}

extension ReportComparison.Entry {
  /// A title such as `new error`.
  var title: String {
    switch change {
    case .new:
      return before.count > 0
        ? "new \(severity.rawValue) (a \(before.severity.rawValue) before)"
        : "new \(severity.rawValue)"
    case .moreFrequent: return "more frequent \(severity.rawValue)"
    case .lessFrequent: return "less frequent \(severity.rawValue)"
    case .gone: return "gone \(severity.rawValue)"
    case .notEvaluated: return "not checked \(severity.rawValue)"
    }
  }
}

extension FindingGroup {
  /// A rate such as `×5 in 5 of 3,500 exchanges (0.1 %), first …`.
  ///
  /// - Parameter isWhole: Whether the group has all of its findings. If not, there is no rate.
  fileprivate func rate(isWhole: Bool) -> String {
    guard isWhole else {
      let number = "\(Rate.grouped(exchanges)) \(Plural.noun(exchanges, identity.noun))"
      return count > 0 ? "in at least \(number)" : "not known"
    }
    guard count > 0 else {
      guard identity.operation != nil else { return "not found" }
      return evaluated.map { "in none of \(Rate.grouped($0)) \(Plural.noun($0, identity.noun))" }
        ?? "no such \(identity.noun) was checked"
    }
    var text = count > 1 ? "×\(Rate.grouped(count)) in " : "in "
    if let evaluated, evaluated >= exchanges {
      text += "\(Rate.grouped(exchanges)) of \(Rate.grouped(evaluated)) "
      text += Plural.noun(evaluated, identity.noun)
      text += " (\(Rate.percent(exchanges, of: evaluated)))"
    } else {
      text += "\(Rate.grouped(exchanges)) \(Plural.noun(exchanges, identity.noun))"
    }
    return text + (Rate.period(firstSeen, lastSeen).map { ", \($0)" } ?? "")
  }
}

extension FindingGroup.Identity {
  /// A place such as `GET /items → 200  request  /a (property `b`)`.
  fileprivate var place: String {
    let start = operation ?? schema ?? file ?? contract
    let pointer = property.map { "\(instance.isEmpty ? "" : instance + " ")(property `\($0)`)" }
    let parts = [
      start.map { start in status.map { "\(start) → \($0)" } ?? start },
      part == .request ? "request" : nil, pointer ?? (instance.isEmpty ? nil : instance),
    ].compactMap { $0 }
    return parts.isEmpty ? "the whole input" : parts.joined(separator: "  ")
  }
}

// MARK: For machines

extension ReportComparison {
  /// One JSON object with the changed groups. Its schema is in `schemas/report.schema.json`.
  package var json: String {
    var writer = JSONWriter()
    writer.object {
      $0.text(Release.version, "schemacheck")
      $0.list("changes") { writer in
        for entry in entries {
          writer.object {
            $0.text(entry.change.rawValue, "change")
            $0.key("before")
            $0.write(entry.before)
            $0.key("after")
            $0.write(entry.after)
          }
        }
      }
      $0.object("summary") {
        for change in Change.allCases { $0.integer(count(change), change.rawValue) }
        $0.integer(count(.new, atLeast: .error), "new-errors")
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
