internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension CaptureLayoutReader {
  func setAddress(
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
          port.lazy.compactMap { text($0, in: request) }.first?.string, path, query, request)
        exchange.addressDetails = query?.value(in: request).map { AddressDetails(query: $0) }
      case .postman(let path):
        let value = request.kind == .string ? request : path.value(in: request)
        guard let value, let url = PostmanURL(value, variables: document.root) else { continue }
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
      case .unknown: break
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
      case .everyURL, .unknown: break
      }
    }
    return lead + "url"
  }

  private func url(
    _ scheme: String?, _ host: String?, _ port: String?, _ path: CapturedText,
    _ query: MemberPath?, _ request: CapturedValue
  ) -> CapturedText {
    var url = ""
    // Some tools write the whole URL as the path.
    if path.string.contains("://") { return path }
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

  /// - Parameter variables: The collection, which may have values for variables.
  init?(_ url: CapturedValue, variables collection: CapturedValue) {
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
    text = String(decoding: ASCIIByte.trimmed(text[...]).utf8, as: UTF8.self)
    text = Self.resolved(text, collection["variable"] ?? collection["collection"]?["variable"])
    if Self.lacksScheme(text) { text = "//" + text }
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

  /// Replaces variables such as `{{version}}` by the collection's values; the first one of a URL stands
  /// for the server, of which only the path is known to be the contract's.
  private static func resolved(_ url: String, _ variables: CapturedValue?) -> String {
    guard let variables, url.contains("{{") else { return url }
    var text = url
    // A value may hold another variable.
    for _ in 0..<4 {
      variables.forEachChild { variable in
        guard let name = variable["key"]?.string, let value = variable["value"]?.string,
          !value.isEmpty, !(variable["disabled"]?.isTrue ?? false)
        else { return }
        let mark = "{{\(name)}}"
        if text.hasPrefix(mark) {
          let rest = text.dropFirst(mark.count)
          var base = URLParts(value.hasPrefix("{{") || value.contains("/") ? value : "").path
          if base.hasSuffix("/") { base.removeLast() }
          text = base + rest
        } else {
          text = text.split(separator: mark, omittingEmptySubsequences: false).joined(
            separator: value)
        }
      }
    }
    return text
  }

  /// Whether a URL begins with its host: `api.example.com/users`.
  private static func lacksScheme(_ url: String) -> Bool {
    guard !url.contains("://"), let first = url.split(separator: "/").first, !url.hasPrefix("/"),
      !url.hasPrefix("{{")
    else { return false }
    let host = first.prefix { $0 != ":" && $0 != "?" }
    return host == "localhost" || host.contains(".")
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
      // An import of an OpenAPI document writes `<integer>`.
      if let value, !value.isEmpty, value != "null", !value.contains("{{"), value.first != "<" {
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
