@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Short phrases for simple schemas. Nil for schemas that need a whole sentence.
enum SchemaWords {
  /// A phrase such as "null", "`admin`", "a string" or "an object with `a`".
  ///
  /// - Parameter constant: Returns the text of a value that the schema lists.
  static func noun(_ schema: JSONNode, _ constant: (JSONNode) -> String) -> String? {
    var keywords = schema.properties.map(\.name).filter { !isNote($0) }
    // `type` adds no information to one other keyword.
    if keywords.count == 2 { keywords.removeAll { $0 == "type" } }
    let title = schema["title"]?.string.map { "`\(FailureContext.shownName($0))`" }
    guard keywords.count == 1, let keyword = keywords.first, let value = schema[keyword] else {
      return title
    }
    switch keyword {
    case "const": return FailureContext.list([constant(value)])
    case "enum":
      let texts = value.elements.map(constant)
      return texts.count == 1 ? FailureContext.list(texts) : "one of " + FailureContext.list(texts)
    case "type":
      let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
      let types = names.compactMap { TypeSet(name: $0) }.reduce(into: TypeSet()) {
        $0.formUnion($1)
      }
      return types.isEmpty ? nil : FailureContext.phrase(types)
    case "required":
      let names = value.elements.compactMap(\.string)
      return names.isEmpty ? nil : "an object with \(FailureContext.list(names))"
    case "minimum": return "at least \(value.text)"
    case "exclusiveMinimum": return "above \(value.text)"
    case "maximum": return "at most \(value.text)"
    case "exclusiveMaximum": return "below \(value.text)"
    case "$ref":
      let last = value.string?.split(separator: "/").last.map(String.init)
      return last.map { "`\(FailureContext.shownName($0))`" }
    default: return title
    }
  }

  static func required(_ schema: JSONNode) -> [String]? {
    guard let names = onlyValue(of: "required", in: schema), names.kind == .array else {
      return nil
    }
    let properties = names.elements.compactMap(\.string)
    return properties.isEmpty ? nil : properties
  }

  static func requiredOfAny(_ schema: JSONNode) -> [[String]]? {
    guard let branches = onlyValue(of: "anyOf", in: schema) else { return nil }
    let groups = branches.elements.map { required($0) }
    let known = groups.compactMap { $0 }
    return known.count == groups.count && !known.isEmpty ? known : nil
  }

  static func pattern(_ schema: JSONNode) -> String? {
    onlyValue(of: "pattern", in: schema)?.string
  }

  /// The value of a keyword, if the schema has no other assertion except a type.
  private static func onlyValue(of keyword: String, in schema: JSONNode) -> JSONNode? {
    let keywords = schema.properties.map(\.name).filter { !isNote($0) && $0 != "type" }
    return keywords == [keyword] ? schema[keyword] : nil
  }

  private static func isNote(_ keyword: String) -> Bool {
    ["title", "description", "$comment", "examples", "default", "deprecated"].contains(keyword)
  }
}

/// The words for the branches of `anyOf` and `oneOf`.
extension FailureContext {
  /// Nobody knows which branch was meant, so the text names all nearest branches.
  func noneHolds(_ branches: Int, _ needed: String) -> FindingText {
    if let nouns = nounsOfAlternatives {
      return FindingText(
        message: "\(subject) is \(shown); \(authority.name) says "
          + Self.joined(Self.bounded(nouns), "or"))
    }
    if let groups = absentOfAlternatives { return noneIsHere(groups, needed) }
    let most = 4
    let reasons = alternatives.prefix(most).map { alternative in
      let messages = alternative.failures.map(\.text.message)
      return "\(Self.name(alternative.branch)) (\(messages.joined(separator: "; ")))"
    }
    var list = Self.joined(reasons, "or")
    if alternatives.count > most {
      list = reasons.joined(separator: ", ") + " and \(alternatives.count - most) more"
    }
    let nearest = alternatives.count < branches ? "; the nearest are " : ": "
    return FindingText(
      message: "\(subject) matches none of \(branches) alternatives" + (list.isEmpty ? "" : nearest)
        + list)
  }

  private func noneIsHere(_ groups: [[String]], _ needed: String) -> FindingText {
    let names = Self.bounded(groups.map { Self.joined(Self.quoted($0), "and") })
    let isOne = needed == "exactly one of them"
    switch (groups.allSatisfy { $0.count == 1 }, names.count == 2) {
    case (true, let isPair):
      let none =
        isPair ? "neither \(names[0]) nor \(names[1])" : "none of \(names.joined(separator: ", "))"
      return FindingText(
        message: "\(none) is here; \(needed) is needed", label: "add \(Self.joined(names, "or"))")
    case (false, true):
      let list = names.joined(separator: " or ")
      return FindingText(
        message: "provide either \(list)" + (isOne ? ", not both" : ""), label: "add \(list)")
    case (false, false):
      let count = isOne ? "exactly one" : "at least one"
      return FindingText(
        message: "provide \(count) of these: \(names.joined(separator: "; "))")
    }
  }

