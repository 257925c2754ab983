@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ClientDecoder: Hashable {
  package static func == (left: ClientDecoder, right: ClientDecoder) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The decoders of this package.
  package static let all: [ClientDecoder] = BundledClients.all.map {
    $0.name == jsonName ? json : bundled($0.name)
  }

  /// The decoder of most contracts can be loaded without the others.
  static let json = bundled(jsonName)

  private static let jsonName = "JSONDecoder"

  private static func bundled(_ name: String) -> ClientDecoder {
    let text = BundledClients.all.first { $0.name == name }?.text ?? ""
    do {
      let document = try JSONDocument(text.withUTF8Buffer { Array($0) })
      return try ClientDecoder(document.root, file: "schemas/clients/\(name).json")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  package static func named(_ name: String) -> ClientDecoder? {
    name == jsonName ? json : all.first { $0.name == name }
  }

  static var names: String { all.map { "`\($0.name)`" }.joined(separator: ", ") }

  /// A decoder by its name, or from an object that describes the user's own decoder.
  static func named(_ node: JSONNode, contract: String) throws(ContractError) -> ClientDecoder {
    if node.kind == .object { return try ClientDecoder(node, file: contract) }
    if let decoder = named(node.string ?? "") { return decoder }
    throw ContractError(
      "there is no decoder `\(SafeText.line(node.string ?? node.text))`; known are \(names)"
        + NearestName.suggestion(for: node.string ?? "", among: all.map(\.name)),
      contract: contract, node: node)
  }
}
