@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Plans the edits for each kind of discrepancy.
extension ContractAmender {
  /// The maximum number of names that occur in only a few objects. If there are more, they are keys
  /// of a map.
  private static let mostRareNames = 3

  func addProperty(
    _ name: String, _ schema: JSONNode, _ pointer: JSONPointer, _ discrepancy: Discrepancy
  ) -> Plan {
    if name.withByteView(DataLook.isKey) {
      return .left(
        "the name looks like data and not like a name of the API, so it was not copied "
          + "into the contract")
    }
    if !discrepancy.isOfApp, SecretName.meaning(of: name.utf8).isSecret {
      return .left(
        "the name looks like the name of a secret; a response should not contain secrets")
    }
    if discrepancy.isRareName, rareNames[discrepancy.objects, default: 0] > Self.mostRareNames {
      return .left(
        "many names occur in only a few objects, so these names are probably data; describe them "
          + "by hand with `additionalProperties`")
    }
    guard let text = added.schema(of: discrepancy.claim, for: contract) else {
      return .left("the values of this property are not known")
    }
    guard schema["properties"] != nil else {
      let properties = "{\(JSONWriter.quoted(name)):\(text)}"
      let sibling = schema["type"] == nil ? nil : "type"
      return .edits(
        [
          ContractEdit(
            holder: pointer, action: .insert("properties", properties, after: sibling))
        ], "added to `properties`")
    }
    return .edits(
      [
        ContractEdit(
          holder: pointer.appending("properties"), action: .insert(name, text, after: nil))
      ], "added to `properties`")
  }

  func addResponse(
    _ status: Int, _ responses: JSONNode, _ pointer: JSONPointer, _ discrepancy: Discrepancy
  ) -> Plan {
    if status >= 500 {
      return .left(
        "the status is a server error, and apps cannot rely on server "
          + "errors")
    }
    var response = "{\"description\":\"seen in recorded traffic\""
    if let text = added.schema(of: discrepancy.claim, for: contract) {
      let types = discrepancy.detail.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let content = (types.isEmpty ? ["application/json"] : types.map(\.key)).map {
        "\(JSONWriter.quoted($0)):{\"schema\":\(text)}"
      }
      response +=
        contract.isSwagger
        ? ",\"schema\":\(text)" : ",\"content\":{\(content.joined(separator: ","))}"
    }
    response += "}"
    // The new status is inserted in order.
    let sibling = responses.properties.map(\.name).last { name in
      Int(name.prefix(1)).map { $0 * 100 <= status } ?? false
        && Int(name).map { $0 < status } ?? true
    }
    return .edits(
      [ContractEdit(holder: pointer, action: .insert("\(status)", response, after: sibling))],
      "added to `responses`")
  }

  func allowNull(_ schema: JSONNode, _ pointer: JSONPointer) -> Plan {
    func edit(_ action: ContractEdit.Action) -> ContractEdit {
      ContractEdit(holder: pointer, action: action)
    }
    guard schema.kind == .object else {
      return .left(
        "the schema is not an object, so it cannot be "
          + "edited; allow null by hand")
    }
    if schema["const"] != nil {
      return .left(
        "the schema allows only one fixed value; allow null "
          + "by hand")
    }
    let lists = ["anyOf", "oneOf", "allOf"].filter { schema[$0] != nil }
    var edits: [ContractEdit] = []
    if let listed = schema["enum"], !listed.elements.contains(where: \.isNull) {
      edits.append(edit(.append(to: "enum", ["null"])))
    }
    if let nullKeyword {
      if schema["$ref"] != nil {
        edits.append(edit(.wrap("$ref", in: "allOf", with: nil)))
        edits.append(edit(.insert(nullKeyword, "true", after: "allOf")))
      } else if schema[nullKeyword] != nil {
        edits.append(edit(.set(nullKeyword, to: "true")))
      } else {
        edits.append(
          edit(.insert(nullKeyword, "true", after: schema["type"] == nil ? nil : "type")))
      }
      return .edits(edits, "`\(nullKeyword): true`")
    }
    let isTyped = schema["type"] != nil
    guard (schema["$ref"] == nil ? 0 : 1) + lists.count + (isTyped || !edits.isEmpty ? 1 : 0) == 1
    else { return .left("several parts of the schema forbid null; allow null by hand") }
    if let type = schema["type"] {
      edits.append(
        type.kind == .array
          ? edit(.append(to: "type", ["\"null\""]))
          : edit(.set("type", to: "[\(type.text),\"null\"]")))
      let names = (Self.types(type) + ["null"]).joined(separator: ", ")
      return .edits(edits, "`type` is `[\(names)]`")
    }
    if schema["$ref"] != nil {
      edits.append(edit(.wrap("$ref", in: "anyOf", with: Self.null)))
      return .edits(edits, "`anyOf` has the reference and null")
    }
    guard let list = lists.first else { return .edits(edits, "`null` is in `enum`") }
    if list == "allOf" {
      guard schema["allOf"]?.count == 1 else {
        return .left("several parts of the schema forbid null; allow null by hand")
      }
      edits.append(edit(.rename("allOf", to: "anyOf")))
    }
    let name = list == "allOf" ? "anyOf" : list
    edits.append(edit(.append(to: name, [Self.null])))
    return .edits(edits, "null is a branch of `\(name)`")
  }

