import JSONTape

/// Findings folded for readers: the same mistake at many elements or in many exchanges is one group,
/// shown at its first place. Memory grows with the number of groups.
struct FindingGroups {
  struct Group {
    let first: Finding
    var count = 1
    var exchanges = 1
    fileprivate var last: Place
  }

  fileprivate struct Place: Hashable {
    var file: String
    var index: Int?
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
    /// Without an operation nothing but the file and the wording says that two findings belong
    /// together.
    var file: String?
    var message: String?
  }

  private(set) var all: [Group] = []
  private var indexes: [Key: Int] = [:]

  mutating func add(_ finding: Finding) {
    let operation = finding.exchange?.operation
    let key = Key(
      rule: finding.rule, severity: finding.severity, keyword: finding.keyword,
      contract: finding.contract, operation: operation, status: finding.exchange?.status,
      part: finding.exchange?.part, pattern: Self.pattern(of: finding.instance),
      member: finding.member, file: operation == nil ? finding.file : nil,
      message: operation == nil ? finding.message : nil)
    let place = Place(file: finding.file, index: finding.exchange?.index)
    guard let index = indexes[key] else {
      indexes[key] = all.count
      all.append(Group(first: finding, last: place))
      return
    }
    all[index].count += 1
    // Findings come file by file and exchange by exchange, so the last place tells a new one.
    if all[index].last != place {
      all[index].exchanges += 1
      all[index].last = place
    }
  }

  /// The pointer's tokens, array indexes (and keys that are numbers) as `*`.
  private static func pattern(of pointer: JSONPointer) -> [String] {
    pointer.tokens.map { token in
      token.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && !token.isEmpty ? "*" : token
    }
  }
}

extension FindingGroups.Group {
  /// ` (×200) in 9 exchanges`, or nothing for a single finding.
  var tally: String {
    guard count > 1 else { return "" }
    return exchanges > 1 ? " (×\(count)) in \(exchanges) exchanges" : " (×\(count))"
  }
}
