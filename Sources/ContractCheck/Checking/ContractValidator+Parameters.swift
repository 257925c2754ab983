@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks parameters in the URL and in headers against their schemas.
extension ContractValidator {
  /// If a capture has no headers, required headers do not count as missing. If the server refused
  /// the request with a documented status for bad requests, query and headers are not checked. In
  /// this case the server handled the mistake correctly.
  func checkParameters<Sink: ExchangeSink>(
    of exchange: Exchange, _ match: RouteMatch, _ url: URLBytes, at place: RouteMemory.Place,
    _ sink: inout Sink
  ) throws(Sink.Stop) {
    let parameters = match.operation.parameters
    guard !parameters.isEmpty else { return }
    let headers = exchange.request.headers
    let hidesQuery = exchange.addressDetails?.hidesQuery ?? false
    sink.note { run in
      run.explanation?.unchecked = parameters.filter { parameter in
        let isInHeaders = parameter.location == .header || parameter.location == .cookie
        return parameter.root == nil || isInHeaders && !headers.areCaptured
          || parameter.location == .query && hidesQuery
      }.map { "\($0.location.rawValue) parameter `\($0.name)`" }
      run.reference?.part = .request
    }
    defer { sink.note { $0.reference?.part = .response } }
    let isRefused = isRefused(exchange, match.operation)
    var fields: [RawField]?
    for parameter in parameters where parameter.location == .path || !isRefused {
      switch parameter.location {
      case .path: try checkPath(parameter, match, exchange, at: place, &sink)
      case .query where hidesQuery: continue
      case .query: try checkQuery(parameter, match, url, exchange, &fields, &sink)
      case .header, .cookie:
        try checkHeader(
          parameter, match.number, headers, match.operation.settings, whole(exchange), &sink)
      }
    }
    if !Sink.collects { place.pathHolds = true }
  }

  private func whole(_ exchange: Exchange) -> ByteRange {
    exchange.urlRange ?? exchange.start
  }

  /// Whether the server may have refused the request because of its query or headers. If another
  /// status documents this refusal, no part of the request is checked.
  private func isRefused(_ exchange: Exchange, _ operation: Operation) -> Bool {
    guard !checker.checksRefused, let status = exchange.status, status == 400 || status == 422
    else { return false }
    return operation.response(for: status) != nil
  }

  private func checkPath<Sink: ExchangeSink>(
    _ parameter: Operation.Parameter, _ match: RouteMatch, _ exchange: Exchange,
    at place: RouteMemory.Place, _ sink: inout Sink
  ) throws(Sink.Stop) {
    // Equal URLs have equal path values.
    guard !place.pathHolds,
      let value = match.parameters.first(where: { $0.name == parameter.name })
    else { return }
    let found = parameter.read(segment: RawText(Array(value.value.utf8)[...], .none))
    try check(parameter, found, match.number, match.operation.settings, &sink) { run in
      CheckRun.ParameterTexts(whole: run.place(of: value, in: exchange))
    }
  }

  private func checkQuery<Sink: ExchangeSink>(
    _ parameter: Operation.Parameter, _ match: RouteMatch, _ url: URLBytes, _ exchange: Exchange,
    _ fields: inout [RawField]?, _ sink: inout Sink
  ) throws(Sink.Stop) {
    switch PlainField(of: parameter, in: url.query) {
    case .absent where !parameter.isRequired: return
    case .text(let text) where accepts(text, parameter, match.number): return
    case .absent, .text, .unsure: break
    }
    let found = read(parameter, of: match.operation, in: url.query, &fields)
    let query = exchange.addressDetails?.query
    let whole = query?.place(ofParameter: parameter.name) ?? whole(exchange)
    try check(parameter, found, match.number, match.operation.settings, &sink) { run in
      guard let (body, offset) = run.query(of: exchange) else {
        return CheckRun.ParameterTexts(whole: whole)
      }
      return CheckRun.ParameterTexts(bodies: [body], offset: offset, whole: whole)
    }
  }

  /// - Parameter fields: The fields of the query, if they are read already.
  func read(
    _ parameter: Operation.Parameter, of operation: Operation,
    in query: ByteView, _ fields: inout [RawField]?
  ) -> Operation.Parameter.Found {
    let all = fields ?? RawField.query(String(decoding: query, as: UTF8.self))
    fields = all
    let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
    return parameter.read(fields: all, others: names)
  }

