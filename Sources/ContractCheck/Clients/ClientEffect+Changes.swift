internal import JSONTape

/// The effect of a contract's change on clients that were built for the old contract.
package enum ClientChange {
  /// The value is null. In the old contract, it had this type.
  case null(type: String?)
  /// A property is missing that was always present in the old contract.
  case missing(type: String?)
  case enumValue
  case property
  case type(from: String, to: String)

  fileprivate var fact: ClientFact? {
    switch self {
    case .null(let type):
      switch type {
      case "integer", "number": .nullForNumber
      case "string": .nullForText
      case "boolean": .nullForBoolean
      default: .nullForOther
      }
    case .missing(let type):
      switch type {
      case "integer", "number": .missingNumber
      case "string": .missingText
      case "boolean": .missingBoolean
      default: .missingOther
      }
    case .enumValue: .unknownEnumValue
    case .property: .unknownKey
    case .type("integer", "number"): .fractionForInteger
    case .type("string", "integer"), .type("string", "number"): .numberForText
    case .type("string", "boolean"): .booleanForText
    case .type("integer", "string"), .type("number", "string"): .textForNumber
    case .type("boolean", "string"): .textForBoolean
    case .type("boolean", "integer"), .type("boolean", "number"): .numberForBoolean
    case .type("integer", "boolean"), .type("number", "boolean"): .booleanForNumber
    case .type: nil
    }
  }
}

extension ClientEffect {
  /// The effects of a change on the clients that a contract names; empty if nothing is known.
  package static func all(of change: ClientChange, _ clients: Clients) -> [ClientEffect] {
    guard clients.areNamed, let fact = change.fact else { return [] }
    return all(of: fact, clients)
  }

  /// The severity for the client with the most serious effect. It is an error if a client refuses
  /// bodies, and a warning if a client changes values. Otherwise it is a note.
  package static func severity(of effects: [ClientEffect]) -> Severity {
    effects.reduce(.note) { severity, effect in
      switch effect.outcome {
      case .decodes: severity
      case .changes: max(severity, .warning)
      case .refuses: .error
      }
    }
  }
}
