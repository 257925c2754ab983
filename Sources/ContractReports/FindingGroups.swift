@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
import JSONTape

/// Findings that are grouped for readers. The same mistake at many elements or in many exchanges is
/// one group. A group is shown at its first place. The missing properties of one object are one
/// group. The properties that the contract does not list are also one group. The number of groups
/// is limited, so the memory is limited, too.
struct FindingGroups {
  struct Group: CountedGroup {
    let first: Finding
    var count = 0
    var exchanges = 0
    var files = 0
    var firstSeen: Timestamp?
    var lastSeen: Timestamp?
    var by: [String: SplitCount] = [:]
    /// The first few other files, after the file of the first finding.
    var otherFiles: [String] = []
    /// The number of wrong values, or of objects with listed properties.
    var places = 0
    /// The missing or unlisted properties with the number of their objects, in the order of their
    /// findings.
    var listed: [ListedProperty] = []
    /// Whether there are more properties than ``listed`` may have.
    fileprivate var isListCut = false

    init(first finding: Finding) { first = finding }
  }

  struct ListedProperty {
    var name: String
    /// The key that most likely stands for a missing property.
    var lookalike: String?
    /// The missing property that the unlisted property probably means.
    var near: String?
    /// Whether the object in the frame is one of this property's objects.
    var isShown: Bool
    /// The identity with which the property's own rate is counted.
    var identity: FindingGroup.Identity
    var count = 1
  }

  private var grouper = FindingGrouper<[String?], Group>()
  /// The properties in lists, each counted separately.
  private var listed = FindingGroupList()

  init(limit: Int? = nil) { grouper.limit = limit ?? grouper.limit }

  var all: [Group] { grouper.all }
  /// The number of findings without a group, because the maximum number of groups was reached.
  var leftOut: Int { grouper.leftOut }

  mutating func add(_ finding: Finding) {
    grouper.add(finding, as: Self.key(of: finding))
    if finding.listedProperty != nil { listed.add(finding) }
  }

  /// How often the mistake of a group occurred. It is one line. If the rates of listed properties
  /// differ, there is a line for each property. Empty if the tally is enough.
  func rates(of group: Group, in summary: Summary) -> [String] {
    let whole = group.rate(in: summary).map { [$0] } ?? []
    guard group.listed.count > 1, !whole.isEmpty else { return whole }
    let rates = group.listed.prefix(Group.mostNames).compactMap { property in
      listed[property.identity, group.first.severity]?.rate(in: summary).map { (property.name, $0) }
    }
    if Set(rates.map(\.1)).count < 2 { return whole }
    return rates.map { "`\(FailureContext.shownName($0.0))` \($0.1)" }
  }

  private static func key(of finding: Finding) -> [String?] {
    let exchange = finding.exchange
    // Without an operation, findings are grouped by schema. Without a schema, they are grouped only
    // by wording and file, or by the folder if files are compared.
    let hasOperation = exchange?.operation != nil
    let schema = hasOperation && !finding.instance.tokens.isEmpty ? nil : finding.schema
    let isLoose = !hasOperation && finding.schema == nil
    // The message contains the whole path, with ids. The shape contains the path without ids.
    let isRoute = finding.rule == Rule.unknownRoute.id
    // Listed properties are one mistake if the same branch is meant. For other values the kind of
    // error matters, because dates can be wrong in several ways.
    let isListed = finding.listedProperty != nil
    return [
      finding.rule, finding.severity.rawValue, finding.keyword, finding.contract,
      exchange?.operation, exchange?.status.map(String.init), exchange?.part.rawValue,
      isListed ? nil : finding.property, isListed ? nil : finding.shape,
      isListed ? finding.branchNote : nil, schema, isLoose ? place(of: finding) : nil,
      isLoose && !isRoute ? finding.message : nil, finding.isUnlisted ? "unlisted" : nil,
      finding.effects.isEmpty ? nil : finding.effects.map(\.word).joined(separator: " "),
    ] + finding.object.pattern.tokens
  }

  private static func place(of finding: Finding) -> String {
    guard finding.shape == SiblingDifferences.shape else { return finding.file }
    return String(finding.file.dropLast(finding.file.split(separator: "/").last?.count ?? 0))
  }

  var rest: String? {
    guard leftOut > 0 else { return nil }
    return "\(Plural.count(leftOut, "further finding is", "further findings are")) not shown; "
      + "`--format json` has them all"
  }