  /// Fast path: whether a plain text without encoding is valid. The value's tape is then in
  /// ``parameterTape``.
  func accepts(
    _ text: QueryFields.Text, _ parameter: Operation.Parameter, _ contract: Int
  ) -> Bool {
    guard let root = parameter.root else { return false }
    let quote = [UInt8(ascii: "\"")]
    let value = parameter.shape.plainScalar == .string ? quote + text + quote : Array(text)
    let isParsed: Void? = value.withByteView { try? parameterTape.parse($0) }
    guard isParsed != nil, schemas[contract].isValid(parameterTape.cursor, 0, root: root) else {
      return false
    }
    count.add(schemas[contract].leniencies)
    return true
  }

  /// Checks a header or a cookie.
  ///
  /// - Parameter whole: The place to report for a missing header.
  func checkHeader<Sink: ExchangeSink>(
    _ parameter: Operation.Parameter, _ contract: Int, _ headers: HeaderFields,
    _ settings: RuleSettings, _ whole: ByteRange, _ sink: inout Sink
  ) throws(Sink.Stop) {
    guard headers.areCaptured else { return }
    let (found, bodies) = read(parameter, in: headers)
    // Recorders often leave out credentials and all cookies.
    if bodies.isEmpty, parameter.location == .cookie || Redaction.isSecret(parameter.name) {
      return
    }
    try check(parameter, found, contract, settings, &sink) { _ in
      CheckRun.ParameterTexts(bodies: bodies, whole: whole)
    }
  }

  /// Reads a header or a cookie.
  func read(
    _ parameter: Operation.Parameter, in headers: HeaderFields
  ) -> (found: Operation.Parameter.Found, bodies: [Body]) {
    let isCookie = parameter.location == .cookie
    let bodies = headers[isCookie ? "cookie" : parameter.name]
    let texts = bodies.enumerated().map {
      RawText($1.bytes[...], isCookie ? .percent : .none, source: $0)
    }
    let found =
      isCookie
      ? parameter.read(fields: texts.flatMap(RawField.cookies), others: [])
      : parameter.read(header: texts)
    return (found, bodies)
  }

  /// - Parameter texts: The places of the texts; called only for a finding.
  private func check<Sink: ExchangeSink>(
    _ parameter: Operation.Parameter, _ found: Operation.Parameter.Found, _ contract: Int,
    _ settings: RuleSettings, _ sink: inout Sink, texts: (CheckRun) -> CheckRun.ParameterTexts
  ) throws(Sink.Stop) {
    switch found {
    case .absent:
      guard parameter.isRequired, !mayBeEmpty(parameter, contract) else { return }
      try sink.violated { $0.report(.missing, of: parameter, nil, settings, texts($0)) }
    case .malformed(let text):
      guard !parameter.isHidden(text.decoded) else { return }
      try sink.violated {
        $0.report(.style(text), of: parameter, .text(text), settings, texts($0))
      }
    case .values(let values):
      for readings in values {
        guard let wrong = wrongValue(among: readings, parameter, contract) else { continue }
        try sink.violated { run in
          switch wrong.document {
          case .failure(let error):
            run.report(.syntax(error), of: parameter, wrong.value, settings, texts(run))
          case .success(let document):
            guard let root = parameter.root else { return }
            let failures = checker.contracts[contract].schema.failures(in: document, root: root)
            run.report(failures, of: wrong.value, document, parameter, settings, texts(run))
          }
        }
      }
    }
  }

  /// Whether an object whose properties are separate fields may be present without any field.
  private func mayBeEmpty(_ parameter: Operation.Parameter, _ contract: Int) -> Bool {
    guard let root = parameter.root, parameter.shape.mayBeObject, parameter.location == .query,
      parameter.isExploded || parameter.style == .deepObject,
      let empty = try? JSONDocument("{}")
    else { return false }
    return checker.contracts[contract].schema.isValid(empty, root: root)
  }

  /// A value in one reading, and its JSON or the reason why it is not JSON.
  private typealias WrongValue = (
    value: ParameterValue, document: Result<JSONDocument, JSONParseError>
  )

  /// The value in its likeliest reading; nil if any reading is valid.
  private func wrongValue(
    among readings: [ParameterValue], _ parameter: Operation.Parameter, _ contract: Int
  ) -> WrongValue? {
    guard let root = parameter.root else { return nil }
    var likeliest: WrongValue?
    var isLikely = false
    for value in readings {
      let texts = value.texts
      if texts.count == 1 {
        if parameter.allowsEmpty, texts[0].isEmpty { return nil }
        if parameter.isHidden(texts[0].decoded) { return nil }
      }
      if let text = texts.first, parameter.holdsJSON(text) {
        let document = Result { () throws(JSONParseError) in try JSONDocument(text.decoded) }
        if case .success(let document) = document, isValid(document, root, contract) {
          count.add(schemas[contract].leniencies)
          return nil
        }
        return (value: value, document: document)
      }
      for reading in ParameterValue.Reading.allCases {
        guard let document = value.document(parameter.shape, reading) else { continue }
        if isValid(document, root, contract) {
          count.add(schemas[contract].leniencies)
          return nil
        }
        // Rules' demands are reported for the reading that the contract means.
        let isMeant = schemas[contract].holds
        if likeliest == nil || isMeant && !isLikely {
          likeliest = (value: value, document: .success(document))
          isLikely = isMeant
        }
      }
    }
    return likeliest
  }

