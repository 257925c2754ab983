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
          host.lazy.compactMap { self.text($0, in: request) }.first?.string,
          port.lazy.compactMap { self.text($0, in: request) }.first?.string, path, query, request)
        exchange.addressDetails = query?.value(in: request).map { AddressDetails(query: $0) }
      case .postman(let path):
        let value = request.kind == .string ? request : path.value(in: request)
        guard let value, let url = PostmanURL(value, variables) else { continue }
        exchange.address = .read(url.text, document.range(of: url.place))
        if url.isOpen { exchange.addressForm = .open }
        if url.hasOpenServer { exchange.addressDetails = AddressDetails(hasOpenServer: true) }
      case .stub(let path):
        guard let value = path.value(in: request), let text = text(value) else { continue }
        let query = StubQuery(request["queryParameters"]).text
        exchange.address =
          query.isEmpty ? text : .read(text.string + "?" + query, document.range(of: value))
        exchange.addressForm = .open
      case .matched(let path, let matcher):
        guard let value = path.value(in: request), let text = text(value) else { continue }
        switch matcher.value(in: request)?.string {
        case "exact", nil:
          exchange.address = text
          exchange.addressForm = .open
        case "glob":
          let parts = text.string.split(separator: "*", omittingEmptySubsequences: false)
          let pattern = parts.map {
            $0.map { "\\^$.?+()[]{}|".contains($0) ? "\\\($0)" : "\($0)" }.joined()
          }
          .joined(separator: ".*")
          exchange.address = .read(pattern, text.range)
          exchange.addressForm = .pathPattern
        default:
          exchange.address = text
          exchange.addressForm = .pathPattern
        }
      case .pattern(let path, let hasQuery):
        guard let value = path.value(in: request), let text = text(value) else { continue }
        exchange.address = text
        exchange.addressForm = hasQuery ? .urlPattern : .pathPattern
      case .template(let part):
        guard let value = part.place(in: request), !value.isDash, let template = value.string
        else { continue }
        // `$default`, `ANY /` and `{proxy+}` fit more than one operation.
        guard let text = text(part, in: request), !template.contains("+}"),
          exchange.methodText.map({ $0.string != "ANY" }) ?? false
        else { throw problem(.anyPath(template), value) }
        exchange.address = text
        exchange.addressForm = .open
      case .everyURL:
        exchange.address = .read(".*", document.range(of: request))
        exchange.addressForm = .urlPattern
      case .unknown: break
      }
      if let query = layout.queryText { addQuery(at: query, to: &exchange, request) }
      // Clients encode braces. So if a logger writes braces, it writes a template. A stub need not
      // have all parameters of a request.
      let isTemplate = exchange.address?.withBytes(isTemplate) ?? false
      if layout.isLine, isTemplate || layout.origin == .stub { exchange.addressForm = .open }
      if exchange.address?.isWildcard ?? false { exchange.addressForm = .open }
      return
    }
    // A dash in place of the address is no request.
    let hasNothing = layout.address.contains { address in
      let place = address.part?.place(in: request)
      return place.map { $0.isDash || $0.isBlankText } ?? false
    }
    if layout.nothing != nil, hasNothing { return }
    throw problem(.absent(property: missingAddress), request)
  }

  private static let queryObjects: PropertyPath = """
    query|query_params|queryParams|query_parameters|queryParameters|query_string|queryString|\
    querystring|args
    """

  /// Adds a query that a server writes beside the path. Loggers use its names for other texts, too.
  private func addQuery(
    at path: PropertyPath, to exchange: inout Exchange, _ request: CapturedValue
  ) {
    guard let address = exchange.address, !address.withBytes({ $0.contains(UInt8(ascii: "?")) })
    else { return }
    let isRails = request["controller"]?.kind == .string && request["action"]?.kind == .string
    // Beside the object of a request, these names have other values.
    let isFlat = !path.text.contains(".")
    let params = exchange.mayHaveRequestBody || !isFlat ? nil : request["params"]
    let own = path.value(in: request, of: .object)
    let flat = isFlat ? Self.queryObjects.value(in: request) : nil
    if let object = own ?? flat ?? params, object.kind == .object {
      var query = StubQuery(pact: object)
      if object.index == params?.index {
        // Rails has the ids of the path there, too; others may have only these.
        let segments = address.string.split(separator: "/").map(String.init)
        let inPath = query.fields.filter { segments.contains($0.value) }
        guard isRails || inPath.isEmpty else { return }
        query.fields.removeAll {
          ($0.name == "id" || $0.name.hasSuffix("_id")) && segments.contains($0.value)
        }
      }
      exchange.addressDetails = AddressDetails(query: object, hidesQuery: !query.isFlat)
      if query.isFlat, !query.fields.isEmpty {
        exchange.address = .read(address.string + "?" + query.text, address.range)
      }
      return
    }
    guard let value = path.value(in: request),
      value.kind == .string, value.cursor.rawBytes(value.index).contains(UInt8(ascii: "=")),
      let text = value.string,
      !text.utf8.contains(where: { ASCIIByte.isSpace($0) || "{}".utf8.contains($0) })
    else {
      // lograge writes the path without its query.
      if isRails { exchange.addressDetails = AddressDetails(hidesQuery: true) }
      return
    }
    let lead = text.utf8.first == UInt8(ascii: "?") ? "" : "?"
    exchange.address = .read(address.string + lead + text, address.range)
    exchange.addressDetails = AddressDetails(query: value)
  }

  /// Whether an address has a segment such as `{id}`. In a file of stubs, `:id` is also such a
  /// segment. In a log, `:id` is a text that the client sent.
  private func isTemplate(_ url: ByteView) -> Bool {
    let address = url.prefix { $0 != UInt8(ascii: "?") }
    if address.contains(UInt8(ascii: "{")) { return true }
    guard unit != .line, address.contains(UInt8(ascii: ":")), !layout.isAccessLog(parts.whole)
    else { return false }
    return zip(address, address.dropFirst()).contains {
      $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ":")
    }
  }

  /// The usual name of the property with the address.
  private var missingAddress: String {
    let names = layout.request.names(in: parts.whole) ?? [layout.request.text]
    let lead = names.map { $0 + "." }.joined()
    for address in layout.address {
      switch address {
      case .url(let part), .parts(_, _, _, let part, _), .template(let part):
        switch part {
        case .header(let name): return name
        case .property(let path), .word(let path, _): return lead + path.text
        }
      case .postman(let path), .stub(let path), .pattern(let path, _), .matched(let path, _):
        return lead + path.text
      case .everyURL, .unknown: break
      }
    }
    return lead + "url"
  }

  private func url(
    _ scheme: String?, _ host: String?, _ port: String?, _ path: CapturedText,
    _ query: PropertyPath?, _ request: CapturedValue
  ) -> CapturedText {
    if host?.isEmpty ?? true, query == nil { return path }
    var url = ""
    // Some tools write the whole URL as the path.
    if path.string.contains("://") { return path }
    if let host, !host.isEmpty {
      // nock writes the scheme with the host.
      let isWhole = host.contains("://")
      url = isWhole ? host : scheme.map { "\($0)://\(host)" } ?? "//\(host)"
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

/// Reads a query as stubs and contracts between services write it.
private struct StubQuery {
  var fields: [(name: String, value: String)] = []
  /// Whether all values are scalars or arrays of scalars.
  private(set) var isFlat = true

  var text: String {
    fields.map { name, value in
      PercentEncoding.encode(Array(name.utf8)) + "=" + PercentEncoding.encode(Array(value.utf8))
    }.joined(separator: "&")
  }

  /// The parameters whose values a stub requires.
  init(_ parameters: CapturedValue?) {
    guard let parameters, parameters.kind == .object else { return }
    parameters.forEachChild { name in
      let matcher = name.at(name.index + 1)
      guard let value = matcher["equalTo"], value.kind == .string || value.kind == .number else {
        return
      }
      add(name.string ?? "", value)
    }
  }

  /// The parameters of an object with texts or arrays of texts.
  init(pact query: CapturedValue) {
    guard query.kind == .object else { return }
    query.forEachChild { name in
      let value = name.at(name.index + 1)
      if value.kind == .array {
        value.forEachChild { add(name.string ?? "", $0) }
      } else {
        add(name.string ?? "", value)
      }
    }
  }

  private mutating func add(_ name: String, _ value: CapturedValue) {
    // A server writes null for a parameter that was not sent.
    if value.isNull { return }
    if value.cursor.isContainer(value.index) { isFlat = false }
    fields.append((name, CapturedText.value(value).string))
  }
}
