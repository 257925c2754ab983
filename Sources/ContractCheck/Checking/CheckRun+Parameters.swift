@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Checking parameters: texts of the URL and of headers as the values of their schemas.
extension CheckRun {
  /// The places of the texts that a parameter's values were read from.
  private struct Texts {
    /// By the number of a text's source.
    var bodies: [Body] = []
    /// Where the texts begin in those bodies.
    var offset = 0
    /// What stands for a text whose place is not known, and for one that is not there.
    var whole: ByteRange
  }

  /// Judges the parameters of a request whose operation is known.
  ///
  /// What a capture does not hold cannot be missed: without headers, none is required. Where the
  /// server refused the request as a bad one, by a status that the contract documents, the mistake in
  /// its query or headers is answered as it should be, and nothing more is said of it.
  ///
  /// - Parameter location: Where the parameters are that are judged; nil for all.
  mutating func checkParameters(
    _ match: RouteMatch, _ url: URLParts, _ exchange: Exchange,
    in location: Operation.Parameter.Location? = nil
  ) {
    let parameters = match.operation.parameters.filter { $0.location == location ?? $0.location }
    guard !parameters.isEmpty else { return }
    let isRefused = isRefused(exchange, match.operation)
    let hasHeaders = exchange.request.headers.areCaptured
    explanation?.unjudged = parameters.filter { parameter in
      let isInHeaders = parameter.location == .header || parameter.location == .cookie
      return parameter.root == nil || isInHeaders && !hasHeaders
    }.map { "\($0.location.rawValue) parameter `\($0.name)`" }
    reference?.part = .request
    defer { reference?.part = .response }
    let settings = match.operation.settings
    let whole = exchange.urlRange ?? ByteRange(offset: exchange.range.offset, length: 0)
    var query: [RawField]?
    for parameter in parameters where parameter.location == .path || !isRefused {
      switch parameter.location {
      case .path: checkPath(parameter, match, settings, exchange)
      case .query:
        let fields = query ?? RawField.query(url.query ?? "")
        query = fields
        let names = Set(parameters.filter { $0.location == .query }.map(\.name))
        let found = ParameterReader(parameter).read(fields: fields, others: names)
        check(parameter, found, settings, Texts(whole: whole)) { Self.query(of: exchange, in: $0) }
      case .header:
        checkHeader(parameter, exchange.request.headers, settings, whole)
      case .cookie:
        let headers = exchange.request.headers["cookie"]
        // Recorders leave cookies out, so only a header that is there can lack one.
        guard !headers.isEmpty else { continue }
        let fields = headers.enumerated().flatMap { position, body in
          RawField.cookies(RawText(body.bytes[...], .percent, source: position))
        }
        let found = ParameterReader(parameter).read(fields: fields, others: [])
        check(parameter, found, settings, Texts(bodies: headers, whole: whole))
      }
    }
  }

  private func isRefused(_ exchange: Exchange, _ operation: Operation) -> Bool {
    guard let status = exchange.status, status == 400 || status == 422 else { return false }
    return operation.response(for: status) != nil
  }

  /// Judges the documented headers of a response.
  mutating func checkHeaders(
    _ response: Operation.Response, of message: Message, _ exchange: Exchange
  ) {
    guard !response.headers.isEmpty else { return }
    let whole =
      exchange.statusRange ?? ByteRange(offset: exchange.range.offset, length: 0)
    for header in response.headers {
      checkHeader(header, message.headers, response.content.settings, whole)
    }
  }

  private mutating func checkPath(
    _ parameter: Operation.Parameter, _ match: RouteMatch, _ settings: RuleSettings,
    _ exchange: Exchange
  ) {
    guard let value = match.parameters.first(where: { $0.name == parameter.name })?.value else {
      return
    }
    let found = ParameterReader(parameter).read(
      segment: RawText(Array(value.utf8)[...], .none))
    let place = place(of: value, in: exchange)
    check(parameter, found, settings, Texts(whole: place))
  }

  private mutating func checkHeader(
    _ parameter: Operation.Parameter, _ headers: HeaderFields, _ settings: RuleSettings,
    _ whole: ByteRange
  ) {
    guard headers.areCaptured else { return }
    let bodies = headers[parameter.name]
    // Recorders leave credentials out.
    if bodies.isEmpty, Redaction.isSecret(parameter.name) { return }
    let texts = bodies.enumerated().map { RawText($1.bytes[...], .none, source: $0) }
    let found = ParameterReader(parameter).read(header: texts)
    check(parameter, found, settings, Texts(bodies: bodies, whole: whole))
  }

  // MARK: Values

  /// Judges what was found of a parameter.
  ///
  /// - Parameter locate: Completes the places of texts; asked only when there is a finding.
  private mutating func check(
    _ parameter: Operation.Parameter, _ found: ParameterReader.Found, _ settings: RuleSettings,
    _ texts: Texts, locate: (CheckRun) -> (Body, Int)? = { _ in nil }
  ) {
    func located() -> Texts {
      var texts = texts
      if let (body, offset) = locate(self) { (texts.bodies, texts.offset) = ([body], offset) }
      return texts
    }
    switch found {
    case .unread: break
    case .absent:
      guard parameter.isRequired, !mayBeEmpty(parameter) else { return }
      report(.missing, of: parameter, nil, settings, texts)
    case .malformed(let text):
      guard !isHidden(text.decoded, parameter) else { return }
      let shown = FailureContext.cut(shownText([text], of: parameter))
      report(
        .style(parameter.style, shown: shown), of: parameter, .text(text), settings, located())
    case .values(let values):
      for readings in values {
        for (value, fault) in faults(of: readings, parameter, settings) {
          report(fault, of: parameter, value, settings, located())
        }
      }
    }
  }

