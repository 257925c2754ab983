@_spi(Engine) package import ContractCheck
@_spi(Engine) package import ContractCaptures
package import JSONTape

/// The same mistake at the same place of an operation, counted in a run. Such groups are for
/// reports that machines read. Text reports use ``FindingGroups``, which also combine the missing
/// properties of one object.
package struct FindingGroup: CountedGroup, Hashable, Sendable {
  /// The identity of a mistake. It is the same in any run, because no part of it depends on a value
  /// or on wording.
  package struct Identity: Hashable, Sendable {
    /// The rule's id.
    package var rule: String
    /// The contract's name.
    package var contract: String?
    /// The method and path template; nil if no operation is known.
    package var operation: String?
    /// The status; nil if no response is known.
    package var status: Int?
    /// The message; nil for a finding about a whole file.
    package var part: Exchange.Part?
    /// The place in the body, with array indexes and ids as `*`.
    package var instance: String
    /// The missing property.
    package var property: String?
    /// The JSON Schema keyword that failed.
    package var keyword: String?
    /// The kind of wrong value: its type, or the form of a date.
    package var kind: String?
    /// The place in the contract, if no operation is known.
    package var schema: String?
    /// The file, if neither an operation nor a schema is known.
    package var file: String?
    /// Whether the body is a sequence. If so, items are counted, not exchanges.
    package var isOfItems = false
  }

  /// The identity of the mistake; see ``Identity``.
  package var identity: Identity
  /// The severity in this run.
  package var severity: Severity
  /// The message of the first finding.
  package var message: String
  /// The number of findings.
  package var count: Int
  /// The number of exchanges with such a finding.
  package var exchanges: Int
  /// The number of exchanges of the operation and status in which this message was checked. Nil
  /// without an operation.
  package var evaluated: Int?
  /// The time of the first finding; nil if the capture does not contain it.
  package var firstSeen: Timestamp?
  /// The time of the last finding; nil if the capture does not contain it.
  package var lastSeen: Timestamp?
  /// The counts by the values of an ``ExchangeSplit``; empty without a split.
  package var by: [String: SplitCount] = [:]
  /// The counts since the mistake began. Nil if the start is not known.
  package var since: Onset?
  /// The most serious effect of the values on each client that the contract names.
  package var clients: [String: String] = [:]
}

extension FindingGroup {
  fileprivate mutating func add(_ clients: [String: String]) {
    let words = ["decodes", "changes", "refuses"]
    self.clients.merge(clients) { left, right in
      (words.firstIndex(of: left) ?? 0) < (words.firstIndex(of: right) ?? 0) ? right : left
    }
  }

  init(first finding: Finding) {
    self.init(
      identity: Identity(finding), severity: finding.severity, message: finding.message, count: 0,
      exchanges: 0)
  }

  func rate(in summary: Summary) -> String? {
    rate(identity, times: count, unit: "\(identity.noun)s", in: summary)
  }

  mutating func note(_ finding: Finding, at place: FindingPlace, after last: FindingPlace?) {
    if !finding.effects.isEmpty { add(finding.clients) }
  }
}

extension FindingGroup.Identity {
  init(_ finding: Finding) {
    let exchange = finding.exchange
    let hasOperation = exchange?.operation != nil
    rule = finding.rule
    contract = finding.contract
    operation = exchange?.operation
    status = exchange?.status
    part = exchange?.part
    instance = finding.instance.pattern.description
    property = finding.property
    keyword = finding.keyword
    kind = finding.shape.isEmpty ? nil : Redaction.shown(finding.shape, ofProperty: nil)
    schema = hasOperation ? nil : finding.schema
    file = hasOperation || finding.schema != nil ? nil : finding.file
    isOfItems = exchange?.item != nil
  }

  /// The unit of the counts: `item` or `exchange`.
  var noun: String { isOfItems ? "item" : "exchange" }
}

