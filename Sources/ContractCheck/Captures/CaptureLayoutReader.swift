internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension CaptureLayout {
  /// Yields the exchanges of a document and what could not be read, in order.
  ///
  /// - Parameter isWanted: Asked before each exchange; false leaves out the rest.
  func read(
    _ document: CaptureDocument, while isWanted: () -> Bool = { true },
    _ yield: (CaptureItem) -> Void
  ) {
    var index = 0
    func take(_ parts: ExchangeParts, _ unit: Exchange.Unit?) {
      guard isWanted() else { return }
      do throws(CaptureProblem) {
        let reader = CaptureLayoutReader(
          layout: self, document: document, parts: parts, index: index, unit: unit)
        try reader.read(yield)
      } catch {
        yield(.problem(error))
      }
      index += 1
    }
    let root = document.root
    switch exchanges {
    case .root: take(parts(of: root), nil)
    case .elements(let path):
      guard let list = path.value(in: root), list.kind == .array else { return }
      list.forEachChild { take(parts(of: $0), .entry) }
    case .walk(let walk): walk(root) { take($0, .entry) }
    case .entries(let walk):
      walk(root) { entry in
        guard isWanted() else { return }
        let own = JSONDocument(copying: entry.cursor, at: entry.index, text: entry.text)
        HAREntryReader(index: index, tape: CaptureTape(own, base: entry.range.offset)).read(yield)
        index += 1
      }
    }
  }

  /// The exchange that a line of NDJSON holds.
  func exchange(on line: CapturedValue, index: Int) throws(CaptureProblem) -> Exchange {
    var found: Exchange?
    let reader = CaptureLayoutReader(
      layout: self, document: CaptureDocument(json: line), parts: parts(of: line), index: index,
      unit: .line)
    var problem: CaptureProblem?
    try reader.read { item in
      switch item {
      case .exchange(let exchange): found = exchange
      case .problem(let other): problem = problem ?? other
      }
    }
    if let problem {
      // Without the exchange of which it is the body.
      let kind = CaptureProblem.Kind.type(member: "body", expected: "base64", found: .string)
      throw problem.isOfBody
        ? CaptureProblem(kind: kind, index: index, unit: .line, range: problem.range) : problem
    }
    return found ?? .bare(.absent(.noBody), index: index, unit: .line, range: line.range)
  }

  func parts(of value: CapturedValue) -> ExchangeParts {
    ExchangeParts(
      whole: value, request: request.value(in: value), response: response.value(in: value))
  }
}

/// Reads one exchange by its layout.
private struct CaptureLayoutReader {
  let layout: CaptureLayout
  let document: CaptureDocument
  let parts: ExchangeParts
  let index: Int
  let unit: Exchange.Unit?

  /// Yields the bodies that cannot be decoded, then the exchange.
  func read(_ yield: (CaptureItem) -> Void) throws(CaptureProblem) {
    guard parts.whole.kind == .object else {
      throw problem(.notObject(found: parts.whole.kind), parts.whole)
    }
    guard let request = parts.request else {
      throw problem(.absent(member: layout.request.text), parts.whole)
    }
    guard request.kind == .object else { throw typeProblem(layout.request, "an object", request) }
    if let response = parts.response, response.kind != .object {
      throw typeProblem(layout.response, "an object", response)
    }
    let range = document.range(of: parts.whole)
    let status = try status()
    var exchange = Exchange(
      index: index, unit: unit, status: status?.code, request: .absent(.noBody),
      response: .absent(.noBody), range: range, statusRange: status?.range)
    exchange.origin = layout.origin
    exchange.methodText = layout.method.lazy.compactMap { text($0, in: request) }.first
    try setAddress(of: &exchange, request)
    exchange.sentAt =
      layout.time.lazy.compactMap { $0.value(in: parts.whole) }.compactMap {
        Timestamp(CapturedText.value($0).string)
      }.first
    var problems: [CaptureProblem] = []
    exchange.request = try message(.request, request, layout.requestBody, &problems)
    if let form = layout.form?.value(in: request), form.kind == .array {
      exchange.request.fields = fields(form)
      if case .absent = exchange.request.content { exchange.request.content = .absent(.nonJSON) }
    }
    if let response = parts.response {
      exchange.response = try message(.response, response, layout.responseBody, &problems)
    }
    if status?.code == 304 {
      exchange.response.drop(.notModified)
    } else if let code = status?.code, code <= 0 {
      exchange.response.drop(.noResponse)
    } else if status == nil, exchange.response.absence == .noBody {
      exchange.response.drop(.noResponse)
    }
    exchange.repeatedKeys = repeatedKeys()
    for problem in problems { yield(.problem(problem)) }
    yield(.exchange(exchange))
  }

