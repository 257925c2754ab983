@_spi(Engine) import ContractCheck

/// The requests of `--server SERVER --all`: every GET operation of the contracts.
struct ServerSweep {
  struct Request {
    let url: String
    /// Fixed to the operation, because the API may have another base path on the server.
    let checker: Checker
  }

  /// Sorted by URL.
  private(set) var requests: [Request] = []
  /// A line with the reason for each operation that is not sent.
  private(set) var skipped: [String] = []

  /// - Parameters:
  ///   - checker: its base path stands between the server and each path
  ///   - server: a base URL, or the name of a server in the contract
  ///   - parameters: values by parameter, `username` or `listUserLocations.username`
  init(
    _ checker: Checker, server: String, parameters: [(name: String, value: String)]
  ) throws(ToolError) {
    let contracts = checker.contracts
    try Self.refuseUnknown(parameters.map(\.name), contracts)
    var sendable: [(Contract, Operation, String)] = []
    for contract in contracts {
      let base = try Self.base(of: contract, server) + (checker.basePath?.description ?? "")
      for operation in contract.operations where operation.method == "GET" {
        do throws(Operation.MissingParameters) {
          let path = try operation.requestPath(values: Self.values(parameters, for: operation))
          sendable.append((contract, operation, base + path))
        } catch {
          let names = error.names.map { "`\($0)`" }.joined(separator: ", ")
          skipped.append(
            "\(operation.name) is not sent: no value for \(names) "
              + "(--param \(error.names.first ?? "NAME")=VALUE)")
        }
      }
    }
    for (contract, operation, url) in sendable {
      do {
        var own = try Checker(
          contracts: [contract], assumption: Checker.Assumption(operation: operation.name))
        own.explainsMatches = checker.explainsMatches
        own.split = checker.split
        own.coverage = checker.coverage
        requests.append(Request(url: url, checker: own))
      } catch {
        throw ToolError(error.message)
      }
    }
    requests.sort { $0.url.utf8.lexicographicallyPrecedes($1.url.utf8) }
  }

  private static func base(
    of contract: Contract, _ server: String
  ) throws(ToolError) -> String {
    var base = server
    if !InputExpansion.isURL(server) {
      let wanted = server.lowercased()
      let known = contract.servers.map(\.shortName)
      guard let found = contract.servers.first(where: { $0.shortName == wanted }) else {
        guard !known.isEmpty else {
          throw ToolError(
            "`\(contract.name)` documents no servers; give `--server` a base URL")
        }
        throw ToolError(
          "`\(contract.name)` documents no server `\(server)`",
          near: NearestName.of(server, among: known), known: known)
      }
      base = found.defaultURL
      guard InputExpansion.isURL(base) else {
        throw ToolError(
          "the server `\(server)` of `\(contract.name)` is `\(base)`, which is not an http or https URL"
        )
      }
    }
    guard !base.contains("?"), !base.contains("#") else {
      throw ToolError("a base URL must not have a query or a fragment")
    }
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  private static func values(
    _ parameters: [(name: String, value: String)], for operation: Operation
  ) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in parameters { values[name] = value }
    guard let id = operation.id else { return values }
    for (name, value) in parameters where name.hasPrefix("\(id).") {
      values[String(name.dropFirst(id.count + 1))] = value
    }
    return values
  }

  private static func refuseUnknown(
    _ names: [String], _ contracts: [Contract]
  ) throws(ToolError) {
    var known: [String] = []
    for operation in contracts.flatMap(\.operations) where operation.method == "GET" {
      known += operation.requestParameters
      if let id = operation.id { known += operation.requestParameters.map { "\(id).\($0)" } }
    }
    for name in names where !known.contains(name) {
      let near = NearestName.suggestion(for: name, among: known)
      throw ToolError("no GET operation has a parameter `\(name)`\(near)")
    }
  }
}

extension Server {
  /// The first word of the description: `staging`.
  fileprivate var shortName: String {
    description.split(separator: " ").first.map { $0.lowercased() } ?? ""
  }
}
