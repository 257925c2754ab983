@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
public import JSONTape

/// Writes the objects of the formats that machines read. Their schema is
/// `schemas/report.schema.json`.
extension JSONWriter {
  mutating func write(_ finding: Finding) {
    object {
      $0.text(finding.rule, "rule")
      $0.text(finding.severity.rawValue, "severity")
      $0.text(finding.keyword, "keyword")
      $0.text(finding.message, "message")
      $0.text(finding.file, "file")
      $0.integer(finding.region.start.line, "line")
      $0.integer(finding.region.start.column, "column")
      $0.integer(finding.region.end.line, "endLine")
      $0.integer(finding.region.end.column, "endColumn")
      $0.integer(finding.region.bytes.offset, "offset")
      $0.integer(finding.region.bytes.length, "length")
      if let decoded = finding.decoded { $0.place(decoded.line, decoded.column, "decoded") }
      $0.key("exchange")
      if let exchange = finding.exchange { $0.write(exchange) } else { $0.null() }
      $0.text(finding.instance.description, "instance")
      if let property = finding.property { $0.text(property, "member") }
      if !finding.effects.isEmpty {
        $0.object("clients") {
          for effect in finding.effects { $0.text(effect.word, effect.client) }
        }
      }
      $0.text(finding.schema, "schema")
      $0.text(finding.contract, "contract")
      if let place = finding.contractPlace {
        $0.object("contractPlace") {
          $0.text(place.file, "file")
          $0.integer(place.position.line, "line")
          $0.integer(place.position.column, "column")
        }
      }
      $0.key("fix")
      if let fix = finding.possibleFix { $0.write(fix) } else { $0.null() }
    }
  }

  private mutating func write(_ exchange: ExchangeReference) {
    object {
      if let id = exchange.id { $0.text(id, "id") }
      $0.integer(exchange.index, "index")
      $0.text(exchange.method, "method")
      $0.text(exchange.url, "url")
      $0.integer(exchange.status, "status")
      $0.text(exchange.operation, "operation")
      $0.text(exchange.part.rawValue, "part")
    }
  }

  private mutating func write(_ fix: Fix) {
    object {
      $0.text(fix.title, "title")
      $0.list("edits") { writer in
        for edit in fix.edits {
          writer.object {
            $0.integer(edit.range.offset, "offset")
            $0.integer(edit.range.length, "length")
            $0.text(edit.text, "text")
          }
        }
      }
    }
  }

  mutating func write(_ summary: Summary) {
    object {
      $0.integer(Summary.version, "version")
      $0.integer(summary.inputs, "inputs")
      $0.integer(summary.exchanges, "exchanges")
      $0.integer(summary.checked, "checked")
      $0.counts(summary.skipped, "skipped")
      $0.integer(summary.unmatched, "unmatched")
      $0.integer(summary.unreadable, "unreadable")
      $0.integer(summary.assumed, "assumed")
      $0.integer(summary.refusedRequests, "refusedRequests")
      $0.write(summary.requests, "requests")
      $0.write(summary.responses, "responses")
      if let items = summary.items, items > 0 { $0.integer(items, "items") }
      if summary.cutItems > 0 { $0.integer(summary.cutItems, "cutItems") }
      if summary.templated > 0 { $0.integer(summary.templated, "templated") }
      if !summary.leniencies.isEmpty { $0.counts(summary.leniencies, "leniencies") }
      let hosts = summary.foreignHosts.listed
      if !hosts.isEmpty {
        $0.object("undocumentedHosts") { writer in
          for (host, count) in hosts {
            writer.object(host) {
              $0.integer(count.judged, "judged")
              $0.integer(count.unmatched, "unmatched")
            }
          }
        }
      }
      $0.counts(summary.filesNotRead, "filesNotRead")
      $0.list("operations") { writer in
        for (name, count) in summary.operations.sorted(by: { $0.key < $1.key }) {
          writer.write(name, count)
        }
      }
      $0.integer(summary.errors, "errors")
      $0.integer(summary.warnings, "warnings")
      $0.integer(summary.notes, "notes")
      for (name, count) in summary.hiddenCounts where count > 0 { $0.integer(count, name) }
      if summary.omitted > 0 { $0.integer(summary.omitted, "omitted") }
      $0.write(summary.unanswered)
      if summary.isTruncated {
        $0.key("truncated")
        $0.boolean(true)
      }
    }
  }

