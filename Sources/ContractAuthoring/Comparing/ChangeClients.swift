@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// Finds the clients that a change affects. The old contract lists the clients.
extension ContractChange {
  /// The effect of the change on clients in responses. Nil if the clients' decoders do not differ.
  var meeting: ClientChange? {
    guard isResponse else { return nil }
    switch kind {
    case .nullable: return .null(type: Self.type(of: old))
    case .optional(let name, _), .dropped(let name, _, _, _):
      return .missing(type: Self.type(of: old?["properties"]?[name] ?? old))
    case .valuesAdded: return .enumValue
    case .added: return .property
    case .type(let from, let to):
      guard let from = from.first(where: { $0 != "null" }),
        let to = to.first(where: { $0 != "null" && $0 != from })
      else { return nil }
      return .type(from: from, to: to)
    default: return nil
    }
  }

  private static func type(of schema: JSONNode?) -> String? {
    guard let schema, let type = schema.kind == .string ? schema : schema["type"] else {
      return nil
    }
    return type.string ?? type.elements.lazy.compactMap(\.string).first { $0 != "null" }
  }
}
