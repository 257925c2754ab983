@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport

extension FuzzTarget {
  /// Captures checked against a bundled contract, and all reports of it.
  static func check(_ contract: Contract) -> FuzzTarget {
    let checker = try? Checker(contracts: [contract])
    return FuzzTarget(name: "check \(contract.name)", weight: 4, seeds: \.captures) {
      input, _, generator in
      let format: CaptureFormat? =
        generator.once(in: 2) ? nil : generator.pick(CaptureFormat.allCases)
      return checker.map { outcome(of: input, $0, format) } ?? .refused
    }
  }

  /// Captures of other tools, told by their content or by a name, in JSON and YAML.
  static let layouts = FuzzTarget(name: "layouts", weight: 20, seeds: { _ in FuzzCorpus.layouts }) {
    input, context, generator in
    let formats = CaptureFormat.allCases.filter(\.hasLayout)
    let format: CaptureFormat? = generator.once(in: 3) ? generator.pick(formats) : nil
    let checker = try? Checker(contracts: [generator.pick(context.contracts)])
    // Names decide as well: what an archive of Charles holds has such a one.
    let name = generator.pick(["fuzz", "1-meta.json", "fuzz.ndjson"])
    return checker.map { outcome(of: input, $0, format, name: name, countsSkipped: true) }
      ?? .refused
  }

  /// Bodies checked as the answer or the request of some operation, or as some schema.
  static let assumed = FuzzTarget(name: "assumed", weight: 12, seeds: \.documents) {
    input, context, generator in
    let contract = generator.pick(context.contracts)
    var assumption = Checker.Assumption(isRequest: generator.once(in: 4))
    if generator.once(in: 3), !contract.schemaNames.isEmpty {
      assumption.schema = generator.pick(contract.schemaNames)
    } else {
      assumption.operation = generator.pick(contract.operations).name
    }
    guard let checker = try? Checker(contracts: [contract], assumption: assumption) else {
      return .refused
    }
    return outcome(of: input, checker, .json)
  }

  static func outcome(
    of input: [UInt8], _ checker: Checker, _ format: CaptureFormat?, name: String = "fuzz",
    countsSkipped: Bool = false
  ) -> FuzzOutcome {
    var wrong: String?
    var checked = 0
    var machine: [UInt8] = []
    var reader: [UInt8] = []
    var reports = ReportFormat.all.map { format in
      format.report { bytes in
        if format.name == "json" { machine += bytes } else { reader += bytes }
      }
    }
    var summary = Summary()
    checker.check(input, name: name, format: format) { _, result in
      if countsSkipped || result.outcome == .checked { checked += 1 }
      for finding in result.findings {
        summary.count(finding.severity)
        wrong = wrong ?? complaint(about: finding, in: input)
        for index in reports.indices { reports[index].add(finding) }
      }
      if let exchange = result.exchange {
        for index in reports.indices { reports[index].add(exchange) }
      }
    } problem: { problem in
      if problem.message.isEmpty { wrong = "a problem without words" }
    }
    for index in reports.indices { reports[index].finish(summary) }
    guard let document = try? JSONDocument(machine) else {
      return .wrong("the JSON report is not JSON")
    }
    if document.root["findings"]?.count != summary.findings(atLeast: .note) {
      return .wrong("the JSON report lacks findings")
    }
    // Whatever a capture holds, a terminal gets lines of text and nothing that it would obey.
    if reader.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }) {
      return .wrong("a control character in a report for readers")
    }
    return FuzzOutcome(wrong, else: checked > 0 ? .accepted : .refused)
  }

  private static func complaint(about finding: Finding, in input: [UInt8]) -> String? {
    let bytes = finding.region.bytes
    if bytes.offset < 0 || bytes.length < 0 || bytes.end > input.count {
      return "\(finding.rule) at \(bytes) of \(input.count)"
    }
    if finding.region.start < TextPosition(line: 1, column: 1)
      || finding.region.end < finding.region.start
    {
      return "\(finding.rule) from \(finding.region.start) to \(finding.region.end)"
    }
    if finding.message.isEmpty { return "\(finding.rule) without a message" }
    if Rule.named(finding.rule) == nil { return "a finding of no rule, \(finding.rule)" }
    var last = 0
    for edit in finding.fix?.edits ?? [] {
      if edit.range.offset < last || edit.range.end > input.count { return "an edit elsewhere" }
      last = edit.range.end
    }
    return nil
  }

  /// A request of an operation, with a text for every parameter and in the query.
  private static func request(
    of operation: ContractCheck.Operation, _ contract: Contract, _ text: [UInt8]
  ) -> [UInt8] {
    let text = String(decoding: text.prefix(200), as: UTF8.self)
    var values: [String: String] = [:]
    for name in operation.requestParameters { values[name] = text }
    let path = (try? operation.requestPath(values: values)) ?? operation.path.description
    let url = (contract.servers.first?.defaultURL ?? "") + path + "&" + text
    let headers = (operation.requestParameters + ["x-list", "cookie"]).map {
      "\(JSONWriter.quoted($0)):\(JSONWriter.quoted(text))"
    }
    return Array(
      """
      {"method":\(JSONWriter.quoted(operation.method)),"url":\(JSONWriter.quoted(url)),\
      "status":200,"requestHeaders":{\(headers.joined(separator: ","))}}
      """.utf8)
  }

  /// Damaged contracts: read or refused, and used when they were read.
  static let contract = FuzzTarget(name: "contract", weight: 2, seeds: \.contracts) {
    input, context, generator in
    do throws(ContractError) {
      let contract = try Contract(input, name: "fuzz")
      guard !contract.operations.isEmpty else { return .refused }
      for _ in 0..<3 {
        let operation = generator.pick(contract.operations)
        guard
          let checker = try? Checker(
            contracts: [contract], assumption: Checker.Assumption(operation: operation.name))
        else { continue }
        let body = generator.pick(context.instances)
        if case .wrong(let wrong) = outcome(of: body, checker, .json) { return .wrong(wrong) }
        let record = request(of: operation, contract, generator.pick(context.texts))
        if let matching = try? Checker(contracts: [contract]),
          case .wrong(let wrong) = outcome(of: record, matching, .ndjson)
        {
          return .wrong(wrong)
        }
      }
      return .accepted
    } catch {
      return error.message.isEmpty ? .wrong("an error without words") : .refused
    }
  }
}
