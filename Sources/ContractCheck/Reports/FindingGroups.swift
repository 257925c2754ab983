import JSONTape

/// Findings folded for readers: the same mistake at many elements or in many exchanges is one group,
/// shown at its first place; so are the absent members of one object. Memory grows with the number
/// of groups, which is bounded.
struct FindingGroups {
  struct Group {
    let first: Finding
    /// Where the findings are: array indexes, and keys that are ids, as `*`.
    let pattern: JSONPointer
    var count = 1
    var exchanges = 1
    /// The files it is in.
    var files = 1
    /// The first of the files after the first finding's.
    var otherFiles: [String] = []
    /// Values at fault, or objects that lack members.
    var places = 1
    /// Absent members with the number of objects that lack them, in the order of their finding.
    var absent: [AbsentMember] = []
    fileprivate var last: Place
  }

  /// A member that objects of a group lack.
  struct AbsentMember: Hashable {
    var name: String
    /// The key that stands for it.
    var lookalike: String?
    var count = 1
  }

  fileprivate struct Place: Hashable {
    var file: String
    var index: Int?
    var instance: JSONPointer
  }

  /// What two findings must share to be the same mistake.
  private struct Key: Hashable {
    var rule: String
    var severity: Severity
    var keyword: String?
    var contract: String?
    var operation: String?
    var status: Int?
    var part: Exchange.Part?
    var pattern: [String]
    var member: String?
    /// What kind of value is at fault: dates are wrong in several ways.
    var shape: String
    /// Of listed members, the branch that asks for them.
    var branch: String?
    /// Without an operation the schema says that two findings belong together.
    var schema: String?
    /// Without a schema, too, nothing but the file and the wording does.
    var file: String?
    var message: String?
  }

  private(set) var all: [Group] = []
  /// Findings of groups past the bound, which are only counted.
  private(set) var leftOut = 0
  private var indexes: [Key: Int] = [:]
  private let limit: Int

  /// More groups than anybody reads: memory stays bounded however many mistakes there are.
  static let maximum = 10_000
  private static let maximumMembers = 256

  init(limit: Int = Self.maximum) { self.limit = limit }

  mutating func add(_ finding: Finding) {
    let operation = finding.exchange?.operation
    let isLoose = operation == nil && finding.schema == nil
    let pattern = finding.instance.pattern
    let key = Key(
      rule: finding.rule, severity: finding.severity, keyword: finding.keyword,
      contract: finding.contract, operation: operation, status: finding.exchange?.status,
      part: finding.exchange?.part, pattern: pattern.tokens,
      member: finding.isListed ? nil : finding.member,
      shape: finding.isListed ? "" : finding.shape,
      branch: finding.isListed ? finding.branchNote : nil,
      schema: operation == nil || finding.instance.tokens.isEmpty ? finding.schema : nil,
      file: isLoose ? finding.file : nil,
      message: isLoose ? finding.message : nil)
    let place = Place(
      file: finding.file, index: finding.exchange?.index, instance: finding.instance)
    guard let index = indexes[key] else {
      guard all.count < limit else {
        leftOut += 1
        return
      }
      indexes[key] = all.count
      all.append(Group(first: finding, pattern: pattern, last: place))
      all[all.count - 1].note(finding, atMost: Self.maximumMembers)
      return
    }
    all[index].count += 1
    // Findings come file by file and exchange by exchange, so the last place tells a new one.
    let last = all[index].last
    if last != place {
      all[index].places += 1
      if last.file != place.file || last.index != place.index { all[index].exchanges += 1 }
      if last.file != place.file { all[index].note(file: place.file) }
      all[index].last = place
    }
    all[index].note(finding, atMost: Self.maximumMembers)
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

  /// What the places are in: an exchange, a line, a file.
  private var unit: String {
    guard first.exchange?.operation == nil else { return "exchanges" }
    switch first.exchange?.unit {
    case .line?: return "lines"
    case .entry?: return "exchanges"
    case nil: return first.exchange?.method == nil ? "files" : "exchanges"
    }
  }

  private static let mostFiles = 3

  /// `captures/b.har, captures/c.har and 2 more files`; nil where one file has it all.
  var elsewhere: String? {
    guard files > 1 else { return nil }
    let rest = files - 1 - otherFiles.count
    let names = otherFiles.joined(separator: ", ")
    return rest > 0 ? "\(names) and \(Plural.count(rest, "more file"))" : names
  }

  fileprivate mutating func note(file: String) {
    files += 1
    if otherFiles.count < Self.mostFiles { otherFiles.append(file) }
  }

  fileprivate mutating func note(_ finding: Finding, atMost limit: Int) {
    guard finding.isListed, let member = finding.member else { return }
    if let known = absent.firstIndex(where: { $0.name == member }) {
      absent[known].count += 1
    } else if absent.count < limit {
      absent.append(.init(name: member, lookalike: finding.lookalike))
    }
  }
}

extension Finding {
  /// Whether the finding is one of an absent member that stands in a list with the others of its
  /// object.
  var isListed: Bool {
    guard member != nil, keyword == "required" else { return false }
    return Rule.named(rule)?.listing != nil
  }
}
