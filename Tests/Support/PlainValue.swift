/// A JSON value as a tree that is compared part by part; tests compare it with a tape.
public indirect enum PlainValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is written.
  case number(String)
  case text(String)
  case list([PlainValue])
  /// The properties in order; no name is repeated.
  case object([(name: String, value: PlainValue)])

  /// Whether two texts have the same scalars; for Swift's own `==`, `é` equals `e` with a combining
  /// accent.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Whether two values are equal according to JSON Schema.
  public static func == (left: PlainValue, right: PlainValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): PlainDecimal(one) == PlainDecimal(other)
    case (.text(let one), .text(let other)): isSame(one, other)
    case (.list(let one), .list(let other)): one == other
    case (.object(let one), .object(let other)):
      one.count == other.count
        && one.allSatisfy { property in right[property.name] == property.value }
    default: false
    }
  }

  /// The value of a property; nil if there is none.
  public subscript(name: String) -> PlainValue? {
    guard case .object(let properties) = self else { return nil }
    return properties.first { Self.isSame($0.name, name) }?.value
  }

  /// The properties of an object; empty for other values.
  public var properties: [(name: String, value: PlainValue)] {
    if case .object(let properties) = self { properties } else { [] }
  }

  /// The elements of an array; empty for other values.
  public var elements: [PlainValue] {
    if case .list(let elements) = self { elements } else { [] }
  }

  /// The texts of a list of texts.
  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}

extension PlainValue {
  /// The value as plain JSON.
  public var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .text(let text): "\"\(text)\""
    case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let properties):
      "{" + properties.map { "\"\($0.name)\":\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }

  /// The value in another spelling: properties in any order, texts with escapes, numbers in other
  /// forms.
  public func respelled(_ random: inout SeededGenerator) -> String {
    switch self {
    case .null, .bool: return json
    case .number(let text):
      if text.contains(where: { "eE".contains($0) }) { return text }
      let whole = text.contains(".") ? text : text + ".0"
      return random.pick([text, text, whole, whole + "00", text + "e0", whole + "E-0"])
    case .text(let text): return Self.respelled(text, &random)
    case .list(let elements):
      let texts = elements.map { $0.respelled(&random) }
      return "[" + texts.joined(separator: random.pick([",", " , "])) + "]"
    case .object(let properties):
      let order = random.below(2) == 0 ? properties : properties.shuffled(using: &random)
      let texts = order.map {
        Self.respelled($0.name, &random) + ":" + $0.value.respelled(&random)
      }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }

  /// A text in quotes, sometimes with an escape for each code unit.
  public static func respelled(_ text: String, _ random: inout SeededGenerator) -> String {
    guard random.below(4) == 0 else { return "\"\(text)\"" }
    let units = text.utf16.map { unit -> String in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(units.joined())\""
  }
}