  /// Keys that the objects around the bodies have twice; YAML has none.
  private func repeatedKeys() -> [RepeatedKey] {
    var keys: [RepeatedKey] = []
    var done: Set<Int> = []
    let objects: [(CapturedValue?, String, Exchange.Part)] = [
      (parts.whole, "", .response), (parts.request, layout.request.text, .request),
      (parts.response, layout.response.text, .response),
    ]
    for (object, path, part) in objects {
      guard let object, done.insert(object.index).inserted else { continue }
      var names: Set<String> = []
      object.forEachChild { name in
        let text = name.string ?? ""
        guard !names.insert(text).inserted else { return }
        let member = path.isEmpty ? text : "\(path).\(text)"
        keys.append(RepeatedKey(member: member, part: part, range: document.range(of: name)))
      }
    }
    return keys
  }

  // MARK: Parts

  /// Strings and numbers; nil for everything else.
  private func text(_ value: CapturedValue?) -> CapturedText? {
    guard let value, value.kind == .string || value.kind == .number else { return nil }
    return document.text(value)
  }

  private func text(_ part: CaptureLayout.Part, in message: CapturedValue) -> CapturedText? {
    switch part {
    case .member(let path): return text(path.value(in: message))
    case .header(let name):
      let field = headerFields(of: message).first { ASCIIByte.equalIgnoringCase($0.name, name) }
      return field.map { .read($0.text, $0.range) }
    case .word(let path, let number):
      guard let line = text(path.value(in: message)) else { return nil }
      let words = line.string.split(separator: " ")
      guard words.indices.contains(number) else { return nil }
      return .read(String(words[number]), line.range)
    }
  }

  private func status() throws(CaptureProblem) -> (code: Int, range: ByteRange?)? {
    guard let response = parts.response else { return nil }
    for part in layout.status {
      if case .member(let path) = part, let value = path.value(in: response), value.kind != .object,
        value.int == nil, Int(value.string ?? "") == nil
      {
        throw typeProblem(path, "an integer", value)
      }
      guard let text = text(part, in: response), let code = Int(text.string) else { continue }
      return (code, text.range)
    }
    return layout.defaultStatus.map { ($0, nil) }
  }

  // MARK: Addresses

  private func setAddress(
    of exchange: inout Exchange, _ request: CapturedValue
  ) throws(CaptureProblem) {
    for address in layout.address {
      switch address {
      case .url(let part):
        guard let text = text(part, in: request) else { continue }
        exchange.address = text
      case .parts(let scheme, let host, let port, let path, let query):
        guard let path = text(path, in: request) else { continue }
        exchange.address = url(
          scheme.flatMap { text($0, in: request) }?.string,
          host.lazy.compactMap { text($0, in: request) }.first?.string,
          port.flatMap { text($0, in: request) }?.string, path, query, request)
      case .postman(let path):
        guard let value = path.value(in: request), let url = PostmanURL(value) else { continue }
        exchange.address = .read(url.text, document.range(of: url.place))
        if url.isOpen { exchange.addressForm = .open }
      case .stub(let path):
        guard let value = path.value(in: request), let text = text(value) else { continue }
        let query = StubQuery(request["queryParameters"]).text
        exchange.address =
          query.isEmpty ? text : .read(text.string + "?" + query, document.range(of: value))
        exchange.addressForm = .open
      case .pattern(let path, let hasQuery):
        guard let value = path.value(in: request), let text = text(value) else { continue }
        exchange.address = text
        exchange.addressForm = hasQuery ? .urlPattern : .pathPattern
      case .everyURL:
        exchange.address = .read(".*", document.range(of: request))
        exchange.addressForm = .urlPattern
      }
      return
    }
    throw problem(.absent(member: missingAddress), request)
  }

