@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A violation in a parameter of a request or a header of a response.
struct ParameterViolation {
  indirect enum Kind {
    case missing
    case style(RawText)
    /// The parameter's content should be JSON and is not.
    case syntax(JSONParseError)
    case value(Violation)
  }

  let kind: Kind
  let parameter: Operation.Parameter
  let part: Exchange.Part

  var text: FindingText {
    let name = SafeText.line(Redaction.shown(parameter.name, ofMember: nil))
    switch kind {
    case .missing:
      return FindingText(
        message: "\(place) `\(name)` is missing", label: "send `\(name)`",
        why: "the contract says that it is required")
    case .style(let text):
      let style = parameter.style.rawValue
      let shown = FailureContext.cut(parameter.shown([text]))
      return FindingText(
        message: "\(place): `\(name)` is \(shown), which is not in the style `\(style)`",
        label: "write it in the style `\(style)`")
    case .syntax(let error):
      return FindingText(message: "\(place): `\(name)` is not JSON: \(error.message)")
    case .value(let violation):
      var text = violation.text
      let isWhole = violation.instance.tokens.isEmpty && violation.member == nil
      text.message = isWhole ? "\(place): \(text.message)" : "\(place) `\(name)`: \(text.message)"
      return text
    }
  }

  private var place: String {
    switch (parameter.location, part) {
    case (.path, _): "path parameter"
    case (.query, _): "query parameter"
    case (.header, .request): "header parameter"
    case (.header, .response): "response header"
    case (.cookie, _): "cookie"
    }
  }

  var shape: String {
    let name = "\(parameter.location.rawValue) \(parameter.name)"
    return switch kind {
    case .missing: name
    case .style: "\(name): style"
    case .syntax(let error): "\(name): \(error.shape)"
    case .value(let violation):
      "\(name)\(violation.instance.pattern): \(violation.member ?? "") \(violation.shape)"
    }
  }
}

extension CheckRun {
  /// The places of the texts from which a parameter's values were read.
  struct ParameterTexts {
    /// Indexed by a text's source.
    var bodies: [Body] = []
    /// Where the texts begin in `bodies`.
    var offset = 0
    /// The place of a text that is absent or whose place is not known.
    var whole: ByteRange
  }

  mutating func report(
    _ failures: [SchemaFailure], of value: ParameterValue, _ document: JSONDocument,
    _ parameter: Operation.Parameter, _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    guard let contract, !failures.isEmpty else { return }
    var reading = FailureReading(document: document, contract: contract, settings: settings)
    reading.hidesValues = parameter.isSecret
    let paths = document.withCursor { TapePath($0).paths(to: failures.map(\.instance)) }
    var seen: Set<[String]> = []
    for failure in failures {
      let path = paths[failure.instance] ?? TapePath.Place()
      let name = path.pointer.tokens.isEmpty ? parameter.name : nil
      let violation = reading.violation(failure, at: path, named: name)
      let identity = [violation.rule.id, path.pointer.description, violation.member ?? ""]
      guard seen.insert(identity).inserted else { continue }
      let part = parameter.isJSON ? value : value.part(at: path.pointer)
      report(.value(violation), of: parameter, part, settings, texts)
    }
  }

  mutating func report(
    _ kind: ParameterViolation.Kind, of parameter: Operation.Parameter, _ value: ParameterValue?,
    _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    var rule = Rule.schema
    var severity = settings[Rule.schema].severity
    var keyword: String?
    var schema = parameter.schemaLocation
    switch kind {
    case .missing: keyword = "required"
    case .style: keyword = "style"
    case .syntax:
      rule = .jsonSyntax
      severity = settings[Rule.jsonSyntax].severity
    case .value(let violation):
      (rule, severity, keyword) = (violation.rule, violation.severity, violation.keyword)
      schema = violation.schema ?? schema
    }
    guard let severity else { return }
    let pieces = value?.texts ?? []
    let violation = ParameterViolation(
      kind: kind, parameter: parameter, part: reference?.part ?? .request)
    let place = place(of: pieces, texts)
    add(
      Violation(
        rule: rule, severity: severity, kind: .parameter(violation), keyword: keyword,
        schema: schema, range: place),
      frame: frame(of: parameter, pieces, at: place))
  }

