@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ReportFormat {
  static let sarif = ReportFormat(
    name: "sarif", summary: "SARIF 2.1.0 for code scanning"
  ) {
    SARIFReport(paths: $0.paths, ownRules: $0.ownRules, sink: $1)
  }
}

/// SARIF 2.1.0 for code scanning. It is written as a stream, and every result is one line.
///
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0; GitHub, "SARIF support for code
/// scanning", which accepts at most 25,000 results.
struct SARIFReport: Report {
  let paths: ReportPaths
  var ownRules = OwnRules()
  static let maximum = 25_000
  var limit = Self.maximum
  let sink: ReportSink
  private(set) var tally = FingerprintTally()
  private(set) var indexes: [String: Int] = [:]
  private(set) var written = 0
  private(set) var leftOut = 0

  /// Writes the text before the first result. The first finding decides which rules are listed.
  /// They are the rules of a check or the rules of a comparison.
  private mutating func begin(with finding: Finding? = nil) {
    guard indexes.isEmpty else { return }
    let isOfChange = finding.map { ChangeRule.named($0.rule) != nil } ?? false
    let rules: [any ReportedRule] =
      isOfChange ? ChangeRule.catalogue : Rule.catalogue + ownRules.rules
    for (index, rule) in rules.enumerated() { indexes[rule.id] = index }
    var writer = JSONWriter()
    writer.object {
      $0.text("schemacheck", "name")
      $0.text(Release.version, "semanticVersion")
      $0.list("rules") { writer in
        for rule in rules { writer.write(rule) }
      }
    }
    write(
      """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
       "tool":{"driver":\(String(decoding: writer.bytes, as: UTF8.self))},
       "columnKind":"unicodeCodePoints",
       "results":[
      """)
  }

  mutating func add(_ finding: Finding) {
    begin(with: finding)
    guard written < limit else {
      leftOut += 1
      return
    }
    var writer = JSONWriter()
    writer.write(finding, ruleIndex: indexes[finding.rule], paths, tally.add(finding))
    sink(Array((written > 0 ? ",\n  " : "\n  ").utf8) + writer.bytes)
    written += 1
  }

  mutating func finish(_ summary: Summary) {
    begin()
    var writer = JSONWriter()
    write("\n ],\n ")
    let notes =
      (remark.map { [(Severity.warning, $0)] } ?? [])
      + summary.unanswered.map { (.error, "\($0.url): \($0.reason)") }
    if !notes.isEmpty {
      writer.object {
        $0.key("executionSuccessful")
        $0.boolean(summary.unanswered.isEmpty)
        $0.list("toolExecutionNotifications") { writer in
          for (level, text) in notes {
            writer.object {
              $0.text(level.rawValue, "level")
              $0.message(text)
            }
          }
        }
      }
      write("\"invocations\":[\(String(decoding: writer.takeBytes(), as: UTF8.self))],\n ")
    }
    writer.write(summary)
    write("\"properties\":{\"summary\":\(String(decoding: writer.bytes, as: UTF8.self))}}]}\n")
  }

  var remark: String? {
    guard leftOut > 0 else { return nil }
    return "the SARIF report has the first \(written) of \(written + leftOut) findings, since code "
      + "scanning accepts no more; `--format json` has them all"
  }

  private func write(_ text: String) { sink(Array(text.utf8)) }
}

/// The objects of SARIF 2.1.0, by the sections of its specification.
extension JSONWriter {
  /// A `reportingDescriptor` (section 3.49).
  fileprivate mutating func write(_ rule: any ReportedRule) {
    object {
      $0.text(rule.id, "id")
      $0.text(rule.id, "name")
      $0.multiformat(rule.summary, "shortDescription")
      $0.multiformat(rule.rationale, "fullDescription")
      if let page = rule.page { $0.text(page, "helpUri") }
      $0.object("help") {
        $0.text(rule.help, "text")
        $0.text(rule.help, "markdown")
      }
      $0.object("defaultConfiguration") { $0.text(rule.severity.rawValue, "level") }
      $0.object("properties") {
        $0.text("very-high", "precision")
        $0.text(rule.severity.name("error", "warning", "recommendation"), "problem.severity")
        $0.list("tags") { $0.string("api-contract") }
      }
    }
  }

  /// A `result` (section 3.27).
  fileprivate mutating func write(
    _ finding: Finding, ruleIndex: Int?, _ paths: ReportPaths,
    _ fingerprint: (content: String, ordinal: String)
  ) {
    object {
      $0.text(finding.rule, "ruleId")
      if let ruleIndex { $0.integer(ruleIndex, "ruleIndex") }
      // The three severities have the same names as SARIF's three levels.
      $0.text(finding.severity.rawValue, "level")
      $0.message(finding.sentence)
      $0.list("locations") {
        $0.object {
          $0.object("physicalLocation") {
            $0.artifact(finding.file, paths)
            $0.region(finding.region)
          }
          $0.logicalLocation(of: finding)
        }
      }
      if let place = finding.contractPlace { $0.relatedLocation(place, paths) }
      $0.object("partialFingerprints") {
        // Code scanning uses this name to recognise a result in the next analysis.
        $0.text("\(fingerprint.content):\(fingerprint.ordinal)", "primaryLocationLineHash")
        $0.text(fingerprint.content, "schemacheckContent/v1")
      }
      if let fix = finding.possibleFix { $0.write(fix, of: finding, paths) }
      $0.properties(of: finding)
    }
  }

