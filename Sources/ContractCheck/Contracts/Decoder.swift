@_spi(Engine) package import JSONSchema
internal import JSONTape

/// How the clients of a contract decode bodies: the `decoder` of `x-schemacheck`, in the terms of
/// Foundation's JSONDecoder. What it does not say is as a decoder without settings has it.
package struct Decoder: Hashable, Sendable {
  /// Whether keys go through `convertFromSnakeCase`.
  var convertsKeys = false
  /// What integers and other numbers are decoded into.
  package var integers = DecodedType.int64
  var numbers = DecodedType.double
  /// Whether an empty body is decoded: true of any status, false not even of 204; nil of 204 alone.
  var allowsEmptyBody: Bool?
  /// The properties that are decoded as `URL`, by their documented names.
  package var urls: Set<String> = []
  /// The properties of the app that its keys do not tell, by their documented names.
  var properties: [String: String] = [:]

  var namesProperties: Bool { !urls.isEmpty || !properties.isEmpty }

  /// The app's property for a documented name.
  func property(_ name: String) -> String {
    properties[name] ?? (convertsKeys ? SnakeCaseConversion.property(name) : name)
  }

  /// This decoder with the members of a `decoder` object over it.
  ///
  /// - Throws: ``ContractError`` for an unknown member or value, with the nearest known one.
  func applying(_ node: JSONNode, contract: String) throws(ContractError) -> Decoder {
    guard node.kind == .object else {
      throw ContractError("`decoder` must be an object", contract: contract, node: node)
    }
    var copy = self
    for member in node.members { try copy.set(member, contract) }
    return copy
  }

  private static let members = ["keys", "integers", "numbers", "urls", "emptyBody", "properties"]

  private mutating func set(_ member: JSONMember, _ contract: String) throws(ContractError) {
    switch member.name {
    case "keys":
      convertsKeys = try Self.choice(
        member, ["exact": false, "convertFromSnakeCase": true], contract)
    case "integers":
      integers = try Self.choice(member, ["int64": .int64, "int32": .int32], contract)
    case "numbers":
      numbers = try Self.choice(member, ["double": .double, "decimal": .decimal], contract)
    case "emptyBody":
      allowsEmptyBody = try Self.choice(member, ["refused": false, "allowed": true], contract)
    case "urls":
      let names = member.value.kind == .array ? member.value.elements.compactMap(\.string) : []
      guard member.value.kind == .array, names.count == member.value.count else {
        throw ContractError(
          "`urls` is an array of property names", contract: contract, node: member.value)
      }
      urls = Set(names)
    case "properties":
      properties = [:]
      for property in member.value.members {
        properties[property.name] = property.value.string
      }
      guard member.value.kind == .object, properties.count == member.value.count else {
        throw ContractError(
          "`properties` is an object: the documented name of each property, and its name in the app",
          contract: contract, node: member.value)
      }
    default:
      throw ContractError(
        "`decoder` has no member `\(member.name)`"
          + NearestName.suggestion(for: member.name, among: Self.members),
        contract: contract, node: member.key)
    }
  }

  private static func choice<Value>(
    _ member: JSONMember, _ choices: KeyValuePairs<String, Value>, _ contract: String
  ) throws(ContractError) -> Value {
    let text = member.value.string
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let names = choices.map(\.key)
    throw ContractError(
      "`\(member.name)` is one of " + names.map { "`\($0)`" }.joined(separator: ", ")
        + (text.map { NearestName.suggestion(for: $0, among: names) } ?? ""),
      contract: contract, node: member.value)
  }
}
