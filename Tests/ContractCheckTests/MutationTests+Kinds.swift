import TestSupport
@_spi(Engine) @testable import ContractReports
import JSONTape

/// Properties dropped, values of other types, keys in other cases.
extension MutationTests {
  static func dropped(
    _ sample: MutationSample, _ site: MutationSite, _ terms: ContractTerms, _ file: ContractFile
  ) -> [Mutation] {
    site.value.properties.compactMap { property -> Mutation? in
      guard let schema = site.schema?["properties"]?[property.name] else { return nil }
      let body = sample.body.dropping(property.name, from: site.path)
      guard site.required.contains(property.name) else {
        return Mutation(kind: "optional dropped", detail: property.name, body: body, expected: nil)
      }
      let resolved = file.resolve(schema)
      let types = resolved["type"]?.elements.compactMap(\.string) ?? []
      var rule = "schema"
      var kind = "property dropped"
      if types.contains("null") {
        rule = "explicit-null"
        kind = "nullable dropped"
      } else if MutationSite.isPagination(resolved)
        || MutationSite.isFigure(property.name, of: site.schema)
      {
        rule = "pagination-shape"
      } else if let pair = terms.coordinates, pair.contains(property.name) {
        // One of the pair without the other.
        rule = "coordinate-range"
      }
      return Mutation(
        kind: kind, detail: "\(site.pointer) \(property.name)", body: body,
        expected: FindingPlace(rule: rule, instance: site.pointer, property: property.name))
    }
  }

  private static let values: [(type: String, value: JSONTree)] = [
    ("null", .scalar("null")), ("boolean", .scalar("true")), ("integer", .scalar("7")),
    ("number", .scalar("1.5")), ("string", .string("x")), ("string", .string("7")),
    ("array", .array([])), ("object", .object([])),
  ]

  static func retyped(
    _ sample: MutationSample, _ site: MutationSite, _ terms: ContractTerms
  ) -> [Mutation] {
    let types = site.types
    guard !types.isEmpty else { return [] }
    return values.compactMap { type, value -> Mutation? in
      let isAllowed = types.contains(type) || (type == "integer" && types.contains("number"))
      guard !isAllowed else { return nil }
      var rule = "schema"
      if site.isFigure || site.isPaginationObject {
        rule = "pagination-shape"
      } else if let pair = terms.coordinates, let name = site.name, pair.contains(name),
        type == "string"
      {
        rule = "coordinate-range"
      } else if site.name == "platform" {
        // "Anything but exactly `ios` or `android`."
        rule = "device-platform"
      }
      return Mutation(
        kind: "type changed", detail: "\(site.pointer) is \(value.text())",
        body: sample.body.replacing(site.path, with: value),
        expected: FindingPlace(rule: rule, instance: site.pointer))
    }
  }

  static func recased(
    _ sample: MutationSample, _ site: MutationSite, _ terms: ContractTerms
  ) -> [Mutation] {
    site.value.properties.flatMap { property -> [Mutation] in
      guard site.schema?["properties"]?[property.name] != nil else { return [] }
      return otherCases(of: property.name).map { key in
        let isCoordinate = terms.coordinates?.contains(property.name) ?? false
        // The app does not find the property under a key that its decoder converts otherwise.
        let isConverted =
          terms.convertsKeys
          && (try? ConvertedKey.property(key) == ConvertedKey.property(property.name)) == true
        let isLost = terms.convertsKeys && !sample.isRequest && !isConverted
        // To the schema, a required property under another key is missing.
        let isRequired = site.schema?["required"]?.elements.contains { $0.string == property.name }
        return Mutation(
          kind: "key in another case", detail: "\(site.pointer) \(key)",
          body: sample.body.renaming(property.name, to: key, in: site.path),
          expected: FindingPlace(
            rule: isCoordinate ? "coordinate-names" : isLost ? "decodable" : "key-case",
            instance: JSONPointer(tokens: site.path + [key]).description),
          severity: isCoordinate || isLost || isRequired == true && !isConverted
            ? "error" : terms.keyCaseSeverity, markedKey: key)
      }
    }
  }

  /// `listPrice`, `list_price`, `ListPrice`, `LIST_PRICE`, without the name itself.
  private static func otherCases(of name: String) -> [String] {
    var words: [String] = []
    var previousIsLower = false
    for character in name {
      if character == "_" || character == "-" {
        words.append("")
      } else if character.isUppercase, previousIsLower {
        words.append(character.lowercased())
      } else {
        if words.isEmpty { words.append("") }
        words[words.count - 1] += character.lowercased()
      }
      previousIsLower = character.isLowercase
    }
    let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let camel = words[0] + capitals.dropFirst().joined()
    let spellings = [
      camel, words.joined(separator: "_"), capitals.joined(),
      words.joined(separator: "_").uppercased(),
    ]
    var seen: Set<String> = [name]
    return spellings.filter { seen.insert($0).inserted }
  }

  // MARK: Properties more

  static func added(_ sample: MutationSample, _ site: MutationSite) -> [Mutation] {
    guard site.value.type == "object" else { return [] }
    let extra = JSONPointer(tokens: site.path + ["extra"]).description
    var mutations = [
      Mutation(
        kind: "undocumented property", detail: site.pointer,
        body: sample.body.adding("extra", .scalar("1"), to: site.path),
        expected: site.isOpen ? nil : FindingPlace(rule: "undocumented-field", instance: extra),
        severity: "warning", markedKey: "extra")
    ]
    if !sample.isRequest {
      for secret in ["passwordHash", "password"] {
        let place = JSONPointer(tokens: site.path + [secret]).description
        mutations.append(
          Mutation(
            kind: "secret added", detail: "\(site.pointer) \(secret)",
            body: sample.body.adding(secret, .string("$2b$10$abcdefghijklmno"), to: site.path),
            expected: FindingPlace(rule: "secret-exposure", instance: place), markedKey: secret))
      }
    }
    return mutations
  }

  static func repeated(_ sample: MutationSample, _ site: MutationSite) -> [Mutation] {
    site.value.properties.map { property in
      let place = JSONPointer(tokens: site.path + [property.name]).description
      return Mutation(
        kind: "repeated property", detail: place,
        body: sample.body.adding(property.name, property.value, to: site.path),
        expected: FindingPlace(rule: "duplicate-key", instance: place), markedKey: property.name)
    }
  }

  static func broken(_ sample: MutationSample) -> [Mutation] {
    let text = sample.body.text()
    return [
      text + "}", String(text.dropLast()), "{" + text, text.replacing("}", with: ",}"),
      text.replacing("\"", with: "'"), text + " // end", "<html></html>",
    ].compactMap { broken -> Mutation? in
      // `{}` and `[]` have nothing to break in some of these ways.
      guard broken != text else { return nil }
      return Mutation(
        kind: "syntax broken", detail: String(broken.suffix(20)), body: sample.body,
        expected: FindingPlace(rule: "json-syntax", instance: ""), text: broken)
    }
  }
}

extension String {
  fileprivate func replacing(_ part: Character, with other: String) -> String {
    reduce(into: "") { $0 += $1 == part ? other : String($1) }
  }
}
