@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The kinds of faults in a parameter of a request or a header of a response.
enum ParameterFault {
  case missing
  case style(RawText)
  /// The contract documents JSON as the parameter's content, but the text is not JSON.
  case syntax(JSONParseError)
  case value(Violation)
  /// The contract marks the parameter as deprecated.
  case deprecated
}

extension Finding {
  /// The header that the finding is about. The shape of a parameter's finding begins with this
  /// header.
  package var header: Substring? {
    let start = Operation.Parameter.Location.header.rawValue + " "
    guard shape.hasPrefix(start) else { return nil }
    return shape.dropFirst(start.count).prefix { $0 != ":" && $0 != "/" }
  }
}

extension CheckRun {
  /// The places of the texts from which a parameter's values were read.
  struct ParameterTexts {
    /// The bodies by the source of a text.
    var bodies: [Body] = []
    /// Where the texts begin in `bodies`.
    var offset = 0
    /// The place to report if a text is missing or its place is not known.
    var whole: ByteRange
  }

  mutating func report(
    _ failures: [SchemaFailure], of value: ParameterValue, _ document: JSONDocument,
    _ parameter: Operation.Parameter, _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    guard let contract, !failures.isEmpty else { return }
    let reading = FailureReading(
      document: document, contract: contract, settings: settings, places: places)
    reading.hidesValues = parameter.isSecret
    let paths = document.withCursor { TapePath($0).paths(to: failures.map(\.instance)) }
    var seen: [[String]: Int] = [:]
    var found: [(violation: Violation, texts: [RawText])] = []
    for failure in failures {
      let path = paths[failure.instance] ?? TapePath.Place()
      let name = path.pointer.tokens.isEmpty ? parameter.name : nil
      let violation = reading.violation(failure, at: path, named: name)
      let identity = [violation.rule.id, path.pointer.description, violation.property ?? ""]
      // Several equal findings become one, with the highest severity.
      if let known = seen[identity] {
        found[known].violation.severity = max(found[known].violation.severity, violation.severity)
        continue
      }
      let isJSON = value.texts.first.map(parameter.holdsJSON) ?? false
      let part = isJSON ? value : value.part(at: path.pointer)
      let standIns = part.texts.compactMap { placeholders?.leniency(of: $0.decoded.utf8) }
      if settings.isLenient, let leniency = standIns.first, standIns.count == part.texts.count {
        excused[leniency, default: 0] += 1
        continue
      }
      seen[identity] = found.count
      found.append((violation, part.texts))
    }
    let places = places(of: found.map(\.texts), texts)
    // All values of the path share one place and one frame, which shows the whole URL.
    let shared = places.first.flatMap {
      parameter.location == .path ? pathFrame(parameter, $0) : nil
    }
    for (position, (violation, pieces)) in found.enumerated() {
      report(
        .value(violation), of: parameter, pieces, settings, texts, at: places[position],
        sharing: shared)
    }
  }

  mutating func report(
    _ fault: ParameterFault, of parameter: Operation.Parameter, _ value: ParameterValue?,
    _ settings: RuleSettings, _ texts: ParameterTexts
  ) {
    let pieces = value?.texts ?? []
    let place = places(of: [pieces], texts)[0]
    report(fault, of: parameter, pieces, settings, texts, at: place, sharing: nil)
  }

  /// - Parameter shared: The frame, if it is known.
  private mutating func report(
    _ fault: ParameterFault, of parameter: Operation.Parameter, _ pieces: [RawText],
    _ settings: RuleSettings, _ texts: ParameterTexts, at place: ByteRange,
    sharing shared: CodeFrame?
  ) {
    let name = SafeText.line(Redaction.shown(parameter.name, ofProperty: nil))
    let noun = noun(of: parameter.location)
    var shape = "\(parameter.location.rawValue) \(parameter.name)"
    var text: FindingText
    var rule = Rule.schema
    var severity = settings[rule].severity
    var keyword: String?
    var schema = parameter.schemaLocation
    var contractPlace: ContractPlace?
    var isGivenUp = false
    switch fault {
    case .missing:
      keyword = "required"
      text = FindingText(
        message: "\(noun) `\(name)` is missing", label: "send `\(name)`",
        why: "the contract says that it is required")
    case .style(let found):
      let style = parameter.style.rawValue
      let shown = FailureContext.cut(parameter.shown([found]))
      keyword = "style"
      shape += ": style"
      text = FindingText(
        message: "\(noun): `\(name)` is \(shown), which is not in the style `\(style)`",
        label: "write it in the style `\(style)`")
    case .syntax(let error):
      rule = .jsonSyntax
      severity = settings[rule].severity
      shape += ": \(error.shape)"
      text = FindingText(message: "\(noun): `\(name)` is not JSON: \(error.message)")
    case .deprecated:
      rule = .deprecatedUse
      severity = settings[rule].severity
      shape += ": deprecated"
      text = FindingText(
        message: "\(noun) `\(name)` is deprecated", label: Rule.deprecatedAdvice,
        why: rule.rationale)
    case .value(let found):
      let isWhole = found.instance.tokens.isEmpty && found.property == nil
      (rule, severity, keyword) = (found.rule, found.severity, found.keyword)
      schema = found.schema ?? schema
      contractPlace = found.place
      shape += "\(found.instance.pattern): \(found.property ?? "") \(found.shape)"
      isGivenUp = found.isGivenUp
      text = found.text
      text.message = (isWhole ? "\(noun): " : "\(noun) `\(name)`: ") + text.message
    }
    guard let severity else { return }
    add(
      Violation(
        rule: rule, severity: severity, kind: .parameter(text, shape: shape), keyword: keyword,
        schema: schema, place: contractPlace, range: place),
      frame: shared ?? frame(of: parameter, pieces, at: place), isGivenUp: isGivenUp)
  }