/// The groups of one run or of several runs, in the order of their first findings. The memory for
/// them is limited.
package struct FindingGroupList: Hashable, Sendable {
  /// The groups.
  package var all: [FindingGroup] { grouper.all }
  /// The number of findings in no group, because there are too many groups.
  package var leftOut: Int { grouper.leftOut }
  private var grouper = FindingGrouper<Key, FindingGroup>()

  private struct Key: Hashable {
    let identity: FindingGroup.Identity
    let severity: Severity
  }

  /// Creates an empty list.
  package init() {}

  /// Adds a finding. Findings must come file by file and exchange by exchange.
  package mutating func add(_ finding: Finding) {
    grouper.add(finding, as: Key(identity: .init(finding), severity: finding.severity))
  }

  /// The group of a mistake with a severity; nil if there is none.
  subscript(identity: FindingGroup.Identity, severity: Severity) -> FindingGroup? {
    grouper[Key(identity: identity, severity: severity)]
  }

  mutating func add(_ group: FindingGroup) {
    let key = Key(identity: group.identity, severity: group.severity)
    let known = all.count
    guard let index = grouper.index(of: key, group.count, { group }), index < known else { return }
    grouper.all[index].add(
      group.count, exchanges: group.exchanges, from: group.firstSeen, to: group.lastSeen)
    if let evaluated = group.evaluated {
      grouper.all[index].evaluated = Summary.sum(all[index].evaluated ?? 0, evaluated)
    }
    for (value, count) in group.by { grouper.all[index].by.add(count, for: value, +) }
    grouper.all[index].add(group.clients)
  }

  /// Combines rare values of the split; see ``ReportTotal/foldSplits()``.
  mutating func foldSplits(to values: Set<String>) {
    for index in all.indices { grouper.all[index].by = all[index].by.keeping(values, +) }
  }

  /// A line such as
  /// `22 errors and 2 warnings in 15 groups: coordinate-names 6, schema 5, …; 2 suppressed`.
  package func line(_ summary: Summary) -> String {
    guard !all.isEmpty else { return summary.findingWords + summary.hiddenWords }
    var rules: [String: Int] = [:]
    for group in all { rules[group.identity.rule, default: 0] += group.count }
    let sorted = rules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var words = sorted.prefix(Self.mostRules).map { "\($0.key) \($0.value)" }
    if sorted.count > words.count { words.append("…") }
    let number = (leftOut > 0 ? "more than " : "") + Plural.count(all.count, "group")
    return summary.findingWords + " in \(number): " + words.joined(separator: ", ")
      + summary.hiddenWords
  }

  private static let mostRules = 5

  fileprivate mutating func leaveOut(_ more: Int) { grouper.leftOut = Summary.sum(leftOut, more) }

  /// Takes the number of checked exchanges from the counts of a run.
  mutating func settle(_ summary: Summary) {
    for (index, group) in all.enumerated() {
      guard let evaluated = summary.evaluated(group.identity) else { continue }
      grouper.all[index].evaluated = evaluated
      for (value, number) in summary.evaluatedBy(group.identity) {
        grouper.all[index].by[value, default: SplitCount()].evaluated = number
      }
      grouper.all[index].since = summary.onset(of: all[index], group.identity)
    }
  }
}

extension Summary {
  /// The number of exchanges that a group's share refers to. Nil if it is not known.
  func evaluated(_ group: FindingGroup.Identity) -> Int? {
    group.operation == nil ? nil : operations[group.counted]?.evaluated[group.evaluated]
  }

  func hours(_ group: FindingGroup.Identity) -> [OperationCount.Hour: Int] {
    operations[group.counted]?.hours[group.evaluated] ?? [:]
  }

  func evaluatedBy(_ group: FindingGroup.Identity) -> [String: Int] {
    operations[group.counted]?.evaluatedBy[group.evaluated] ?? [:]
  }
}

extension FindingGroup.Identity {
  fileprivate var counted: OperationCount.Name {
    .init(contract: contract ?? "", operation: operation ?? "")
  }

  fileprivate var evaluated: OperationCount.Evaluated {
    .init(part ?? .response, status: status, isOfItems: isOfItems)
  }
}

/// The end of a report: its groups and its counts. The ends of several reports can be added.
package struct ReportTotal: Hashable, Sendable {
  /// The groups; see ``FindingGroupList``.
  package var groups = FindingGroupList()
  /// The counts of the run.
  package var summary = Summary()

  /// Creates a total with counts of 0.
  package init() {}

  init(_ groups: FindingGroupList, _ summary: Summary) {
    (self.groups, self.summary) = (groups, summary)
    settle()
  }

  /// Adds the total of another part.
  package static func += (left: inout ReportTotal, right: ReportTotal) {
    for group in right.groups.all { left.groups.add(group) }
    left.groups.leaveOut(right.groups.leftOut)
    left.summary += right.summary
    left.settle()
  }

  private mutating func settle() {
    foldSplits()
    groups.settle(summary)
  }
}

// MARK: JSON

extension JSONWriter {
  mutating func write(_ group: FindingGroup) {
    let identity = group.identity
    object {
      $0.text(identity.rule, "rule")
      $0.text(group.severity.rawValue, "severity")
      $0.text(identity.contract, "contract")
      $0.text(identity.operation, "operation")
      $0.integer(identity.status, "status")
      $0.text(identity.part?.rawValue, "part")
      $0.text(identity.instance, "instance")
      $0.text(identity.property, "member")
      $0.text(identity.keyword, "keyword")
      $0.text(identity.kind, "kind")
      if let schema = identity.schema { $0.text(schema, "schema") }
      if let file = identity.file { $0.text(file, "file") }
      if identity.isOfItems { $0.text("items", "of") }
      $0.text(group.message, "message")
      $0.integer(group.count, "count")
      $0.integer(group.exchanges, "exchanges")
      $0.integer(group.evaluated, "evaluated")
      $0.text(group.firstSeen?.description, "firstSeen")
      $0.text(group.lastSeen?.description, "lastSeen")
      if !group.clients.isEmpty {
        $0.object("clients") {
          for (client, word) in group.clients.sorted(by: { $0.key < $1.key }) {
            $0.text(word, client)
          }
        }
      }
      if let since = group.since { $0.write(since) }
      guard !group.by.isEmpty else { return }
      $0.object("by") { writer in
        for (value, count) in group.by.sorted(by: { $0.key < $1.key }) {
          writer.object(value) {
            $0.integer(count.count, "count")
            $0.integer(count.exchanges, "exchanges")
            $0.integer(count.evaluated, "evaluated")
          }
        }
      }
    }
  }
}

