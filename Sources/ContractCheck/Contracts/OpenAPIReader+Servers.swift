internal import JSONTape

extension OpenAPIReader {
  func servers(_ node: JSONNode?) throws(ContractError) -> [Server]? {
    guard let node, !node.isNull else { return nil }
    guard node.kind == .array else { throw error("`servers` must be an array", node) }
    var servers: [Server] = []
    for element in node.elements {
      guard let url = element["url"]?.string else { throw error("a server has a `url`", element) }
      let variables = try variables(of: element)
      for name in Self.names(in: url) where !variables.contains(where: { $0.name == name }) {
        warnings.add(
          "the server's variable `\(SafeText.line(name))` is not described; any value will do",
          element)
      }
      servers.append(
        Server(
          url: url, description: element["description"]?.string ?? "", variables: variables))
    }
    return servers.isEmpty ? nil : servers
  }

  private func variables(of server: JSONNode) throws(ContractError) -> [ServerVariable] {
    var variables: [ServerVariable] = []
    for (name, node) in try members(of: server["variables"], "variables") {
      let allowed = node["enum"].map { $0.elements.map(Self.text) } ?? []
      guard let standard = node["default"].map(Self.text) ?? allowed.first else {
        throw error("the server's variable `\(SafeText.line(name))` has no `default`", node)
      }
      // A default outside the list is allowed as well.
      let isListed = allowed.isEmpty || allowed.contains(standard)
      variables.append(
        ServerVariable(
          name: name, standard: standard, allowed: isListed ? allowed : allowed + [standard]))
    }
    return variables
  }

  private static func text(_ node: JSONNode) -> String { node.string ?? node.text }

  private static func names(in url: String) -> [String] {
    var names: [String] = []
    _ = url.filled {
      names.append(String($0))
      return nil
    }
    return names
  }
}