  /// A `message` (section 3.11) of plain text. `](` is split, so that the text contains no links.
  fileprivate mutating func message(_ text: String) {
    multiformat(
      text.split(separator: "](", omittingEmptySubsequences: false).joined(separator: "] ("),
      "message")
  }

  private mutating func multiformat(_ value: String, _ name: String) {
    object(name) { $0.text(value, "text") }
  }

  /// The place in the contract as a `location` (section 3.28). It is an additional location of the
  /// result.
  private mutating func relatedLocation(_ place: ContractPlace, _ paths: ReportPaths) {
    list("relatedLocations") {
      $0.object {
        $0.integer(1, "id")
        $0.object("physicalLocation") {
          $0.artifact(place.file, paths)
          $0.object("region") {
            $0.integer(place.position.line, "startLine")
            $0.integer(place.position.column, "startColumn")
          }
        }
        $0.message("the contract says it here")
      }
    }
  }

  /// An `artifactLocation` (section 3.4).
  private mutating func artifact(_ file: String, _ paths: ReportPaths) {
    let (uri, isRelative) = paths.uri(of: file)
    object("artifactLocation") {
      $0.text(uri, "uri")
      if isRelative { $0.text("%SRCROOT%", "uriBaseId") }
    }
  }

  /// A `region` (section 3.30). Its end column is the column after the last character. If the lines
  /// of an edit are not known, the region is in bytes.
  private mutating func region(
    _ region: Region?, _ bytes: ByteRange? = nil, _ name: String = "region"
  ) {
    object(name) {
      if let region {
        $0.integer(region.start.line, "startLine")
        $0.integer(region.start.column, "startColumn")
        $0.integer(region.end.line, "endLine")
        $0.integer(region.end.column, "endColumn")
      }
      if let bytes = region?.bytes ?? bytes {
        $0.integer(bytes.offset, "byteOffset")
        $0.integer(bytes.length, "byteLength")
      }
    }
  }

  /// A `logicalLocation` (section 3.33) with the operation and the place in the body.
  private mutating func logicalLocation(of finding: Finding) {
    guard let name = finding.context(finding.pointer) else { return }
    list("logicalLocations") {
      $0.object {
        $0.text(name, "fullyQualifiedName")
        $0.text("member", "kind")
      }
    }
  }

  /// A `fix` (section 3.55).
  private mutating func write(_ fix: Fix, of finding: Finding, _ paths: ReportPaths) {
    list("fixes") {
      $0.object {
        $0.multiformat(fix.title, "description")
        $0.list("artifactChanges") {
          $0.object {
            $0.artifact(finding.file, paths)
            $0.list("replacements") { writer in
              for edit in fix.edits {
                writer.object {
                  $0.region(edit.region, edit.range, "deletedRegion")
                  $0.multiformat(edit.text, "insertedContent")
                }
              }
            }
          }
        }
      }
    }
  }

  private mutating func properties(of finding: Finding) {
    object("properties") {
      if let contract = finding.contract { $0.text(contract, "contract") }
      if let exchange = finding.exchange {
        if let operation = exchange.operation { $0.text(operation, "operation") }
        if let status = exchange.status { $0.integer(status, "status") }
        $0.text(exchange.part.rawValue, "part")
        $0.integer(exchange.index, "exchange")
      }
      $0.text(finding.instance.description, "pointer")
      if let property = finding.property { $0.text(property, "member") }
      if let keyword = finding.keyword { $0.text(keyword, "keyword") }
      if let schema = finding.schema { $0.text(schema, "schema") }
    }
  }
}

/// The facts that reports show of a rule. The rule is for exchanges or for changes of a contract.
protocol ReportedRule {
  var id: String { get }
  var summary: String { get }
  var rationale: String { get }
  var severity: Severity { get }
  /// The page that an own rule names. Other rules have no page here, because the guide with their
  /// pages is not published.
  var page: String? { get }
  /// The rule's findings, their reason, the rule's source and the fix. This is Markdown that is
  /// also readable as plain text.
  var help: String { get }
}

extension Rule: ReportedRule {
  var page: String? { origin == nil || link == Rule.schemaLink ? nil : link }

  var help: String {
    let lines = [
      "Finds \(summary).", "Why: \(rationale).", "Documented in: \(source).",
      fix.map { "Fix: \($0)." }, "More: `schemacheck explain \(id)`.",
    ]
    return lines.compactMap { $0 }.joined(separator: "\n\n")
  }
}

extension ChangeRule: ReportedRule {
  var page: String? { nil }

  var help: String {
    ["Finds: \(summary).", "Why: \(rationale).", "More: `schemacheck explain \(id)`."]
      .joined(separator: "\n\n")
  }
}
