@_spi(Engine) internal import ContractCaptures
package import JSONTape

/// The apps that read an API.
package struct Clients: Hashable, Sendable {
  package private(set) var list: [Client] = []
  /// The decoders in files beside the contract, by the text of their `$ref`.
  var own: [String: ClientDecoder] = [:]
  /// Whether the clients are written in `clients`, not in the short form `decoder`.
  package private(set) var areNamed = false

  private static let most = 100

  static let usual: Clients = {
    var clients = Clients()
    clients.list = [.usual]
    return clients
  }()

  /// The clients whose keys are converted.
  var converting: [Client] { list.filter(\.convertsKeys) }

  /// Whether keys are converted for every client. If not, a key of another case is a missing
  /// property for some client.
  var allConvert: Bool { !list.isEmpty && list.allSatisfy(\.convertsKeys) }

  var namesProperties: Bool { list.contains(where: \.namesProperties) }

  /// Whether any client reads a property, given by its documented name, as a URL.
  package func readsURL(_ name: String) -> Bool { list.contains { $0.readsURL(name) } }

  /// True if all clients accept an empty body; false if a client does not even accept it for 204.
  var allowEmptyBody: Bool? {
    if list.contains(where: { $0.allowsEmptyBody == false }) { return false }
    return !list.isEmpty && list.allSatisfy { $0.allowsEmptyBody == true } ? true : nil
  }

  /// Whether any client refuses a body with a byte order mark.
  private(set) var refusesMark = false

  /// Whether a client accepts a documented key in another letter case, and whether a client refuses
  /// the body because of such a key.
  var readOtherCase: Bool { list.contains(where: \.readsOtherCase) }
  var refuseOtherCase: Bool {
    list.contains { !$0.readsOtherCase && $0.table[.unknownKey] == .refuses }
  }

  /// Whether any client changes or refuses the value in this case.
  func any(_ fact: ClientFact, _ isMeant: (ClientOutcome) -> Bool) -> Bool {
    list.contains { isMeant($0.table[fact]) }
  }

  /// These clients, with the settings of the `decoder` in an inner object.
  mutating func apply(decoder node: JSONNode, _ contract: String) throws(ContractError) {
    if list.isEmpty { list = [.usual] }
    for index in list.indices where list[index].decoder.language == "Swift" {
      try list[index].apply(node, "`decoder`", contract)
    }
  }

  /// Reads `clients`. Settings for an existing name replace the earlier ones.
  mutating func apply(_ node: JSONNode, _ contract: String) throws(ContractError) {
    guard node.kind == .object, node.count > 0 else {
      throw ContractError(
        "`clients` must be an object: the name of each app, and its decoder",
        contract: contract, node: node)
    }
    guard node.count <= Self.most else {
      throw ContractError(
        "a contract may have at most \(Self.most) clients", contract: contract, node: node)
    }
    if !areNamed { list = [] }
    areNamed = true
    for property in node.properties {
      let owner = "`clients.\(SafeText.line(property.name))`"
      let index = list.firstIndex { $0.name == property.name }
      guard
        let decoder = property.value["decoder"]
          ?? (property.value.kind == .string ? property.value : nil)
      else {
        guard let index else {
          throw ContractError(
            "\(owner) needs a `decoder`: " + ClientDecoder.names, contract: contract,
            node: property.key)
        }
        try list[index].apply(property.value, owner, contract)
        continue
      }
      let own = own[decoder["$ref"]?.string ?? ""]
      let found = if let own { own } else { try ClientDecoder.named(decoder, contract: contract) }
      var client = Client(name: property.name, decoder: found)
      if property.value.kind != .string { try client.apply(property.value, owner, contract) }
      if let index { list[index] = client } else { list.append(client) }
    }
    refusesMark = any(.byteOrderMark) { $0 == .refuses }
  }
}

extension Clients {
  /// Reads the `clients` of a configuration: an object for each contract.
  package static func verify(_ node: JSONNode, _ file: String) throws(ContractError) {
    guard node.kind == .object else {
      throw ContractError(
        "`clients` must be an object: the name of each contract, and its clients", contract: file,
        node: node)
    }
    for property in node.properties {
      var clients = Clients()
      try clients.apply(property.value, file)
    }
  }

  /// Removes all clients except one.
  mutating func keep(_ name: String, _ contract: String) throws(ContractError) {
    let names = list.map(\.name).filter { !$0.isEmpty }
    guard names.contains(name) else {
      throw ContractError(
        "there is no client `\(SafeText.line(name))`; "
          + (names.isEmpty
            ? "the contract has no `clients`"
            : "the contract has " + names.map { "`\($0)`" }.joined(separator: ", "))
          + NearestName.suggestion(for: name, among: names),
        contract: contract, offset: 0, in: [])
    }
    list = list.filter { $0.name == name }
  }
}
