@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes the findings of a body, with messages and places in the file. Each finding is made only
/// when it is needed.
struct FindingBuilder {
  private let made: [Violation]
  private var reader: ViolationReader?
  private var duplicates: DuplicateKeyViolations?
  private var linted: LintViolations?
  /// The violations of a sequence. If it is set, the builder has no other violations.
  private var sequence: SequenceViolations?
  /// The places of all violations, in the order of the text.
  private let events: [Event]
  private var position = 0
  private let body: Body
  private let reference: ExchangeReference?
  private let contract: String?
  private let redaction: Redaction
  /// Whether the body may be incomplete.
  private let isPartial: Bool
  private let isLenient: Bool
  /// The properties that a leniency excused.
  private(set) var excused: [Leniency: Set<[String]>] = [:]
  private var lines: LineIndex
  /// A place in an escaped body where a character begins, and its place in the file.
  private var anchor = (body: 0, file: -1)

  private struct Event {
    enum Source: UInt8 { case made, linted, duplicate, failure }

    var offset: Int
    var source: Source
    var position: Int32
  }

  /// The number of findings in a batch. A batch is large enough to share work, and small enough to
  /// limit memory.
  static let batch = 1024

  /// Creates a builder; nil if there is no violation.
  init?(
    _ made: [Violation], _ reader: ViolationReader?, _ duplicates: DuplicateKeyViolations?,
    _ linted: LintViolations?, sequence: SequenceViolations? = nil, of body: Body,
    isMalformed: Bool, in run: CheckRun
  ) {
    var events: [Event] = []
    func add(_ offset: Int, _ source: Event.Source, _ position: Int32) {
      events.append(Event(offset: offset, source: source, position: position))
    }
    for (position, violation) in made.enumerated() {
      add(violation.range.offset, .made, Int32(clamping: position))
    }
    for (position, offset) in (linted?.offsets ?? []).enumerated() {
      add(offset, .linted, Int32(clamping: position))
    }
    for (position, offset) in (duplicates?.offsets ?? []).enumerated() {
      add(offset, .duplicate, Int32(clamping: position))
    }
    if let reader {
      for position in reader.positions {
        add(reader.range(at: position).offset, .failure, position)
      }
    }
    if events.isEmpty, sequence == nil { return nil }
    events.sort {
      ($0.offset, $0.source.rawValue, $0.position) < ($1.offset, $1.source.rawValue, $1.position)
    }
    self.events = events
    self.made = made
    self.reader = reader
    self.duplicates = duplicates
    self.linted = linted
    self.sequence = sequence
    self.body = body
    reference = run.reference
    isLenient = run.contract?.settings.isLenient ?? true
    isPartial = isLenient && run.isPartial && run.reference?.part == .response
    contract = run.contract?.name
    redaction =
      run.source.showsLines
      ? Redaction(
        body.bytes, isMalformed: isMalformed,
        ranges: reader?.hiddenRanges ?? sequence?.hiddenRanges ?? [], known: run.secretNames)
      : Redaction()
    lines = LineIndex(body.shown)
    if case .escaped(let content) = body.map { anchor.file = content.offset }
  }

  /// A copy that shares nothing with its run.
  func detached() -> FindingBuilder {
    var copy = self
    copy.reader?.detach()
    copy.linted?.detach()
    copy.sequence?.detach()
    return copy
  }

  /// The maximum number of violations. Some violations may be dropped later.
  var count: Int { events.count + (sequence?.count ?? 0) }

  func start(in source: CaptureSource) -> Int {
    body.fileRanges(inAnyOrder: [ByteRange(offset: 0, length: 0)], in: source).first?.offset ?? 0
  }

  /// The next findings in the order of the file; nil at the end.
  mutating func next(in source: inout CaptureSource) -> [Finding]? {
    guard var file = body.file(in: source) else { return findings(in: &source) }
    return findings(in: &file)
  }

  private mutating func findings(in source: inout CaptureSource) -> [Finding]? {
    guard let violations = nextViolations() else { return nil }
    var ranges = ranges(of: violations, in: source)[...]
    var findings: [Finding] = []
    findings.reserveCapacity(violations.count)
    for violation in violations {
      let range = ranges.removeFirst()
      let count = violation.fix?.edits.count ?? 0
      findings.append(finding(of: violation, at: range, edits: ranges.prefix(count), in: &source))
      ranges.removeFirst(count)
    }
    findings.sort(by: Finding.inReportOrder)
    return findings
  }

