@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

/// Reads `--auth SCHEME:env:VARIABLE`: secrets for the security schemes in contracts. Error
/// messages never repeat a secret.
struct LiveAuth: Sendable {
  private var values: [String: String] = [:]

  /// Creates a list without secrets.
  init() {}

  init(
    _ arguments: Arguments, _ contracts: [Contract], _ console: Console
  ) throws(RunError) {
    let known = contracts.flatMap { $0.operations.flatMap { $0.security.joined() } }
    for argument in arguments.all(.auth) {
      let parts = argument.text.split(
        separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1] == "env", !parts[2].isEmpty else {
        throw RunError("`--auth` takes `SCHEME:env:VARIABLE`")
      }
      let name = String(parts[0])
      guard let scheme = known.first(where: { $0.name == name }) else {
        let names = Array(Set(known.map(\.name))).sorted()
        throw RunError(
          "no operation asks for the security scheme `\(SafeText.line(name))`",
          near: NearestName.of(name, among: names), known: names)
      }
      if scheme.place == .certificate {
        throw RunError("`--auth \(name)`: this scheme is a client's certificate; use `--cert FILE`")
      }
      let secret = try SecretText.variable(
        String(parts[2]), of: .auth, what: "secret", console)
      guard LiveHeader.isValue(secret.bytes) else {
        throw RunError("\(secret.name) contains a line break or another control character")
      }
      if scheme.place == .basic, !secret.bytes.contains(UInt8(ascii: ":")) {
        throw RunError("\(secret.name) contains no `:` between the name and the password")
      }
      values[name] = secret.text
    }
  }

  /// The texts that must never be shown.
  var secrets: [String] {
    values.values.flatMap { value in
      [value, PercentEncoding.encode(value.utf8)] + LiveHeaders.secrets([.basic(value)])
    }
  }

  /// The first security alternative for which all secrets are given.
  private func way(for operation: Operation) -> [SecurityScheme]? {
    operation.security.first { way in
      !way.isEmpty && way.allSatisfy { values[$0.name] != nil }
    }
  }

  /// Whether all secrets of one security alternative are given.
  func hasCredentials(for operation: Operation) -> Bool { way(for: operation) != nil }

  /// Adds the credentials of the first security alternative for which all secrets are given. A
  /// header of the user is not replaced.
  func fill(_ request: inout LiveRequest, for operation: Operation, besides own: [LiveHeader]) {
    for scheme in way(for: operation) ?? [] {
      let value = values[scheme.name] ?? ""
      let header: LiveHeader
      switch scheme.place {
      case .bearer: header = .bearer(value)
      case .basic: header = .basic(value)
      case .authorization(let word):
        header = LiveHeader(name: "Authorization", value: "\(word) \(value)", isSecret: true)
      case .header(let name): header = LiveHeader(name: name, value: value, isSecret: true)
      case .cookie(let name):
        header = LiveHeader(name: "Cookie", value: "\(name)=\(value)", isSecret: true)
      case .query(let name):
        request.add(
          query: "\(PercentEncoding.encode(name.utf8))=\(PercentEncoding.encode(value.utf8))")
        continue
      case .certificate: continue
      }
      guard own.value(of: header.name) == nil else { continue }
      if let at = request.headers.firstIndex(where: { $0.isNamed("Cookie") }),
        header.isNamed("Cookie")
      {
        request.headers[at] = LiveHeader(
          name: "Cookie", value: "\(request.headers[at].value); \(header.value)", isSecret: true)
      } else {
        request.headers.removeAll { $0.isNamed(header.name) }
        request.headers.append(header)
      }
    }
  }
}

extension LiveRequest {
  /// Adds a text to the query; see ``addedQuery``.
  fileprivate mutating func add(query: String) {
    let end = url.firstIndex(of: "#") ?? url.endIndex
    let sign = url[..<end].contains("?") ? "&" : "?"
    url.insert(contentsOf: sign + query, at: end)
    addedQuery = addedQuery.map { "\($0)&\(query)" } ?? query
  }
}

extension LiveResponse {
  /// Removes a secret that was added to the query from the addresses.
  mutating func forget(query: String?) {
    guard let query else { return }
    func without(_ url: String) -> String {
      for text in ["?\(query)", "&\(query)"] where url.contains(text) {
        return url.replacing(text, with: "")
      }
      return url
    }
    url = without(url)
    redirects = redirects.map(without)
  }
}
