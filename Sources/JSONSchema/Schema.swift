public import JSONTape

/// A JSON Schema that is written in Swift code.
///
/// ```swift
/// let place = Schema.object {
///   Property("lat", .number(in: -90...90))
///   Property("lng", .number(in: -180...180))
///   Property("address", .string.nullable)
///   Property("note", .string, isRequired: false)
/// }
/// let failures = try place.compiled().failures(in: document)
/// ```
///
/// Keywords stay in the order in which they were added. So ``json`` is the same text on every run.
public struct Schema: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let keyword: String
    let text: String
  }

  private(set) var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  /// The schema as JSON text.
  public var json: String {
    "{" + entries.map { "\(JSONWriter.quoted($0.keyword)):\($0.text)" }.joined(separator: ",") + "}"
  }

  /// Compiles the schema for validation.
  ///
  /// - Throws: ``SchemaError`` if the value of a keyword is invalid, for example a wrong pattern.
  public func compiled() throws(SchemaError) -> CompiledSchema {
    try CompiledSchema(try document())
  }

  /// The schema as a document, for a registry.
  ///
  /// - Throws: ``SchemaError`` if a text that was passed to ``adding(_:json:)`` is not JSON.
  public func document() throws(SchemaError) -> JSONDocument {
    do {
      return try JSONDocument(json)
    } catch {
      throw SchemaError(error, of: json.utf8)
    }
  }

  /// This schema with another keyword. If the schema has the keyword already, its value is
  /// replaced.
  ///
  /// - Parameters:
  ///   - keyword: Any keyword. An unknown keyword has no effect.
  ///   - text: The value as JSON text. If the text is not JSON, an error is reported when the
  ///     schema is compiled.
  public func adding(_ keyword: String, json text: String) -> Schema {
    var copy = self
    let entry = Entry(keyword: keyword, text: text)
    if let position = entries.firstIndex(where: { $0.keyword == keyword }) {
      copy.entries[position] = entry
    } else {
      copy.entries.append(entry)
    }
    return copy
  }

  static func list(_ texts: [String]) -> String { "[" + texts.joined(separator: ",") + "]" }
}

/// A property of an object in a ``Schema`` written in Swift.
public struct Property: Hashable, Sendable {
  /// The property's name.
  public let name: String
  /// The schema of its value.
  public let schema: Schema
  /// Whether the property must be present. A property with the value null is present.
  public let isRequired: Bool

  /// Creates a property. By default, the property is required.
  public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }
}

/// Collects the properties of an object for ``Schema/object(_:)``.
@resultBuilder
public enum SchemaBuilder {
  /// One property.
  public static func buildExpression(_ property: Property) -> [Property] { [property] }
  /// Several properties, for example properties that several schemas have.
  public static func buildExpression(_ properties: [Property]) -> [Property] { properties }
  /// All parts in order.
  public static func buildBlock(_ parts: [Property]...) -> [Property] { parts.flatMap(\.self) }
  /// The properties of an `if` without `else`. If the condition is false, there are no properties.
  public static func buildOptional(_ part: [Property]?) -> [Property] { part ?? [] }
  /// The properties of an `if`.
  public static func buildEither(first part: [Property]) -> [Property] { part }
  /// The properties of an `else`.
  public static func buildEither(second part: [Property]) -> [Property] { part }
  /// The properties of all iterations of a loop.
  public static func buildArray(_ parts: [[Property]]) -> [Property] { parts.flatMap(\.self) }
}
