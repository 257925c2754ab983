internal import JSONTape

/// The objects of SARIF 2.1.0, by the sections of its specification.
extension JSONWriter {
  /// A `reportingDescriptor` (section 3.49).
  mutating func write(_ rule: ReportedRule) {
    beginObject()
    text(rule.id, "id")
    text(rule.id, "name")
    multiformat(rule.summary, "shortDescription")
    multiformat(rule.rationale, "fullDescription")
    text(rule.helpURI, "helpUri")
    key("help")
    beginObject()
    text(rule.help, "text")
    text(rule.help, "markdown")
    endObject()
    key("defaultConfiguration")
    beginObject()
    text(rule.severity.rawValue, "level")
    endObject()
    key("properties")
    beginObject()
    text("very-high", "precision")
    text(
      rule.severity == .note ? "recommendation" : rule.severity.rawValue, "problem.severity")
    key("tags")
    beginArray()
    string("api-contract")
    endArray()
    endObject()
    endObject()
  }

  /// A `result` (section 3.27).
  mutating func write(
    _ finding: Finding, ruleIndex: Int?, _ paths: ReportPaths,
    _ fingerprint: (content: String, ordinal: String)
  ) {
    beginObject()
    text(finding.rule, "ruleId")
    if let ruleIndex { integer(ruleIndex, "ruleIndex") }
    // The three severities have the names of the three levels.
    text(finding.severity.rawValue, "level")
    message(finding.sentence)
    key("locations")
    beginArray()
    beginObject()
    key("physicalLocation")
    beginObject()
    artifact(finding.file, paths)
    region(finding.region, "region")
    endObject()
    logicalLocation(of: finding)
    endObject()
    endArray()
    key("partialFingerprints")
    beginObject()
    // The name by which code scanning follows a result from one analysis to the next.
    text("\(fingerprint.content):\(fingerprint.ordinal)", "primaryLocationLineHash")
    text(fingerprint.content, "schemacheckContent/v1")
    endObject()
    if let fix = finding.possibleFix { write(fix, of: finding, paths) }
    properties(of: finding)
    endObject()
  }

  /// A `message` (section 3.11) of text alone. What looks like a link in it is none.
  mutating func message(_ text: String) {
    multiformat(
      text.split(separator: "](", omittingEmptySubsequences: false).joined(separator: "] ("),
      "message")
  }

  private mutating func multiformat(_ value: String, _ name: String) {
    key(name)
    beginObject()
    text(value, "text")
    endObject()
  }

  /// An `artifactLocation` (section 3.4).
  private mutating func artifact(_ file: String, _ paths: ReportPaths) {
    let (uri, isRelative) = paths.uri(of: file)
    key("artifactLocation")
    beginObject()
    text(uri, "uri")
    if isRelative { text("%SRCROOT%", "uriBaseId") }
    endObject()
  }

  /// A `region` (section 3.30): the end column is that of the character after the last.
  private mutating func region(_ region: Region, _ name: String) {
    key(name)
    beginObject()
    integer(region.start.line, "startLine")
    integer(region.start.column, "startColumn")
    integer(region.end.line, "endLine")
    integer(region.end.column, "endColumn")
    integer(region.bytes.offset, "byteOffset")
    integer(region.bytes.length, "byteLength")
    endObject()
  }

  /// A `logicalLocation` (section 3.33): the operation and the place in the body.
  private mutating func logicalLocation(of finding: Finding) {
    guard let name = finding.context(finding.pointer) else { return }
    key("logicalLocations")
    beginArray()
    beginObject()
    text(name, "fullyQualifiedName")
    text("member", "kind")
    endObject()
    endArray()
  }

  /// A `fix` (section 3.55). Edits of which no line is known go by their bytes.
  private mutating func write(_ fix: Fix, of finding: Finding, _ paths: ReportPaths) {
    key("fixes")
    beginArray()
    beginObject()
    multiformat(fix.title, "description")
    key("artifactChanges")
    beginArray()
    beginObject()
    artifact(finding.file, paths)
    key("replacements")
    beginArray()
    for edit in fix.edits {
      beginObject()
      if let place = edit.region {
        region(place, "deletedRegion")
      } else {
        key("deletedRegion")
        beginObject()
        integer(edit.range.offset, "byteOffset")
        integer(edit.range.length, "byteLength")
        endObject()
      }
      multiformat(edit.text, "insertedContent")
      endObject()
    }
    endArray()
    endObject()
    endArray()
    endObject()
    endArray()
  }

  private mutating func properties(of finding: Finding) {
    key("properties")
    beginObject()
    if let contract = finding.contract { text(contract, "contract") }
    if let operation = finding.exchange?.operation { text(operation, "operation") }
    if let status = finding.exchange?.status { integer(status, "status") }
    if let part = finding.exchange?.part { text(part.rawValue, "part") }
    if let index = finding.exchange?.index { integer(index, "exchange") }
    text(finding.instance.description, "pointer")
    if let member = finding.member { text(member, "member") }
    if let keyword = finding.keyword { text(keyword, "keyword") }
    if let schema = finding.schema { text(schema, "schema") }
    endObject()
  }
}