  private mutating func write(_ counts: MessageCounts, _ name: String) {
    object(name) {
      $0.integer(counts.checked, "checked")
      $0.counts(counts.skipped, "skipped")
      $0.integer(counts.documentedBodies, "documentedBodies")
      $0.integer(counts.checkedBodies, "checkedBodies")
    }
  }

  private mutating func write(_ name: OperationCount.Name, _ count: OperationCount) {
    object {
      $0.text(name.operation, "operation")
      $0.text(name.contract, "contract")
      $0.integer(count.checked, "checked")
      $0.integer(count.withFindings, "withFindings")
      $0.object("statuses") {
        for (status, number) in count.statuses.sorted(by: { $0.key < $1.key }) {
          $0.integer(number, "\(status)")
        }
      }
      if let latency = count.latency {
        $0.object("milliseconds") {
          $0.integer(latency.median, "median")
          $0.integer(latency.worst, "worst")
        }
      }
      $0.messages(count.evaluated, "evaluated") { $0.integer($2, $1) }
      if !count.evaluatedBy.isEmpty {
        $0.messages(count.evaluatedBy, "evaluatedBy") { $0.counts($2, $1) }
      }
      guard !count.hours.isEmpty else { return }
      $0.messages(count.hours, "hours") { writer, name, hours in
        writer.object(name) { writer in
          let byStart = Dictionary(grouping: hours) { $0.key.start }
          for (start, hours) in byStart.sorted(by: { $0.key < $1.key }) {
            if hours.count == 1, hours[0].key.value == nil {
              writer.integer(hours[0].value, start.description)
            } else {
              let values = hours.map { ($0.key.value ?? ExchangeSplit.none, $0.value) }
              writer.counts(Dictionary(values, uniquingKeysWith: Summary.sum), start.description)
            }
          }
        }
      }
    }
  }

  /// Writes counts of messages, and of their items, by status.
  private mutating func messages<Count>(
    _ counts: [OperationCount.Evaluated: Count], _ name: String,
    _ write: (inout JSONWriter, _ status: String, Count) -> Void
  ) {
    object(name) { writer in
      for (kind, part, isOfItems) in OperationCount.Evaluated.kinds {
        let counts = counts.filter { $0.key.part == part && $0.key.isOfItems == isOfItems }
        guard !counts.isEmpty else { continue }
        writer.object(kind) {
          for (key, count) in counts.sorted(by: { $0.key.status ?? 0 < $1.key.status ?? 0 }) {
            write(&$0, key.name, count)
          }
        }
      }
    }
  }

  private mutating func counts(_ counts: [String: Int], _ name: String) {
    object(name) {
      for (name, number) in counts.sorted(by: { $0.key < $1.key }) {
        $0.integer(number, SafeText.line(name))
      }
    }
  }
}

extension Summary {
  /// The version of the report format. Reports without a version count requests and responses
  /// together.
  static let version = 2

  /// The counts of findings, the highest severity first.
  var bySeverity: [(severity: Severity, count: Int)] {
    [(.error, errors), (.warning, warnings), (.note, notes)]
  }

