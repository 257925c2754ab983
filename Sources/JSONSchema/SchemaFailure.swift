public import JSONTape

/// The rule that answers for an assertion: a number given by whoever compiled the plan.
///
/// `Owner.schema` is the default: the assertion speaks for itself.
public struct Owner: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public let rawValue: UInt16

  /// The owner with a number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No rule: the assertion speaks for itself.
  public static let schema = Owner(rawValue: 0)
}

/// One way in which an instance breaks a schema: what failed, as data; the words are somebody
/// else's.
///
/// Tape indexes are those of the document that was judged: `JSONDocument.node(at:)` and
/// `JSONDocument.pointer(to:)` take them.
public struct SchemaFailure: Sendable {
  /// In which direction alone a member may go.
  public enum Direction: String, BitwiseCopyable, Sendable {
    /// `readOnly`: from the server to the client.
    case readOnly
    /// `writeOnly`: from the client to the server.
    case writeOnly
  }

  /// What failed, with the figures a message needs.
  public enum Kind: Sendable {
    /// The value is of none of the types allowed.
    case type(expected: TypeSet, found: JSONKind)
    /// The value is another than the only one allowed.
    case const(expected: JSONNode)
    /// The value is none of those allowed.
    case `enum`(allowed: [JSONNode])
    /// The number is below the least one allowed.
    case minimum(JSONNumber)
    /// The number is not above this one.
    case exclusiveMinimum(JSONNumber)
    /// The number is above the greatest one allowed.
    case maximum(JSONNumber)
    /// The number is not below this one.
    case exclusiveMaximum(JSONNumber)
    /// The number is no multiple of this one.
    case multipleOf(JSONNumber)
    /// The string has fewer Unicode scalars than the limit.
    case minLength(limit: JSONNumber, found: Int)
    /// The string has more Unicode scalars than the limit.
    case maxLength(limit: JSONNumber, found: Int)
    /// The regular expression, given by its source, matches nowhere in the string.
    case pattern(String)
    /// The pattern needs more steps on this text than the bound allows.
    case patternLimit(String)
    /// The string is not of the format.
    case format(Format)
    /// The string is no date of the profile.
    case date(DateProfile)
    /// The array has fewer elements than the limit.
    case minItems(limit: JSONNumber, found: Int)
    /// The array has more elements than the limit.
    case maxItems(limit: JSONNumber, found: Int)
    /// Two equal elements, by their position.
    case uniqueItems(first: Int, second: Int)
    /// Too few or too many elements match the schema; `maximum` is nil where nothing bounds them.
    case contains(minimum: JSONNumber, maximum: JSONNumber?, found: Int, schema: JSONNode?)
    /// The object has fewer members than the limit.
    case minProperties(limit: JSONNumber, found: Int)
    /// The object has more members than the limit.
    case maxProperties(limit: JSONNumber, found: Int)
    /// A member that must be there is absent.
    case required(member: String)
    /// A member is absent that must be there because another one is.
    case dependentRequired(member: String, because: String)
    /// A member under a name that is neither listed nor matched by a pattern.
    case additionalProperties(member: String, listed: [String])
    /// The first element past the only ones allowed, which are as many as the limit.
    case additionalItems(limit: Int)
    /// A member that no keyword of the schema has evaluated, nor any it applies to the object.
    case unevaluatedProperties(member: String, listed: [String])
    /// The element at this position, which no keyword of the schema has evaluated.
    case unevaluatedItems(index: Int)
    /// No branch of an `anyOf` holds, and these fail equally badly. Where one comes nearest, its
    /// failures are reported instead.
    case anyOf(branches: Int, nearest: [Alternative])
    /// No branch of a `oneOf` holds, and these fail equally badly. Where one comes nearest, its
    /// failures are reported instead.
    case oneOf(branches: Int, nearest: [Alternative])
    /// More than one branch of a `oneOf` holds.
    case oneOfMatches([Branch])
    /// The value is what the schema describes, and must not be.
    case not(schema: JSONNode?)
    /// The schema is `false` here.
    case never
    /// A member that must not be there, in this direction.
    case refused(Direction)
    /// A documented member under another name.
    case alias(of: String)
    /// A member that must not be there under this name.
    case forbiddenKey
    /// A key that is written in another case than the contract's.
    case keyCase
    /// A member that the schema does not list.
    case undocumented(listed: [String])
    /// Evaluation went deeper than the bound; nothing else is known of the instance.
    case tooDeep
    /// Evaluation took more steps than the bound; nothing else is known of the instance.
    case tooMuchWork
  }

  /// One of the schemas of an `anyOf` or `oneOf`.
  public struct Branch: Hashable, Sendable {
    /// Its place among them, from 0.
    public let position: Int
    /// The name that it is referred to by, or else its `title`.
    public let name: String?
    /// How many there are for the value: null is none for a value that is there.
    public let count: Int
  }

  /// A branch that does not hold, and why.
  public struct Alternative: Sendable {
    /// Which.
    public let branch: Branch
    /// What the value lacks to be that branch.
    public let failures: [SchemaFailure]
  }

  /// What failed.
  public var kind: Kind
  /// The keyword as it stands in the schema, such as `required`.
  public let keyword: String
  /// The rule that answers for it.
  public var owner: Owner
  /// The schema object that failed, as a URI reference with a JSON Pointer fragment.
  public let schema: String
  /// Tape index of the value at fault; for an absent member, of the object it is absent from.
  public let instance: Int
  /// Tape index of the key at fault, where the key and not its value is wrong.
  public let key: Int?
  /// The branches of `anyOf` and `oneOf` that the failure is in, outermost first: each came nearest
  /// of several that fail.
  public var branches: [Branch]
  /// Of an absent member, the members that the same schema lists.
  public let listed: [String]
}
