@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The messages that are used if no documented rule has its own text.
extension FailureContext {
  var subject: String {
    guard let name else { return whole ?? authority.instance }
    if isKey { return "the name `\(Self.shownName(name))`" }
    return parent?.kind == .array ? "element \(quotedName)" : "`\(quotedName)`"
  }

  /// A list such as "`a`, `b` and 3 more".
  static func list(_ texts: some Collection<String>, atMost limit: Int = 8) -> String {
    let shown = texts.prefix(limit).map { "`\(SafeText.line(cut($0)))`" }
    let rest = texts.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Names in backquotes, safe to print.
  static func quoted(_ names: [String]) -> [String] { names.map { "`\(shownName($0))`" } }

  /// A text such as "has 2 elements; at least 3 are needed".
  private func tooFew(_ found: Int, _ noun: String, _ limit: JSONNumber) -> FindingText {
    let isOne = limit == JSONNumber(1)
    let isEmpty = found == 0 && !isKey
    let size = isEmpty ? "is empty" : "has \(Plural.count(found, noun))"
    let nouns = isEmpty ? (isOne ? " \(noun)" : " \(Plural.noun(2, noun))") : ""
    let needed = "at least \(limit)\(nouns) \(isOne ? "is" : "are") needed"
    return says("\(size); \(needed)")
  }

  private func tooMany(_ found: Int, _ noun: String, _ limit: JSONNumber) -> FindingText {
    let allowed = "at most \(limit) \(limit == JSONNumber(1) ? "is" : "are") allowed"
    return says("has \(Plural.count(found, noun)); \(allowed)")
  }

  private func bound(_ words: String, _ limit: JSONNumber) -> FindingText {
    says("is \(shown); \(words) \(limit)")
  }

  private func missing(_ property: String, _ reason: String = "") -> FindingText {
    let property = Self.shownName(property)
    return FindingText(message: "`\(property)` is missing\(reason)", label: "add `\(property)`")
  }

  private func says(_ words: String, label: String = "") -> FindingText {
    FindingText(message: "\(subject) \(words)", label: label)
  }

  var schemaText: FindingText {
    var text = keywordText
    if text.label.isEmpty, let ownAdvice { text.label = ownAdvice }
    return text
  }

  /// The effect of an own rule's fix, if the new value satisfies the rule.
  private var ownAdvice: String? {
    guard rule.origin != nil, let fix, fix.edits.count == 1, fix.edits[0].range == node.range,
      rule.holds?(fix.edits[0].text) ?? false
    else { return nil }
    return fix.title
  }

  private var keywordText: FindingText {
    switch failure.kind {
    case .type(let expected, _): return wrongType(expected)
    case .const(let expected): return otherConstant(expected)
    case .enum(let allowed): return otherChoice(allowed)
    case .minimum(let limit): return bound("the minimum is", limit)
    case .exclusiveMinimum(let limit): return bound("it must be above", limit)
    case .maximum(let limit): return bound("the maximum is", limit)
    case .exclusiveMaximum(let limit): return bound("it must be below", limit)
    case .multipleOf(let divisor): return bound("it must be a multiple of", divisor)
    case .minLength(let limit, let found): return tooFew(found, "character", limit)
    case .maxLength(let limit, let found): return tooMany(found, "character", limit)
    case .pattern(let pattern):
      let shown = shownPattern(pattern)
      let words = PatternWords.of(shown).map { " (\($0))" } ?? ""
      return says("\(isWritten)does not match `\(shown)`\(words)")
    case .patternLimit(let pattern):
      return says("is not checked: the pattern `\(shownPattern(pattern))` takes too many steps")
    case .format(let format): return otherFormat(format)
    case .date(let profile): return says("is \(shown); \(authority.name) says `\(profile.shape)`")
    case .minItems(let limit, let found): return tooFew(found, "element", limit)
    case .maxItems(let limit, let found): return tooMany(found, "element", limit)
    case .uniqueItems(let first, let second):
      return says(
        "repeats \(repeated(first)): elements \(first) and \(second) are equal",
        label: "remove one of the two")
    case .contains(let minimum, let maximum, let found, let schema):
      return otherContents(minimum, maximum, found, schema)
    case .minProperties(let limit, let found): return tooFew(found, "property", limit)
    case .maxProperties(let limit, let found): return tooMany(found, "property", limit)
    case .required(let property): return missing(property)
    case .dependentRequired(let property, let because):
      return missing(property, "; `\(Self.shownName(because))` requires it")
    case .judged, .chosen:
      return FindingText(message: "\(subject) is \(shown), which clients cannot decode")
    case .additionalProperties(_, let listed): return unlisted(listed)
    case .unevaluatedProperties(_, let listed): return unlisted(listed)
    case .additionalItems(let limit):
      let most =
        limit == 0 ? "no element is" : limit == 1 ? "1 element is" : "\(limit) elements are"
      return says("is too many; \(most) allowed here", label: "remove it")
    case .unevaluatedItems: return says("is not allowed here", label: "remove it")
    case .anyOf(let branches, _): return noneHolds(branches, "one of them")
    case .oneOf(let branches, _): return noneHolds(branches, "exactly one of them")
    case .oneOfMatches(let matches):
      let names = Self.joined(matches.prefix(8).map(Self.name), "and")
      let alternatives = Plural.count(matches.first?.count ?? 0, "alternative")
      return says("matches \(names) of \(alternatives); exactly one may match")
    case .not(let schema): return excluded(schema)
    case .never: return says("is not allowed here", label: name == nil ? "" : "remove it")
    case .refused(.readOnly):
      return says(
        "is read-only; a request must not contain it", label: "remove it from the request")
    case .refused(.writeOnly):
      return says(
        "is write-only; a response must not contain it", label: "remove it from the response")
    case .alias(let documented): return says("is another name for `\(documented)`")
    case .forbiddenKey, .keyCase, .undocumented: return says("is not in the contract")
    case .displaced(let displacement): return otherPlace(displacement)
    case .relation(let relation, let object, let facts): return broken(relation, object, facts)
    case .tooDeep: return says("is nested too deeply to be checked")
    case .tooMuchWork:
      return FindingText(message: "not checked: the schema takes too many steps for this value")
    case .unexplained:
      return says("does not match the schema; the search for the reason takes too many steps")
    }
  }

  /// "`end >= start` is not true: `end` is 3, `start` is 5".
  private func broken(
    _ relation: Relation, _ object: JSONNode, _ facts: MessageFacts
  ) -> FindingText {
    let figures = figures(of: relation, in: object, facts).prefix(4).map { text, value in
      "`\(SafeText.line(Self.cut(text)))` is \(value)"
    }
    let values = figures.isEmpty ? "" : ": " + figures.joined(separator: ", ")
    return FindingText(
      message: "`\(SafeText.line(Self.cut(relation.text)))` is not true\(values)")
  }

  /// The values that a relation compares. Each one has its name in the relation and the text to
  /// show.
  func figures(
    of relation: Relation, in object: JSONNode, _ facts: MessageFacts
  ) -> [(text: String, value: String)] {
    relation.figures(in: object, of: facts).map { text, place, value in
      let name = Self.lastName(of: text)
      if let place {
        return (text, hidesValue ? shown(place) : Self.shown(place, ofProperty: name))
      }
      return (text, hidesValue || Redaction.isSecret(name) ? Redaction.mask(of: value) : value)
    }
  }

  /// The name of the last property in the path of a relation.
  private static func lastName(of path: String) -> String {
    let names = path.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return names.last { !$0.allSatisfy(\.isNumber) }.map(String.init) ?? ""
  }

  /// A text such as "the object is one level too deep, under `/data`".
  private func otherPlace(_ displacement: SchemaFailure.Displacement) -> FindingText {
    let property = Self.shownName(displacement.property)
    let place = pointer.appending(displacement.property).shown.pattern
    switch displacement.level {
    case .tooDeep:
      let kind = node[displacement.property]?.kind ?? .object
      return FindingText(
        message: "the \(kind.name) is one level too deep, under `\(place)`",
        label: kind == .array
          ? "send the array itself, without `\(property)` around it"
          : "move its properties one level up, out of `\(property)`")
    case .tooHigh:
      return FindingText(
        message:
          "the \(node.kind.name) is one level too high; \(authority.name) has it under `\(place)`",
        label: "put it under `\(property)`")
    }
  }

  /// The value in words; empty for a name, because the sentence begins with it.
  private var isWritten: String { isKey ? "" : "is \(shown); it " }

  /// Names the property that was probably meant, or the allowed properties.
  private func unlisted(_ listed: [String]) -> FindingText {
    let message = "`\(quotedName)` is not allowed here"
    if let near = nearestAbsent(among: listed) {
      return FindingText(
        message: message + NearestName.suggestion(SafeText.line(near)),
        label: "rename to `\(SafeText.line(near))`, or remove it", near: near)
    }
    let known =
      listed.isEmpty || listed.count > 8
      ? "" : "; \(authority.name) lists \(Self.list(listed))"
    return FindingText(message: message + known, label: "remove it")
  }

  /// The listed name that was probably meant; nil for maps, or if the object has it already.
  func nearestAbsent(among listed: [String]) -> String? {
    guard let parent, parent.count <= JSONNode.mostNamedProperties else { return nil }
    return nearest.of(name ?? "", among: listed, of: failure.schema).flatMap {
      parent.holds($0) ? nil : $0
    }
  }

  /// The element's value, if it is short.
  private func repeated(_ position: Int) -> String {
    guard let element = node[position] else { return "an element" }
    return shown(element)
  }

  /// A text such as "`a` is 7". A name is not repeated as its own value.
  private var found: String { "\(subject) is \(isKey ? "not allowed" : shown)" }

  func otherConstant(_ expected: JSONNode) -> FindingText {
    let wanted = written(expected)
    var text = FindingText(
      message: "\(found); \(authority.name) says \(wanted)",
      label: quotesOnly(expected) ?? "send \(wanted)")
    if let slip = slip(expected) { text.message += slip }
    return text
  }

  func otherChoice(_ allowed: [JSONNode]) -> FindingText {
    if allowed.count == 1 { return otherConstant(allowed[0]) }
    let message =
      "\(found); \(authority.name) allows \(list(allowed))"
    if allowed.isEmpty {
      return FindingText(message: "\(found); \(authority.name) allows no value")
    }
    let names = nearest.names(allowed, of: failure.schema)
    if let twin = names.twin(of: node) {
      return FindingText(
        message: "\(message); did you mean the \(Self.noun(twin)) `\(constant(twin))`?",
        label: quotesOnly(twin) ?? "")
    }
    // A text that is similar to a secret is also a secret.
    guard !isMasked, let near = node.string.flatMap({ nearest.of($0, among: names) }),
      Redaction.shown(near, ofProperty: name) == near
    else { return FindingText(message: message) }
    let safe = SafeText.line(Self.cut(near))
    return FindingText(message: message + NearestName.suggestion(safe), label: "write `\(safe)`")
  }

  /// The difference from the expected text, if it is hard to see.
  private func slip(_ expected: JSONNode) -> String? {
    guard let found = node.string, let wanted = expected.string, found != wanted,
      found.utf8.count <= wanted.utf8.count + 64
    else { return nil }
    if found.lowercased() == wanted.lowercased() { return " (case matters)" }
    let inner = found.drop { $0.isWhitespace }
    let ends = inner.reversed().drop { $0.isWhitespace }
    return String(ends.reversed()) == wanted ? " (remove the white space around it)" : nil
  }

  /// The hint for a value that differs from a constant only by its quotes.
  private func quotesOnly(_ expected: JSONNode) -> String? {
    if let text = node.string, expected.string == nil {
      return text == expected.text ? "remove the quotes" : nil
    }
    guard let wanted = expected.string, node.kind == .number || node.kind == .boolean else {
      return nil
    }
    return node.text == wanted ? "put it in quotes" : nil
  }

  private static func noun(_ node: JSONNode) -> String {
    switch node.kind {
    case .string: "string"
    case .number: "number"
    case .boolean, .null, .array, .object: "value"
    }
  }

  func otherFormat(_ format: Format) -> FindingText {
    let value = isKey ? "\(subject) is not a valid `\(format.name)`" : "\(subject) is \(shown)"
    let wanted =
      (isKey ? " such as" : "; \(authority.name) says `\(format.name)`, such as")
      + " `\(format.example)`"
    guard let diagnosis, ![.valid, .unrecognized].contains(diagnosis.kind) else {
      guard !isKey, isUnencodedURL(format) else { return FindingText(message: value + wanted) }
      return FindingText(
        message: value + wanted, label: "percent-encode it",
        why: "`URL` accepts it on iOS 17 and later, but not on iOS 16")
    }
    return FindingText(
      message: "\(value): \(diagnosis.kind.words)\(wanted)",
      label: rewrite(diagnosis) ?? diagnosis.kind.advice ?? "")
  }

  /// Whether a text only needs percent-encoding, for example `my photo.jpg`.
  private func isUnencodedURL(_ format: Format) -> Bool {
    guard format == .uri || format == .uriReference, let text = node.string else { return false }
    let others = Set(#" "<>\^`{|}"#.utf8)
    let encoded = text.utf8.flatMap { byte -> [UInt8] in
      byte > 0x7E || others.contains(byte) ? Array("%20".utf8) : [byte]
    }
    return encoded.withByteView { format.accepts($0) }
  }

  func otherContents(
    _ minimum: JSONNumber, _ maximum: JSONNumber?, _ found: Int, _ schema: JSONNode?
  ) -> FindingText {
    let elements = found == 0 ? "no element" : Plural.count(found, "element")
    let kind =
      schema.flatMap { SchemaWords.noun($0, constant) }
      .map { "\(found > 1 ? "are each" : "is") \($0)" }
      ?? "\(found > 1 ? "match" : "matches") `contains`"
    let isTooFew = JSONNumber(found) < minimum
    let bound = isTooFew ? "at least \(minimum)" : maximum.map { "at most \($0)" } ?? ""
    return FindingText(
      message: "\(elements) of \(subject) \(kind); \(authority.name) requires \(bound)")
  }

  func excluded(_ schema: JSONNode?) -> FindingText {
    if let schema, let names = SchemaWords.required(schema) {
      let list = Self.quoted(names)
      let isOne = list.count == 1
      return FindingText(
        message: "\(Self.joined(list, "and")) must not be here\(isOne ? "" : " together")",
        label: isOne ? "remove \(list[0])" : "remove one of them")
    }
    if let schema, let groups = SchemaWords.requiredOfAny(schema) {
      let present = groups.filter { group in group.allSatisfy { node[$0] != nil } }.joined()
      let list = Self.joined(Self.quoted(Array(present)), "and")
      return FindingText(message: "\(list) must not be here", label: "remove \(list)")
    }
    if let pattern = schema.flatMap(SchemaWords.pattern) {
      return says("\(isWritten)must not match `\(shownPattern(pattern))`")
    }
    if isKey { return says("is not allowed") }
    guard let noun = schema.flatMap({ SchemaWords.noun($0, constant) }) else {
      return FindingText(message: "\(found), which the schema excludes by `not`")
    }
    return says("must not be \(noun)")
  }
}

extension Format {
  var example: String {
    switch self {
    case .dateTime: "2026-01-31T10:00:00Z"
    case .date: "2026-01-31"
    case .time: "10:00:00Z"
    case .duration: "P1DT12H"
    case .email: "name@example.com"
    case .idnEmail: "名前@example.com"
    case .hostname: "api.example.com"
    case .idnHostname: "例え.jp"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::1"
    case .uri: "https://example.com/a?b=c"
    case .uriReference: "/a?b=c"
    case .iri: "https://example.com/é"
    case .iriReference: "/é"
    case .uriTemplate: "/users/{id}"
    case .uuid: "123e4567-e89b-12d3-a456-426614174000"
    case .jsonPointer: "/items/0/name"
    case .relativeJSONPointer: "1/name"
    case .regex: "^[a-z]+$"
    }
  }
}