  /// The next violations. Violations that begin at the same byte come together. Nil at the end.
  private mutating func nextViolations() -> [Violation]? {
    // In a base64 or compressed body all findings have one place, so only the rule orders them.
    let most = body.isBase64 ? Int.max : Self.batch
    var violations: [Violation] = []
    while violations.count < most, let more = sequence?.next() {
      violations += more.compactMap { kept($0) }
    }
    while violations.isEmpty, position < events.count {
      let start = position
      while position < events.count,
        position - start < most || events[position].offset == events[position - 1].offset
      {
        if let violation = violation(of: events[position]) { violations.append(violation) }
        position += 1
      }
    }
    return violations.isEmpty ? nil : violations
  }

  private mutating func violation(of event: Event) -> Violation? {
    anyViolation(of: event).flatMap { kept($0) }
  }

  /// The violation; nil if a leniency excuses it.
  private mutating func kept(_ found: Violation) -> Violation? {
    let leniency: Leniency
    if isPartial, found.isOfAbsence {
      leniency = .partialStub
    } else if isLenient, let excuse = body.excuse(of: found) {
      leniency = excuse
    } else {
      return found
    }
    let place = found.instance.tokens.map { Int($0) == nil ? $0 : "*" }
    excused[leniency, default: []].insert(place + [found.property].compactMap(\.self))
    return nil
  }

  private mutating func anyViolation(of event: Event) -> Violation? {
    switch event.source {
    case .made: made[Int(event.position)]
    case .failure: reader?.violation(at: event.position)
    case .duplicate: duplicates?.violation(at: Int(event.position))
    case .linted: linted?.violation(at: Int(event.position))
    }
  }

  /// The range of each violation in the file, then the ranges of its edits.
  ///
  /// Mapping a body inside a JSON string needs a scan of the string. Each batch continues where the
  /// previous one ended, so all batches together need one scan.
  private mutating func ranges(
    of violations: [Violation], in source: CaptureSource
  ) -> [ByteRange] {
    let ranges = violations.flatMap { [$0.range] + ($0.fix?.edits.map(\.range) ?? []) }
    guard case .escaped(let content) = body.map, body.pieces.isEmpty,
      let first = ranges.lazy.map(\.offset).min(), first >= anchor.body
    else { return body.fileRanges(inAnyOrder: ranges, in: source) }
    let rest = ByteRange(offset: anchor.file, length: content.end - anchor.file)
    let start = anchor.body
    let mapped = Body(bytes: [], map: .escaped(content: rest)).fileRanges(
      inAnyOrder: ranges.map { $0.moved(by: -start) }, in: source)
    // Values and names begin with a one-byte character, even if the character is escaped.
    anchor = (first, mapped.lazy.map(\.offset).min() ?? anchor.file)
    return mapped
  }

  private mutating func finding(
    of violation: Violation, at range: ByteRange, edits ranges: ArraySlice<ByteRange>,
    in source: inout CaptureSource
  ) -> Finding {
    let position =
      body.isBase64 || source.showsLines
      ? lines.position(of: violation.range.offset) : TextPosition(line: 1, column: 1)
    var finding = violation.finding(at: source.region(range), in: source, reference, contract)
    finding.decoded = body.isBase64 ? position : nil
    finding.instance = violation.instance.shown
    finding.exchange?.item = violation.item
    finding.property = violation.property.map { Redaction.shown($0, ofProperty: nil) }
    finding.frameCountsBody = body.isEscaped || body.isBase64 || body.isInRuns
    if source.showsLines {
      finding.frame = CodeFrame.cut(
        violation.mark ?? violation.range,
        line: finding.frameCountsBody ? position.line : finding.region.start.line,
        from: body.shown, redaction: redaction)
    }
    let texts = violation.fix?.edits.map { body.written($0.text) } ?? []
    if let fix = violation.fix, !texts.contains(nil) {
      let edits = zip(ranges, texts).map { range, text in
        TextEdit(range: range, text: text ?? "", region: source.region(range))
      }
      finding.fix = Fix(title: fix.title, edits: edits, isSafe: fix.isSafe)
    }
    finding.fixObstacle = obstacle(to: finding.fix, of: violation)
    finding.lookalike = violation.lookalike
    finding.branchNote = violation.branchNote
    return finding
  }

