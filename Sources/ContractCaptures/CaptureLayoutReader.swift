@_spi(Engine) internal import JSONTape

extension CaptureLayout {
  /// Yields the exchanges and problems of a document, in order.
  func read(
    _ document: CaptureDocument, _ reading: CaptureReading, _ yield: (CaptureItem) -> Void
  ) {
    var requests = OpenRequests<Exchange>()
    readEach(document, reading) { requests.pass($0, yield) }
    for request in requests.end() { yield(.exchange(request)) }
  }

  private func readEach(
    _ document: CaptureDocument, _ reading: CaptureReading, _ yield: (CaptureItem) -> Void
  ) {
    var index = 0
    let variables = variables.lazy.compactMap { $0.value(in: document.root) }.first
    let values = PostmanURL.values(of: variables)
    func take(_ parts: ExchangeParts, _ unit: Exchange.Unit?, as layout: CaptureLayout) {
      do throws(CaptureProblem) {
        let reader = CaptureLayoutReader(
          layout: layout, document: document, parts: parts, index: index, unit: unit,
          variables: values)
        try reader.read(yield)
      } catch {
        yield(.problem(error))
      }
      index += 1
    }
    let root = document.root
    defer {
      if index == 0, let emptyRemark {
        let start = ByteRange(offset: document.range(of: root).offset, length: 0)
        yield(.problem(CaptureProblem(kind: .empty(emptyRemark), range: start)))
      }
    }
    switch exchanges {
    case .root: take(parts(of: root), nil, as: self)
    case .elements(let path):
      guard let list = path.value(in: root), list.kind == .array else { return }
      list.forEachChild { element in
        if let layout = own(element) {
          take(layout.parts(of: element), .entry, as: layout)
        } else {
          yield(LogText.item(of: element, index: index, reading))
          index += 1
        }
      }
    case .bodies(let list):
      list(root)?.forEachChild { body in
        let range = document.range(of: body)
        yield(
          .exchange(.bare(document.content(of: body), index: index, unit: .entry, range: range)))
        index += 1
      }
    case .walk(let walk): walk(root) { take($0, .entry, as: self) }
    case .lines(let walk):
      walk(root) { text in
        yield(LogText.item(of: text, index: index, reading))
        index += 1
      }
    case .entries(let walk):
      walk(root) { entry in
        let own = JSONDocument(copying: entry.cursor, at: entry.index, text: entry.text)
        HAREntryReader(index: index, tape: CaptureTape(own, base: entry.range.offset)).read(yield)
        index += 1
      }
    }
  }

  /// The layout of an element of the array. Nil for a line of a logger or a collector that has no
  /// layout.
  private func own(_ element: CapturedValue) -> CaptureLayout? {
    guard let isElement, !isElement(element) else { return self }
    if var other = CaptureFormat.lineKinds.first(where: { $0.layout.isMeant(element) })?.layout {
      other.origin = origin
      return other
    }
    return origin == .traffic && OtherLine.isOfLogger(element) ? nil : self
  }

  /// The exchange in a line of NDJSON.
  func exchange(in document: CaptureDocument, index: Int) throws(CaptureProblem) -> Exchange {
    let line = document.root
    var found: Exchange?
    let reader = CaptureLayoutReader(
      layout: self, document: document, parts: parts(of: line), index: index, unit: .line)
    var problem: CaptureProblem?
    try reader.read { item in
      switch item {
      case .exchange(let exchange): found = exchange
      case .problem(let other): problem = problem ?? other
      }
    }
    if let problem {
      // The exchange that belongs to this body is missing.
      let kind = CaptureProblem.Kind.type(property: "body", expected: "base64", found: .string)
      throw problem.isOfBody
        ? CaptureProblem(kind: kind, index: index, unit: .line, range: problem.range) : problem
    }
    return found
      ?? .bare(.absent(.noBody), index: index, unit: .line, range: document.range(of: line))
  }

  /// Whether a URL may be written in place of a request.
  var takesURLs: Bool { address.contains { if case .postman = $0 { true } else { false } } }

  func parts(of value: CapturedValue) -> ExchangeParts {
    let answer = response.value(in: value)
    // A log may use the name of a response for other words.
    let isOther = isLine && answer?.kind != .object
    return ExchangeParts(
      whole: value, request: request.value(in: value), response: isOther ? nil : answer)
  }
}

