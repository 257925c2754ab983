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
  var schema: String?
  /// The bytes at fault.
  let range: ByteRange
  /// What the frame marks, where that is not all of the range.
  var mark: ByteRange?
  var fix: BodyFix?
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
  /// Turns faults of a body into findings: one each for a rule, a place and a member, with their
  /// place in the file and a frame.
  ///
  /// - Parameter perKeyword: Whether every keyword that a value breaks counts, as plain JSON Schema
  ///   has it.
  mutating func report(
    _ faults: [BodyFault], of body: Body, isMalformed: Bool = false, perKeyword: Bool = false
  ) {
    guard !faults.isEmpty else { return }
    var seen: Set<[String]> = []
    let unique = faults.filter { fault in
      seen.insert([
        fault.rule.id, fault.instance.description, fault.member ?? "",
        fault.rule.id == Rule.duplicateKey.id ? "\(fault.range.offset)" : "",
        perKeyword ? fault.keyword ?? "" : "",
      ]).inserted
    }
    let redaction = Redaction(body.bytes, isMalformed: isMalformed)
    var bodyLines = LineIndex(body.bytes)
    var ranges: [ByteRange] = []
    for fault in unique {
      ranges.append(fault.range)
      for edit in fault.fix?.edits ?? [] { ranges.append(edit.range) }
    }
    let places = fileRanges(of: ranges, in: body)
    var next = 0
    for fault in unique {
      let region = source.region(places[next])
      next += 1
      var fix: Fix?
      if let bodyFix = fault.fix {
        let edits = bodyFix.edits.enumerated().map { position, edit in
          TextEdit(
            range: places[next + position],
            text: body.isEscaped ? Self.escaped(edit.text) : edit.text)
        }
        next += bodyFix.edits.count
        if body.isEditable {
          fix = Fix(title: bodyFix.title, edits: edits, isSafe: bodyFix.isSafe)
        }
      }
      let position = bodyLines.position(of: fault.range.offset)
      let isDecoded = body.isEscaped || body.isBase64
      findings.append(
        Finding(
          rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
          message: fault.text.message, label: fault.text.label, why: fault.text.why,
          file: source.name, region: region, decoded: body.isBase64 ? position : nil,
          exchange: reference, instance: fault.instance, member: fault.member,
          schema: fault.schema, contract: contract?.name,
          frame: CodeFrame.cut(
            fault.mark ?? fault.range, line: isDecoded ? position.line : region.start.line,
            from: body.bytes, redaction: redaction),
          fix: fix))
    }
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

  /// JSON text as it stands inside a JSON string.
  private static func escaped(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Adds a finding about the exchange itself, at a place of the file.
  mutating func add(
    rule: Rule, _ settings: RuleSettings, at range: ByteRange, message: ExchangeFault
  ) {
    guard let severity = settings[rule].severity else { return }
    let text = message.text(of: rule)
    findings.append(
      Finding(
        rule: rule.id, severity: severity, message: text.message, label: text.label,
        why: text.why, file: source.name, region: source.region(range), exchange: reference,
        contract: contract?.name, frame: frame(at: range)))
  }

  /// The line of the file around a place outside bodies. Whatever may be secret there is masked.
  func frame(at range: ByteRange) -> CodeFrame {
    let local = ByteRange(offset: range.offset - source.offset, length: range.length)
    var source = source
    let line = source.region(range).start.line
    // A HAR may be one line of many megabytes: what is near the place is enough for a frame.
    let start = max(0, local.offset - 4096)
    let end = min(source.bytes.count, max(local.end, start) + 4096)
    let window = Array(source.bytes[min(start, end)..<end])
    return CodeFrame.cut(
      ByteRange(offset: local.offset - start, length: local.length), line: line, from: window,
      redaction: Redaction(window, isMalformed: true))
  }
}
