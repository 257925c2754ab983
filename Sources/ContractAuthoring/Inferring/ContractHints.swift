@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCheck
internal import JSONSchema

/// The content of `x-schemacheck` at the top of a drafted contract. This content lists the forms
/// that all traffic has.
struct ContractHints {
  private var rules: [DraftProperty] = []
  private let hasKeys: Bool
  private let isSnake: Bool

  init(_ schemas: SchemaInference, _ off: [String: String]) {
    if let names = Self.coordinates(schemas), off["coordinate-names"] == nil {
      rules.append(
        DraftProperty("coordinate-names", .object([DraftProperty("names", .strings(names))])))
    }
    if let profile = schemas.profile, off["iso-dates"] == nil {
      rules.append(
        DraftProperty("iso-dates", .object([DraftProperty("profile", profile.rawValue)])))
    }
    hasKeys = schemas.properties.contains { !$0.isEmpty }
    let keyCase = Self.keyCase(schemas)
    isSnake = keyCase == .snake
    if let keyCase, off["key-case"] == nil {
      rules.append(DraftProperty("key-case", .object([DraftProperty("case", keyCase.rawValue)])))
    }
    for (rule, reason) in off.sorted(by: { $0.key < $1.key }) {
      rules.append(DraftProperty(rule, .string("off"), remark: reason))
    }
  }

  /// The object. Nil if it would be empty.
  var node: DraftNode? {
    guard hasKeys else { return nil }
    let remark = isSnake ? "or convertFromSnakeCase, if the app's decoder uses it" : nil
    let decoder = DraftNode.object([DraftProperty("keys", .string("exact"), remark: remark)])
    return .object(
      [
        DraftProperty(
          "decoder", decoder,
          remark: "traffic does not show which apps read the API; to name several apps, write "
            + "`clients`, such as "
            + "{\"android\": {\"decoder\": \"kotlinx.serialization\"}}")
      ]
        + (rules.isEmpty ? [] : [DraftProperty("rules", .object(rules))]))
  }

  /// The usual pair of names. Nil without coordinates.
  private static func coordinates(_ schemas: SchemaInference) -> [String]? {
    var counts: [Coordinate: [String: Int]] = [:]
    for properties in schemas.properties {
      for coordinate in Coordinate.allCases {
        for name in properties where name != "long" || properties.contains("lat") {
          let folded = String(decoding: NamePattern.fold(name), as: UTF8.self)
          if Coordinate(folded: folded) == coordinate {
            counts[coordinate, default: [:]][name, default: 0] += 1
          }
        }
      }
    }
    let pair = Coordinate.allCases.compactMap { coordinate in
      counts[coordinate]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    return pair.count == 2 ? pair : nil
  }

  /// The case of all keys. Nil if the keys differ, or if no key shows the case.
  private static func keyCase(_ schemas: SchemaInference) -> KeyCase? {
    let names = Set(schemas.properties.flatMap { $0 }).map { Array($0.utf8) }
    let telling = names.filter { name in
      KeyCase.camel.accepts(name) != KeyCase.snake.accepts(name)
    }
    guard telling.count >= 3 else { return nil }
    return [KeyCase.camel, .snake].first { style in names.allSatisfy(style.accepts) }
  }
}