  /// The member that would hold the address, by its usual name.
  private var missingAddress: String {
    let lead = layout.request.text.isEmpty ? "" : layout.request.text + "."
    for address in layout.address {
      switch address {
      case .url(let part), .parts(_, _, _, let part, _):
        switch part {
        case .header(let name): return name
        case .member(let path), .word(let path, _): return lead + path.text
        }
      case .postman(let path), .stub(let path), .pattern(let path, _): return lead + path.text
      case .everyURL: break
      }
    }
    return lead + "url"
  }

  private func url(
    _ scheme: String?, _ host: String?, _ port: String?, _ path: CapturedText,
    _ query: MemberPath?, _ request: CapturedValue
  ) -> CapturedText {
    var url = ""
    if let host, !host.isEmpty {
      url = scheme.map { "\($0)://\(host)" } ?? "//\(host)"
      let isUsual = scheme == "https" && port == "443" || scheme == "http" && port == "80"
      if let port, port != "0", !isUsual, !host.utf8.contains(UInt8(ascii: ":")) {
        url += ":\(port)"
      }
      if path.string.utf8.first != UInt8(ascii: "/") { url += "/" }
    }
    url += path.string
    if let value = query?.value(in: request) {
      let text = value.string ?? StubQuery(pact: value).text
      let isBare = text.utf8.first != UInt8(ascii: "?")
      if !text.isEmpty { url += (isBare ? "?" : "") + text }
    }
    return .read(url, path.range)
  }

  // MARK: Messages

  private func message(
    _ part: Exchange.Part, _ side: CapturedValue, _ places: [CaptureLayout.BodyPlace],
    _ problems: inout [CaptureProblem]
  ) throws(CaptureProblem) -> Message {
    let fields = headerFields(of: side)
    let type =
      fields.first { $0.name == "content-type" }.map { CapturedText.read($0.text, $0.range) }
      ?? layout.mediaType.lazy.compactMap { text($0.value(in: side)) }.first
    var message = Message(.absent(.noBody), type: type)
    message.headers = HeaderFields(fields)
    if layout.truncated?.value(in: side)?.isTrue ?? false {
      message.content = .absent(.truncated)
      return message
    }
    for place in places {
      guard let value = place.path.value(in: side) else { continue }
      let isEmpty = value.kind == .string && value.isBlank
      if isEmpty {
        if value.string != "" || message.headers.contentLength == 0 {
          message.emptyBody = document.range(of: value)
        }
        return message
      }
      if let content = try content(place, value, side, message) {
        message.content = content
      } else {
        message.content = .absent(.undecodable)
        problems.append(problem(.base64(part), value))
      }
      return message
    }
    return message
  }

  /// Nil for what is meant as base64 and is not.
  private func content(
    _ place: CaptureLayout.BodyPlace, _ value: CapturedValue, _ side: CapturedValue,
    _ message: Message
  ) throws(CaptureProblem) -> Message.Content? {
    var coding = place.coding
    if case .marked(let path) = coding {
      let mark = path.value(in: side)
      let isMarked = mark?.string.map { ASCIIByte.equalIgnoringCase($0.utf8, "base64".utf8) }
      coding = isMarked ?? false ? .base64 : .any
    }
    switch coding {
    case .value: return document.content(of: value)
    case .file:
      guard value.kind == .string else { throw typeProblem(place.path, "a string", value) }
      return .file(value)
    case .bytes: return .body(try bytes(value, place.path))
    case .base64:
      guard value.kind == .string else { throw typeProblem(place.path, "a string", value) }
      return base64(value)
    case .guessed:
      guard value.kind == .string else { return document.content(of: value) }
      let first = value.string?.utf8.first { !ASCIIByte.isSpace($0) }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      let isText = message.mediaType.flatMap { MediaType($0) }?.type == "text"
      return !isJSON && !isText
        ? base64(value) ?? document.content(ofText: value)
        : document.content(ofText: value)
    case .any, .marked:
      guard value.kind == .string else { return document.content(of: value) }
      let content = layout.hasNotes ? withoutNotes(value) : document.content(ofText: value)
      // Only a text with the tag `!binary` may not be decoded.
      if case .text(_, .unknown) = content { return nil }
      return content
    }
  }

