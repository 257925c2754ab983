/// A member of an object in a ``Schema`` written in Swift.
public struct Property: Hashable, Sendable {
  /// The member's name.
  public let name: String
  /// What its value must be like.
  public let schema: Schema
  /// Whether the member must be there; null counts as being there.
  public let isRequired: Bool

  /// A member that must be there unless `isRequired` is false.
  public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }
}

/// Collects the members of an object: ``Schema/object(_:)``.
@resultBuilder
public enum SchemaBuilder {
  /// One member.
  public static func buildExpression(_ property: Property) -> [Property] { [property] }
  /// Several members, such as those that schemas share.
  public static func buildExpression(_ properties: [Property]) -> [Property] { properties }
  /// All parts, one after another.
  public static func buildBlock(_ parts: [Property]...) -> [Property] { parts.flatMap(\.self) }
  /// The members of an `if` without `else`; none where its condition is false.
  public static func buildOptional(_ part: [Property]?) -> [Property] { part ?? [] }
  /// The members of an `if`.
  public static func buildEither(first part: [Property]) -> [Property] { part }
  /// The members of an `else`.
  public static func buildEither(second part: [Property]) -> [Property] { part }
  /// The members of every round of a loop.
  public static func buildArray(_ parts: [[Property]]) -> [Property] { parts.flatMap(\.self) }
}
