@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks forms and multipart bodies. Parts are checked as the properties of an object or as the
/// elements of an array.
extension CheckRun {
  /// A part is JSON or text. If the schema asks for a type other than string, a text is valid if it
  /// can be read as this type.
  mutating func checkForm(
    _ message: Message, _ choice: BodyChoice
  ) -> Checker.Outcome {
    let entry = choice.entry
    let own = choice.mediaType.flatMap { $0.isForm || $0.isMultipart ? $0 : nil }
    let type = own ?? entry.mediaType
    let settings = choice.target.settings
    let form = Form(prefix: type.isMultipart && type.subtype != "form-data" ? "multipart" : "form")
    guard let contract, entry.root != nil || type.isMultipart else { return skip(.nonJSON) }
    var read: FormParts
    do {
      read = try FormParts(message, as: type)
    } catch {
      return report(error, of: message, type, form, settings)
    }
    guard let root = entry.root, let encoding = entry.encoding, encoding.hasParts else {
      explain(.parsed)
      return .checked
    }
    explain(.checked)
    if encoding.element == nil, type.isMultipart { read.nameParts(encoding) }
    read.decode(encoding)
    let reader = FormReader(
      encoding, read.parts, isURLEncoded: type.isForm, settings.isLenient ? placeholders : nil)
    read.settlePlaces(source)
    notePartHeaders(of: read, encoding)
    report(reader.troubles, of: read, form, settings)
    // If a part cannot be read, only certain failures of the others are reported.
    let isWhole = !reader.troubles.contains { if case .mediaType = $0 { false } else { true } }
    let isArray = encoding.element != nil
    func judge(_ ways: [FormInstance.Way]) throws(JSONParseError) -> JudgedForm {
      let instance = try FormInstance(reader.properties, isArray: isArray, ways)
      let failures = contract.schema.failures(in: instance.document, root: root)
        .filter { instance.judges($0, isWhole: isWhole) }
      return JudgedForm(ways: ways, instance: instance, failures: failures)
    }
    let judged: JudgedForm
    do {
      judged = try Self.likeliest(reader.properties, judge)
    } catch {
      // Each part can be read, but together they are nested too deeply.
      return report(error, of: read, form, settings)
    }
    text = judged.instance.document
    report(judged.failures, of: judged.instance, read, form, settings)
    if reader.unread.isEmpty { return .checked }
    noteUnread(reader.unread.sorted().map { read.parts[$0] })
    return skip(.undecodable)
  }

  private struct JudgedForm {
    let ways: [FormInstance.Way]
    let instance: FormInstance
    let failures: [SchemaFailure]
  }

  /// The maximum number of readings of one form that are checked.
  private static let mostTries = 64

  /// The reading of a form without failures. If there is none, each property gets its own reading
  /// without failures, if there is such a reading.
  private static func likeliest(
    _ properties: [FormInstance.Property],
    _ judge: ([FormInstance.Way]) throws(JSONParseError) -> JudgedForm
  ) throws(JSONParseError) -> JudgedForm {
    let ways = FormInstance.Way.all(of: properties.map(\.readings.count).max() ?? 1)
    var best = try judge(Array(repeating: FormInstance.Way(), count: properties.count))
    if best.failures.isEmpty { return best }
    for way in ways.dropFirst() {
      let judged = try judge(Array(repeating: way, count: properties.count))
      if judged.failures.isEmpty { return judged }
    }
    var tries = 0
    let wrong = Set(best.failures.compactMap { best.instance.property(of: $0) })
    for number in wrong.sorted() {
      for way in FormInstance.Way.all(of: properties[number].readings.count).dropFirst() {
        guard tries < mostTries else { return best }
        tries += 1
        var ways = best.ways
        ways[number] = way
        let judged = try judge(ways)
        if judged.failures.contains(where: { judged.instance.property(of: $0) == number }) {
          continue
        }
        best = judged
        break
      }
    }
    return best
  }

  /// The text that findings use for the body.
  struct Form {
    /// The text before each message.
    let prefix: String