  /// The texts. If there are more than eight texts, only their number.
  private static func bounded(_ texts: [String]) -> [String] {
    texts.count > 8 ? texts.prefix(8) + ["\(texts.count - 8) more"] : texts
  }

  /// Phrases such as "an integer" or "`auto`", if each branch only asks for another type or
  /// constant.
  private var nounsOfAlternatives: [String]? {
    var nouns: [String] = []
    for alternative in alternatives {
      guard let only = alternative.failures.first, alternative.failures.count == 1,
        only.failure.instance == failure.instance, only.failure.key == nil
      else { return nil }
      switch only.failure.kind {
      case .type(let expected, _): nouns.append(Self.phrase(expected))
      case .const(let constant): nouns.append(list([constant]))
      case .enum(let allowed): nouns.append(list(allowed))
      default: return nil
      }
    }
    return nouns.isEmpty ? nil : nouns
  }

  /// The missing properties of each branch, if all branches fail only because of missing
  /// properties.
  private var absentOfAlternatives: [[String]]? {
    var groups: [[String]] = []
    for alternative in alternatives {
      var names: [String] = []
      for lacking in alternative.failures {
        guard case .required(let property) = lacking.failure.kind,
          lacking.failure.instance == failure.instance
        else { return nil }
        names.append(property)
      }
      groups.append(names)
    }
    return groups.isEmpty ? nil : groups
  }
}

/// Phrases for the most common regular expressions. Such an expression is one character class
/// between anchors, or a plain text at the start or the end.
enum PatternWords {
  /// A phrase such as "5 digits"; nil for other expressions.
  static func of(_ pattern: String) -> String? {
    guard pattern.utf8.count <= 64 else { return nil }
    if pattern.hasPrefix("^"), pattern.hasSuffix("$"), pattern.utf8.count > 2 {
      let inner = pattern.dropFirst().dropLast()
      for (source, one, many) in classes where inner.hasPrefix(source) {
        return quantity(inner.dropFirst(source.count), one, many)
      }
      return nil
    }
    if pattern.hasPrefix("^"), let text = plain(pattern.dropFirst()) {
      return "must begin with `\(text)`"
    }
    if pattern.hasSuffix("$"), let text = plain(pattern.dropLast()) {
      return "must end with `\(text)`"
    }
    return nil
  }

  private static let classes: [(source: String, one: String, many: String)] = [
    ("[0-9]", "digit", "digits"), ("\\d", "digit", "digits"),
    ("[a-z]", "lower-case letter", "lower-case letters"),
    ("[A-Z]", "capital letter", "capital letters"),
    ("[a-zA-Z]", "letter", "letters"), ("[A-Za-z]", "letter", "letters"),
    ("[a-f0-9]", "lower-case hex digit", "lower-case hex digits"),
    ("[0-9a-f]", "lower-case hex digit", "lower-case hex digits"),
    ("[A-F0-9]", "capital hex digit", "capital hex digits"),
    ("[0-9A-F]", "capital hex digit", "capital hex digits"),
    ("[0-9a-fA-F]", "hex digit", "hex digits"), ("[0-9A-Fa-f]", "hex digit", "hex digits"),
    ("[a-fA-F0-9]", "hex digit", "hex digits"), ("[A-Fa-f0-9]", "hex digit", "hex digits"),
    ("[a-z0-9]", "lower-case letter or digit", "lower-case letters or digits"),
    ("[A-Z0-9]", "capital letter or digit", "capital letters or digits"),
    ("[a-zA-Z0-9]", "letter or digit", "letters or digits"),
    ("[A-Za-z0-9]", "letter or digit", "letters or digits"),
    ("[0-9a-zA-Z]", "letter or digit", "letters or digits"),
    ("\\w", "letter, digit or `_`", "letters, digits or `_`"),
    ("\\S", "character, no white space", "characters, no white space"),
  ]

  private static func quantity(_ text: Substring, _ one: String, _ many: String) -> String? {
    switch text {
    case "": return "1 \(one)"
    case "+": return "1 or more \(many)"
    case "*": return "\(many) alone, or nothing"
    case "?": return "1 \(one) or nothing"
    default: break
    }
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    let bounds = text.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    guard let minimum = bounds.first.flatMap({ Int($0) }), bounds.count <= 2 else { return nil }
    if bounds.count == 1 { return Plural.count(minimum, one, many) }
    if bounds[1].isEmpty { return "\(minimum) or more \(many)" }
    return Int(bounds[1]).map { "\(minimum) to \($0) \(many)" }
  }

  /// The only text that an expression matches. Nil if it matches several texts.
  private static func plain(_ expression: Substring) -> String? {
    var plain = ""
    var rest = expression
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst(), "./-+()[]{}?*|^$".contains(next) else { return nil }
        plain.append(next)
      } else if ".[](){}?*+|^$".contains(character) {
        return nil
      } else {
        plain.append(character)
      }
    }
    return plain.isEmpty ? nil : plain
  }
}
