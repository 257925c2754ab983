@_spi(Engine) package import JSONTape

/// Finds the values in a contract or a schema that belong to secret properties.
package struct SecretsOfSchemas {
  /// The secret byte ranges of the source, in no order.
  package private(set) var ranges: [Range<Int>] = []
  /// The tape ranges of schemas of secrets, in order. They do not touch each other.
  private var schemas: [Range<Int>] = []

  /// Keywords whose values are examples of a property's value.
  private static let keywords: Set<String> = ["const", "enum", "example", "examples"]

  private struct Place {
    let node: JSONNode
    let isSecret: Bool
    /// Whether the node is a value of the property, not its schema.
    let isValue: Bool
  }

  /// Finds the values in time linear in the document, at any depth of nesting.
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
        open += properties(of: place)
        // A schema that a secret refers to describes a secret.
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

  /// Whether a node of the document is in the schema of a secret property.
  package func isSecret(_ node: JSONNode) -> Bool {
    let next = schemas.indices.partitionPoint { schemas[$0].upperBound > node.tapeIndex }
    return next < schemas.count && schemas[next].contains(node.tapeIndex)
  }

  /// A schema in a form that is safe to show, for a value with a name.
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
      // The value may be a URL with a password, or JSON in a text with such a URL.
      isHidden = place.node.string.map { Redaction.text($0) != $0 } ?? false
    }
    if isHidden { ranges.append(range.offset..<range.end) }
  }

  private mutating func properties(of place: Place) -> [Place] {
    // The name of a parameter, a header or a security scheme is in its `name`.
    let location = place.node["in"]?.string
    let name = location == nil ? nil : place.node["name"]?.string
    let isParameter =
      name.map {
        SecretName.meaning(of: $0.utf8, in: location == "query" ? .query : .property).isSecret
      } ?? false
    if isParameter { schemas.append(Self.extent(of: place.node)) }
    let isSecret = place.isSecret || isParameter
    return place.node.properties.map { property in
      let name = property.name
      let isSchema = property.value.kind == .object && !place.isValue
      let isOfSecret = isSecret || Redaction.isSecret(name) && (isSchema || place.isValue)
      if isOfSecret, !isSecret { schemas.append(Self.extent(of: property.value)) }
      let isPattern =
        name == "pattern" && isOfSecret
        && property.value.string.map(ContractLiterals.isTelling) ?? false
      return Place(
        node: property.value, isSecret: isOfSecret,
        // The key `default` may also be a response.
        isValue: place.isValue || isPattern || Self.keywords.contains(name)
          || name == "default" && isSecret)
    }
  }

  /// The tape range of a node with everything in it.
  private static func extent(of node: JSONNode) -> Range<Int> {
    node.tapeIndex..<node.document.withCursor { $0.next(node.tapeIndex) }
  }
}

extension [ObjectIdentifier: SecretsOfSchemas] {
  /// The secrets of a document, which are searched on first use.
  package mutating func secrets(of document: JSONDocument) -> SecretsOfSchemas {
    let secrets = self[document.identity] ?? SecretsOfSchemas(document)
    self[document.identity] = secrets
    return secrets
  }
}