/// Reads one exchange by its layout. The reader is a class, because closures would copy its many
/// stored properties.
final class CaptureLayoutReader {
  let layout: CaptureLayout
  let document: CaptureDocument
  let parts: ExchangeParts
  let index: Int
  let unit: Exchange.Unit?
  /// The values of the variables by name.
  let variables: [String: String]

  init(
    layout: CaptureLayout, document: CaptureDocument, parts: ExchangeParts, index: Int,
    unit: Exchange.Unit?, variables: [String: String] = [:]
  ) {
    self.layout = layout
    self.document = document
    self.parts = parts
    self.index = index
    self.unit = unit
    self.variables = variables
  }

  /// Yields a problem for each body that cannot be decoded, and then the exchange.
  func read(_ yield: (CaptureItem) -> Void) throws(CaptureProblem) {
    guard parts.whole.kind == .object else {
      throw problem(.notObject(found: parts.whole.kind), parts.whole)
    }
    guard let request = parts.request else {
      throw problem(.absent(property: layout.request.text), parts.whole)
    }
    guard request.kind == .object || request.kind == .string && layout.takesURLs else {
      throw typeProblem(layout.request, "an object", request)
    }
    if let response = parts.response, response.kind != .object {
      throw typeProblem(layout.response, "an object", response)
    }
    let range = document.range(of: parts.whole)
    let status = try status()
    var exchange = Exchange(
      index: index, unit: unit, status: status?.code, request: .absent(.noBody),
      response: .absent(.noBody), range: range, statusRange: status?.range)
    exchange.origin = layout.origin
    exchange.isPartial = layout.isPartial
    exchange.methodText =
      layout.method.lazy.compactMap { self.text($0, in: request) }.first
      ?? layout.defaultMethod.map { .read($0, nil) }
    try setAddress(of: &exchange, request)
    exchange.sentAt =
      layout.time.lazy.compactMap { $0.value(in: self.parts.whole) }.compactMap {
        Timestamp(CapturedText.value($0).string)
      }.first
    exchange.name = text(layout.name?.value(in: parts.whole))
    exchange.webhook = text(layout.webhook?.value(in: parts.whole))
    var problems: [CaptureProblem] = []
    let lone = try loneBody(exchange, request)
    exchange.request = try message(
      .request, request, lone?.part == .request ? [lone!.place] : layout.requestBody, &problems)
    if let form = layout.form?.value(in: request), form.kind == .array,
      exchange.request.absence != nil
    {
      exchange.request.fields = fields(form)
      exchange.request.content = .absent(.nonJSON)
      exchange.request.type =
        exchange.request.type ?? .read("application/x-www-form-urlencoded", nil)
    }
    if let response = parts.response {
      exchange.response = try message(
        .response, response, lone?.part == .response ? [lone!.place] : layout.responseBody,
        &problems)
      if let (name, value) = layout.unanswered.lazy.compactMap({ path in
        path.value(in: response).map { (path.text, $0) }
      }).first {
        exchange.status = 0
        let shown = URLRedaction.redact(Redaction.shown(value.string ?? "", ofProperty: nil))
        exchange.addressDetails = AddressDetails(fault: SafeText.line("\(name) \(shown)"))
      }
    }
    if let (path, text) = layout.completeness, exchange.response.absence == nil,
      let found = path.value(in: parts.whole)?.string, found != text
    {
      exchange.response.content = .absent(.truncated)
    }
    exchange.dropResponseByStatus()
    if let half = layout.half {
      let id = half.id.map { text($0.value(in: parts.whole))?.string ?? "" }
      exchange.half = Exchange.Half(half.line, id: id.joined(separator: "\n"))
    } else if layout.isBare {
      exchange.isBare = true
    } else if exchange.address == nil {
      exchange.request = .absent(.noRequest)
      exchange.response = .absent(.noRequest)
    }
    if layout.isLine || layout.origin == .stub, !layout.isBare {
      exchange.passedOver = passedOver(exchange)
      if exchange.passedOver?.isOfResponse ?? false { exchange.response.mayHoldBody = true }
    }
    exchange.repeatedKeys = repeatedKeys()
    for problem in problems { yield(.problem(problem)) }
    yield(.exchange(exchange))
  }

