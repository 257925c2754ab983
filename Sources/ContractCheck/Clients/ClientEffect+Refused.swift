@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The effects of a value on each client, if the contract refuses the value.
extension ClientEffect {
  /// The effects. Empty if the contract names no clients, or if the effects are not known.
  static func all(ofRefused failed: FailureContext) -> [ClientEffect] {
    let clients = failed.settings.clients
    guard clients.areNamed, failed.settings.isResponse, failed.failure.ground != .guess else {
      return []
    }
    return clients.list.compactMap { client in
      outcome(of: failed, client).map { ClientEffect(client, $0) }
    }
  }

  private static func outcome(of failed: FailureContext, _ client: Client) -> ClientOutcome? {
    let table = client.table
    switch failed.failure.kind {
    case .additionalProperties, .unevaluatedProperties, .undocumented, .keyCase:
      return table[.unknownKey]
    case .alias(let documented):
      return outcome(ofKey: failed.name ?? "", documented, failed, client)
    case .required(let property):
      if let key = failed.lookalike, let read = client.outcome(ofKey: key, documented: property) {
        return read
      }
      return table[missing(failed.definition?["properties"]?[property])]
    case .enum, .const:
      if failed.node.kind == .null { return table[failed.null(nil)] }
      if client.option("coerceInputValues") == "true", failed.definition?["default"] != nil {
        return .changes("its default")
      }
      // The discriminator of a union decides which type is read.
      guard let values = failed.definition?["enum"] else { return .refuses }
      guard failed.node.kind == .string else {
        return values.elements.contains { $0.kind == .string }
          && failed.node.number?.isInteger == true
          ? table[.numberForEnum] : nil
      }
      return client.reading.hasOpenEnums == true ? .decodes : table[.unknownEnumValue]
    case .type(let expected, _): return outcome(of: failed.node, expected, failed, client)
    case .format, .date, .pattern, .minLength, .maxLength, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .multipleOf:
      let format = failed.definition?["format"]?.string
      let types = failed.node.number.map { $0.isInteger ? TypeSet.integer : .number } ?? .string
      let place = client.place(types, format: format, client.reading)
      return failed.node.withScalar { client.outcome(of: $0, at: place) }
    default: return nil
    }
  }

  /// The outcome of a key that stands for a documented property, for a client that may miss this
  /// property.
  static func outcome(
    ofKey key: String, _ documented: String, _ failed: FailureContext, _ client: Client
  ) -> ClientOutcome {
    if let read = client.outcome(ofKey: key, documented: documented) { return read }
    let unknown = client.table[.unknownKey]
    guard let absence = failed.absence else { return unknown }
    return unknown.joined(client.table[missing(absence["properties"]?[documented])])
  }

  private static func missing(_ property: JSONNode?) -> ClientFact {
    guard let property else { return .missingOther }
    let reference = property["$ref"]?.string
    let target = reference.flatMap { JSONPointer(String($0.dropFirst())) }
    let schema = target.flatMap { property.document.node(at: $0) } ?? property
    let types = types(of: schema)
    if types.contains("null") || schema["nullable"]?.bool == true { return .missingNullable }
    switch types.first {
    case "integer", "number": return .missingNumber
    case "string":
      return schema["enum"] == nil && schema["format"] == nil ? .missingText : .missingOther
    case "boolean": return .missingBoolean
    default: return .missingOther
    }
  }

  private static func types(of schema: JSONNode) -> [String] {
    guard let type = schema["type"] else { return [] }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }

  /// The outcome for a value of a wrong type.
  private static func outcome(
    of node: JSONNode, _ expected: TypeSet, _ failed: FailureContext, _ client: Client
  ) -> ClientOutcome? {
    let table = client.table
    let isNumber = expected.contains(.number) || expected.contains(.integer)
    let wants: (number: Bool, text: Bool, boolean: Bool) = (
      isNumber, expected.contains(.string), expected.contains(.boolean)
    )
    switch node.kind {
    case .null:
      if client.option("coerceInputValues") == "true", failed.definition?["default"] != nil {
        return .changes("its default")
      }
      let required: ClientFact =
        wants.number
        ? .nullForNumber
        : wants.boolean ? .nullForBoolean : wants.text ? .nullForText : .nullForOther
      return table[failed.null(required)]
    case .string:
      let text = node.string ?? ""
      if wants.number {
        if text.isEmpty { return table[.emptyTextForNumber] }
        guard let number = JSONNumber(text) else { return .refuses }
        return expected.contains(.number) || number.isInteger && !text.contains(".")
          ? table[.textForNumber] : .refuses
      }
      guard wants.boolean else { return .refuses }
      if text.isEmpty { return table[.emptyTextForBoolean] }
      return table[["true", "false"].contains(text) ? .textForBoolean : .otherTextForBoolean]
    case .number:
      if wants.number {
        let place = client.place(
          expected, format: failed.definition?["format"]?.string, client.reading)
        return node.withScalar { client.outcome(of: $0, at: place) }
      }
      if wants.text {
        let isInteger = node.number?.isInteger ?? false
        switch failed.definition?["format"]?.string {
        case "date-time": return isInteger ? table[.numberForDate] : .refuses
        case "uuid", "uri": return .refuses
        default: break
        }
        guard failed.definition?["enum"] == nil else {
          return isInteger ? table[.numberForEnum] : .refuses
        }
        return table[.numberForText]
      }
      return wants.boolean && node.number?.isInteger == true ? table[.numberForBoolean] : .refuses
    case .boolean:
      return wants.number
        ? table[.booleanForNumber] : wants.text ? table[.booleanForText] : .refuses
    case .array, .object: return .refuses
    }
  }
}

extension FailureContext {
  /// The fact about null at this place.
  ///
  /// - Parameter required: The fact for a required property.
  fileprivate func null(_ required: ClientFact?) -> ClientFact {
    guard parent?.kind == .object, let name else { return .nullForElement }
    let fragment = failure.schema.split(separator: "#", maxSplits: 1).last.map(String.init) ?? ""
    let tokens = JSONPointer(fragment)?.tokens ?? []
    guard tokens.dropLast().last == "properties", let definition else { return .nullForElement }
    let object = definition.document.node(at: JSONPointer(tokens: tokens.dropLast(2)))
    let isRequired = object?["required"]?.elements.contains { $0.string == name } ?? false
    return isRequired ? required ?? .nullForOther : .nullForOptional
  }
}
