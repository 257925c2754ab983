public import JSONTape

/// The rule that answers for an assertion: a number given by whoever compiled the plan.
///
/// `Owner.schema` is the default: the assertion speaks for itself.
public struct Owner: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let schema = Owner(rawValue: 0)
}

/// One way in which an instance breaks a schema: what failed, as data; the words are somebody
/// else's.
public struct SchemaFailure: Sendable {
  /// What failed, with the figures a message needs.
  public enum Kind: Sendable {
    case type(expected: TypeSet, found: JSONKind)
    case const(expected: JSONNode)
    case `enum`(allowed: [JSONNode])
    case minimum(JSONNumber)
    case exclusiveMinimum(JSONNumber)
    case maximum(JSONNumber)
    case exclusiveMaximum(JSONNumber)
    case multipleOf(JSONNumber)
    case minLength(limit: Int, found: Int)
    case maxLength(limit: Int, found: Int)
    case pattern(String)
    /// The pattern needs more steps on this text than the bound allows.
    case patternLimit(String)
    case format(Format)
    case date(DateProfile)
    case minItems(limit: Int, found: Int)
    case maxItems(limit: Int, found: Int)
    /// Two equal elements, by their position.
    case uniqueItems(first: Int, second: Int)
    case contains(minimum: Int, maximum: Int?, found: Int)
    case minProperties(limit: Int, found: Int)
    case maxProperties(limit: Int, found: Int)
    case required(member: String)
    case dependentRequired(member: String, because: String)
    case additionalProperties(member: String, listed: [String])
    case additionalItems(limit: Int)
    case unevaluatedProperties(member: String)
    case unevaluatedItems(index: Int)
    case propertyNames
    case anyOf(branches: Int)
    case oneOf(branches: Int)
    /// More than one branch of a `oneOf` holds: their positions.
    case oneOfMatches([Int])
    case not
    /// The schema is `false` here.
    case never
    /// A documented member under another name.
    case alias(of: String)
    /// A member that must not be there under this name.
    case forbiddenKey
    /// A key that is written in another case than the contract's.
    case keyCase
    /// A member that the schema does not list.
    case undocumented(listed: [String])
    /// Evaluation went deeper than the bound.
    case tooDeep
  }

  public var kind: Kind
  /// The keyword as it stands in the schema, such as `required`.
  public let keyword: String
  public var owner: Owner
  /// The schema object that failed, as a URI reference with a JSON Pointer fragment.
  public let schema: String
  /// Tape index of the value at fault; for an absent member, of the object it is absent from.
  public let instance: Int
  /// Tape index of the key at fault, where the key and not its value is wrong.
  public let key: Int?
  /// How many other branches of an `anyOf` or `oneOf` failed beside the one reported.
  public var otherBranches: Int
}
