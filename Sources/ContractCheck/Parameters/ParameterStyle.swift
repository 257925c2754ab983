/// How the values of a parameter are written in a path, a query, a header or a cookie.
///
/// Source: OpenAPI 3.1.0, sections 4.8.12.2 to 4.8.12.4.
enum ParameterStyle: String, CaseIterable, Sendable {
  case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
  /// The style `tsv`, which only Swagger 2.0 has.
  case tabDelimited

  static func standard(in location: Operation.Parameter.Location) -> ParameterStyle {
    switch location {
    case .path, .header: .simple
    case .query, .cookie: .form
    }
  }

  /// Whether the specification defines this style for the location.
  func isDefined(in location: Operation.Parameter.Location) -> Bool {
    switch self {
    case .simple: location == .path || location == .header
    case .label, .matrix: location == .path
    case .form: location == .query || location == .cookie
    case .spaceDelimited, .pipeDelimited, .deepObject: location == .query
    case .tabDelimited: false
    }
  }

  /// Whether each element is a separate part if the parameter does not say this.
  var explodesByDefault: Bool { self == .form }

  /// The style that `collectionFormat` of Swagger 2.0 names. Nil for any other text.
  init?(collectionFormat name: String?, in location: Operation.Parameter.Location) {
    switch name {
    case nil, "csv", "multi": self = .standard(in: location)
    case "ssv": self = .spaceDelimited
    case "pipes": self = .pipeDelimited
    case "tsv": self = .tabDelimited
    default: return nil
    }
  }
}

/// The form of a parameter's values according to its schema, as far as reading needs it.
struct ParameterShape: Hashable, Sendable {
  /// The names of the allowed types. Empty if the schema does not say this.
  var types: Set<String> = [] {
    didSet {
      plainScalar =
        types == ["string"]
        ? .string : types == ["integer"] || types == ["number"] ? .number : nil
    }
  }
  /// The only allowed type, if it is a string or a number.
  private(set) var plainScalar: PlainScalar?
  var elements: Set<String> = []
  var properties: [String: Set<String>] = [:]
  /// The types of the elements of arrays in arrays, from the outside in.
  var inner: [Set<String>] = []

  enum PlainScalar { case string, number }

  static let scalars: Set<String> = ["string", "number", "integer", "boolean"]

  var mayBeArray: Bool { types.contains("array") }
  var mayBeObject: Bool { types.contains("object") }
  /// Whether a text alone may be the value. It is also true if the types are not known.
  var mayBeScalar: Bool { Self.mayBeScalar(types) }

  /// The form of the elements that are arrays themselves. Nil if no element is an array.
  var within: ParameterShape? {
    inner.first.map { types in
      var shape = ParameterShape(types: elements, elements: types)
      shape.inner = Array(inner.dropFirst())
      return shape
    }
  }

  /// Whether this text alone may be the value. An empty text may be null.
  func mayBe(_ text: RawText) -> Bool { Self.mayBe(text, types) }

  static func mayBe(_ text: RawText, _ types: Set<String>) -> Bool {
    mayBeScalar(types) || text.isEmpty && types.contains("null")
  }

  private static func mayBeScalar(_ types: Set<String>) -> Bool {
    types.isEmpty || !types.isDisjoint(with: scalars)
  }

  func property(_ name: String) -> Set<String> { properties[name] ?? [] }
}
