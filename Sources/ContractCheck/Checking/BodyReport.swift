internal import JSONTape

/// The faults of a body on their way to findings: what they are called and where they lie in the
/// file.
struct BodyReport {
  var faults: BodyFaults
  let body: Body
  let isMalformed: Bool
  let reference: ExchangeReference?
  let contract: String?

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
    guard faults.count > 0 else { return }
    let (body, reference, contract) = (body, reference, contract)
    let redaction =
      source.showsLines
      ? Redaction(
        body.bytes, isMalformed: isMalformed,
        ranges: faults.ranges.filter { Self.isCredential($0, of: body) }) : Redaction()
    var places = FilePlaces(body: body)
    var lines = LineIndex(body.bytes)
    // All of a body in base64 is at one place: there nothing but the rule sets the order.
    let most = body.isBase64 ? Int.max : Self.batch
    faults.forEach(atOnce: most) { faults in
      let ranges = places.ranges(of: faults, in: source)
      var next = 0
      var findings: [Finding] = []
      findings.reserveCapacity(faults.count)
      for fault in faults {
        let region = source.region(ranges[next])
        let edits = fault.fix?.edits ?? []
        let editRanges = ranges[next + 1..<next + 1 + edits.count]
        next += 1 + edits.count
        let position =
          body.isBase64 || source.showsLines
          ? lines.position(of: fault.range.offset) : TextPosition(line: 1, column: 1)
        var finding = Finding(
          rule: fault.rule.id, severity: fault.severity, keyword: fault.keyword,
          message: fault.text.message, label: fault.text.label, why: fault.text.why,
          file: source.name, region: region, decoded: body.isBase64 ? position : nil,
          exchange: reference, instance: fault.instance.shown, member: fault.member,
          schema: fault.schema, contract: contract)
        let isDecoded = body.isEscaped || body.isBase64
        finding.frameCountsBody = isDecoded
        if source.showsLines {
          finding.frame = CodeFrame.cut(
            fault.mark ?? fault.range, line: isDecoded ? position.line : region.start.line,
            from: body.bytes, redaction: redaction)
        }
        if let fix = fault.fix, body.isEditable {
          let edits = zip(editRanges, edits).map { range, edit in
            TextEdit(
              range: range, text: body.isEscaped ? Self.escaped(edit.text) : edit.text,
              region: source.region(range))
          }
          finding.fix = Fix(title: fix.title, edits: edits, isSafe: fix.isSafe)
        }
        finding.fixObstacle = Self.obstacle(to: finding.fix, of: fault, in: body)
        finding.lookalike = fault.lookalike
        finding.branchNote = fault.branchNote
        finding.shape = fault.shape
        findings.append(finding)
      }
      findings.sort(by: Finding.inReportOrder)
      return goesOn(findings)
    }
  }

  /// What keeps a fault from being mended in the file.
  private static func obstacle(
    to fix: Fix?, of fault: BodyFault, in body: Body
  ) -> FixObstacle? {
    if fault.isConflict { return .conflictingKeys }
    guard fault.fix != nil else { return nil }
    guard let fix else { return body.isBase64 ? .encodedBody : .chunkedBody }
    let growth = fix.edits.reduce(0) { $0 + $1.text.utf8.count - $1.range.length }
    return body.hasDeclaredLength && growth != 0 ? .declaredLength : nil
  }

  /// Whether a string of a body is a credential, whatever the name of the member that holds it.
  private static func isCredential(_ range: ByteRange, of body: Body) -> Bool {
    guard (22...4096).contains(range.length), range.end <= body.bytes.count,
      body.bytes[range.offset] == UInt8(ascii: "\"")
    else { return false }
    let text = String(
      decoding: body.bytes[range.offset + 1..<range.end - 1], as: UTF8.self)
    return Redaction.shown(text, ofMember: nil) != text
  }

  /// JSON text as it stands inside a JSON string.
  private static func escaped(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}

/// The file ranges of faults that come in the order of the body.
///
/// A body inside a JSON string is mapped by going through the string; going on from where the last
/// faults began keeps that to one way, however many times more are asked for.
private struct FilePlaces {
  private let body: Body
  /// A place of the body that a character begins at, and where that is in the file.
  private var anchor = (body: 0, file: -1)

  init(body: Body) {
    self.body = body
    if case .escaped(let content) = body.map { anchor.file = content.offset }
  }

  /// The ranges of each fault and then of its edits.
  mutating func ranges(of faults: [BodyFault], in source: CaptureSource) -> [ByteRange] {
    var ranges: [ByteRange] = []
    for fault in faults {
      ranges.append(fault.range)
      for edit in fault.fix?.edits ?? [] { ranges.append(edit.range) }
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

extension JSONPointer {
  /// The pointer with keys that are credentials themselves masked.
  fileprivate var shown: JSONPointer {
    var isInSecret = false
    return JSONPointer(
      tokens: tokens.map { token in
        defer { isInSecret = isInSecret || Redaction.isSecret(token) }
        return isInSecret && SecretName.isOpaque(token.utf8)
          ? Redaction.masked(token.unicodeScalars.count) : Redaction.shown(token, ofMember: nil)
      })
  }
}