    /// Nobody reads more findings than this. A hostile body could have a finding every few bytes.
    static let mostFindings = 1_000
  }

  private mutating func report(
    _ failures: [SchemaFailure], of instance: FormInstance, _ read: FormParts, _ form: Form,
    _ settings: RuleSettings
  ) {
    guard let contract else { return }
    let document = instance.document
    var violations: [Violation] = []
    if !failures.isEmpty {
      let reading = FailureReading(
        document: document, contract: contract, settings: settings, places: places)
      violations = reading.violations(failures)
      excuse(&violations, in: document, settings)
    }
    for segment in settings.isLenient ? instance.segments : [] {
      guard case .unknown = segment.kind, let text = segment.text,
        let leniency = placeholders?.leniency(of: text.decoded.utf8)
      else { continue }
      excused[leniency, default: 0] += 1
    }
    // A form may repeat a name; the JSON of a part may not.
    let keys = document.duplicateKeys().filter { $0.object != 0 }
    if var duplicates = DuplicateKeyViolations(keys, in: document, settings) {
      violations += keys.indices.compactMap { duplicates.violation(at: $0) }
    }
    limit(&violations)
    let origins = violations.map { instance.origins(of: $0.range) }
    let ranges = places(of: origins, read)
    var known: PartText?
    let hidden = hiddenRanges(of: zip(violations, origins))
    for (position, var violation) in violations.enumerated() {
      let frame = frame(
        of: violation, origins[position], read, hidden, &known, at: ranges[position])
      violation.range = ranges[position]
      violation.instance = violation.instance.shown
      add(violation, prefix: "\(form.prefix): ", in: read.body, frame: frame)
    }
  }

  /// Removes failures of values that stand for others, in the JSON of parts.
  private mutating func excuse(
    _ violations: inout [Violation], in document: JSONDocument, _ settings: RuleSettings
  ) {
    guard let placeholders, settings.isLenient else { return }
    violations.removeAll { violation in
      let text = document.bytes(in: violation.range)
      guard !violation.isOfType, violation.property == nil, text.count > 1,
        text.first == UInt8(ascii: "\""),
        let leniency = placeholders.leniency(of: text.dropFirst().dropLast())
      else { return false }
      excused[leniency, default: 0] += 1
      return true
    }
  }

  mutating func limit<Reported>(_ reported: inout [Reported]) {
    let rest = reported.count - Form.mostFindings
    guard rest > 0 else { return }
    notes.append("\(source.name): \(rest) more findings in a form are not shown")
    reported.removeLast(rest)
  }

  /// The text of a part and its secrets. The secrets are searched once for all findings of the
  /// part.
  struct PartText {
    let part: Int
    let bytes: [UInt8]
    let redaction: Redaction
  }

  /// The values in the JSON of parts that a rule hides.
  private func hiddenRanges(
    of violations: some Sequence<(Violation, [FormInstance.Origin])>
  ) -> [Int: [ByteRange]] {
    var hidden: [Int: [ByteRange]] = [:]
    for (violation, origins) in violations where violation.rule.hidesValues {
      for origin in origins {
        guard let inner = origin.inner else { continue }
        hidden[origin.segment.part, default: []].append(ByteRange(inner))
      }
    }
    return hidden
  }

  /// The places in the file, looked up for all findings together.
  func places(of origins: [[FormInstance.Origin]], _ read: FormParts) -> [ByteRange] {
    var asked: [ByteRange] = []
    for list in origins {
      guard read.body != nil, list.count == 1, let text = list[0].segment.text,
        let inner = list[0].inner
      else { continue }
      asked.append(ByteRange(text.written(inner)))
    }
    let start = ByteRange(offset: 0, length: 0)
    var inner = (read.body?.fileRanges(inAnyOrder: asked + [start], in: source) ?? [])[...]
    let whole =
      read.parts.isEmpty
      ? inner.last ?? start : Self.extent(of: read.parts.flatMap { [$0.nameRange, $0.valueRange] })
    return origins.map { list in
      if read.body != nil, list.count == 1, list[0].segment.text != nil, list[0].inner != nil,
        let place = inner.popFirst()
      {
        return place
      }
      let ranges = list.map { origin in
        let part = read.parts[origin.segment.part]
        if case .name = origin.segment.kind { return part.nameRange }
        return part.valueRange
      }
      return ranges.isEmpty ? whole : Self.extent(of: ranges)
    }
  }

