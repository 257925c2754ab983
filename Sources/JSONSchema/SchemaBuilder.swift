/// A member of an object in a ``Schema`` written in Swift.
public struct Property: Hashable, Sendable {
  public let name: String
  public let schema: Schema
  /// Whether the member must be there; null counts as being there.
  public let isRequired: Bool

  public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }
}

/// Collects the members of an object: ``Schema/object(_:)``.
@resultBuilder
public enum SchemaBuilder {
  public static func buildExpression(_ property: Property) -> [Property] { [property] }
  public static func buildExpression(_ properties: [Property]) -> [Property] { properties }
  public static func buildBlock(_ parts: [Property]...) -> [Property] { parts.flatMap(\.self) }
  public static func buildOptional(_ part: [Property]?) -> [Property] { part ?? [] }
  public static func buildEither(first part: [Property]) -> [Property] { part }
  public static func buildEither(second part: [Property]) -> [Property] { part }
  public static func buildArray(_ parts: [[Property]]) -> [Property] { parts.flatMap(\.self) }
}
