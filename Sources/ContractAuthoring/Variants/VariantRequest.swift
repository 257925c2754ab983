@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The request for a generated response, and the headers of the request and the response.
struct VariantRequest {
  enum Body {
    case none
    case json(VariantValue)
    /// The text of a form.
    case text(String)
  }

  private(set) var url = ""
  /// The body, only if the contract requires one.
  var requestBody = Body.none
  private(set) var requestHeaders: [(name: String, value: String)] = []
  private(set) var responseHeaders: [(name: String, value: String)] = []

  init() {}

  init(
    _ operation: Operation, _ response: Operation.Response, _ entry: Operation.Content.Entry,
    _ contract: Contract, _ maker: VariantMaker, _ site: (JSONNode) -> SchemaSite?
  ) {
    func value(_ parameter: Operation.Parameter, _ settings: RuleSettings) -> String {
      let samples =
        parameter.example.flatMap { text in
          try? JSONDocument(text).root
        } ?? parameter.example.flatMap { try? JSONDocument(JSONWriter.quoted($0)).root }
      let context = VariantMaker.Context(
        settings: settings, name: parameter.name, samples: samples.map { [$0] } ?? [])
      let made = parameter.schema.flatMap(site).flatMap { maker.make($0, context) }
      let text =
        parameter.isJSON ? made.map { String(decoding: $0.bytes, as: UTF8.self) } : made?.plainText
      return text.flatMap { $0.isEmpty ? nil : $0 } ?? "1"
    }
    var query: [String] = []
    var cookies: [String] = []
    var path: [String: String] = [:]
    for parameter in operation.parameters {
      let isNeeded = parameter.isRequired || parameter.location == .path
      guard isNeeded else { continue }
      let value = value(parameter, operation.settings)
      let encoded = PercentEncoding.encode(Array(value.utf8))
      switch parameter.location {
      case .path: path[parameter.name] = encoded
      case .query: query.append("\(PercentEncoding.encode(Array(parameter.name.utf8)))=\(encoded)")
      case .header: requestHeaders.append((parameter.name, value))
      case .cookie: cookies.append("\(parameter.name)=\(encoded)")
      }
    }
    if !cookies.isEmpty { requestHeaders.append(("Cookie", cookies.joined(separator: "; "))) }
    let server = (operation.servers ?? contract.servers).first?.defaultURL ?? ""
    let base = server.hasSuffix("/") ? String(server.dropLast()) : server
    let isWhole = base.contains("://")
    let folder = isWhole || base.isEmpty || base.hasPrefix("/") ? base : "/" + base
    url = (isWhole ? "" : "https://api.example") + folder
    var rest = operation.path.description[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      url += rest[..<open]
      url += path[String(rest[rest.index(after: open)..<close])] ?? "1"
      rest = rest[rest.index(after: close)...]
    }
    url += rest
    if !query.isEmpty { url += "?" + query.joined(separator: "&") }
    let type = entry.mediaType
    if !type.isOpen, type.type != "*" { responseHeaders.append(("Content-Type", type.description)) }
    for header in response.headers where header.isRequired {
      responseHeaders.append((header.name, value(header, response.content.settings)))
    }
    if operation.requiresBody, let content = operation.request {
      addBody(content, maker, site)
    }
    // Without any header, no credentials are expected.
    if !requestHeaders.isEmpty { addCredentials(operation.security.first ?? []) }
  }

  private mutating func addCredentials(_ schemes: [SecurityScheme]) {
    for scheme in schemes {
      switch scheme.place {
      case .bearer: requestHeaders.append(("Authorization", "Bearer example"))
      case .basic: requestHeaders.append(("Authorization", "Basic ZXhhbXBsZTo="))
      case .authorization(let name): requestHeaders.append(("Authorization", "\(name) example"))
      case .header(let name): requestHeaders.append((name, "example"))
      case .cookie(let name): requestHeaders.append(("Cookie", "\(name)=example"))
      case .query(let name):
        let field = PercentEncoding.encode(Array(name.utf8)) + "=example"
        url += (url.contains("?") ? "&" : "?") + field
      case .certificate: break
      }
    }
  }

  /// Adds a body of the first media type for which a body can be made.
  private mutating func addBody(
    _ content: Operation.Content, _ maker: VariantMaker, _ site: (JSONNode) -> SchemaSite?
  ) {
    for entry in content.entries {
      let samples = entry.examples.compactMap { try? JSONDocument($0.text).root }
      let context = VariantMaker.Context(settings: content.settings, samples: samples)
      guard let site = entry.schema.flatMap(site), let made = maker.make(site, context) else {
        continue
      }
      var type = entry.mediaType.description
      if entry.mediaType.isJSON {
        requestBody = .json(made)
      } else if type == "application/x-www-form-urlencoded", let form = made.form {
        requestBody = .text(form)
      } else if type == "multipart/form-data", let parts = made.parts(between: Self.boundary) {
        requestBody = .text(parts)
        type += "; boundary=\(Self.boundary)"
      } else {
        continue
      }
      return requestHeaders.append(("Content-Type", type))
    }
  }

  private static let boundary = "schemacheck"
}

extension VariantValue {
  /// The fields of a form as names and texts. Nil if a value has no text.
  private var fields: [(name: String, text: String)]? {
    guard case .object(let properties) = self else { return nil }
    let fields = properties.compactMap { property in
      property.value.plainText.map { (name: property.name, text: $0) }
    }
    return fields.count == properties.count ? fields : nil
  }

  /// The form as `application/x-www-form-urlencoded`.
  fileprivate var form: String? {
    fields?.map {
      PercentEncoding.encode($0.name.utf8) + "=" + PercentEncoding.encode($0.text.utf8)
    }
    .joined(separator: "&")
  }

  /// The form as `multipart/form-data` (RFC 7578). Nil if a name or a text does not fit.
  fileprivate func parts(between boundary: String) -> String? {
    guard let fields,
      !fields.contains(where: { $0.text.contains(boundary) || $0.name.contains("\"") })
    else { return nil }
    return fields.reduce(into: "") {
      $0 +=
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($1.name)\"\r\n\r\n\($1.text)\r\n"
    } + "--\(boundary)--\r\n"
  }
}
