@_spi(Engine) internal import JSONTape

extension CaptureLayoutReader {
  /// If a line has no bodies: the values that may be bodies, such as `res.data` or `payload`. A
  /// value that contains the status is searched. A value that contains the request or a known place
  /// of a body is not searched.
  func passedOver(_ exchange: Exchange) -> PassedOver? {
    // A body of Postman is in known places.
    guard !layout.hasNotes else { return nil }
    let root = parts.whole
    // An event without its response, or a request whose response is on another line.
    let mayAnswer =
      layout.half?.line != .request
      && (parts.response != nil || parts.request?.index != root.index)
    let (request, response) = (parts.request ?? root, parts.response)
    let ofResponse = places(layout.status, in: response) + [response].compactMap { $0 }
    let ofRequest = places(layout.method + layout.address.compactMap(\.part), in: request)
    let bodies = layout.responseBody.map(\.path) + layout.mediaType
    let known =
      layout.requestBody.compactMap { $0.path.value(in: request) }
      + bodies.compactMap { path in response.flatMap { path.value(in: $0) } }
    var names: [Exchange.Part: [[String]]] = [:]
    func look(_ object: CapturedValue, _ path: [String], _ part: Exchange.Part) {
      object.forEachChild { property in
        let (name, value) = (property.string ?? "", property.propertyValue)
        let (place, key) = (path + [name], ASCIIByte.lowercased(name))
        let isOfRequest = part == .request || key.hasPrefix("req")
        if value.kind == .object, value.holds(ofRequest), !value.holds(ofResponse) {
          look(value, place, .request)
        } else if value.holds(ofResponse) {
          if value.kind == .object { look(value, place, part) }
        } else if value.holds(known) {
          return
        } else if isOfRequest {
          if Self.isBody(key, value) { names[.request, default: []].append(place) }
        } else if let inner = Self.bodyName(in: value, key) {
          names[.response, default: []].append(place + [inner])
        } else if Self.mayBeBody(value, key), layout.isLine || Self.isBody(key, value) {
          names[.response, default: []].append(place)
        }
      }
    }
    look(root, [], .response)
    if !mayAnswer || exchange.response.absence != .noBody { names[.response] = nil }
    // In some stubs, the request's body is only a condition.
    let isCondition = layout.origin == .stub && layout.requestBody.isEmpty
    if isCondition || !exchange.mayHaveRequestBody || exchange.request.absence != .noBody {
      names[.request] = nil
    }
    return names.isEmpty ? nil : PassedOver(names, advice(names))
  }

  private func places(
    _ parts: [CaptureLayout.Part], in message: CapturedValue?
  ) -> [CapturedValue] {
    message.map { message in parts.compactMap { $0.place(in: message) } } ?? []
  }

  /// A sentence that says how the first of these bodies can be read.
  private func advice(_ names: [Exchange.Part: [[String]]]) -> String {
    // `records` reads no two lines of one exchange.
    if layout.half != nil {
      return "let the server write it as `\(layout.responseBody.first?.path.text ?? "body")`"
    }
    let bases = (
      request: layout.request.names(in: parts.whole) ?? [],
      response: layout.response.names(in: parts.whole) ?? []
    )
    var mapping: [(part: RecordMapping.Part, place: [String])] = []
    func add(
      _ part: RecordMapping.Part, _ base: [String], _ side: CapturedValue?, _ paths: [PropertyPath]
    ) {
      guard let side, let found = paths.lazy.compactMap({ $0.names(in: side) }).first else {
        return
      }
      mapping.append((part, base + found))
    }
    add(.method, bases.request, parts.request, layout.method.compactMap(\.path))
    let addresses = layout.address.compactMap(\.path)
    add(.url, bases.request, parts.request, addresses)
    add(.status, bases.response, parts.response, layout.status.compactMap(\.path))
    add(.requestHeaders, bases.request, parts.request, layout.headers)
    let headers = layout.responseHeaders ?? layout.headers
    add(.responseHeaders, bases.response, parts.response, headers)
    if let place = names[.request]?.first {
      mapping.append((.requestBody, place))
    } else {
      add(.requestBody, bases.request, parts.request, layout.requestBody.map(\.path))
    }
    if let place = names[.response]?.first {
      mapping.append((.responseBody, place))
    } else {
      add(.responseBody, bases.response, parts.response, layout.responseBody.map(\.path))
    }
    let list = mapping.map { part, place in
      // A name may be a secret, and may need escapes.
      let names = place.map { Redaction.shown($0, ofProperty: nil) }
      let pointer = JSONWriter.quoted(JSONPointer(tokens: names).description)
      return "\"\(part.rawValue)\": \(SafeText.json(pointer))"
    }
    return "write `\"records\": {\(list.joined(separator: ", "))}` in the configuration"
  }