  private func base64(_ value: CapturedValue) -> Message.Content? {
    Base64.decode(Array((value.string ?? "").utf8)).map {
      .body(Body(bytes: $0, map: .base64(string: document.range(of: value))))
    }
  }

  private func bytes(
    _ list: CapturedValue, _ path: MemberPath
  ) throws(CaptureProblem) -> Body {
    guard list.kind == .array else { throw typeProblem(path, "an array", list) }
    var bytes: [UInt8] = []
    var runs: [TextRuns.Run] = []
    var wrong: CapturedValue?
    list.forEachChild { element in
      guard let byte = element.int.flatMap({ UInt8(exactly: $0) }) else {
        wrong = wrong ?? element
        return
      }
      runs.append(
        TextRuns.Run(offset: bytes.count, length: 1, file: document.range(of: element)))
      bytes.append(byte)
    }
    if let wrong {
      throw problem(
        .type(member: path.text, expected: "an array of bytes", found: wrong.kind), wrong)
    }
    return Body(bytes: bytes, map: .runs(TextRuns(runs, .bytes)))
  }

  /// The text of a body behind the lines of comments that Postman allows before it.
  private func withoutNotes(_ value: CapturedValue) -> Message.Content {
    let raw = value.cursor.rawBytes(value.index)
    var start = 0
    while true {
      let text = raw[start...].drop { ASCIIByte.isSpace($0) }
      guard text.starts(with: "//".utf8) || text.starts(with: "\\/\\/".utf8),
        let end = Self.endOfLine(raw, from: text.startIndex)
      else { break }
      start = end
    }
    guard start > 0 else { return document.content(ofText: value) }
    let place = ByteRange(
      offset: value.range.content.offset + start, length: raw.count - start)
    let quote = [UInt8(ascii: "\"")]
    let rest = (try? JSONDocument(quote + raw[start...] + quote))?.root.string ?? ""
    return .body(Body(bytes: Array(rest.utf8), map: .escaped(content: place)))
  }

