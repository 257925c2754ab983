internal import ContractCaptures

/// How the values of a form or of a multipart body are written: what its `encoding` and its schema
/// say of each property.
///
/// Source: OpenAPI 3.1.0, sections 4.8.14.3, 4.8.14.4 and 4.8.15.
struct FormEncoding: Sendable {
  /// How the values of one property, or the parts of one element, are written.
  struct Property: Sendable {
    let name: String
    /// Reads values in a style, as of a query.
    let parameter: Operation.Parameter
    /// Whether the document gives a style, so that values are read by it.
    let hasStyle: Bool
    /// The documented media types of its parts; empty where the schema decides.
    let mediaTypes: [MediaType]
    /// Headers that its parts have.
    let headers: [Operation.Parameter]
    /// Whether strings hold text or bytes of another kind, which are not judged as JSON.
    let holdsOther: Bool
    /// Whether strings hold any bytes.
    let isBinary: Bool

    var shape: ParameterShape { parameter.shape }
  }

  /// In the order of the document.
  private(set) var properties: [Property] = []
  private var positions: [String: Int] = [:]
  /// For properties that are not listed.
  let rest: Property
  /// Of the first elements, where the body is an array.
  let firstElements: [Property]
  /// Of the other elements; nil where the body is an object.
  let element: Property?
  /// Whether the schema says something of parts: it allows an object or an array.
  let hasParts: Bool

  init(
    _ properties: [Property], rest: Property, firstElements: [Property], element: Property?,
    hasParts: Bool
  ) {
    self.rest = rest
    self.firstElements = firstElements
    self.element = element
    self.hasParts = hasParts
    for property in properties {
      positions[property.name] = self.properties.count
      self.properties.append(property)
    }
  }

  subscript(name: String) -> Property? { positions[name].map { properties[$0] } }

  func element(at position: Int) -> Property? {
    position < firstElements.count ? firstElements[position] : element
  }
}

extension FormEncoding.Property {
  /// The media type of a part that tells none, or tells text where the schema wants more.
  private var ownType: MediaType? {
    guard mediaTypes.count == 1, !mediaTypes[0].isOpen, mediaTypes[0].type != "*" else {
      return nil
    }
    return mediaTypes[0]
  }

  /// How the text of a part becomes a value.
  enum Form {
    case json
    /// JSON if it can be read as JSON, else text.
    case jsonOrText
    case text
    /// Nothing is known of it.
    case bytes
  }

  /// - Parameters:
  ///   - told: The media type that the part has itself.
  ///   - types: The types that the schema allows; empty where it does not tell.
  func form(_ told: MediaType?, _ types: Set<String>) -> Form {
    let onlyString = types.subtracting(["null"]) == ["string"]
    if isBinary, types.isEmpty || types.contains("string") { return .bytes }
    let isStructured =
      !types.isEmpty && types.isSubset(of: ["object", "array", "null"]) && types != ["null"]
    if let type = told ?? ownType {
      if type.isJSON {
        let isDocumented = mediaTypes.contains { $0.isJSON }
        return onlyString && (holdsOther || !isDocumented) ? .text : .json
      }
      // A browser says that a value which a script has written as JSON is text.
      if type.type == "text" { return isStructured ? .jsonOrText : .text }
      return types.isEmpty || types.contains("string") ? .bytes : .text
    }
    if isStructured { return .json }
    return types.contains("object") ? .jsonOrText : .text
  }
}
