/// A case in which a value is accepted on purpose, although JSON Schema refuses the value. This
/// list is complete. In all other cases, a value is valid only if its schema accepts the value.
///
/// If a value is valid only because of a leniency, the value is counted. `"leniencies": "none"`
/// turns off all leniencies.
public enum Leniency: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// In a request, a required property that is `readOnly` may be missing.
  case readOnly
  /// In a response, a required property that is `writeOnly` may be missing.
  case writeOnly
  /// `additionalProperties: false` beside `allOf` or inside it allows the properties that the other
  /// schemas of this `allOf` list.
  case closedBesideAllOf
  /// If the app's decoder reads another name as a property, the name counts as this property.
  case keyCase
  /// In OpenAPI 3.0, `nullable` allows null even if `enum` does not list null.
  case nullableBesideEnum
  /// In OpenAPI 3.0, `nullable` allows null even if `allOf`, `anyOf`, `oneOf` or `$ref` beside it
  /// refuses null.
  case nullableBesideAllOf
  /// A date in the profile that the contract sets is allowed in place of RFC 3339.
  case dateProfile
  /// If a recorder replaced a value by a text, the text counts as a value of the required type.
  case placeholder
  /// A template in a stub counts as a value of the required type.
  case template
  /// If a discriminator's value names no schema that extends the discriminator's schema, only the
  /// discriminator's schema applies.
  case unknownName
  /// If several branches of a `oneOf` accept a value, the value is valid if its discriminator names
  /// one of these branches.
  case namedBranch
  /// A stub or a Pact contains only the properties that a client needs, so required properties may
  /// be missing.
  case partialStub
  /// In a stub, a response and its status may be inside an object. This object is not part of the
  /// body.
  case envelope
  /// If a body has another JSON media type than the documented one, the body is checked like the
  /// documented one.
  case jsonType

  /// The name in reports and in the documentation.
  package var id: String {
    switch self {
    case .readOnly: "read-only"
    case .writeOnly: "write-only"
    case .closedBesideAllOf: "closed-beside-all-of"
    case .keyCase: "key-case"
    case .nullableBesideEnum: "nullable-beside-enum"
    case .nullableBesideAllOf: "nullable-beside-all-of"
    case .dateProfile: "date-profile"
    case .placeholder: "placeholder"
    case .template: "template"
    case .unknownName: "unknown-name"
    case .namedBranch: "named-branch"
    case .partialStub: "partial-stub"
    case .envelope: "envelope"
    case .jsonType: "json-type"
    }
  }
}

/// A condition under which a failed assertion does not refuse a value.
enum Excuse: BitwiseCopyable, Sendable, Equatable {
  case none
  case always(Leniency)
  /// The string is a date of the profile.
  case date(DateProfile)
  /// The assertion belongs to a rule. The value is null, and the contract allows null.
  case null
}

/// A part that was valid only because of a leniency: an assertion and, for an object, a slot.
struct Grant: Hashable {
  var leniency: Leniency
  var assertion: Int32
  var slot: Int32 = -1
}

/// The leniencies that one evaluation used. If a branch fails, its leniencies are removed again.
struct Grants {
  /// The grants, each once, in the order of their use.
  private(set) var list: [Grant] = []
  private var known: Set<Grant> = []

  mutating func add(_ grant: Grant) {
    if known.insert(grant).inserted { list.append(grant) }
  }

  func contains(_ grant: Grant) -> Bool { known.contains(grant) }

  /// Removes all grants after the first `count`.
  mutating func cut(to count: Int) {
    while list.count > count { known.remove(list.removeLast()) }
  }

  /// The number of grants of each leniency.
  var counts: [Leniency: Int] {
    list.reduce(into: [:]) { $0[$1.leniency, default: 0] += 1 }
  }
}
