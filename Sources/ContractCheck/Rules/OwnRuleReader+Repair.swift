@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
internal import JSONTape

/// Reads the fix of an own rule.
extension OwnRuleReader {
  func repair(
    _ demand: Ownership.Demand?
  ) throws(ContractError) -> (Rule.Repair?, (@Sendable (String) -> Bool)?) {
    if let name = try text("rename") {
      return (Rule.Repair(summary: "rename the property", kinds: [.rename(name)]), nil)
    }
    guard let fix = node["fix"] else { return (nil, nil) }
    var kinds = ["rename", "quote", "unquote", "choose", "replace", "insertNull"]
    var kind = fix.string
    var value: JSONNode?
    if fix.kind == .object {
      try checkProperties(of: fix, "`fix`", known: kinds)
      let properties = Array(fix.properties)
      guard properties.count == 1 else { throw error("`fix` must have one property", fix) }
      (kind, value) = (properties[0].name, properties[0].value)
    }
    guard let kind, kinds.contains(kind), value != nil || !["rename", "replace"].contains(kind)
    else {
      kinds = kinds.filter { !["rename", "replace"].contains($0) }
      throw error(
        "`fix` must be `\"quote\"`, `\"unquote\"`, `\"choose\"`, `\"insertNull\"`, `{\"replace\": "
          + "VALUE}` or "
          + "`{\"rename\": NAME}`", fix, near: fix.string, kinds)
    }
    if let value, !["rename", "replace"].contains(kind), value.bool != true, value.string == nil {
      throw error("`\(kind)` must be `true`, or a string that says what the fix does", value)
    }
    let told = value?.string.map(SafeText.line)
    let own: [Rule.Repair.Kind] = node["answersFor"] == nil ? [] : [.quote, .unquote]
    var schema: CompiledSchema?
    if case .schema? = demand, let value = node["schema"] { schema = try compiled(value) }
    // The condition for a new value.
    let holds: @Sendable (String) -> Bool = { [schema] text in
      guard let schema, let document = try? JSONDocument(text) else { return false }
      return schema.isValid(document)
    }
    switch kind {
    case "rename":
      guard let name = value?.string, !name.isEmpty else {
        throw error("`rename` must be a name", value ?? fix)
      }
      return (Rule.Repair(summary: "rename the property", kinds: [.rename(name)]), nil)
    case "insertNull":
      return (
        Rule.Repair(
          summary: told ?? "insert the property with the value null", kinds: [.insertNull]), nil
      )
    case "choose":
      return (
        Rule.Repair(
          summary: told ?? "write the allowed value that differs only by case or quotes",
          kinds: [.choose]), nil
      )
    case "quote":
      return (
        Rule.Repair(
          summary: told ?? "put the value in quotes",
          kinds: own.filter { $0 == .quote } + [.rewrite(ValueTemplate(content: .quoted))]),
        holds
      )
    case "unquote":
      return (
        Rule.Repair(
          summary: told ?? "remove the quotes",
          kinds: own.filter { $0 == .unquote } + [.rewrite(ValueTemplate(content: .unquoted))]),
        holds
      )
    default:
      let content = value.map { node -> ValueTemplate.Content in
        node.string.map { .text($0) } ?? .json(node.text)
      }
      if let text = value?.string { try checkGaps(text, value ?? fix, of: [], in: "`replace`") }
      return (
        Rule.Repair(
          summary: "replace the value",
          kinds: [.rewrite(ValueTemplate(content: content ?? .json("null")))]), holds
      )
    }
  }
}
