@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
internal import JSONTape

extension ReportFormat {
  static let junit = ReportFormat(
    name: "junit", summary: "JUnit XML: one test suite per input, one test case per exchange",
    needsExchanges: true
  ) {
    JUnitReport(context: $0, sink: $1)
  }
}

/// JUnit's XML. There is a suite for each input, and a case for each exchange with its operation,
/// even without findings. Findings that fail the run are failures. Other findings are the output of
/// the case.
///
/// Cases are written as they arrive. A suite has counts only if it is short enough for the buffer.
/// Otherwise readers must count.
struct JUnitReport: Report {
  private let failOn: Severity
  private let paths: ReportPaths
  private let sink: ReportSink
  private var suite: Suite?
  private var found = Findings()

  private struct Suite {
    let name: String
    var cases = ""
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var isOpen = false
  }

  /// The findings of the current exchange. All findings are counted, but only the first ones are
  /// shown.
  private struct Findings {
    var file: String?
    var failure: (rule: String, message: String)?
    var failures: [String] = []
    var others: [String] = []
    var leftOut = 0
    static let most = 200
  }

  /// The maximum size of a buffered suite, in bytes.
  private let patience: Int

  init(context: ReportContext, patience: Int = 1 << 20, sink: @escaping ReportSink) {
    self.patience = patience
    failOn = context.failOn
    paths = context.paths
    self.sink = sink
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"schemacheck\">\n")
  }

  mutating func add(_ finding: Finding) {
    found.file = finding.file
    let fails = finding.severity >= failOn
    if fails, found.failure == nil { found.failure = (finding.rule, finding.sentence) }
    guard found.failures.count + found.others.count < Findings.most else {
      found.leftOut += 1
      return
    }
    let line =
      "\(finding.place): \(finding.severity.rawValue)[\(finding.rule)] \(finding.sentence)"
    if fails { found.failures.append(line) } else { found.others.append(line) }
  }

  mutating func add(_ exchange: CheckedExchange) {
    let found = found
    self.found = Findings()
    if suite?.name != exchange.file {
      endSuite()
      suite = Suite(name: exchange.file)
    }
    var elements = ""
    suite?.tests += 1
    if let reason = exchange.trouble {
      suite?.errors += 1
      elements = "    <error message=\"\(MarkupText.line(reason))\"/>\n"
    } else if let (rule, message) = found.failure {
      suite?.failures += 1
      let text = Self.text(found.failures, leftOut: found.leftOut + exchange.unprinted)
      elements =
        "    <failure type=\"\(MarkupText.line(rule))\" message=\"\(MarkupText.line(message))\">"
        + "\(text)</failure>\n"
    } else if exchange.unprinted > 0 {
      let findings = Plural.count(exchange.unprinted, "finding is", "findings are")
      suite?.failures += 1
      elements = "    <failure message=\"\(findings) not printed (`--max-findings`)\"/>\n"
    } else if let reason = exchange.outcome.reason {
      suite?.skipped += 1
      elements = "    <skipped message=\"\(MarkupText.line(reason))\"/>\n"
    }
    if !found.others.isEmpty {
      let leftOut = found.failure == nil ? found.leftOut : 0
      elements += "    <system-out>\(Self.text(found.others, leftOut: leftOut))</system-out>\n"
    }
    let start =
      "  <testcase classname=\"\(MarkupText.line(exchange.operation))\""
      + " name=\"\(MarkupText.line(exchange.name))\" file=\"\(MarkupText.line(paths.path(of: exchange.file)))\""
    suite?.cases += elements.isEmpty ? "\(start)/>\n" : "\(start)>\n\(elements)  </testcase>\n"
    // The suite is too long for the buffer.
    if let size = suite?.cases.utf8.count, size > patience { flush(counts: "") }
  }

  mutating func finish(_ summary: Summary) {
    // Findings of an exchange that did not end.
    if let file = found.file { add(CheckedExchange(file: file, outcome: .checked)) }
    suite?.cases += "  <system-out>\(MarkupText.line(summary.line))</system-out>\n"
    endSuite()
    write("</testsuites>\n")
  }

  private mutating func endSuite() {
    guard let suite else { return }
    flush(
      counts: " tests=\"\(suite.tests)\" failures=\"\(suite.failures)\" errors=\"\(suite.errors)\""
        + " skipped=\"\(suite.skipped)\"")
    write("</testsuite>\n")
    self.suite = nil
  }

  /// Writes the buffered part of the suite. The counts are in its start tag.
  private mutating func flush(counts: String) {
    guard let open = suite else { return }
    if !open.isOpen { write("<testsuite name=\"\(MarkupText.line(open.name))\"\(counts)>\n") }
    write(open.cases)
    suite?.cases = ""
    suite?.isOpen = true
  }

  private func write(_ text: String) { sink(Array(text.utf8)) }

  private static func text(_ lines: [String], leftOut: Int) -> String {
    let rest = leftOut > 0 ? ["\(leftOut) further findings"] : []
    return (lines + rest).map(MarkupText.line).joined(separator: "\n")
  }
}

extension CheckedExchange {
  fileprivate var operation: String {
    guard let reference else { return contract ?? "no operation" }
    return reference.operation ?? reference.request ?? contract ?? "no operation"
  }

  fileprivate var name: String {
    guard let reference else { return file }
    switch reference.unit {
    case .entry?: return (reference.id ?? "entry \(reference.index)") + reference.result
    case .line?: return (reference.id ?? "line \(reference.index + 1)") + reference.result
    case nil:
      return (reference.index == 0 ? file : "exchange \(reference.index)") + reference.result
    }
  }
}

extension Checker.Outcome {
  var reason: String? {
    switch self {
    case .checked: nil
    case .skipped(let reason): reason
    case .unmatched: "no contract has an operation for it"
    case .unreadable: "it could not be read"
    }
  }
}
