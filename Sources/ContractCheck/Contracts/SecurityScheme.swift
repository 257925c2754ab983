internal import JSONTape

/// A way for a request to prove the sender's identity. Source: OpenAPI 3.1, "Security Scheme
/// Object".
package struct SecurityScheme: Hashable, Sendable {
  /// The place of the secret.
  package enum Place: Hashable, Sendable {
    /// The header `Authorization: Bearer …`, also for OAuth 2 and OpenID Connect.
    case bearer
    /// The header `Authorization: Basic …` with a name and a password.
    case basic
    /// The header `Authorization: SCHEME …` with another HTTP scheme.
    case authorization(String)
    case header(String)
    case query(String)
    case cookie(String)
    /// A certificate of the client.
    case certificate
  }

  /// The name in the document.
  package let name: String
  /// The place of the secret; see ``Place-swift.enum``.
  package let place: Place

  /// Reads a scheme; nil if the document is incomplete.
  init?(_ name: String, _ node: JSONNode) {
    self.name = name
    switch node["type"]?.string {
    case "http":
      switch node["scheme"]?.string?.lowercased() {
      case "bearer": place = .bearer
      case "basic": place = .basic
      case let scheme?: place = .authorization(scheme)
      case nil: return nil
      }
    case "basic": place = .basic
    case "oauth2", "openIdConnect": place = .bearer
    case "mutualTLS": place = .certificate
    case "apiKey":
      guard let key = node["name"]?.string else { return nil }
      switch node["in"]?.string {
      case "header": place = .header(key)
      case "query": place = .query(key)
      case "cookie": place = .cookie(key)
      default: return nil
      }
    default: return nil
    }
  }

  /// What to send and how, in words.
  var advice: String {
    let option = "`--auth \(name):env:VARIABLE`"
    return switch place {
    case .bearer: "send a token with `--bearer-env VARIABLE`"
    case .basic: "send a name and a password with `--basic-env VARIABLE`"
    case .authorization(let scheme): "send `Authorization: \(scheme) …` with \(option)"
    case .header(let name): "send the header `\(name)` with \(option)"
    case .query(let name): "send the query parameter `\(name)` with \(option)"
    case .cookie(let name): "send the cookie `\(name)` with \(option)"
    case .certificate: "send a client's certificate with `--cert FILE`"
    }
  }
}

extension OpenAPIReader {
  /// The schemes of `components` by name.
  func securitySchemes() throws(ContractError) -> [String: SecurityScheme] {
    var schemes: [String: SecurityScheme] = [:]
    for (name, node) in try properties(of: layout.securitySchemes, "securitySchemes") {
      schemes[name] = SecurityScheme(name, try resolve(node))
    }
    return schemes
  }

  /// The alternatives of an operation. Each alternative lists the schemes that are required
  /// together. Empty if no credentials are required.
  func security(_ operation: JSONNode) -> [[SecurityScheme]] {
    let node = operation["security"] ?? root["security"]
    return (node.map { Array($0.elements) } ?? []).compactMap { alternative in
      let named = alternative.properties.map { schemes[$0.name] }
      return named.contains { $0 == nil } ? nil : named.compactMap { $0 }
    }
  }
}