  /// From the first byte of the first text to the end of the last.
  private func place(of pieces: [RawText], _ texts: ParameterTexts) -> ByteRange {
    let ranges = pieces.flatMap { piece -> [ByteRange] in
      guard texts.bodies.indices.contains(piece.source) else { return [] }
      let start = texts.offset + piece.bytes.startIndex
      return texts.bodies[piece.source].fileRanges(
        inAnyOrder: [ByteRange(offset: start, length: piece.bytes.count)], in: source)
    }
    guard let start = ranges.map(\.offset).min(), let end = ranges.map(\.end).max() else {
      return texts.whole
    }
    return ByteRange(offset: start, length: end - start)
  }

  /// Only the parameter: the text beside it may be secret.
  private func frame(
    of parameter: Operation.Parameter, _ pieces: [RawText], at place: ByteRange
  ) -> CodeFrame? {
    if parameter.location == .path {
      return urlFrame(of: pieces.map(\.decoded).joined(), named: parameter.name, at: place)
    }
    guard !pieces.isEmpty else { return nil }
    let separator = parameter.location == .header ? ": " : "="
    let lead = Array((SafeText.line(parameter.name) + separator).utf8)
    let text = lead + Array(parameter.shown(pieces).utf8)
    return frame(of: text, marking: lead.count..<text.count, at: place)
  }

  /// The URL with its secrets masked, marking the parameter's value or its mask.
  private func urlFrame(of value: String, named name: String, at place: ByteRange) -> CodeFrame? {
    guard let url = reference?.url else { return nil }
    let shown =
      Redaction.isSecret(name) ? Redaction.masked(value.unicodeScalars.count) : value
    let segment = url.segment(of: shown) ?? url.startIndex..<url.endIndex
    let start = url[..<segment.lowerBound].utf8.count
    return frame(
      of: Array(url.utf8), marking: start..<start + url[segment].utf8.count, at: place)
  }

  /// The bytes of the capture that hold the exchange's URL; nil where they are not loaded.
  private func urlBytes(of exchange: Exchange) -> ArraySlice<UInt8>? {
    guard let range = exchange.urlRange else { return nil }
    let start = range.offset - source.offset
    guard start >= 0, start + range.length <= source.bytes.count else { return nil }
    return source.bytes[start..<start + range.length]
  }

  /// The URL as the capture writes it, and where its query begins. Nil where the capture writes
  /// another text than the exchange holds, as with escapes.
  func query(of exchange: Exchange) -> (Body, Int)? {
    guard let written = urlBytes(of: exchange), !written.isEmpty, let url = exchange.url else {
      return nil
    }
    let base = source.offset + written.startIndex
    var body = Body(bytes: Array(written), map: .identity(base: base))
    if written.first == UInt8(ascii: "\""), let string = try? JSONDocument(written).root {
      body = Body(decoding: string, base: base)
    }
    guard let mark = body.bytes.firstIndex(of: UInt8(ascii: "?")),
      let query = URLParts(url).query, body.bytes[(mark + 1)...].starts(with: query.utf8)
    else { return nil }
    return (body, mark + 1)
  }

  /// The bytes of a path parameter's value, or of the whole URL where the capture writes it in
  /// another way.
  func place(of value: String, in exchange: Exchange) -> ByteRange {
    let whole = exchange.urlRange ?? ByteRange(offset: exchange.range.offset, length: 0)
    guard let written = urlBytes(of: exchange) else { return whole }
    let text = String(decoding: written, as: UTF8.self)
    guard let segment = text.segment(of: value) else { return whole }
    return ByteRange(
      offset: whole.offset + text[..<segment.lowerBound].utf8.count,
      length: text[segment].utf8.count)
  }
}

extension Operation.Parameter {
  fileprivate func shown(_ texts: [RawText]) -> String {
    let text = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ", ")
    let decoded = texts.map(\.decoded).joined(separator: ", ")
    if isSecret { return Redaction.masked(decoded.unicodeScalars.count) }
    let redacted = Redaction.shown(decoded, ofMember: nil)
    guard redacted == decoded else { return redacted }
    return SafeText.line(text.utf8.contains(UInt8(ascii: "/")) ? URLRedaction.redact(text) : text)
  }
}