  static func extent(of ranges: [ByteRange]) -> ByteRange {
    let start = ranges.map(\.offset).min() ?? 0
    return ByteRange(offset: start, length: (ranges.map(\.end).max() ?? start) - start)
  }

  /// The whole form is never shown, because its properties may be secret.
  private func frame(
    of violation: Violation, _ origins: [FormInstance.Origin], _ read: FormParts,
    _ hidden: [Int: [ByteRange]], _ known: inout PartText?, at place: ByteRange
  ) -> CodeFrame? {
    guard origins.count == 1, let segment = origins.first?.segment else { return nil }
    // An object whose properties are separate fields has no text of its own to mark.
    if violation.property != nil, origins[0].inner == nil, violation.lookalike == nil { return nil }
    let part = read.parts[segment.part]
    if violation.rule.hidesValues, origins[0].inner == nil { return nil }
    switch segment.kind {
    case .name: return frame(of: part, in: read.body, marksName: true, place)
    case .text, .unknown: return frame(of: part, in: read.body, marksName: false, place)
    case .json:
      guard let text = segment.text, let inner = origins[0].inner else { return nil }
      let range =
        violation.mark.map { mark in
          inner.lowerBound + (mark.offset - violation.range.offset)
        }.map { $0..<$0 + (violation.mark?.length ?? 0) } ?? inner
      return frame(
        ofJSON: text, marking: range, part, in: read.body, hiding: hidden[segment.part] ?? [],
        &known, at: place)
    }
  }

  func frame(
    ofJSON text: RawText, marking range: Range<Int>, _ part: FormPart, in body: Body?,
    isMalformed: Bool = false, hiding hidden: [ByteRange] = [], _ known: inout PartText?,
    at place: ByteRange
  ) -> CodeFrame {
    if part.isSecret { return frame(of: part, in: body, marksName: false, place) }
    if known?.part != text.source {
      let bytes = text.decodedBytes
      known = PartText(
        part: text.source, bytes: bytes,
        redaction: Redaction(
          bytes, isMalformed: isMalformed, ranges: hidden, known: secretNames))
    }
    guard let shown = known else { return frame(of: part, in: body, marksName: false, place) }
    let lower = min(max(range.lowerBound, 0), shown.bytes.count)
    let upper = max(lower, min(range.upperBound, shown.bytes.count))
    return frame(
      of: shown.bytes, marking: lower..<upper, at: place, in: body, shown.redaction)
  }

  func frame(
    of part: FormPart, in body: Body?, marksName: Bool, _ range: ByteRange
  ) -> CodeFrame {
    let name = Array(SafeText.line(part.name).utf8)
    let value = Array(Redaction.shown(part.text.decoded, of: part.name, in: .query).utf8)
    let text = name + [UInt8(ascii: "=")] + value
    return frame(
      of: text, marking: marksName ? name.indices : name.count + 1..<text.count, at: range,
      in: body)
  }
}

extension FormInstance {
  /// Whether a failure is reported.
  ///
  /// - Parameter isWhole: Whether all parts could be read. If some parts could not be read,
  ///   failures that depend on all parts are uncertain.
  fileprivate func judges(_ failure: SchemaFailure, isWhole: Bool) -> Bool {
    let node = document.node(at: failure.instance)
    if failure.instance == 0 {
      return isWhole || failure.missingProperty != nil || failure.key != nil
    }
    let origins = origins(of: node.range)
    let isUnknown = origins.contains { if case .unknown = $0.segment.kind { true } else { false } }
    if isUnknown { return failure.key != nil }
    guard case .type(let expected, _) = failure.kind else { return true }
    return !(node.string.map(expected.isOfText) ?? false)
      || origins.contains { if case .json = $0.segment.kind { true } else { false } }
  }
}