  /// The groups by severity, the highest severity first. Groups with the same severity keep their
  /// order.
  var bySeverity: [Group] {
    Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.first.severity == severity }
    }
  }
}

extension FindingGroups.Group {
  /// The number of times that the mistake occurs at each place. 0 if the numbers differ.
  private var times: Int {
    guard isList else { return count }
    return listed.allSatisfy { $0.count == places } ? places : 0
  }

  /// The count, such as ` (×31 in 9 exchanges)`. Empty for a single finding.
  var tally: String { tallyWords.map { " (\($0))" } ?? "" }

  /// The count without parentheses. Nil for a single finding.
  var tallyWords: String? {
    var parts: [String] = []
    if times > 1 { parts.append((isList ? "each " : "") + "×\(times)") }
    if exchanges > 1 { parts.append("in \(exchanges) \(unit)") }
    if files > 1, exchanges > files || unit != "files" { parts.append("of \(files) files") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The rate of the mistake since it began. Nil if the start is not known.
  func onset(in summary: Summary) -> Onset? {
    summary.onset(of: self, FindingGroup.Identity(first))
  }

  /// A text such as `×263 in 120 of 52,866 exchanges (0.2 %), first 2026-11-03 09:14, last 11:02`.
  /// If the start of the mistake is known, it is like
  /// `first 2026-11-20 09:14; since then in 45 % of 812 exchanges; in all 6 %; last 2026-11-23 10:02`.
  /// Nil if the ``tally`` is enough.
  func rate(in summary: Summary) -> String? {
    let folders = files > 1 && (exchanges > files || unit != "files")
    return rate(
      FindingGroup.Identity(first), times: times, isList ? "each " : "", unit: unit,
      folders ? " of \(Rate.grouped(files)) files" : "", in: summary)
  }

  /// A line for each of the values with the most exchanges: `1.2.0: in 12 of 400 exchanges (3 %)`.
  func rates(in summary: Summary) -> [String] {
    if by.isEmpty || summary.unprinted > 0 || onset(in: summary) != nil { return [] }
    let evaluated = summary.evaluatedBy(FindingGroup.Identity(first))
    let sorted = by.sorted { ($1.value.exchanges, $0.key) < ($0.value.exchanges, $1.key) }
    var lines = sorted.prefix(ExchangeSplit.mostShown).map { value, count in
      var line = "\(value): " + (count.count > 1 ? "×\(Rate.grouped(count.count)) " : "")
      line += "in \(Rate.grouped(count.exchanges))"
      guard let all = evaluated[value], all >= count.exchanges else {
        return line + " \(Plural.noun(count.exchanges, noun))"
      }
      line += " of \(Rate.grouped(all)) \(Plural.noun(all, noun))"
      return line + " (\(Rate.percent(count.exchanges, of: all)))"
    }
    let rest = sorted.dropFirst(ExchangeSplit.mostShown)
    if !rest.isEmpty {
      let exchanges = rest.reduce(0) { $0 + $1.value.exchanges }
      lines.append(
        "\(Plural.count(rest.count, "other value")): in \(Rate.grouped(exchanges)) "
          + Plural.noun(exchanges, noun))
    }
    return lines
  }

  private var noun: String { FindingGroup.Identity(first).noun }

  private var unit: String {
    if first.exchange?.item != nil { return "items" }
    guard first.exchange?.operation == nil else { return "exchanges" }
    switch first.exchange?.unit {
    case .line?: return "lines"
    case .entry?: return "exchanges"
    case nil: return first.exchange?.method == nil ? "files" : "exchanges"
    }
  }

  private static let mostFiles = 3

  /// The other files, such as `captures/b.har, captures/c.har and 2 more files`. Nil if there are
  /// none.
  var elsewhere: String? {
    guard files > 1 else { return nil }
    let rest = files - 1 - otherFiles.count
    let names = otherFiles.joined(separator: ", ")
    return rest > 0 ? "\(names) and \(Plural.count(rest, "more file"))" : names
  }

  /// Whether several properties are shown as a list.
  private var isList: Bool { listed.count > 1 }

  /// The finding's own message for one property. For several properties, a list.
  var message: String {
    guard isList else { return first.message }
    let isEqual =
      listed.allSatisfy { $0.count == places } || listed.allSatisfy { $0.count == 1 }
    let names = listed.prefix(Self.mostNames).map { property in
      var name = "`\(FailureContext.shownName(property.name))`"
      if let key = property.lookalike { name += " (`\(FailureContext.shownName(key))` is here)" }
      if let near = property.near { name += " (did you mean `\(FailureContext.shownName(near))`?)" }
      return name + (isEqual ? "" : " ×\(property.count)")
    }
    var list = FailureContext.joined(names, "and")
    if listed.count > names.count {
      let rest = "\(isListCut ? "over " : "")\(listed.count - names.count) more"
      list = names.joined(separator: ", ") + " and \(rest)"
    }
    let message = first.isUnlisted ? listing.unlisted.message : listing.message
    return message.filled { $0 == "list" ? list : nil } + first.branchNote
  }

  private var listing: Rule.Listing { Rule.named(first.rule)?.listing ?? Rule.Listing() }

  /// The hint for the object in the frame.
  var label: String {
    guard isList else { return first.label }
    if first.isUnlisted {
      let misspelled = listed.count { $0.near != nil }
      if misspelled == 0 { return listing.unlisted.label }
      return misspelled == listed.count
        ? "rename them" : "rename the misspelled properties; \(listing.unlisted.rest)"
    }
    let shown = listed.filter(\.isShown)
    guard shown.count < listed.count else { return advice(for: shown) }
    let advice =
      shown.count > Self.mostInAdvice
      ? "add the \(shown.count) properties that are missing here" : advice(for: shown) + " here"
    return advice + "; in other objects, other properties are missing"
  }

  private static let mostInAdvice = 3

  private func advice(for absent: [FindingGroups.ListedProperty]) -> String {
    guard absent.count <= Self.mostInAdvice else { return "add the \(absent.count) properties" }
    var added: [String] = []
    var renamed: [String] = []
    for property in absent {
      let name = FailureContext.shownName(property.name)
      if let lookalike = property.lookalike {
        renamed.append("rename `\(FailureContext.shownName(lookalike))` to `\(name)`")
      } else {
        added.append(listing.addition.filled { $0 == "name" ? name : nil })
      }
    }
    if !added.isEmpty { renamed.insert("add \(FailureContext.joined(added, "and"))", at: 0) }
    return renamed.joined(separator: ", ")
  }

  /// The place: `/locations/0`, `/locations/0 (property `address`)`, or, for several places,
  /// `/locations/*, first /locations/0`.
  ///
  /// The pieces must not be broken.
  var pointers: [String] {
    isPattern ? ["\(pattern),", "first", firstPointer ?? ""] : [firstPointer].compactMap(\.self)
  }

  var pointer: String? { pointers.isEmpty ? nil : pointers.joined(separator: " ") }

  var shortPointer: String? {
    guard isPattern else { return firstPointer }
    guard !isList, let property = first.property else { return "\(pattern)" }
    return "\(pattern) (property `\(property)`)"
  }

  private var firstPointer: String? {
    guard isList else { return first.pointer }
    return first.object.tokens.isEmpty ? nil : "\(first.object)"
  }

  /// The place, with `*` for array indexes and ids. For several properties, the place of their
  /// object.
  private var pattern: JSONPointer { instance.pattern }

  private var instance: JSONPointer { isList ? first.object : first.instance }

  private var isPattern: Bool { places > 1 && pattern != instance }

  fileprivate static let mostNames = 8

  private static let mostProperties = 256

  mutating func note(_ finding: Finding, at place: FindingPlace, after last: FindingPlace?) {
    if last != place { places += 1 }
    if last?.file != place.file {
      files += 1
      if last != nil, otherFiles.count < Self.mostFiles { otherFiles.append(place.file) }
    }
    guard let property = finding.listedProperty else { return }
    if let known = listed.firstIndex(where: { $0.name == property }) {
      listed[known].count += 1
    } else if listed.count < Self.mostProperties {
      listed.append(
        .init(
          name: property, lookalike: finding.lookalike, near: finding.near,
          isShown: place == FindingPlace(first), identity: FindingGroup.Identity(finding)))
    } else {
      isListCut = true
    }
  }
}

extension Finding {
  /// The missing or unlisted property that is listed with others of its object. Nil for other
  /// findings.
  fileprivate var listedProperty: String? {
    guard Rule.named(rule)?.listing != nil else { return nil }
    guard isUnlisted else { return keyword == "required" ? property : nil }
    // Ids are places of one mistake, not names.
    let name = instance.tokens.last
    return instance.pattern.tokens.last == name ? name : nil
  }

  /// The wrong value. For a listed property, the object.
  var object: JSONPointer {
    guard isUnlisted, listedProperty != nil else { return instance }
    return JSONPointer(tokens: instance.tokens.dropLast())
  }
}