  private func noun(of location: Operation.Parameter.Location) -> String {
    switch location {
    case .path: "path parameter"
    case .query: "query parameter"
    case .header:
      part.map { "part \($0): header" }
        ?? (reference?.part == .response ? "response header" : "header parameter")
    case .cookie: "cookie"
    }
  }

  /// The range of each value, from the first byte of its first text to the end of its last text.
  /// All ranges are found together, so that a body is scanned only once.
  private func places(of values: [[RawText]], _ texts: ParameterTexts) -> [ByteRange] {
    var places = [ByteRange?](repeating: nil, count: values.count)
    for (number, body) in texts.bodies.enumerated() {
      var owners: [Int] = []
      var asked: [ByteRange] = []
      for (position, pieces) in values.enumerated() {
        for piece in pieces where piece.source == number {
          owners.append(position)
          asked.append(
            ByteRange(offset: texts.offset + piece.bytes.startIndex, length: piece.bytes.count))
        }
      }
      guard !asked.isEmpty else { continue }
      for (position, range) in zip(owners, body.fileRanges(inAnyOrder: asked, in: source)) {
        let known = places[position] ?? range
        let start = min(known.offset, range.offset)
        places[position] = ByteRange(
          offset: start, length: max(known.end, range.end) - start)
      }
    }
    return places.map { $0 ?? texts.whole }
  }

  /// Shows only the parameter, because the text beside it may be secret.
  private func frame(
    of parameter: Operation.Parameter, _ pieces: [RawText], at place: ByteRange
  ) -> CodeFrame? {
    if parameter.location == .path { return pathFrame(parameter, place) }
    guard !pieces.isEmpty else { return nil }
    let separator = parameter.location == .header ? ": " : "="
    let lead = Array((SafeText.line(parameter.name) + separator).utf8)
    let text = lead + Array(parameter.shown(pieces).utf8)
    return frame(of: text, marking: lead.count..<text.count, at: place)
  }

  private func pathFrame(_ parameter: Operation.Parameter, _ place: ByteRange) -> CodeFrame? {
    urlFrame(of: parameters.first { $0.name == parameter.name }, at: place)
  }

  /// The URL with masked secrets. The frame marks the parameter's value or its mask.
  private func urlFrame(of parameter: PathParameter?, at place: ByteRange) -> CodeFrame? {
    guard let url = reference?.url else { return nil }
    let segment = parameter.flatMap(url.segment) ?? url.startIndex..<url.endIndex
    let start = url[..<segment.lowerBound].utf8.count
    return frame(
      of: Array(url.utf8), marking: start..<start + url[segment].utf8.count, at: place)
  }

  /// The bytes of the capture that contain the exchange's URL. Nil if these bytes are not loaded.
  private func urlBytes(of exchange: Exchange) -> ArraySlice<UInt8>? {
    guard let range = exchange.urlRange else { return nil }
    let start = range.offset - source.offset
    guard start >= 0, start + range.length <= source.bytes.count else { return nil }
    return source.bytes[start..<start + range.length]
  }

  /// The URL as it is written in the capture, and the start of its query. Nil if the capture writes
  /// the text differently, for example with escapes.
  func query(of exchange: Exchange) -> (Body, Int)? {
    if let query = exchange.addressDetails?.query {
      guard query.kind == .string else { return nil }
      let body = Body(decoding: query)
      return (body, body.bytes.first == UInt8(ascii: "?") ? 1 : 0)
    }
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

  /// The bytes of a path parameter's segment. If the capture writes the segment differently, the
  /// bytes of the whole URL.
  func place(of parameter: PathParameter, in exchange: Exchange) -> ByteRange {
    let whole = exchange.urlRange ?? ByteRange(offset: exchange.range.offset, length: 0)
    guard let written = urlBytes(of: exchange) else { return whole }
    let text = String(decoding: written, as: UTF8.self)
    guard let segment = text.segment(of: parameter) else { return whole }
    return ByteRange(
      offset: whole.offset + text[..<segment.lowerBound].utf8.count,
      length: text[segment].utf8.count)
  }
}
