@_spi(Engine) import JSONTape

/// One assertion of a compiled schema. The values of a case are numbers, or indexes into the tables
/// of ``Plan``.
enum Operation: BitwiseCopyable, Sendable {
  /// The value has one of these types. If a string is not among the types, `stringOwner` reports
  /// the string.
  case type(TypeSet, stringOwner: Owner)
  case const(Int32)
  case enumeration(Int32)
  case minimum(Int32)
  case exclusiveMinimum(Int32)
  case maximum(Int32)
  case exclusiveMaximum(Int32)
  case multipleOf(Int32)
  case minLength(Int32)
  case maxLength(Int32)
  case pattern(Int32)
  case format(Format)
  case date(DateProfile)
  /// The judgement of the node says that the clients can read the value.
  case judged(Int32, Judged)
  case minItems(Int32)
  case maxItems(Int32)
  case uniqueItems
  case contains(Int32)
  case minProperties(Int32)
  case maxProperties(Int32)
  case required(Int32)
  /// A node does not list the next two cases directly. It lists ``dependencies(_:)``, which
  /// contains them.
  case dependentRequired(Int32)
  case dependentSchema(Int32)
  case dependencies(Int32)
  case propertyNames(Int32)
  case additionalProperties(Int32)
  case additionalItems
  case allOf(ChildList)
  case anyOf(ChildList)
  case oneOf(ChildList)
  case not(Int32)
  case conditional(Int32)
  case reference(Int32)
  case dynamicReference(Int32)
  case unevaluatedItems(Int32)
  case unevaluatedProperties(Int32)
  case keyPolicy(Int32)
  case search(Int32)
  case relation(Int32)
  case elements(Int32)
  /// A rule's demand on the value in addition to the value's schema. The number is the demand's
  /// node. The demand never decides whether the schema accepts the value.
  case demand(Int32)
  /// The demands of rules on the properties and elements that no schema of the value describes.
  case walk(Int32)
  /// The branch that the discriminator names, if the branches themselves do not decide this.
  case chosen(ChildList)
  /// The schema itself. If the value names a schema that extends the schema, the other schema is
  /// used.
  case heir(ChildList)
  case never
  case refused(SchemaFailure.Direction)
}

extension Format: BitwiseCopyable {}
extension DateProfile: BitwiseCopyable {}

/// The facts about each operation that the compiler needs.
extension Operation {
  /// Whether the operation depends on the properties and elements that are evaluated.
  var tracks: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedProperties, .walk: true
    default: false
    }
  }

  /// Whether another schema must accept the same value.
  var delegates: Bool {
    switch self {
    case .allOf, .anyOf, .oneOf, .reference, .dynamicReference, .heir: true
    default: false
    }
  }

  /// The index of an operation's run in a node's assertions.
  var run: Int {
    switch self {
    case .const, .enumeration, .type, .never, .refused: 0
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf,
      .judged(_, .number), .judged(_, .marked):
      1
    case .minLength, .maxLength, .pattern, .format, .date, .judged(_, .string): 2
    case .minItems, .maxItems, .uniqueItems, .contains, .additionalItems, .search, .elements: 3
    case .minProperties, .maxProperties, .required, .dependentRequired, .dependentSchema,
      .dependencies, .propertyNames, .additionalProperties, .keyPolicy, .relation:
      4
    case .allOf, .anyOf, .oneOf, .not, .conditional, .reference, .dynamicReference, .heir: 5
    case .unevaluatedItems, .unevaluatedProperties, .demand, .walk, .chosen, .judged(_, .inside): 6
    }
  }

  /// The strings that satisfy it.
  var usual: UsualText {
    switch self {
    case .date(let profile): profile.usual
    case .format(.dateTime): .date
    case .format(.uri): .plainURL
    case .judged(_, .string(let usual)): usual
    default: .none
    }
  }

  /// Whether null can violate it.
  var concernsNull: Bool {
    switch self {
    case .const, .enumeration, .never, .refused, .allOf, .anyOf, .oneOf, .not, .conditional,
      .reference, .dynamicReference:
      true
    default: false
    }
  }

  /// If this operation is beside `nullable` and refuses null: the leniency that allows null. Nil if
  /// there is none.
  var nullLeniency: Leniency? {
    switch self {
    case .const, .enumeration: .nullableBesideEnum
    case .allOf, .anyOf, .oneOf, .reference: .nullableBesideAllOf
    default: nil
    }
  }

  /// Whether a rule's assertion may be combined with the schema's.
  var isOfValueAlone: Bool {
    switch self {
    case .const, .enumeration, .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum,
      .multipleOf, .minLength, .maxLength, .pattern, .format, .dependentRequired:
      true
    default: false
    }
  }

  var isDateFormat: Bool {
    switch self {
    case .format(.dateTime), .format(.date): true
    default: false
    }
  }
}
