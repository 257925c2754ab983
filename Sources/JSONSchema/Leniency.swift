/// Where a verdict is kinder than JSON Schema on purpose. This list is complete: apart from it, a
/// value is valid exactly if its schema accepts it.
///
/// A value that is valid only by one of them is counted. `"leniencies": "none"` turns them all off.
public enum Leniency: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// In a request, a required property that is `readOnly` may be missing.
  case readOnly
  /// In a response, a required property that is `writeOnly` may be missing.
  case writeOnly
  /// `additionalProperties: false` beside or below `allOf` allows what the other schemas there list.
  case closedBesideAllOf
  /// A key that the app's decoder maps to the property stands for it.
  case keyCase
  /// OpenAPI 3.0: `nullable` allows null that `enum` does not list.
  case nullableBesideEnum
  /// OpenAPI 3.0: `nullable` allows null that `allOf`, `anyOf`, `oneOf` or `$ref` beside it refuses.
  case nullableBesideAllOf
  /// A date in the profile that the contract sets, in place of RFC 3339.
  case dateProfile
  /// What a recorder wrote in place of a value stands for any value of its type.
  case placeholder
  /// A template in a stub stands for any value of its type.
  case template
  /// A discriminator names no schema that extends its own: the value is judged by that one alone.
  case unknownName
  /// A stub or a Pact holds only what somebody needs: required properties may be missing.
  case partialStub

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
    case .partialStub: "partial-stub"
    }
  }
}

/// When a failed assertion does not refuse a value.
enum Excuse: BitwiseCopyable, Sendable, Equatable {
  case none
  case always(Leniency)
  /// If the string is a date of the profile.
  case date(DateProfile)
  /// If the value is null, which the contract allows: of what a rule asserts.
  case null
}

/// Something that was valid only by a leniency: an assertion and, of an object, a slot.
struct Grant: Hashable {
  var leniency: Leniency
  var assertion: Int32
  var slot: Int32 = -1
}

/// What one evaluation granted. A branch that does not hold takes back what it granted.
struct Grants {
  /// Each once, in the order in which they were needed.
  private(set) var list: [Grant] = []
  private var known: Set<Grant> = []

  mutating func add(_ grant: Grant) {
    if known.insert(grant).inserted { list.append(grant) }
  }

  /// Takes back what was granted since there were `count`.
  mutating func cut(to count: Int) {
    while list.count > count { known.remove(list.removeLast()) }
  }

  /// How many of each.
  var counts: [Leniency: Int] {
    list.reduce(into: [:]) { $0[$1.leniency, default: 0] += 1 }
  }
}
