@_spi(Engine) internal import ContractCaptures
internal import JSONSchema

/// The counts of a run. Summaries of parts of a run can be added.
public struct Summary: Hashable, Sendable {
  /// The number of files, streams and URLs that were read.
  public var inputs = 0
  /// The number of inputs that are URLs.
  package var urls = 0
  /// The noun for exchanges in the closing lines.
  package var noun = "exchange"
  /// The number of exchanges that were found.
  public var exchanges = 0
  /// The number of exchanges that were checked against a contract. If the contract documents a
  /// response body, that body was checked.
  public var checked = 0
  /// The number of exchanges that were not checked, by reason (`no-body`).
  public var skipped: [String: Int] = [:]
  /// The number of exchanges that no contract describes.
  public var unmatched = 0
  /// The number of exchanges that could not be read.
  public var unreadable = 0
  /// The number of checked exchanges whose body was checked against the nearest schema.
  package var assumed = 0
  /// The number of exchanges whose request the server refused with a documented error.
  package var refusedRequests = 0
  /// The counts of the requests.
  package var requests = MessageCounts()
  /// The counts of the responses.
  package var responses = MessageCounts()
  /// The number of exchanges in which templates replace some values.
  package var templated = 0
  /// The number of properties that were valid only by a leniency, by ``Leniency/id``. Each exchange
  /// is counted once.
  package var leniencies: [String: Int] = [:]
  /// The exchanges whose hosts are not among the contracts' servers, by host.
  package var foreignHosts = ForeignHosts()
  /// The number of checked items of sequences; nil without sequences.
  package var items: Int?
  /// The number of items that were cut off at the end of their message and therefore not checked.
  package var cutItems = 0
  /// The number of files in folders that were not read, by extension (`.yml`).
  package var filesNotRead: [String: Int] = [:]
  /// The counts of the operations.
  package var operations: [OperationCount.Name: OperationCount] = [:]
  /// The number of findings with the severity error.
  public var errors = 0
  /// The number of findings with the severity warning.
  public var warnings = 0
  /// The number of findings with the severity note.
  public var notes = 0
  /// The number of findings that a suppression hides.
  public var suppressed = 0
  /// The number of findings in the baseline.
  public var baselined = 0
  /// The number of findings in files that have mistakes on purpose.
  public var expected = 0
  /// The number of findings that a record's `liveVerdict` removes because the wrong value stands
  /// for a secret.
  package var masked = 0
  /// The number of findings that count by their severity but were not printed (`--max-findings`).
  package var unprinted = 0
  /// The first requests of a live run without a response.
  package private(set) var unanswered: [UnansweredRequest] = []
  /// Whether the run ended early. If so, some parts were not checked.
  package var isTruncated = false

  /// Creates a summary with counts of 0.
  public init() {}