  /// Assigns a single `body` to a message. It is the message that has no body under its own name.
  /// If both have none, it is the response if the request's method allows no body.
  private func loneBody(
    _ exchange: Exchange, _ request: CapturedValue
  ) throws(CaptureProblem) -> (part: Exchange.Part, place: CaptureLayout.BodyPlace)? {
    // A server that parses bodies writes an empty object if there is no body.
    guard let path = layout.loneBody, let body = path.value(in: request), !body.isBlankText,
      body.kind != .object || body.count > 0
    else { return nil }
    let isOfResponse = layout.requestBody.contains { $0.path.value(in: request) != nil }
    let isOfRequest = layout.responseBody.contains { place in
      parts.response.flatMap { place.path.value(in: $0) } != nil
    }
    if isOfRequest, isOfResponse { return nil }
    guard isOfRequest != isOfResponse || !exchange.mayHaveRequestBody else {
      let method = exchange.methodText?.string.uppercased() ?? "GET"
      throw problem(.loneBody(property: path.text, method: method), body)
    }
    return (isOfRequest && !isOfResponse ? .request : .response, .any(path))
  }

  /// The keys that the objects around the bodies have twice. YAML allows no such keys.
  private func repeatedKeys() -> [RepeatedKey] {
    var keys: [RepeatedKey] = []
    var done: Set<Int> = []
    let objects: [(CapturedValue?, String, Exchange.Part)] = [
      (parts.whole, "", .response), (parts.request, layout.request.text, .request),
      (parts.response, layout.response.text, .response),
    ]
    for (object, path, part) in objects {
      guard let object, done.insert(object.index).inserted else { continue }
      for key in object.cursor.duplicateKeys(of: object.index) {
        let name = object.at(key.repeated)
        let text = name.string ?? ""
        let property = path.isEmpty ? text : "\(path).\(text)"
        keys.append(RepeatedKey(property: property, part: part, range: document.range(of: name)))
      }
    }
    return keys
  }

  // MARK: Parts

  /// The text of a string or a number. Nil for every other value.
  func text(_ value: CapturedValue?) -> CapturedText? {
    guard let value, value.kind == .string || value.kind == .number else { return nil }
    return document.text(value)
  }

  func text(_ part: CaptureLayout.Part, in message: CapturedValue) -> CapturedText? {
    switch part {
    case .property(let path):
      let found = text(path.value(in: message))
      if let nothing = layout.nothing, found.map({ ["", nothing].contains($0.string) }) ?? false {
        return nil
      }
      return found
    case .header(let name):
      let field = headerFields(of: message, .request).first {
        ASCIIByte.equalIgnoringCase($0.name, name)
      }
      return field.map { .read($0.text, $0.range) }
    case .word(let path, let number):
      guard let line = text(path.value(in: message)), CaptureFormat.isRequestLine(line.string)
      else { return nil }
      let words = line.string.split(separator: " ")
      guard words.indices.contains(number) else { return nil }
      return .read(String(words[number]), line.range)
    }
  }

  private func status() throws(CaptureProblem) -> (code: Int, range: ByteRange?)? {
    guard let response = parts.response else { return nil }
    for part in layout.status {
      if case .property(let path) = part, let value = path.value(in: response),
        value.kind != .object
      {
        guard let code = value.status else {
          throw typeProblem(path, "an integer", value)
        }
        return (code, document.range(of: value))
      }
      guard let text = text(part, in: response), let code = Int(text.string) else { continue }
      return (code, text.range)
    }
    return layout.defaultStatus.map { ($0, nil) }
  }

  // MARK: Problems

  func problem(_ kind: CaptureProblem.Kind, _ value: CapturedValue) -> CaptureProblem {
    CaptureProblem(
      kind: kind, index: index, unit: unit ?? .entry, range: document.range(of: value))
  }

  func typeProblem(
    _ path: PropertyPath, _ expected: String, _ value: CapturedValue
  ) -> CaptureProblem {
    problem(.type(property: path.text, expected: expected, found: value.kind), value)
  }
}
