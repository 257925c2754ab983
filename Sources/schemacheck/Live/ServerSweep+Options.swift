@_spi(Engine) import ContractCheck
import ContractRuns

/// Reads the options of requests to all operations.
extension ServerSweep {
  static func base(
    of contract: Contract, _ server: String
  ) throws(RunError) -> String {
    var base = server
    if !Operand.isURL(server) {
      let wanted = server.lowercased()
      let known = contract.servers.map(\.shortName)
      guard let found = contract.servers.first(where: { $0.shortName == wanted }) else {
        guard !known.isEmpty else {
          throw RunError(
            "`\(contract.name)` documents no servers; give `--server` a base URL")
        }
        throw RunError(
          "`\(contract.name)` documents no server `\(server)`",
          near: NearestName.of(server, among: known), known: known)
      }
      base = found.defaultURL
      guard Operand.isURL(base) else {
        throw RunError(
          "the server `\(server)` of `\(contract.name)` is `\(base)`, which is not an http or https URL"
        )
      }
    }
    guard !base.contains("?"), !base.contains("#") else {
      throw RunError("a base URL must not have a query or a fragment")
    }
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }

  static func values(
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

  static func refuseUnknown(
    _ names: [String], _ contracts: [Contract]
  ) throws(RunError) {
    var known: [String] = []
    let operations = contracts.flatMap(\.operations).filter { methods.contains($0.method) }
    for operation in operations {
      known += operation.requestParameters
      if let id = operation.id { known += operation.requestParameters.map { "\(id).\($0)" } }
    }
    for name in names where !known.contains(name) {
      let named = operations.first { $0.id.map { name.hasPrefix("\($0).") } ?? false }
      if let named, let id = named.id {
        let own = named.requestParameters
        let list = own.map { "`\($0)`" }.joined(separator: ", ")
        throw RunError(
          "`\(id)` has no parameter `\(name.dropFirst(id.count + 1))`; it has "
            + (own.isEmpty ? "none" : list))
      }
      let near = NearestName.suggestion(for: name, among: known)
      throw RunError("no GET operation has a parameter `\(name)`\(near)")
    }
  }
}

extension Server {
  /// The first word of the description: `staging`.
  fileprivate var shortName: String {
    description.split(separator: " ").first.map { $0.lowercased() } ?? ""
  }
}
