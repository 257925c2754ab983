/// The six kinds of JSON value.
public enum JSONKind: Hashable, Sendable, CaseIterable {
  case null, boolean, number, string, array, object

  /// The kind's name as JSON Schema's `type` spells it.
  public var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