  /// An object whose members are fields of their own may be there without any.
  private func mayBeEmpty(_ parameter: Operation.Parameter) -> Bool {
    guard let contract, let root = parameter.root, parameter.shape.mayBeObject,
      parameter.location == .query, parameter.isExploded || parameter.style == .deepObject,
      let empty = try? JSONDocument("{}")
    else { return false }
    return contract.schema.isValid(empty, root: root)
  }

  /// What is wrong with a value: nothing where one of its readings is right, else what is wrong with
  /// the likeliest.
  private func faults(
    of readings: [ParameterValue], _ parameter: Operation.Parameter, _ settings: RuleSettings
  ) -> [(ParameterValue, ParameterFault)] {
    guard let contract, let root = parameter.root else { return [] }
    var likeliest: (value: ParameterValue, document: JSONDocument, failures: [SchemaFailure])?
    for value in readings {
      let texts = value.texts
      if texts.count == 1 {
        if parameter.allowsEmpty, texts[0].isEmpty { return [] }
        if isHidden(texts[0].decoded, parameter) { return [] }
      }
      if parameter.isJSON, let text = texts.first {
        do throws(JSONParseError) {
          let document = try JSONDocument(text.decoded)
          let failures = contract.schema.failures(in: document, root: root)
          return words(failures, value, document, parameter, settings)
        } catch {
          return [(value, .syntax(error))]
        }
      }
      for reading in ParameterValue.Reading.allCases {
        guard let document = value.document(parameter.shape, reading) else { continue }
        let failures = contract.schema.failures(in: document, root: root)
        if failures.isEmpty { return [] }
        if likeliest == nil { likeliest = (value, document, failures) }
      }
    }
    guard let (value, document, failures) = likeliest else { return [] }
    return words(failures, value, document, parameter, settings)
  }

  private func words(
    _ failures: [SchemaFailure], _ value: ParameterValue, _ document: JSONDocument,
    _ parameter: Operation.Parameter, _ settings: RuleSettings
  ) -> [(ParameterValue, ParameterFault)] {
    guard let contract, !failures.isEmpty else { return [] }
    var reading = FailureReading(document: document, contract: contract, settings: settings)
    reading.hidesValues = hides(parameter)
    let paths = InstancePaths(failures.map(\.instance), in: document)
    var seen: Set<[String]> = []
    return failures.compactMap { failure in
      let path = paths[failure.instance]
      let name = path.pointer.tokens.isEmpty ? parameter.name : nil
      guard let fault = reading.fault(failure, at: path, named: name),
        seen.insert([fault.rule.id, path.pointer.description, fault.member ?? ""]).inserted
      else { return nil }
      return (parameter.isJSON ? value : value.part(at: path.pointer), .value(fault))
    }
  }

  // MARK: Secrets

  private func hides(_ parameter: Operation.Parameter) -> Bool {
    let place: SecretName.Place = parameter.location == .query ? .query : .member
    return parameter.location == .cookie
      || SecretName.meaning(of: parameter.name.utf8, in: place).isSecret
  }

  /// Whether a recorder hid the value of a secret before we came.
  private func isHidden(_ text: String, _ parameter: Operation.Parameter) -> Bool {
    guard hides(parameter), !text.isEmpty else { return false }
    return text.utf8.allSatisfy { $0 == UInt8(ascii: "*") }
      || RawText(Array(ASCIIByte.lowercased(text).utf8)[...], .none)
        .split(at: ["redacted"]).count > 1
  }

  /// Texts of a parameter as they may be shown.
  private func shownText(_ texts: [RawText], of parameter: Operation.Parameter) -> String {
    let text = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ", ")
    let decoded = texts.map(\.decoded).joined(separator: ", ")
    if hides(parameter) { return Redaction.masked(decoded.unicodeScalars.count) }
    let redacted = Redaction.shown(decoded, ofMember: nil)
    guard redacted == decoded else { return redacted }
    return SafeText.line(text.utf8.contains(UInt8(ascii: "/")) ? URLRedaction.redact(text) : text)
  }

  // MARK: Findings

  private mutating func report(
    _ fault: ParameterFault, of parameter: Operation.Parameter, _ value: ParameterValue?,
    _ settings: RuleSettings, _ texts: Texts
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
  private func place(of pieces: [RawText], _ texts: Texts) -> ByteRange {
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
  private static func query(of exchange: Exchange, in run: CheckRun) -> (Body, Int)? {
    guard let range = exchange.urlRange, let url = exchange.url else { return nil }
    let start = range.offset - run.source.offset
    guard start >= 0, range.length > 0, start + range.length <= run.source.bytes.count else {
      return nil
    }
    let written = run.source.bytes[start..<start + range.length]
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
  private func place(of value: String, in exchange: Exchange) -> ByteRange {
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
