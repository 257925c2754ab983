import Foundation
import JSONTape

extension Mutation {
  static let all = keys + properties + values + numbers + strings + dates + bodies + texts

  private static let any: [JSONKind] = [.null, .boolean, .number, .string, .array, .object]

  // MARK: Keys and properties

  private static let keys =
    cases.map { key(.keyInOtherCase, $0) } + spellings.map { key(.keySpelledOtherwise, $0) } + [
      Mutation(kind: .halfSurrogateInKey, change: .property { #""\#($0)\ud83d":\#($1)"# }),
      Mutation(kind: .halfSurrogateInKey, change: .property { #""\#($0)":\#($1),"x\ude00":1"# }),
    ]

  private static func key(
    _ kind: Kind, _ change: @escaping @Sendable (String) -> String
  ) -> Mutation {
    Mutation(
      kind: kind, change: .property { name, value in "\(JSONWriter.quoted(change(name))):\(value)" }
    )
  }

  private static let cases: [@Sendable (String) -> String] = [
    { camel($0) }, { camel($0, acronyms: true) }, { words(of: $0).joined(separator: "_") },
    { words(of: $0).map(\.capitalized).joined() }, { $0.uppercased() }, { $0.lowercased() },
    { $0.prefix(1).uppercased() + $0.dropFirst() },
  ]

  private static let spellings: [@Sendable (String) -> String] = [
    { words(of: $0).joined(separator: "-") }, { words(of: $0).joined(separator: "__") },
    { words(of: $0).joined() }, { "\($0)_" }, { "_\($0)" }, { "\($0) " }, { "\($0)s" },
  ]

  /// `restaurantIds` of `restaurant_ids`, or `restaurantIDs`.
  private static func camel(_ name: String, acronyms: Bool = false) -> String {
    let words = words(of: name)
    return (words.first ?? "")
      + words.dropFirst().map { word in
        switch (acronyms, word) {
        case (true, "ids"): "IDs"
        case (true, "id"), (true, "url"): word.uppercased()
        default: word.capitalized
        }
      }.joined()
  }

  /// `restaurant` and `ids`, of `restaurantIds` and `restaurant_ids`.
  private static func words(of name: String) -> [String] {
    var words = [""]
    var last: Character = "_"
    for character in name {
      if character == "_" || character.isUppercase && !last.isUppercase { words.append("") }
      if character != "_" { words[words.count - 1] += character.lowercased() }
      last = character
    }
    return words.filter { !$0.isEmpty }
  }

  private static let properties = [
    Mutation(kind: .propertyMissing, change: .property { _, _ in "" }),
    // The first one wins.
    Mutation(kind: .propertyRepeated, change: .property { #""\#($0)":{},"\#($0)":\#($1)"# }),
    Mutation(kind: .propertyRepeated, change: .property { #""\#($0)":\#($1),"\#($0)":null"# }),
    Mutation(
      kind: .propertyRepeated, change: .property { #""\#($0)":\#($1),"\#(camel($0))":null"# }),
    Mutation(
      kind: .propertyRepeated, change: .property { #""\#(camel($0))":null,"\#($0)":\#($1)"# }),
  ]

  // MARK: Values

  private static func value(
    _ kind: Kind, of kinds: [JSONKind] = any, _ texts: String...
  ) -> [Mutation] {
    texts.map { text in Mutation(kind: kind, change: .value(of: kinds) { _ in text }) }
  }

  private static let values =
    value(.null, "null") + value(.otherType, "true", "7", #""7""#, "[]", "{}", #"{"id":1}"#)
    + [
      Mutation(kind: .nested, change: .value(of: any) { "[\($0)]" }),
      Mutation(kind: .nested, change: .value(of: any) { #"{"value":\#($0)}"# }),
    ]

  private static let numbers =
    value(.fraction, of: [.number], "1.5", "-0.25")
    + value(.otherFormOfNumber, of: [.number], "1.0", "1e2", "-0.0", "100e-2", "0.0000")
    + value(
      .pastInt64, of: [.number], "9223372036854775808", "-9223372036854775809", "1e19",
      "18446744073709551616.0")
    + value(.pastDouble, of: [.number], "1e309", "-1e400", "1e-400", "1e-99999999999")
    + value(.pastDecimal, of: [.number], "1e128", "1e-129", "-1e200")

  private static func string(
    _ kind: Kind, _ change: @escaping @Sendable (Substring) -> String
  ) -> Mutation {
    Mutation(
      kind: kind, change: .value(of: [.string]) { "\"\(change($0.dropFirst().dropLast()))\"" })
  }

  private static let strings = [
    string(.emptyString) { _ in "" }, string(.emptyString) { _ in " " },
    string(.halfSurrogate) { #"\#($0)\ud83d"# }, string(.halfSurrogate) { #"\ude00\#($0)"# },
    string(.halfSurrogate) { #"\#($0)\uD83D\u0041"# }, string(.halfSurrogate) { _ in #"\ude00"# },
    string(.otherCase) { $0.uppercased() }, string(.otherCase) { $0.capitalized },
    string(.otherCase) { "\($0) " },
  ]

  private static let dates = [
    "2026-02-11T12:34:56Z", "2026-02-11T12:34:56.789Z", "2026-02-11T12:34:56.789123Z",
    "2026-02-11T12:34:56+01:00", "2026-02-11T12:34:56+0100", "2026-02-11T12:34:56",
    "2026-02-11 12:34:56", "2026-02-11", "2026-02-30T12:34:56Z", "2026-02-11T24:00:00Z",
    "2026-02-11T23:59:60Z", "2026-02-11t12:34:56z", "20260211T123456Z", "02/11/2026",
    "Wed Feb 11 2026 12:34:56 GMT+0000 (Coordinated Universal Time)", "1770813296",
    "0000-01-01T00:00:00.000Z", "2026-02-11T12:34:56.789+00:00",
  ].map { date in
    Mutation(
      kind: .otherDate,
      change: .value(of: [.string]) { text in
        text.hasPrefix("\"20") && text.contains("T") ? "\"\(date)\"" : text
      })
  }

  // MARK: Bodies

  private static func body(
    _ kind: Kind, _ change: @escaping @Sendable (String) -> String
  ) -> Mutation {
    Mutation(kind: kind, change: .body { Array(change($0.root.text).utf8) })
  }

  private static let bodies = [
    body(.emptyBody) { _ in "" }, body(.blankBody) { _ in " \n" },
    body(.otherRoot) { $0.hasPrefix("[") ? "{}" : "[]" },
    body(.otherRoot) { text in
      let inner = String(text.dropFirst().dropLast())
      return text.hasPrefix("[") ? (inner.isEmpty ? "{}" : inner) : "[\(text)]"
    },
    body(.otherRoot) { _ in "null" }, body(.otherRoot) { _ in "\"OK\"" },
    body(.envelopeAdded) { #"{"data":\#($0)}"# },
    body(.envelopeAdded) { #"{"success":true,"data":\#($0),"error":null}"# },
    Mutation(
      kind: .envelopeRemoved,
      change: .body { document in
        let inner = document.root.properties.first { [.object, .array].contains($0.value.kind) }
        return inner.map { Array($0.value.text.utf8) }
      }),
    body(.tooDeep) { _ in String(repeating: "[", count: 513) + String(repeating: "]", count: 513) },
    body(.tooDeep) { text in
      let nest = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
      return text.hasPrefix("{")
        ? "{\"nest\":\(nest)\(text.count > 2 ? "," : "")\(text.dropFirst())" : nest
    },
  ]

  private static let texts = [
    body(.noJSON) { "\($0)\n<!-- 12 ms -->" },
    body(.noJSON) { "\($0.dropLast())" }, body(.noJSON) { "\($0.dropLast()),\($0.suffix(1))" },
    body(.noJSON) { $0.replacingOccurrences(of: "\"", with: "'") }, body(.noJSON) { "// a\n\($0)" },
    body(.noJSON) { "\($0)\($0)" }, body(.noJSON) { _ in "<html></html>" },
    Mutation(kind: .noJSON, change: .value(of: [.number]) { _ in "NaN" }),
    Mutation(kind: .noJSON, change: .value(of: [.number]) { _ in "01" }),
    Mutation(kind: .noJSON, change: .value(of: [.number]) { _ in "1." }),
    Mutation(kind: .noJSON, change: .value(of: [.number]) { _ in "+1" }),
    Mutation(kind: .noJSON, change: .value(of: [.boolean]) { _ in "True" }),
    string(.noJSON) { "\($0)\n" }, string(.noJSON) { #"\#($0)\x41"# },
    string(.noJSON) { #"\#($0)\u12"# },
    // Latin-1.
    Mutation(
      kind: .noJSON,
      change: .body { document in
        let bytes = Array(document.root.text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
          let quote = bytes[colon...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return bytes[...quote] + [0xE9] + bytes[(quote + 1)...]
      }),
  ]
}
