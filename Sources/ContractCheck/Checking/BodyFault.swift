@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// A mistake in a body before it has a place in the file: offsets are the body's.
struct BodyFault {
  let rule: Rule
  let severity: Severity
  let text: FindingText
  var keyword: String?
  let instance: JSONPointer
  var member: String?
  /// The key that stands for the absent member.
  var lookalike: String?
  /// Which branch of several the fault is in, as the end of a message.
  var branchNote = ""
  /// What kind of thing is wrong, without its value.
  var shape = ""
  var schema: String?
  /// The bytes at fault.
  var range: ByteRange
  /// What the frame marks, where that is not all of the range.
  var mark: ByteRange?
  var fix: BodyFix?
  /// Whether another key of the object stands for the same member.
  var isConflict = false
}

/// A repair of a body: edits at body offsets, as JSON text.
struct BodyFix {
  struct Edit {
    let range: ByteRange
    let text: String
  }

  let title: String
  let edits: [Edit]
  var isSafe = true
}

extension CheckRun {
  /// Reports faults of a body.
  mutating func report(_ faults: [BodyFault], of body: Body, isMalformed: Bool = false) {
    report(BodyFaults(faults), of: body, isMalformed: isMalformed)
  }

  /// Reports faults of a body, which are made when all of the exchange has been looked at.
  mutating func report(_ faults: BodyFaults, of body: Body, isMalformed: Bool = false) {
    guard faults.count > 0 else { return }
    reports.append(
      BodyReport(
        faults: faults, body: body, isMalformed: isMalformed, reference: reference,
        contract: contract?.name))
  }

  /// File ranges of body ranges in any order.
  func fileRanges(of ranges: [ByteRange], in body: Body) -> [ByteRange] {
    let order = ranges.indices.sorted { ranges[$0].offset < ranges[$1].offset }
    let mapped = body.fileRanges(
      of: order.map { ranges[$0] }, in: source.bytes, windowOffset: source.offset)
    var places = ranges
    for (position, index) in order.enumerated() { places[index] = mapped[position] }
    return places
  }

  /// Adds a finding about the exchange itself, at a place of the file.
  mutating func add(
    rule: Rule, _ settings: RuleSettings, at range: ByteRange, message: ExchangeFault
  ) {
    guard let severity = settings[rule].severity else { return }
    let text = message.text(of: rule)
    var finding = Finding(
      rule: rule.id, severity: severity, message: text.message, label: text.label,
      why: text.why, file: source.name, region: source.region(range), exchange: reference,
      contract: contract?.name,
      frame: frame(at: range, isAlone: rule.id == Rule.unknownRoute.id))
    finding.shape = message.shape
    findings.append(finding)
  }

  /// A status or a media type with the short line it stands in, such as `"status": 404,`; on a long
  /// line, beside a URL, or when it is one, alone: what else is there may be secret.
  private func frame(at range: ByteRange, isAlone: Bool) -> CodeFrame? {
    var source = source
    let line = source.region(range).start.line
    let start = range.offset - source.offset
    let end = start + range.length
    guard range.length > 0, start >= 0, end <= source.bytes.count else { return nil }
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let before = source.bytes[max(0, start - 80)..<start]
    let after = source.bytes[end..<min(source.bytes.count, end + 80)]
    let lead = before.lastIndex(where: isLineEnd).map { $0 + 1 } ?? before.startIndex
    let rest = after.firstIndex(where: isLineEnd) ?? after.endIndex
    let text = String(decoding: source.bytes[lead..<rest], as: UTF8.self)
    let isWhole = lead > max(0, start - 80) || start < 80
    if !isAlone, isWhole, rest < min(source.bytes.count, end + 80), !text.contains("://") {
      let bytes = Array(source.bytes[lead..<rest])
      return CodeFrame.cut(
        ByteRange(offset: start - lead, length: range.length), line: line, from: bytes,
        redaction: Redaction(bytes, isMalformed: true))
    }
    let shown = Array(
      URLRedaction.redact(String(decoding: source.bytes[start..<end], as: UTF8.self))
        .masking(parameters).utf8)
    return CodeFrame.cut(
      ByteRange(offset: 0, length: shown.count), line: line, from: shown,
      redaction: Redaction(shown))
  }
}