  /// Why a violation cannot be fixed in the file.
  private func obstacle(to fix: Fix?, of violation: Violation) -> FixPlan.Reason? {
    if violation.isConflict { return .conflictingKeys }
    if let obstacle = violation.obstacle { return obstacle }
    guard violation.fix != nil else { return nil }
    guard let fix else {
      return body.obstacle
    }
    let growth = fix.edits.reduce(0) { $0 + $1.text.utf8.count - $1.range.length }
    return body.hasDeclaredLength && growth != 0 ? .declaredLength : nil
  }
}

extension Violation {
  /// The finding of a violation without the parts that only bodies have.
  func finding(
    at region: Region, in source: CaptureSource, _ reference: ExchangeReference?,
    _ contract: String?
  ) -> Finding {
    let text = text
    var finding = Finding(
      rule: rule.id, severity: severity, keyword: keyword, message: text.message,
      label: text.label, why: rule.why(text.why, in: reference?.part), file: source.name,
      region: region, exchange: reference,
      instance: instance, property: property, schema: schema, contract: contract)
    finding.contractPlace = place
    finding.shape = shape
    finding.near = text.near
    finding.effects = text.clients
    finding.isUnlisted = isUnlisted
    return finding
  }
}

/// A stream of findings in the order of reports. A stream is used if there are too many findings
/// for memory. The stream makes the next batch when ``next()`` is called. Several threads may use a
/// stream, but not at the same time.
@_spi(Engine) public final class FindingStream: @unchecked Sendable {
  /// The bodies in reverse order. So each body can be removed when its findings are made.
  private var bodies: [FindingBuilder]
  /// Findings about the exchange itself.
  private var others: ArraySlice<Finding>
  private var source: CaptureSource
  private let secretNames = OwnSecretNames.current
  /// The number of lines before the first line of the source.
  var linesBefore = 0

  init(_ bodies: [FindingBuilder], _ others: [Finding], in source: CaptureSource) {
    self.bodies = bodies.map { $0.detached() }.sorted {
      $0.start(in: source) < $1.start(in: source)
    }.reversed()
    self.others = others.sorted(by: Finding.inReportOrder)[...]
    self.source = source
  }

  /// The next findings. Nil at the end of the stream.
  public func next() -> [Finding]? { secretNames?.hold(nextFindings) ?? nextFindings() }

  private func nextFindings() -> [Finding]? {
    while !bodies.isEmpty {
      guard var batch = bodies[bodies.count - 1].next(in: &source) else {
        bodies.removeLast()
        continue
      }
      while let last = batch.last, let other = others.first, Finding.inReportOrder(other, last) {
        batch.append(others.removeFirst())
        batch.sort(by: Finding.inReportOrder)
      }
      return batch.map { $0.moved(byLines: linesBefore) }
    }
    defer { others = [] }
    return others.isEmpty ? nil : others.map { $0.moved(byLines: linesBefore) }
  }
}

package struct DuplicateKeyViolations {
  private let document: JSONDocument
  private let keys: [DuplicateKey]
  private let severity: Severity
  private let clients: [ClientEffect]
  private var walk: TapePath

  /// Creates a builder; nil if the rule is off.
  init?(_ keys: [DuplicateKey], in document: JSONDocument, _ settings: RuleSettings) {
    guard let severity = settings[.duplicateKey].severity else { return nil }
    clients = ClientEffect.all(of: .repeatedKey, settings.clients)
    self.document = document
    self.keys = keys
    self.severity = severity
    walk = TapePath(document.cursor)
  }

  /// Creates a builder. If the rule is off, the result is nil, and no keys are searched.
  init?(in document: JSONDocument, _ settings: RuleSettings) {
    guard settings[.duplicateKey].severity != nil else { return nil }
    self.init(document.duplicateKeys(), in: document, settings)
  }

  var offsets: [Int] { keys.map { document.node(at: $0.repeated).range.offset } }

  mutating func violation(at position: Int) -> Violation {
    let key = document.node(at: keys[position].repeated)
    return Violation(
      rule: .duplicateKey, severity: severity, kind: .duplicateKey(key.string ?? "", clients),
      instance: walk.path(to: key.tapeIndex + 1).pointer, range: key.range)
  }
}