extension FindingGroup {
  /// Reads a group from a report. Nil if the value is no group.
  package init?(report node: JSONNode) {
    func count(_ name: String) -> Int? { node[name]?.int.flatMap { $0 >= 0 ? $0 : nil } }
    guard node.kind == .object, let rule = node["rule"]?.string,
      let severity = node["severity"]?.string.flatMap(Severity.init),
      let instance = node["instance"]?.string, let message = node["message"]?.string,
      let number = count("count"), let exchanges = count("exchanges")
    else { return nil }
    identity = Identity(
      rule: rule, contract: node["contract"]?.string, operation: node["operation"]?.string,
      status: node["status"]?.int, part: node["part"]?.string.flatMap(Exchange.Part.init),
      instance: instance, property: node["member"]?.string, keyword: node["keyword"]?.string,
      kind: node["kind"]?.string, schema: node["schema"]?.string, file: node["file"]?.string,
      isOfItems: node["of"]?.string == "items")
    self.severity = severity
    self.message = message
    self.count = number
    self.exchanges = exchanges
    evaluated = count("evaluated")
    for property in node["clients"]?.properties.map(\.self) ?? [] {
      clients[property.name] = property.value.string
    }
    firstSeen = node["firstSeen"]?.string.flatMap { Timestamp($0) }
    lastSeen = node["lastSeen"]?.string.flatMap { Timestamp($0) }
    for property in node["by"].map({ Array($0.properties) }) ?? [] {
      func count(_ name: String) -> Int { max(0, property.value[name]?.int ?? 0) }
      let counts = SplitCount(
        count: count("count"), exchanges: count("exchanges"), evaluated: count("evaluated"))
      by.add(counts, for: property.name, +)
    }
  }
}

extension ReportTotal {
  /// Reads the total of a report in JSON, or of a line that ``json`` wrote. Nil for any other
  /// value. Reports of earlier versions have no groups.
  package init?(report: JSONNode) {
    guard let summary = Summary(report: report) else { return nil }
    self.summary = summary
    for node in report["groups"].map({ Array($0.elements) }) ?? [] {
      guard let group = FindingGroup(report: node) else { return nil }
      groups.add(group)
    }
    guard add(report) else { return nil }
    settle()
  }

  /// Whether a line of newline-delimited JSON is a part of a total, such as `{"group": …}`.
  package static func isPart(_ line: JSONNode) -> Bool {
    line["group"] != nil || line["ungrouped"] != nil
  }

  /// Adds a line that is a part of a total. Returns false if the line is broken.
  package mutating func add(line: JSONNode) -> Bool {
    if let node = line["group"] {
      guard let group = FindingGroup(report: node) else { return false }
      groups.add(group)
    }
    return add(line)
  }

  private mutating func add(_ node: JSONNode) -> Bool {
    guard let number = node["ungrouped"] else { return true }
    guard let number = number.int, number >= 0 else { return false }
    groups.leaveOut(number)
    return true
  }

  /// The total in one line: `{"groups": …, "summary": …}`. The groups are written only if there are
  /// some.
  package var json: String {
    var writer = JSONWriter()
    writer.object {
      if !groups.all.isEmpty { $0.list("groups") { for group in groups.all { $0.write(group) } } }
      if groups.leftOut > 0 { $0.integer(groups.leftOut, "ungrouped") }
      $0.key("summary")
      $0.write(summary)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ReportTotal {
  /// Keeps only the most frequent values of a split, to limit the size of a report.
  mutating func foldSplits() {
    var totals: [String: Int] = [:]
    for operation in summary.operations.values {
      for counts in operation.evaluatedBy.values {
        totals.merge(counts, uniquingKeysWith: Summary.sum)
      }
    }
    totals[ExchangeSplit.other] = nil
    guard totals.count > ExchangeSplit.most else { return }
    let most = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(ExchangeSplit.most)
    let kept = Set(most.map(\.key))
    summary.operations = summary.operations.mapValues { operation in
      var folded = operation
      folded.keep(kept)
      return folded
    }
    groups.foldSplits(to: kept)
  }
}
