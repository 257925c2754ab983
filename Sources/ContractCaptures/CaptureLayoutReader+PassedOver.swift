@_spi(Engine) internal import JSONTape

extension CaptureLayoutReader {
  /// What may be the body of a line that has none: `res.data`, `payload`. A value that leads to the
  /// status is searched; one that leads to the request or to a known place of a body is not.
  func passedOver() -> [String] {
    // An event without its response, or a request whose response is on another line.
    guard layout.half?.part != .request,
      parts.response != nil || parts.request?.index != parts.whole.index
    else { return [] }
    let (request, response) = (parts.request ?? parts.whole, parts.response)
    let ofResponse = response.map { side in
      [side] + layout.status.compactMap { $0.place(in: side) }
    }
    let places = layout.responseBody.map(\.path) + layout.mediaType
    let others =
      [request] + layout.method.compactMap { $0.place(in: request) }
      + layout.address.compactMap { $0.part?.place(in: request) }
      + layout.requestBody.compactMap { $0.path.value(in: request) }
      + places.compactMap { path in response.flatMap { path.value(in: $0) } }
    var names: [String] = []
    func look(_ object: CapturedValue, _ path: String) {
      object.forEachChild { member in
        let (name, value) = (member.string ?? "", member.memberValue)
        let place = path + SafeText.line(Redaction.shown(name, ofMember: nil))
        if value.holds(ofResponse ?? []) {
          if value.kind == .object { look(value, "\(place).") }
        } else if !value.holds(others), Self.mayBeBody(value, ASCIIByte.lowercased(name)) {
          names.append(place)
        }
      }
    }
    look(parts.whole, "")
    return names
  }

  /// Whether a value is an object, an array or the text of one, and its name does not tell that it
  /// is something else.
  private static func mayBeBody(_ value: CapturedValue, _ name: String) -> Bool {
    guard value.isData, value.count > 0 || value.kind == .string, !name.hasPrefix("req") else {
      return false
    }
    // Google's own messages tell their type.
    guard !otherEnds.contains(where: name.hasSuffix), value["@type"] == nil else { return false }
    if bodyEnds.contains(where: name.hasSuffix) { return true }
    guard !otherStarts.contains(where: name.hasPrefix) else { return false }
    guard let text = value.string else { return true }
    // A text that was cut is still that of an object.
    let document = try? JSONDocument(Array(text.utf8))
    return document.map { $0.cursor.count(0) > 0 } ?? text.contains("{\"")
  }

  /// The ends of names of bodies.
  private static let bodyEnds = [
    "data", "payload", "body", "result", "output", "response", "content",
  ]

  /// The ends and the starts of names of what loggers and collectors write besides.
  private static let otherEnds = [
    "metadata", "headers", "params", "parameters", "query", "cookies", "tags", "labels", "context",
    "error",
  ]
  private static let otherStarts = [
    "@", "_", "agent", "authenticated", "cache", "client", "cloud", "consumer", "container",
    "docker", "ecs", "err", "event", "exception", "fields", "geo", "headers", "host", "input",
    "jwt", "kubernetes", "latenc", "log", "meta", "process", "resource", "route", "server",
    "service", "session", "source", "ssl", "timing", "tls", "trace", "tries", "upstream", "user",
  ]
}

extension CapturedValue {
  /// Whether it is an object or an array, or a text that begins as one.
  var isData: Bool {
    let first = string?.utf8.first { !ASCIIByte.isSpace($0) }
    return cursor.isContainer(index) || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether one of some values is this value or in it.
  fileprivate func holds(_ values: [CapturedValue]) -> Bool {
    let own = index..<cursor.next(index)
    return values.contains { own.contains($0.index) }
  }
}