  private static func isBody(_ name: String, _ value: CapturedValue) -> Bool {
    value.isData && (value.count > 0 || value.kind == .string)
      && bodyEnds.contains(where: name.hasSuffix) && !otherEnds.contains(where: name.hasSuffix)
  }

  /// The name of a possible body in an object with other values: `data` of `res`.
  private static func bodyName(in object: CapturedValue, _ name: String) -> String? {
    guard object.kind == .object, !bodyEnds.contains(name),
      containers.contains(where: name.hasSuffix)
        || !otherEnds.contains(where: name.hasSuffix)
          && !otherStarts.contains(where: name.hasPrefix)
    else { return nil }
    var found: String?
    object.forEachChild { property in
      let name = property.string ?? ""
      if found == nil, isBody(ASCIIByte.lowercased(name), property.propertyValue) { found = name }
    }
    return found
  }

  /// Whether a value is an object, an array, or a text that contains one of them. Its name must not
  /// be a name of other values.
  private static func mayBeBody(_ value: CapturedValue, _ name: String) -> Bool {
    guard value.isData, value.kind == .string || value.holdsMore else { return false }
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

  /// The ends of names of objects with several values. One of these values may be a body.
  private static let containers = ["context", "meta", "event", "fields", "extra", "res"]

  /// The ends and the starts of names of other values that loggers and collectors write.
  private static let otherEnds = [
    "metadata", "headers", "params", "parameters", "query", "cookies", "tags", "labels", "context",
    "error",
  ]
  private static let otherStarts = [
    "@", "_", "agent", "authenticated", "cache", "client", "cloud", "consumer", "container",
    "docker", "ecs", "err", "event", "exception", "fields", "geo", "headers", "host", "input",
    "jwt", "kubernetes", "latenc", "log", "meta", "network", "process", "resource", "route",
    "server", "service", "session", "source", "ssl", "timing", "tls", "trace", "tries", "upstream",
    "user", "liveverdict", "omitted",
  ]
}

/// Names of values that may be a body, in a line without a body.
package final class PassedOver: Sendable {
  /// The sentence about these values.
  package let note: String
  /// Whether the response has no body.
  let isOfResponse: Bool

  init(_ names: [Exchange.Part: [[String]]], _ advice: String) {
    let parts = Exchange.Part.allCases.compactMap { names[$0]?.map(Self.quoted) }
    let all = parts.flatMap { $0 }
    let more = all.count > 8 ? ", …" : ""
    isOfResponse = names[.response] != nil
    let first = parts.map { $0[0] }
    let meant =
      all.count == 1
      ? "it is the body"
      : first.joined(separator: " and ")
        + (first.count > 1 ? " are the bodies" : " is the body")
    note =
      "exchanges without a \(isOfResponse ? "body" : "request body") have "
      + "\(all.prefix(8).joined(separator: ", "))\(more), which "
      + "\(all.count > 1 ? "are" : "is") not read; if \(meant), \(advice)"
  }

  /// A body on a line of its own, of a message that is not known.
  convenience init(lone name: String, isOfResponse: Bool) {
    self.init(
      [isOfResponse ? .response : .request: [[name]]],
      "let the server write it as `requestBody` or `responseBody`, in one line for each request")
  }

  private static func quoted(_ place: [String]) -> String {
    "`\(place.map(shown).joined(separator: "."))`"
  }

  /// A name may be a secret.
  static func shown(_ name: String) -> String {
    SafeText.line(Redaction.shown(name, ofProperty: nil))
  }
}

extension Exchange {
  /// Whether requests with the exchange's method usually have a body.
  var mayHaveRequestBody: Bool {
    !["GET", "HEAD", "DELETE"].contains(methodText?.string.uppercased() ?? "GET")
  }
}

extension CapturedValue {
  /// Whether the value is an object or an array, or a text that begins like one of them.
  var isData: Bool {
    let first = string?.utf8.first { !ASCIIByte.isSpace($0) }
    return cursor.isContainer(index) || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether an element or a property is something other than an empty object or array.
  fileprivate var holdsMore: Bool {
    var found = false
    let step = kind == .object ? 1 : 0
    forEachChild { child in
      let value = at(child.index + step)
      found = found || !cursor.isContainer(value.index) || value.count > 0
    }
    return found
  }

  /// Whether one of some values is this value or is inside it.
  fileprivate func holds(_ values: [CapturedValue]) -> Bool {
    let own = index..<cursor.next(index)
    return values.contains { own.contains($0.index) }
  }
}
