@_spi(Engine) package import JSONTape

/// The values that a contract or a schema gives for members that hold secrets.
package struct SecretsOfSchemas {
  /// The bytes of the source that are secret, in no order.
  package private(set) var ranges: [Range<Int>] = []
  /// The places on the tape of what describes secrets, in order and apart from one another.
  private var schemas: [Range<Int>] = []

  /// Keywords whose values are examples of a member's.
  private static let keywords: Set<String> = ["const", "enum", "example", "examples"]

  private struct Place {
    let node: JSONNode
    let isSecret: Bool
    /// Whether the node is a value of the member, and not its schema.
    let isValue: Bool
  }

  /// Linear in the document, however deep it is nested.
  package init(_ document: JSONDocument) {
    var open = [Place(node: document.root, isSecret: false, isValue: false)]
    var followed: Set<String> = []
    while let place = open.popLast() {
      switch place.node.kind {
      case .null, .boolean: break
      case .string, .number: note(place)
      case .array:
        open += place.node.elements.map {
          Place(node: $0, isSecret: place.isSecret, isValue: place.isValue)
        }
      case .object:
        open += members(of: place)
        // What a secret refers to describes one.
        if place.isSecret, !place.isValue, let target = place.node["$ref"]?.string,
          target.hasPrefix("#"), followed.insert(target).inserted,
          let pointer = JSONPointer(String(target.dropFirst())),
          let node = document.node(at: pointer)
        {
          schemas.append(Self.extent(of: node))
          open.append(Place(node: node, isSecret: true, isValue: false))
        }
      }
    }
    schemas = Redaction.merged(schemas, within: .max)
  }

  /// Whether a node of the document is in the schema of a member that holds a secret.
  package func isSecret(_ node: JSONNode) -> Bool {
    let next = schemas.indices.partitionPoint { schemas[$0].upperBound > node.tapeIndex }
    return next < schemas.count && schemas[next].contains(node.tapeIndex)
  }

  /// A schema as it may be shown, of a value that has a name.
  package static func shown(_ schema: [UInt8], named name: String) -> String {
    let lead = Array("{\"properties\":{\(JSONWriter.quoted(name)):".utf8)
    let text = lead + schema + Array("}}".utf8)
    guard let document = try? JSONDocument(text) else { return "" }
    let redaction = Redaction(looksOf: text, ranges: SecretsOfSchemas(document).ranges)
    let shown = redaction.applied(to: text).dropFirst(lead.count).dropLast(2)
    return String(decoding: shown, as: UTF8.self)
  }

  private mutating func note(_ place: Place) {
    let range = place.node.sourceRange
    let isHidden: Bool
    if place.isSecret, place.isValue {
      isHidden = true
    } else {
      // A URL with a password, a text with JSON that has one.
      isHidden = place.node.string.map { Redaction.text($0) != $0 } ?? false
    }
    if isHidden { ranges.append(range.offset..<range.end) }
  }

  private mutating func members(of place: Place) -> [Place] {
    // A parameter, a header or a security scheme is called by its `name`.
    let location = place.node["in"]?.string
    let name = location == nil ? nil : place.node["name"]?.string
    let isParameter =
      name.map {
        SecretName.meaning(of: $0.utf8, in: location == "query" ? .query : .member).isSecret
      } ?? false
    if isParameter { schemas.append(Self.extent(of: place.node)) }
    let isSecret = place.isSecret || isParameter
    return place.node.members.map { member in
      let name = member.name
      let isSchema = member.value.kind == .object && !place.isValue
      let isOfSecret = isSecret || Redaction.isSecret(name) && (isSchema || place.isValue)
      if isOfSecret, !isSecret { schemas.append(Self.extent(of: member.value)) }
      let isPattern =
        name == "pattern" && isOfSecret
        && member.value.string.map(ContractLiterals.isTelling) ?? false
      return Place(
        node: member.value, isSecret: isOfSecret,
        // A response may be called `default`, too.
        isValue: place.isValue || isPattern || Self.keywords.contains(name)
          || name == "default" && isSecret)
    }
  }

  /// The places of a node and of all that it contains.
  private static func extent(of node: JSONNode) -> Range<Int> {
    node.tapeIndex..<node.document.withCursor { $0.next(node.tapeIndex) }
  }
}

extension [ObjectIdentifier: SecretsOfSchemas] {
  /// The secrets of a document, which is read the first time.
  package mutating func secrets(of document: JSONDocument) -> SecretsOfSchemas {
    let secrets = self[document.identity] ?? SecretsOfSchemas(document)
    self[document.identity] = secrets
    return secrets
  }
}
