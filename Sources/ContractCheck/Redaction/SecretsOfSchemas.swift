internal import JSONTape

/// The values that a contract or a schema gives for members that hold secrets.
enum SecretsOfSchemas {
  /// Keywords whose values are examples of a member's.
  private static let keywords: Set<String> = ["const", "enum", "example", "examples"]

  /// Whether a place of a document is in the schema of a member that holds a secret.
  static func isSecret(_ pointer: JSONPointer) -> Bool {
    zip(pointer.tokens, pointer.tokens.dropFirst()).contains {
      ["properties", "patternProperties"].contains($0) && Redaction.isSecret($1)
    }
  }

  private struct Place {
    let node: JSONNode
    let isSecret: Bool
    /// Whether the node is a value of the member, and not its schema.
    let isValue: Bool
  }

  /// The bytes of the source that are secret. Linear in the document, however deep it is nested.
  static func ranges(in document: JSONDocument) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open = [Place(node: document.root, isSecret: false, isValue: false)]
    while let place = open.popLast() {
      switch place.node.kind {
      case .null, .boolean: break
      case .string, .number:
        guard place.isSecret, place.isValue else { continue }
        let range = place.node.sourceRange
        found.append(range.offset..<range.end)
      case .array:
        open += place.node.elements.map {
          Place(node: $0, isSecret: place.isSecret, isValue: place.isValue)
        }
      case .object: open += members(of: place)
      }
    }
    return found
  }

  private static func members(of place: Place) -> [Place] {
    // A parameter, a header or a security scheme is called by its `name`.
    let location = place.node["in"]?.string
    let name = location == nil ? nil : place.node["name"]?.string
    let isParameter =
      name.map {
        SecretName.meaning(of: $0.utf8, in: location == "query" ? .query : .member).isSecret
      } ?? false
    let isSecret = place.isSecret || isParameter
    return place.node.members.map { member in
      let name = member.name
      let isSchema = member.value.kind == .object && !place.isValue
      return Place(
        node: member.value,
        isSecret: isSecret || Redaction.isSecret(name) && (isSchema || place.isValue),
        // A response may be called `default`, too.
        isValue: place.isValue || keywords.contains(name) || name == "default" && isSecret)
    }
  }
}
