internal import ContractCaptures

/// How the values of a form or a multipart body are written. The body's `encoding` and the schema
/// of each property decide this.
///
/// Source: OpenAPI 3.1.0, sections 4.8.14.3, 4.8.14.4 and 4.8.15.
struct FormEncoding: Sendable {
  /// How the values of one property, or the parts of one element, are written.
  struct Property: Sendable {
    let name: String
    /// The parameter that reads values in a style, like query parameters.
    let parameter: Operation.Parameter
    /// Whether the document gives a style. If so, values are read in this style.
    let hasStyle: Bool
    /// The documented media types of the property's parts. Empty if the schema decides.
    let mediaTypes: [MediaType]
    /// The headers of the property's parts.
    let headers: [Operation.Parameter]
    /// Whether strings contain text or bytes of another kind. Such strings are not checked as JSON.
    let holdsOther: Bool
    /// Whether strings may contain any bytes.
    let isBinary: Bool
    /// Whether the schema describes the text in `contentEncoding`.
    let isEncoded: Bool

    var shape: ParameterShape { parameter.shape }
  }

  /// The properties in the order of the document.
  private(set) var properties: [Property] = []
  private var positions: [String: Int] = [:]
  /// The encoding of properties that are not listed.
  let rest: Property
  /// The encodings of the first elements, if the body is an array.
  let firstElements: [Property]
  /// The encoding of the other elements; nil if the body is an object.
  let element: Property?
  /// Whether the schema describes parts: it allows an object or an array.
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
  /// The media type for a part without a media type. It is also used if the part says text, but the
  /// schema asks for another type.
  private var ownType: MediaType? {
    guard mediaTypes.count == 1, !mediaTypes[0].isOpen, mediaTypes[0].type != "*" else {
      return nil
    }
    return mediaTypes[0]
  }

  /// How the text of a part becomes a value.
  enum Form {
    case json
    /// JSON if the text can be read as JSON, else text.
    case jsonOrText
    case text
    /// The form is unknown.
    case bytes
  }

  /// - Parameters:
  ///   - told: The media type that the part itself gives.
  ///   - types: The types that the schema allows. Empty if the schema does not say this.
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
      // Browsers label a value as text even if a script wrote it as JSON.
      if type.type == "text" { return isStructured ? .jsonOrText : .text }
      return types.isEmpty || types.contains("string") ? .bytes : .text
    }
    if isStructured { return .json }
    return types.contains("object") ? .jsonOrText : .text
  }
}