  /// The first reading that is valid, apart from the demands of rules.
  func validDocument(
    among readings: [ParameterValue], _ parameter: Operation.Parameter, _ contract: Int
  ) -> JSONDocument? {
    guard let root = parameter.root else { return nil }
    for value in readings {
      if let text = value.texts.first, parameter.holdsJSON(text) {
        return (try? JSONDocument(text.decoded)).flatMap {
          isValid($0, root, contract) || schemas[contract].holds ? $0 : nil
        }
      }
      for reading in ParameterValue.Reading.allCases {
        if let document = value.document(parameter.shape, reading),
          isValid(document, root, contract) || schemas[contract].holds
        {
          return document
        }
      }
    }
    return nil
  }

  private func isValid(_ document: JSONDocument, _ root: Int32, _ contract: Int) -> Bool {
    document.withCursor { schemas[contract].isValid($0, 0, root: root) }
  }
}

extension Checker {
  /// Returns a function that checks values for a path or query parameter. The function gets an
  /// unencoded text. The function returns whether this text may be the parameter's value.
  @_spi(Engine) public func valueCheck(
    of name: String, in operation: Operation
  ) -> (String) -> Bool {
    let parameter = operation.parameters.first {
      $0.name == name && ($0.location == .path || $0.location == .query)
    }
    guard let parameter, parameter.root != nil,
      let number = contracts.firstIndex(where: { $0.operation(named: operation.name) != nil })
    else { return { _ in true } }
    // Observers must not count values that are only tried.
    var checker = self
    checker.observers = []
    let validator = ContractValidator(checker)
    return { validator.accepts($0, for: parameter, number) }
  }
}

extension ContractValidator {
  fileprivate func accepts(
    _ value: String, for parameter: Operation.Parameter, _ contract: Int
  ) -> Bool {
    let found: Operation.Parameter.Found
    if parameter.location == .path {
      found = parameter.read(segment: RawText(Array(value.utf8)[...], .none))
    } else {
      let query = [parameter.name, value].map { PercentEncoding.encode($0.utf8) }
      found = parameter.read(fields: RawField.query(query.joined(separator: "=")), others: [])
    }
    guard case .values(let values) = found else { return false }
    return values.allSatisfy { wrongValue(among: $0, parameter, contract) == nil }
  }
}

extension Operation.Parameter {
  var isSecret: Bool {
    let place: SecretName.Place = location == .query ? .query : .property
    return location == .cookie || SecretName.meaning(of: name.utf8, in: place).isSecret
  }

  /// Whether the recorder masked a secret value with asterisks.
  func isHidden(_ text: String) -> Bool {
    guard isSecret, !text.isEmpty else { return false }
    return text.utf8.allSatisfy { $0 == UInt8(ascii: "*") }
      || RawText(Array(ASCIIByte.lowercased(text).utf8)[...], .none)
        .split(at: ["redacted"]).count > 1
  }

  func shown(_ texts: [RawText]) -> String {
    let text = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ", ")
    let decoded = texts.map(\.decoded).joined(separator: ", ")
    if isSecret { return Redaction.mask(of: decoded) }
    let redacted = Redaction.shown(decoded, ofProperty: nil)
    guard redacted == decoded else { return redacted }
    return SafeText.line(text.utf8.contains(UInt8(ascii: "/")) ? URLRedaction.redact(text) : text)
  }
}

/// Fast path: the query's field for a parameter that is one plain string or number.
enum PlainField {
  case absent
  /// The field occurs once and is not encoded.
  case text(QueryFields.Text)
  /// The field has another form, or its name may be encoded.
  case unsure

  init(of parameter: Operation.Parameter, in query: ByteView) {
    self = .unsure
    guard parameter.root != nil, parameter.style == .form, !parameter.isJSON,
      parameter.shape.plainScalar != nil
    else { return }
    var found = PlainField.absent
    for field in QueryFields(query) {
      guard field.name.allSatisfy(Self.isUnreserved) else { return }
      guard field.name.elementsEqual(parameter.name.utf8) else { continue }
      guard case .absent = found, !field.value.isEmpty, field.value.allSatisfy(Self.isUnreserved)
      else { return }
      found = .text(field.value)
    }
    self = found
  }

  /// Whether a character is unreserved (RFC 3986, section 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }
}
