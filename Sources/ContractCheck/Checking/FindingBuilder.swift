@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Turns the violations of a body into findings: what they are called and where they lie in the
/// file.
struct FindingBuilder {
  var violations: BodyViolations
  let body: Body
  let isMalformed: Bool
  let reference: ExchangeReference?
  let contract: String?
  let secretNames: SecretNameMemory

  /// How many findings are made at once: enough to spread what they share, few enough to forget.
  static let batch = 1024

  /// Where the body begins in the file.
  func start(in source: CaptureSource) -> Int {
    body.fileRanges(
      of: [ByteRange(offset: 0, length: 0)], in: source.bytes, windowOffset: source.offset
    ).first?.offset ?? 0
  }

  /// Hands on the findings in the order of the file, some at a time.
  ///
  /// - Parameter goesOn: takes findings and says whether more are wanted.
  mutating func forEach(in source: inout CaptureSource, _ goesOn: ([Finding]) -> Bool) {
    guard violations.count > 0 else { return }
    let (body, reference, contract) = (body, reference, contract)
    let redaction =
      source.showsLines
      ? Redaction(body.bytes, isMalformed: isMalformed, known: secretNames) : Redaction()
    var places = FilePlaces(body: body)
    var lines = LineIndex(body.bytes)
    // All of a body in base64 is at one place: there nothing but the rule sets the order.
    let most = body.isBase64 ? Int.max : Self.batch
    violations.forEach(atOnce: most) { violations in
      let ranges = places.ranges(of: violations, in: source)
      var next = 0
      var findings: [Finding] = []
      findings.reserveCapacity(violations.count)
      for violation in violations {
        let region = source.region(ranges[next])
        let edits = violation.fix?.edits ?? []
        let editRanges = ranges[next + 1..<next + 1 + edits.count]
        next += 1 + edits.count
        let position =
          body.isBase64 || source.showsLines
          ? lines.position(of: violation.range.offset) : TextPosition(line: 1, column: 1)
        let text = violation.text
        var finding = Finding(
          rule: violation.rule.id, severity: violation.severity, keyword: violation.keyword,
          message: text.message, label: text.label, why: text.why,
          file: source.name, region: region, decoded: body.isBase64 ? position : nil,
          exchange: reference, instance: violation.instance.shown,
          member: violation.member.map { Redaction.shown($0, ofMember: nil) },
          schema: violation.schema, contract: contract)
        let isDecoded = body.isEscaped || body.isBase64
        finding.frameCountsBody = isDecoded
        if source.showsLines {
          finding.frame = CodeFrame.cut(
            violation.mark ?? violation.range, line: isDecoded ? position.line : region.start.line,
            from: body.bytes, redaction: redaction)
        }
        if let fix = violation.fix, body.isEditable {
          let edits = zip(editRanges, edits).map { range, edit in
            TextEdit(
              range: range, text: body.isEscaped ? Self.escaped(edit.text) : edit.text,
              region: source.region(range))
          }
          finding.fix = Fix(title: fix.title, edits: edits, isSafe: fix.isSafe)
        }
        finding.fixObstacle = Self.obstacle(to: finding.fix, of: violation, in: body)
        finding.lookalike = violation.lookalike
        finding.branchNote = violation.branchNote
        finding.shape = violation.shape
        findings.append(finding)
      }
      findings.sort(by: Finding.inReportOrder)
      return goesOn(findings)
    }
  }

  /// What keeps a violation from being mended in the file.
  private static func obstacle(
    to fix: Fix?, of violation: Violation, in body: Body
  ) -> FixPlan.Reason? {
    if violation.isConflict { return .conflictingKeys }
    guard violation.fix != nil else { return nil }
    guard let fix else { return body.isBase64 ? .encodedBody : .chunkedBody }
    let growth = fix.edits.reduce(0) { $0 + $1.text.utf8.count - $1.range.length }
    return body.hasDeclaredLength && growth != 0 ? .declaredLength : nil
  }

  /// JSON text as it stands inside a JSON string.
  private static func escaped(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}

/// The file ranges of violations that come in the order of the body.
///
/// A body inside a JSON string is mapped by going through the string; going on from where the last
/// violations began keeps that to one way, however many times more are asked for.
private struct FilePlaces {
  private let body: Body
  /// A place of the body that a character begins at, and where that is in the file.
  private var anchor = (body: 0, file: -1)

  init(body: Body) {
    self.body = body
    if case .escaped(let content) = body.map { anchor.file = content.offset }
  }