  /// The last line of newline-delimited JSON: `{"summary": …}`.
  public var json: String {
    var writer = JSONWriter()
    writer.object {
      $0.key("summary")
      $0.write(self)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads the counts in the `summary` property of a report, or of the report's last line. Nil if
  /// the property is not a summary.
  public init?(report: JSONNode) {
    guard let node = report["summary"], node.kind == .object else { return nil }
    func count(_ name: String) -> Int? { node[name]?.int.flatMap { $0 >= 0 ? $0 : nil } }
    guard let inputs = count("inputs"), let exchanges = count("exchanges"),
      let checked = count("checked"), let unmatched = count("unmatched"),
      let errors = count("errors"), let warnings = count("warnings"), let notes = count("notes")
    else { return nil }
    self.init()
    (self.inputs, self.exchanges, self.checked) = (inputs, exchanges, checked)
    (self.unmatched, self.errors, self.warnings, self.notes) = (unmatched, errors, warnings, notes)
    suppressed = count("suppressed") ?? 0
    baselined = count("baselined") ?? 0
    expected = count("expected") ?? 0
    masked = count("masked") ?? 0
    unprinted = max(0, (count("omitted") ?? 0) - hidden)
    isTruncated = node["truncated"]?.bool ?? false
    note((node["unanswered"].map { Array($0.elements) } ?? []).compactMap(UnansweredRequest.init))
    // Reports of earlier versions do not have these counts, and count unreadable exchanges as
    // skipped.
    assumed = count("assumed") ?? 0
    refusedRequests = count("refusedRequests") ?? 0
    items = count("items")
    cutItems = count("cutItems") ?? 0
    templated = count("templated") ?? 0
    guard let reasons = node["skipped"].flatMap(Self.counts),
      let leniencies = node["leniencies"].map(Self.counts) ?? [:],
      let files = node["filesNotRead"].map(Self.counts) ?? [:],
      let requests = node["requests"].map(MessageCounts.init(report:)) ?? MessageCounts(),
      let responses = node["responses"].map(MessageCounts.init(report:)) ?? MessageCounts()
    else { return nil }
    (self.requests, self.responses) = (requests, responses)
    skipped = reasons
    self.leniencies = leniencies
    for property in node["undocumentedHosts"].map({ Array($0.properties) }) ?? [] {
      guard let counts = Self.counts(property.value) else { return nil }
      foreignHosts.add(
        ForeignHosts.Count(
          judged: counts["judged"] ?? 0, unmatched: counts["unmatched"] ?? 0),
        of: SafeText.line(property.name))
    }
    unreadable = count("unreadable") ?? skipped.removeValue(forKey: "unreadable") ?? 0
    filesNotRead = files
    for operation in node["operations"].map({ Array($0.elements) }) ?? [] {
      guard let name = operation["operation"]?.string, let contract = operation["contract"]?.string,
        let statuses = operation["statuses"].flatMap(Self.counts),
        let checked = operation["checked"]?.int, let found = operation["withFindings"]?.int,
        checked >= 0, found >= 0
      else { return nil }
      var seen = OperationCount()
      (seen.checked, seen.withFindings) = (checked, found)
      for (status, number) in statuses {
        if let status = Int(status), 100..<600 ~= status { seen.statuses[status] = number }
      }
      for (key, node) in Self.messages(operation["evaluated"]) {
        guard let number = node.int, number >= 0 else { return nil }
        seen.evaluated[key] = number
      }
      for (key, node) in Self.messages(operation["evaluatedBy"]) {
        guard let counts = Self.counts(node) else { return nil }
        for (value, number) in counts {
          seen.evaluatedBy[key, default: [:]].add(number, for: value, Self.sum)
        }
      }
      for (key, node) in Self.messages(operation["hours"]) {
        for property in node.properties {
          guard let start = Timestamp(property.name) else { return nil }
          if let number = property.value.int, number >= 0 {
            seen.add(number, in: .init(start: start, value: nil), as: key)
          } else if let counts = Self.counts(property.value) {
            for (value, number) in counts {
              seen.add(number, in: .init(start: start, value: value), as: key)
            }
          } else {
            return nil
          }
        }
      }
      operations[OperationCount.Name(contract: contract, operation: name)] = seen
    }
  }

  /// The counts of each message and status in an object.
  private static func messages(_ node: JSONNode?) -> [(OperationCount.Evaluated, JSONNode)] {
    OperationCount.Evaluated.kinds.flatMap { kind, part, isOfItems in
      (node?[kind].map { Array($0.properties) } ?? []).map {
        (.init(part, status: Int($0.name), isOfItems: isOfItems), $0.value)
      }
    }
  }

  /// An object of counts. Nil for any other value.
  fileprivate static func counts(_ node: JSONNode) -> [String: Int]? {
    guard node.kind == .object else { return nil }
    var counts: [String: Int] = [:]
    for property in node.properties {
      guard let number = property.value.int, number >= 0 else { return nil }
      counts[property.name] = number
    }
    return counts
  }
}

extension MessageCounts {
  /// Reads counts. Nil for any other value.
  fileprivate init?(report node: JSONNode) {
    guard let checked = node["checked"]?.int, checked >= 0,
      let skipped = node["skipped"].flatMap(Summary.counts)
    else { return nil }
    self.init()
    (self.checked, self.skipped) = (checked, skipped)
    documentedBodies = max(0, node["documentedBodies"]?.int ?? 0)
    checkedBodies = max(0, node["checkedBodies"]?.int ?? 0)
  }
}

extension OperationCount.Evaluated {
  fileprivate var name: String { status.map(String.init) ?? "none" }

  /// The names of the counts of messages and of their items.
  fileprivate static var kinds: [(name: String, part: Exchange.Part, isOfItems: Bool)] {
    Exchange.Part.allCases.flatMap {
      [($0.rawValue, $0, false), ("\($0.rawValue)Items", $0, true)]
    }
  }
}
