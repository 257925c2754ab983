@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Findings about parameters, with their places.
extension CheckRun {
  /// The places of the texts that a parameter's values were read from.
  struct ParameterTexts {
    /// By the number of a text's source.
    var bodies: [Body] = []
    /// Where the texts begin in those bodies.
    var offset = 0
    /// What stands for a text whose place is not known, and for one that is not there.
    var whole: ByteRange
  }

  /// Reports that a text is not in its parameter's style.
  mutating func report(
    _ text: RawText, notInStyleOf parameter: Operation.Parameter, _ settings: RuleSettings,
    _ texts: ParameterTexts
  ) {
    let shown = FailureContext.cut(shownText([text], of: parameter))
    report(.style(parameter.style, shown: shown), of: parameter, .text(text), settings, texts)
  }

  /// Reports what a schema refuses of a parameter's value.
  mutating func report(
    _ failures: [SchemaFailure], of value: ParameterValue, _ document: JSONDocument,
    _ parameter: Operation.Parameter, _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    guard let contract, !failures.isEmpty else { return }
    var reading = FailureReading(document: document, contract: contract, settings: settings)
    reading.hidesValues = parameter.isSecret
    let paths = InstancePaths(failures.map(\.instance), in: document)
    var seen: Set<[String]> = []
    for failure in failures {
      let path = paths[failure.instance]
      let name = path.pointer.tokens.isEmpty ? parameter.name : nil
      guard let fault = reading.violation(failure, at: path, named: name),
        seen.insert([fault.rule.id, path.pointer.description, fault.member ?? ""]).inserted
      else { continue }
      let part = parameter.isJSON ? value : value.part(at: path.pointer)
      report(.value(fault), of: parameter, part, settings, texts)
    }
  }

  /// Texts of a parameter as they may be shown.
  private func shownText(_ texts: [RawText], of parameter: Operation.Parameter) -> String {
    let text = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ", ")
    let decoded = texts.map(\.decoded).joined(separator: ", ")
    if parameter.isSecret { return Redaction.masked(decoded.unicodeScalars.count) }
    let redacted = Redaction.shown(decoded, ofMember: nil)
    guard redacted == decoded else { return redacted }
    return SafeText.line(text.utf8.contains(UInt8(ascii: "/")) ? URLRedaction.redact(text) : text)
  }

  mutating func report(
    _ fault: ParameterViolation, of parameter: Operation.Parameter, _ value: ParameterValue?,
    _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    let part = reference?.part ?? .request
    var rule = Rule.schema
    var severity = settings[Rule.schema].severity
    var keyword: String?
    var schema = parameter.schemaLocation
    switch fault {
    case .missing: keyword = "required"
    case .style: keyword = "style"
    case .syntax:
      rule = .jsonSyntax
      severity = settings[Rule.jsonSyntax].severity
    case .value(let fault):
      (rule, severity, keyword) = (fault.rule, fault.severity, fault.keyword)
      schema = fault.schema ?? schema
    }
    guard let severity else { return }
    let text = fault.text(of: parameter, part)
    let pieces = value?.texts ?? []
    let place = place(of: pieces, texts)
    var finding = Finding(
      rule: rule.id, severity: severity, keyword: keyword, message: text.message,
      label: text.label, why: text.why, file: source.name, region: source.region(place),
      exchange: reference, schema: schema, contract: contract?.name,
      frame: frame(of: parameter, pieces, value, at: place))
    finding.shape = fault.shape(of: parameter)
    findings.append(finding)
  }

  /// The bytes from the first of some texts to the end of the last.
  private func place(of pieces: [RawText], _ texts: ParameterTexts) -> ByteRange {
    let ranges = pieces.compactMap { piece -> ByteRange? in
      guard texts.bodies.indices.contains(piece.source) else { return nil }
      let start = texts.offset + piece.bytes.startIndex
      return fileRanges(
        of: [ByteRange(offset: start, length: piece.bytes.count)], in: texts.bodies[piece.source]
      ).first
    }
    guard let start = ranges.map(\.offset).min(), let end = ranges.map(\.end).max() else {
      return texts.whole
    }
    return ByteRange(offset: start, length: end - start)
  }

  /// The parameter alone, as it may be shown: what stands beside it may be secret.
  private func frame(
    of parameter: Operation.Parameter, _ pieces: [RawText], _ value: ParameterValue?,
    at place: ByteRange
  ) -> CodeFrame? {
    if parameter.location == .path {
      return urlFrame(of: pieces.map(\.decoded).joined(), named: parameter.name, at: place)
    }
    guard !pieces.isEmpty else { return nil }
    var source = source
    let separator = parameter.location == .header ? ": " : "="
    let lead = Array((SafeText.line(parameter.name) + separator).utf8)
    let shown = Array(shownText(pieces, of: parameter).utf8)
    return CodeFrame.cut(
      ByteRange(offset: lead.count, length: shown.count),
      line: source.region(place).start.line, from: lead + shown, redaction: Redaction())
  }

  /// The URL as the capture holds it and where its query begins in it; nil where the capture writes
  /// it in another way than the exchange has it.
  func query(of exchange: Exchange) -> (Body, Int)? {
    guard let range = exchange.urlRange, let url = exchange.url else { return nil }
    let start = range.offset - source.offset
    guard start >= 0, range.length > 0, start + range.length <= source.bytes.count else {
      return nil
    }
    let written = source.bytes[start..<start + range.length]
    var body = Body(bytes: Array(written), map: .identity(base: range.offset))
    if written.first == UInt8(ascii: "\""), let string = try? JSONDocument(written).root {
      body = Body(decoding: string, base: range.offset)
    }
    guard let mark = body.bytes.firstIndex(of: UInt8(ascii: "?")),
      let query = URLParts(url).query, body.bytes[(mark + 1)...].starts(with: query.utf8)
    else { return nil }
    return (body, mark + 1)
  }

  /// The bytes of a path parameter's value in the capture, or those of the whole URL where the
  /// capture writes it in another way.
  func place(of value: String, in exchange: Exchange) -> ByteRange {
    guard let url = exchange.urlRange else {
      return ByteRange(offset: exchange.range.offset, length: 0)
    }
    let start = url.offset - source.offset
    guard start >= 0, start + url.length <= source.bytes.count else { return url }
    let text = String(decoding: source.bytes[start..<start + url.length], as: UTF8.self)
    guard let segment = text.segment(of: value) else { return url }
    return ByteRange(
      offset: url.offset + text[..<segment.lowerBound].utf8.count,
      length: text[segment].utf8.count)
  }

  /// A frame of the URL as it may be shown, marking the parameter's value or what masks it.
  private func urlFrame(of value: String, named name: String, at place: ByteRange) -> CodeFrame? {
    guard let url = reference?.url else { return nil }
    var source = source
    let shown =
      Redaction.isSecret(name) ? Redaction.masked(value.unicodeScalars.count) : value
    let segment = url.segment(of: shown) ?? url.startIndex..<url.endIndex
    return CodeFrame.cut(
      ByteRange(
        offset: url[..<segment.lowerBound].utf8.count, length: url[segment].utf8.count),
      line: source.region(place).start.line, from: Array(url.utf8), redaction: Redaction())
  }
}