  /// The ranges of each violation and then of its edits.
  mutating func ranges(of violations: [Violation], in source: CaptureSource) -> [ByteRange] {
    var ranges: [ByteRange] = []
    for violation in violations {
      ranges.append(violation.range)
      for edit in violation.fix?.edits ?? [] { ranges.append(edit.range) }
    }
    let order = ranges.indices.sorted { ranges[$0].offset < ranges[$1].offset }
    guard let least = order.first.map({ ranges[$0].offset }) else { return [] }
    var mapped: [ByteRange]
    if case .escaped(let content) = body.map, body.pieces.isEmpty, least >= anchor.body {
      let rest = Body(
        bytes: [],
        map: .escaped(
          content: ByteRange(offset: anchor.file, length: content.end - anchor.file)))
      let start = anchor.body
      mapped = rest.fileRanges(
        of: order.map { ranges[$0].moved(by: -start) }, in: source.bytes,
        windowOffset: source.offset)
      // Values and names begin with a character of one byte, however it is written.
      anchor = (least, mapped[0].offset)
    } else {
      mapped = body.fileRanges(
        of: order.map { ranges[$0] }, in: source.bytes, windowOffset: source.offset)
    }
    for (position, index) in order.enumerated() { ranges[index] = mapped[position] }
    return ranges
  }
}

extension CheckRun {
  /// Reports violations of a body.
  mutating func report(_ violations: [Violation], of body: Body, isMalformed: Bool = false) {
    report(BodyViolations(violations), of: body, isMalformed: isMalformed)
  }

  /// Reports violations of a body, which are made when all of the exchange has been looked at.
  mutating func report(_ violations: BodyViolations, of body: Body, isMalformed: Bool = false) {
    guard violations.count > 0 else { return }
    reports.append(
      FindingBuilder(
        violations: violations, body: body, isMalformed: isMalformed, reference: reference,
        contract: contract?.name, secretNames: secretNames))
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
    rule: Rule, _ settings: RuleSettings, at range: ByteRange,
    message kind: Violation.Kind
  ) {
    guard let severity = settings[rule].severity else { return }
    let violation = Violation(rule: rule, severity: severity, kind: kind, range: range)
    let text = violation.text
    var isURL = false
    if case .unknownRoute = kind { isURL = true }
    var finding = Finding(
      rule: rule.id, severity: severity, message: text.message, label: text.label,
      why: text.why, file: source.name, region: source.region(range), exchange: reference,
      contract: contract?.name,
      frame: frame(at: range, isAlone: isURL))
    finding.shape = violation.shape
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

/// The violations of one body in the order of the text, each made when its turn comes.
struct BodyViolations {
  /// Faults that are made already.
  private let made: [Violation]
  private var reader: ViolationReader?
  private let duplicates: Duplicates?
  /// A number or two for each violation.
  private var events: [Event] = []

  private struct Event {
    enum Source: UInt8 { case made, duplicate, failure }

    var offset: Int
    var position: Int32
    var source: Source
  }

  /// Repeated names, and what a repeated name weighs.
  struct Duplicates {
    let document: JSONDocument
    let keys: [DuplicateKey]
    let severity: Severity?
  }

  init(
    _ made: [Violation], reader: ViolationReader? = nil, duplicates: Duplicates? = nil
  ) {
    self.made = made
    self.reader = reader
    self.duplicates = duplicates?.severity == nil ? nil : duplicates
    for (position, violation) in made.enumerated() {
      add(violation.range, position, .made)
    }
    for (position, key) in (self.duplicates?.keys ?? []).enumerated() {
      add(self.duplicates?.document.node(at: key.repeated).range, position, .duplicate)
    }
    if let reader {
      for position in reader.positions { add(reader.range(at: position), Int(position), .failure) }
    }
    events.sort { left, right in
      if left.offset != right.offset { return left.offset < right.offset }
      if left.source != right.source { return left.source.rawValue < right.source.rawValue }
      return left.position < right.position
    }
  }

  private mutating func add(_ range: ByteRange?, _ position: Int, _ source: Event.Source) {
    events.append(
      Event(offset: range?.offset ?? 0, position: Int32(clamping: position), source: source))
  }

  var count: Int { events.count }

  /// Hands on the violations, some at a time; those that begin at one byte stay together.
  ///
  /// - Parameter goesOn: takes violations and says whether more are wanted.
  mutating func forEach(atOnce most: Int, _ goesOn: ([Violation]) -> Bool) {
    guard let document = reader?.reading.document ?? duplicates?.document else {
      forEach(atOnce: most, goesOn) { $0.made[Int($1.position)] }
      return
    }
    document.withCursor { cursor in
      var walk = TapeWalk(cursor)
      forEach(atOnce: most, goesOn) { $0.violation(of: $1, &walk) }
    }
  }

  private mutating func forEach(
    atOnce most: Int, _ goesOn: ([Violation]) -> Bool,
    violation: (inout BodyViolations, Event) -> Violation?
  ) {
    var next = 0
    while next < events.count {
      let start = next
      var violations: [Violation] = []
      while next < events.count,
        next - start < most || events[next].offset == events[next - 1].offset
      {
        if let violation = violation(&self, events[next]) { violations.append(violation) }
        next += 1
      }
      if !violations.isEmpty, !goesOn(violations) { return }
    }
  }

  private mutating func violation(of event: Event, _ walk: inout TapeWalk) -> Violation? {
    switch event.source {
    case .made: return made[Int(event.position)]
    case .failure: return reader?.violation(at: event.position, &walk)
    case .duplicate:
      guard let duplicates, let severity = duplicates.severity else { return nil }
      let index = duplicates.keys[Int(event.position)].repeated
      let key = duplicates.document.node(at: index)
      return Violation(
        rule: .duplicateKey, severity: severity, kind: .duplicateKey(key.string ?? ""),
        instance: walk.path(to: index + 1).pointer, range: key.range)
    }
  }
}