  /// Counts a finding by its severity.
  public mutating func count(_ severity: Severity) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
  }

  /// Counts a finding by its fate.
  package mutating func count(_ severity: Severity, _ fate: FindingFate) {
    switch fate {
    case .reported: count(severity)
    case .expected: expected += 1
    case .suppressed: suppressed += 1
    case .baselined: baselined += 1
    }
  }

  /// Counts an exchange by its outcome.
  public mutating func count(_ outcome: Checker.Outcome, times number: Int = 1) {
    exchanges += number
    switch outcome {
    case .checked: checked += number
    case .skipped(let reason): skip(reason, times: number)
    case .unmatched: unmatched += number
    case .unreadable: unreadable += number
    }
  }

  /// Counts exchanges with equal counts.
  package mutating func count(
    _ exchange: ExchangeCount, hasFindings: Bool, times number: Int = 1
  ) {
    count(exchange.outcome, times: number)
    if exchange.isAssumed { assumed += number }
    if exchange.isRefused { refusedRequests += number }
    if exchange.isTemplated { templated += number }
    if let host = exchange.foreign { foreignHosts.count(host, times: number) }
    if let request = exchange.request { requests.count(request, times: number) }
    if let response = exchange.response { responses.count(response, times: number) }
    masked = Self.sum(masked, Self.product(exchange.masked, number))
    for count in exchange.items.values { items = Self.sum(items ?? 0, Self.product(count, number)) }
    cutItems = Self.sum(cutItems, Self.product(exchange.cutItems, number))
    for (leniency, count) in exchange.leniencies {
      leniencies.add(Self.product(count, number), for: leniency.id, Self.sum)
    }
    guard let name = exchange.operation else { return }
    operations[name, default: OperationCount()].add(
      exchange, hasFindings: hasFindings, times: number)
  }

  /// Notes requests without a response.
  package mutating func note(_ requests: [UnansweredRequest]) {
    unanswered += requests.prefix(max(0, 1000 - unanswered.count))
  }

  /// Counts skipped exchanges.
  package mutating func skip(_ reason: String, times number: Int = 1) {
    skipped[reason, default: 0] += number
  }

  /// The number of findings at or above `severity`.
  public func findings(atLeast severity: Severity) -> Int {
    switch severity {
    case .error: errors
    case .warning: Self.sum(errors, warnings)
    case .note: Self.sum(Self.sum(errors, warnings), notes)
    }
  }

  /// Adds the counts of another part of the run.
  package static func += (left: inout Summary, right: Summary) {
    left.inputs = sum(left.inputs, right.inputs)
    left.urls = sum(left.urls, right.urls)
    left.exchanges = sum(left.exchanges, right.exchanges)
    left.checked = sum(left.checked, right.checked)
    left.skipped.merge(right.skipped, uniquingKeysWith: sum)
    left.unmatched = sum(left.unmatched, right.unmatched)
    left.unreadable = sum(left.unreadable, right.unreadable)
    left.assumed = sum(left.assumed, right.assumed)
    left.refusedRequests = sum(left.refusedRequests, right.refusedRequests)
    left.templated = sum(left.templated, right.templated)
    if let items = right.items { left.items = sum(left.items ?? 0, items) }
    left.cutItems = sum(left.cutItems, right.cutItems)
    left.requests += right.requests
    left.responses += right.responses
    left.leniencies.merge(right.leniencies, uniquingKeysWith: sum)
    left.foreignHosts += right.foreignHosts
    left.filesNotRead.merge(right.filesNotRead, uniquingKeysWith: sum)
    for (name, count) in right.operations { left.operations[name, default: .init()] += count }
    left.errors = sum(left.errors, right.errors)
    left.warnings = sum(left.warnings, right.warnings)
    left.notes = sum(left.notes, right.notes)
    left.suppressed = sum(left.suppressed, right.suppressed)
    left.baselined = sum(left.baselined, right.baselined)
    left.expected = sum(left.expected, right.expected)
    left.masked = sum(left.masked, right.masked)
    left.unprinted = sum(left.unprinted, right.unprinted)
    left.note(right.unanswered)
    left.isTruncated = left.isTruncated || right.isTruncated
  }

  /// The sum of two counts. It is limited to the largest number, because counts may come from any
  /// report.
  package static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? Int.max : sum
  }

  static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? Int.max : product
  }

  /// A text about the values that were valid only by a leniency. Nil if there are none.
  package var leniencyLine: String? {
    if leniencies.isEmpty { return nil }
    let list = leniencies.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "valid only because of a leniency: " + list.joined(separator: ", ")
  }

  /// The number of findings that are not reported and have no effect on the severity counts.
  package var hidden: Int { hiddenCounts.reduce(0) { Self.sum($0, $1.count) } }

  /// The number of findings that no report shows. The reason does not matter.
  package var omitted: Int { Self.sum(hidden, unprinted) }

  package var hiddenCounts: [(name: String, count: Int)] {
    [
      ("suppressed", suppressed), ("baselined", baselined), ("expected", expected),
      ("masked", masked),
    ]
  }

  /// A text that says why the run proves nothing. Nil if the run proves something.
  ///
  /// - Parameter isSilent: Whether there is no finding that fails the run.
  package func emptiness(isSilent: Bool) -> String? {
    let isOfResponses = responses.documentedBodies > 0
    let bodies = isOfResponses ? responses : requests
    guard bodies.documentedBodies > 0, bodies.checkedBodies == 0 else {
      // A run with findings is not empty, because an error in the exchange may prevent the check of
      // its body.
      return checked == 0 && isSilent ? "nothing was checked" : nil
    }
    let part = isOfResponses ? "response" : "request"
    let reasons = bodies.reasons(without: [MessageCount.refused]).map { " (\($0))" } ?? ""
    return "no documented \(part) body was checked\(reasons)"
  }

  /// What helps if nothing, or no documented body, was checked: an option for captures without
  /// bodies, or the option that explains unmatched exchanges. Nil if neither helps, or if a finding
  /// or a line about hosts already says why.
  package var adviceOnEmptiness: String? {
    if checked == 0, unmatched > 0, Self.sum(errors, warnings) == 0, foreignHosts.hosts.isEmpty {
      let exchanges = Plural.count(unmatched, "exchange matches", "exchanges match")
      return "; `check --explain-match` shows why \(exchanges) no operation"
    }
    let isOfResponses = responses.documentedBodies > 0
    let bodies = isOfResponses ? responses : requests
    let others =
      [SkipReason.noRequest, .textOnly].map(\.rawValue)
      + [MessageCount.refused, ContractValidator.undocumentedStatus]
    let reasons = Set(bodies.skipped.keys).subtracting(others)
    guard bodies.checkedBodies == 0, reasons == [SkipReason.noBody.rawValue] else { return nil }
    return isOfResponses
      ? "; if these captures never have response bodies, add `--requests`"
      : "; if these captures never have request bodies, add `--allow-empty`"
  }

  /// A text about the documented bodies that were not checked: `2 response bodies`.
  package var uncheckedBodies: [String] {
    [(requests, "request"), (responses, "response")].compactMap { counts, part in
      let count = counts.uncheckedBodies
      return count > 0 ? Plural.count(count, "\(part) body", "\(part) bodies") : nil
    }
  }

  /// Texts about values that were not checked as they are written: `2 placeholders`, `1 envelope
  /// opened`.
  private var standIns: [String] {
    let envelopes = leniencies[Leniency.envelope.id].map {
      Plural.count($0, "envelope") + " opened"
    }
    return [
      leniencies[Leniency.placeholder.id].map { Plural.count($0, "placeholder") }, envelopes,
    ].compactMap(\.self)
  }

  /// Texts about the parts that were not checked or only guessed: `2 unmatched`. Empty if there are
  /// no such parts.
  package var doubts: [String] {
    var doubts: [String] = []
    if unmatched > 0 { doubts.append("\(unmatched) unmatched") }
    if unreadable > 0 { doubts.append("\(unreadable) unreadable") }
    if assumed > 0 { doubts.append("\(assumed) assumed") }
    doubts += standIns
    if cutItems > 0 { doubts.append("\(Plural.count(cutItems, "item")) cut off") }
    return doubts + foreignHosts.doubts + uncheckedBodies
  }

  /// The reasons, sorted by name.
  package var skipReasons: [(reason: String, count: Int)] {
    skipped.sorted { $0.key < $1.key }.map { (reason: $0.key, count: $0.value) }
  }

  /// The duration of the responses to live requests, one line for each operation. Empty if there
  /// was only one request.
  package var latencyLines: [String] {
    let timed = operations.filter { !$0.value.latencies.isEmpty }.sorted { $0.key < $1.key }
    guard timed.reduce(0, { $0 + $1.value.latencies.count }) > 1 else { return [] }
    return timed.compactMap { name, count in
      count.latency.map { latency in
        "response times of \(name.operation): median \(latency.median) ms, "
          + "longest \(latency.worst) ms "
          + "(\(Plural.count(count.latencies.count, "request")))"
      }
    }
  }

  /// The counts in one line: `22 errors and 2 warnings; 27 of 33 exchanges checked; not checked: 2
  /// unmatched`.
  public var line: String {
    ([findingWords + hiddenWords] + lines(of: "checked")).joined(separator: "; ")
  }

  /// The findings in words: `22 errors and 2 warnings`.
  package var findingWords: String {
    let counts = [("error", errors), ("warning", warnings), ("note", notes)].filter { $0.1 > 0 }
    let words = counts.map { Plural.count($0.1, $0.0) }
    return words.isEmpty ? "no findings" : FailureContext.joined(words, "and")
  }

  /// The end of ``line``: `; 2 suppressed, 1 in the baseline`. Empty if nothing is hidden.
  package var hiddenWords: String {
    var hidden: [String] = []
    if suppressed > 0 { hidden.append("\(suppressed) suppressed") }
    if baselined > 0 { hidden.append("\(baselined) in the baseline") }
    if expected > 0 { hidden.append("\(expected) in files that are broken on purpose") }
    if masked > 0 { hidden.append("\(masked) at masked secrets") }
    if unprinted > 0 { hidden.append("\(unprinted) not printed") }
    return hidden.isEmpty ? "" : "; " + hidden.joined(separator: ", ")
  }

  /// The results of the exchanges, for a command whose action is `verb`.
  package func lines(of verb: String) -> [String] {
    [progress(verb), rest(verb), filesLine].compactMap(\.self)
  }

  /// A text about the checked exchanges: `27 of 33 exchanges checked (5 by the nearest schema)`. A
  /// live run counts requests.
  private func progress(_ verb: String) -> String {
    let noun = exchanges > 0 && inputs == urls ? "request" : self.noun
    var asides: [String] = []
    if assumed > 0 { asides.append("\(assumed) by the nearest schema") }
    if let items { asides.append(Plural.count(items, "item")) }
    if templated > 0 { asides.append("\(templated) with templates") }
    asides += standIns
    if refusedRequests > 0 { asides.append(Plural.count(refusedRequests, "refused request")) }
    return "\(checked) of \(Plural.count(exchanges, noun)) \(verb)"
      + (asides.isEmpty ? "" : " (\(asides.joined(separator: ", ")))")
  }

  /// A text about the other exchanges: `not checked: 3 not modified, 1 no response, 2 unmatched`.
  /// Nil if there are none.
  package func rest(_ verb: String) -> String? {
    var kinds = [SkipReason.words(of: skipped)].filter { !$0.isEmpty }
    if unmatched > 0 { kinds.append("\(unmatched) unmatched") }
    if unreadable > 0 { kinds.append("\(unreadable) unreadable") }
    if cutItems > 0 { kinds.append("\(Plural.count(cutItems, "item")) cut off") }
    var parts = kinds.isEmpty ? [] : [kinds.joined(separator: ", ")]
    if let reasons = requests.reasons(without: [MessageCount.refused, MessageCount.unreadable]) {
      parts.append("of the requests \(reasons)")
    }
    // For responses, only the reasons that the exchanges do not already give.
    if let reasons = responses.reasons(without: [MessageCount.unreadable], besides: skipped) {
      parts.append("of the responses \(reasons)")
    }
    return parts.isEmpty ? nil : "not \(verb): \(parts.joined(separator: "; "))"
  }

  /// A line such as `24 files were not read: 12 .expected, 12 .txt`. Nil if all files were read.
  private var filesLine: String? {
    if filesNotRead.isEmpty { return nil }
    let total = filesNotRead.values.reduce(0, Self.sum)
    let list = filesNotRead.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return Plural.count(total, "file was", "files were") + " not read: "
      + list.joined(separator: ", ")
  }
}

/// A request of a live run without a response.
package struct UnansweredRequest: Hashable, Sendable {
  /// The operation, such as `GET /users/{id}`. Nil if no contract has this operation.
  package let operation: String?
  /// The name of the contract that has the operation.
  package var contract: String?
  /// The URL without secrets.
  package let url: String
  /// Why there is no response.
  package let reason: String

  /// Creates a request from its parts.
  package init(operation: String?, url: String, reason: String) {
    (self.operation, self.url, self.reason) = (operation, url, reason)
  }
}

/// How a finding is treated.
public enum FindingFate: Hashable, Sendable {
  /// The finding is reported.
  case reported
  /// The file of the finding has mistakes on purpose.
  case expected
  /// A suppression hides the finding.
  case suppressed
  /// The finding is in the baseline.
  case baselined
}