  /// Behind the next line feed of a string's raw text.
  private static func endOfLine(_ raw: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 1 < raw.count {
      if raw[index] == UInt8(ascii: "\\") {
        if raw[index + 1] == UInt8(ascii: "n") { return index + 2 }
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }

  private func fields(_ form: CapturedValue) -> [FormField] {
    var fields: [FormField] = []
    form.forEachChild { field in
      guard let name = field["key"] ?? field["name"], let text = name.string else { return }
      let value = field["value"]
      fields.append(
        FormField(
          name: text, value: value?.string ?? "", nameRange: document.range(of: name),
          valueRange: document.range(of: value ?? field)))
    }
    return fields
  }

  private func headerFields(of side: CapturedValue) -> [HeaderFields.Field] {
    layout.headers.lazy.compactMap { $0.value(in: side) }.first.map {
      HeaderFields.fields($0) { (document.text($0).string, document.range(of: $0)) }
    } ?? []
  }

  // MARK: Problems

  private func problem(_ kind: CaptureProblem.Kind, _ value: CapturedValue) -> CaptureProblem {
    CaptureProblem(
      kind: kind, index: index, unit: unit ?? .entry, range: document.range(of: value))
  }

  private func typeProblem(
    _ path: MemberPath, _ expected: String, _ value: CapturedValue
  ) -> CaptureProblem {
    problem(.type(member: path.text, expected: expected, found: value.kind), value)
  }
}

/// A query as stubs and contracts between services list it.
private struct StubQuery {
  private(set) var text = ""

  /// The parameters that a stub wants to be equal to a text.
  init(_ parameters: CapturedValue?) {
    guard let parameters, parameters.kind == .object else { return }
    parameters.forEachChild { name in
      let matcher = name.at(name.index + 1)
      guard let value = matcher["equalTo"], value.kind == .string || value.kind == .number else {
        return
      }
      add(name.string ?? "", CapturedText.value(value).string)
    }
  }

  /// An object of texts or of arrays of texts.
  init(pact query: CapturedValue) {
    guard query.kind == .object else { return }
    query.forEachChild { name in
      let value = name.at(name.index + 1)
      if value.kind == .array {
        value.forEachChild { add(name.string ?? "", CapturedText.value($0).string) }
      } else {
        add(name.string ?? "", CapturedText.value(value).string)
      }
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if !text.isEmpty { text += "&" }
    text +=
      PercentEncoding.encode(Array(name.utf8)) + "=" + PercentEncoding.encode(Array(value.utf8))
  }
}

/// A URL of Postman: a text, or an object with `raw` or the parts of the URL.
struct PostmanURL {
  let text: String
  let place: CapturedValue
  /// Whether it has variables without values.
  let isOpen: Bool

  init?(_ url: CapturedValue) {
    var text: String
    if let raw = url.string {
      text = raw
      place = url
    } else if let raw = url["raw"], let value = raw.string, !value.isEmpty {
      text = value
      place = raw
    } else if let path = url["path"] {
      text = Self.joined(path, "/")
      if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
      if let host = url["host"] {
        let port = url["port"]?.string.map { ":\($0)" } ?? ""
        text = (url["protocol"]?.string ?? "") + "://" + Self.joined(host, ".") + port + text
        if url["protocol"]?.string == nil { text.removeFirst(1) }
      }
      text += Self.query(url["query"])
      place = path
    } else {
      return nil
    }
    // A variable before the path stands for the server.
    if text.hasPrefix("{{"), let end = text.firstRange(of: "}}") {
      text = String(text[end.upperBound...])
    } else if let mark = text.firstRange(of: "://{{"),
      let end = text[mark.upperBound...].firstRange(of: "}}")
    {
      text = String(text[end.upperBound...])
    }
    if text.isEmpty { text = "/" }
    var isOpen = text.contains("{{")
    text = Self.filled(text, url["variable"], &isOpen)
    self.text = text
    self.isOpen = isOpen
  }

  /// Replaces segments such as `:id` by their values; `{id}` where there is none.
  private static func filled(
    _ url: String, _ variables: CapturedValue?, _ isOpen: inout Bool
  ) -> String {
    guard url.contains("/:") else { return url }
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let segments = url[..<mark].split(separator: "/", omittingEmptySubsequences: false).map {
      segment -> Substring in
      guard segment.utf8.first == UInt8(ascii: ":"), segment.utf8.count > 1 else { return segment }
      let name = segment.dropFirst()
      var value: String?
      variables?.forEachChild { variable in
        if variable["key"]?.string == String(name) || variable["id"]?.string == String(name) {
          value = variable["value"].map { CapturedText.value($0).string }
        }
      }
      if let value, !value.isEmpty, value != "null", !value.contains("{{") {
        return Substring(PercentEncoding.encode(Array(value.utf8)))
      }
      isOpen = true
      return "{\(name)}"
    }
    return segments.joined(separator: "/") + url[mark...]
  }

  private static func joined(_ list: CapturedValue, _ separator: String) -> String {
    var parts: [String] = []
    list.forEachChild { part in
      parts.append(part.string ?? part["value"]?.string ?? "")
    }
    return list.string ?? parts.joined(separator: separator)
  }

  private static func query(_ list: CapturedValue?) -> String {
    var text = ""
    list?.forEachChild { field in
      guard let key = field["key"]?.string, !(field["disabled"]?.isTrue ?? false) else { return }
      text += (text.isEmpty ? "?" : "&") + key
      if let value = field["value"]?.string { text += "=" + value }
    }
    return text
  }
}