  static let null = "{\"type\":\"null\"}"

  func change(
    type node: JSONNode, _ holder: JSONPointer, _ discrepancy: Discrepancy, _ threshold: Threshold
  ) -> Plan {
    func set(_ names: [String]) -> ContractEdit {
      let quoted = names.map { JSONWriter.quoted($0) }
      let text = quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ","))]"
      return ContractEdit(holder: holder, action: .set("type", to: text))
    }
    let total = discrepancy.total
    let found = discrepancy.detail.counts.filter {
      !threshold.isRare($0.value, of: total.seen)
    }.keys.sorted()
    guard !found.isEmpty else { return .left("all other types are rare") }
    if found.contains("object") || found.contains("array") {
      let other = found.contains("object") ? "object" : "array"
      return .left("describe the other \(other) by hand")
    }
    let own = Self.types(node)
    let schema = node.document.node(at: holder)
    var names: [String]
    var edits: [ContractEdit] = []
    if total.against == total.seen {
      if schema?["enum"] != nil || schema?["const"] != nil {
        return .left("the listed values have the old type; change the type and the values by hand")
      }
      names = found + own.filter { $0 == "null" }
      if schema?["format"] != nil {
        edits.append(ContractEdit(holder: holder, action: .remove("format")))
      }
    } else {
      names = own + found
    }
    var more = ""
    if names.contains("number"), names.contains("integer") || own.contains("integer") {
      names.removeAll { $0 == "integer" }
      if schema?["enum"] != nil || schema?["const"] != nil {
        return .left("the listed values are integers; change the type and the values by hand")
      }
      if schema?["format"]?.string?.hasPrefix("int") == true, edits.isEmpty {
        edits.append(ContractEdit(holder: holder, action: .remove("format")))
      }
      if schema?["multipleOf"]?.int != nil {
        edits.append(ContractEdit(holder: holder, action: .remove("multipleOf")))
        more = "; removed `multipleOf`"
      }
    }
    for name in ["default", "example", "examples"] {
      guard let value = schema?[name] else { continue }
      let values = name == "examples" ? Array(value.elements) : [value]
      guard values.allSatisfy({ Self.fits($0, names) }) else {
        return .left("`\(name)` has the old type; change the type and `\(name)` by hand")
      }
    }
    if edits.contains(where: { $0.action == .remove("format") }) {
      more = "; removed `format`" + more
    }
    if nullKeyword != nil, names.count > 1 {
      return .left(
        contract.isSwagger
          ? "Swagger 2.0 has no lists of types; allow both types by hand"
          : "OpenAPI 3.0 has no lists of types; describe both types with `oneOf`")
    }
    return .edits(
      [set(names)] + edits,
      "`type` is `\(names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]")`\(more)")
  }

  /// Whether a value has one of the types.
  private static func fits(_ value: JSONNode, _ types: [String]) -> Bool {
    switch value.kind {
    case .null: types.contains("null")
    case .boolean: types.contains("boolean")
    case .string: types.contains("string")
    case .array: types.contains("array")
    case .object: types.contains("object")
    case .number:
      types.contains("number") || types.contains("integer") && value.number?.isInteger == true
    }
  }
}
