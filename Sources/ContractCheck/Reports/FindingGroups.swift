import JSONTape

/// Findings grouped for readers: the same mistake at many elements or in many exchanges is one
/// group, shown at its first place; so are the absent members of one object. Memory is bounded by
/// the maximum number of groups.
struct FindingGroups {
  struct Group {
    let first: Finding
    /// The place, with array indexes and ids as `*`.
    let pattern: JSONPointer
    var count = 0
    var exchanges = 1
    var files = 1
    /// The first few files after that of the first finding.
    var otherFiles: [String] = []
    /// The number of wrong values, or of objects that lack members.
    var places = 1
    /// Absent members with the number of objects that lack them, in the order of their findings.
    var absent: [AbsentMember] = []
    fileprivate var last: Place
  }

  struct AbsentMember {
    var name: String
    /// The key that most likely replaces it.
    var lookalike: String?
    var count = 1
  }

  fileprivate struct Place: Hashable {
    var file: String
    var index: Int?
    var instance: JSONPointer
  }

  /// Bounds the memory, however many mistakes there are.
  var limit = 10_000
  private(set) var all: [Group] = []
  /// Findings that are only counted, since the maximum of groups was reached.
  private(set) var leftOut = 0
  private(set) var indexes: [[String?]: Int] = [:]

  mutating func add(_ finding: Finding) {
    let pattern = finding.instance.pattern
    let key = Self.key(of: finding, pattern)
    let place = Place(
      file: finding.file, index: finding.exchange?.index, instance: finding.instance)
    let index = indexes[key] ?? all.count
    if index == all.count {
      guard index < limit else {
        leftOut += 1
        return
      }
      indexes[key] = index
      all.append(Group(first: finding, pattern: pattern, last: place))
    }
    all[index].count += 1
    // Findings come file by file and exchange by exchange, so comparing with the last place is
    // enough.
    let last = all[index].last
    if last != place {
      all[index].places += 1
      if last.file != place.file || last.index != place.index { all[index].exchanges += 1 }
      if last.file != place.file { all[index].note(file: place.file) }
      all[index].last = place
    }
    all[index].note(finding)
  }

  private static func key(of finding: Finding, _ pattern: JSONPointer) -> [String?] {
    let exchange = finding.exchange
    // Without an operation, findings belong together by schema; without a schema, only by wording and
    // file, or folder where its files are compared.
    let hasOperation = exchange?.operation != nil
    let schema = hasOperation && !finding.instance.tokens.isEmpty ? nil : finding.schema
    let isLoose = !hasOperation && finding.schema == nil
    // Absent members are one mistake where the same branch requires them; for other values the kind
    // of error counts, since dates can be wrong in several ways.
    let isListed = finding.isListed
    return [
      finding.rule, finding.severity.rawValue, finding.keyword, finding.contract,
      exchange?.operation, exchange?.status.map(String.init), exchange?.part.rawValue,
      isListed ? nil : finding.member, isListed ? nil : finding.shape,
      isListed ? finding.branchNote : nil, schema, isLoose ? place(of: finding) : nil,
      isLoose ? finding.message : nil,
    ] + pattern.tokens
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

  /// The groups by severity, the highest first, else in their order.
  var bySeverity: [Group] {
    Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.first.severity == severity }
    }
  }
}

extension FindingGroups.Group {
  /// ` (×31 in 9 exchanges)`, or nothing for a single finding.
  var tally: String {
    let isEach = absent.count > 1
    let times = isEach ? (absent.allSatisfy { $0.count == places } ? places : 0) : count
    var parts: [String] = []
    if times > 1 { parts.append((isEach ? "each " : "") + "×\(times)") }
    if exchanges > 1 { parts.append("in \(exchanges) \(unit)") }
    if files > 1, exchanges > files || unit != "files" { parts.append("of \(files) files") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: " ")))"
  }

  private var unit: String {
    guard first.exchange?.operation == nil else { return "exchanges" }
    switch first.exchange?.unit {
    case .line?: return "lines"
    case .entry?: return "exchanges"
    case nil: return first.exchange?.method == nil ? "files" : "exchanges"
    }
  }

  private static let mostFiles = 3

  /// `captures/b.har, captures/c.har and 2 more files`; nil for one file.
  var elsewhere: String? {
    guard files > 1 else { return nil }
    let rest = files - 1 - otherFiles.count
    let names = otherFiles.joined(separator: ", ")
    return rest > 0 ? "\(names) and \(Plural.count(rest, "more file"))" : names
  }

  /// For one absent member the finding's own message, for several a list.
  var message: String {
    guard absent.count > 1 else { return first.message }
    let isEqual = absent.allSatisfy { $0.count == places }
    let names = absent.prefix(Self.mostNames).map { member in
      let name = "`\(FailureContext.shownName(member.name))`"
      let here = member.lookalike.map { " (`\(FailureContext.shownName($0))` is here)" } ?? ""
      return name + here + (isEqual ? "" : " ×\(member.count)")
    }
    var list = FailureContext.joined(names, "and")
    if absent.count > names.count {
      list = names.joined(separator: ", ") + " and \(absent.count - names.count) more"
    }
    return listing.message.filled { $0 == "list" ? list : nil } + first.branchNote
  }

  private var listing: Rule.Listing { Rule.named(first.rule)?.listing ?? Rule.Listing() }

  var label: String {
    guard absent.count > 1 else { return first.label }
    guard absent.count <= 3 else { return "add the \(absent.count) members" }
    var added: [String] = []
    var renamed: [String] = []
    for member in absent {
      let name = FailureContext.shownName(member.name)
      if let lookalike = member.lookalike {
        renamed.append("rename `\(FailureContext.shownName(lookalike))` to `\(name)`")
      } else {
        added.append(listing.addition.filled { $0 == "name" ? name : nil })
      }
    }
    if !added.isEmpty { renamed.insert("add \(FailureContext.joined(added, "and"))", at: 0) }
    return renamed.joined(separator: ", ")
  }

  /// `/locations/0`, `/locations/0 (member `address`)`, or, for several places,
  /// `/locations/*, first /locations/0`.
  var pointer: String? {
    isPattern ? "\(pattern), first \(firstPointer ?? "")" : firstPointer
  }

  var shortPointer: String? {
    guard isPattern else { return firstPointer }
    guard absent.count < 2, let member = first.member else { return "\(pattern)" }
    return "\(pattern) (member `\(member)`)"
  }

  private var firstPointer: String? {
    guard absent.count > 1 else { return first.pointer }
    return first.instance.tokens.isEmpty ? nil : "\(first.instance)"
  }

  private var isPattern: Bool { places > 1 && pattern != first.instance }

  private static let mostNames = 8

  fileprivate mutating func note(file: String) {
    files += 1
    if otherFiles.count < Self.mostFiles { otherFiles.append(file) }
  }

  private static let mostMembers = 256

  fileprivate mutating func note(_ finding: Finding) {
    guard finding.isListed, let member = finding.member else { return }
    if let known = absent.firstIndex(where: { $0.name == member }) {
      absent[known].count += 1
    } else if absent.count < Self.mostMembers {
      absent.append(.init(name: member, lookalike: finding.lookalike))
    }
  }
}

extension Finding {
  /// Whether the finding is one of several absent members of an object, shown as a list.
  var isListed: Bool {
    guard member != nil, keyword == "required" else { return false }
    return Rule.named(rule)?.listing != nil
  }
}
