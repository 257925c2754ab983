@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The words for values that are other than the ones a schema names or describes.
extension FailureContext {
  /// "`a` is 7"; a name is not repeated as its own value.
  private var found: String { isKey ? "\(subject) is not allowed" : "\(subject) is \(shown)" }

  func otherConstant(_ expected: JSONNode) -> FindingText {
    let wanted = SafeText.line(Self.cut(expected.text))
    var text = FindingText(
      message: "\(found); \(authority.name) says \(wanted)",
      label: quotesOnly(expected) ?? "send \(wanted)")
    if let slip = slip(expected) { text.message += slip }
    return text
  }

  func otherChoice(_ allowed: [JSONNode]) -> FindingText {
    if allowed.count == 1 { return otherConstant(allowed[0]) }
    let message =
      "\(found); \(authority.name) allows \(Self.list(allowed.map(Self.constant)))"
    if allowed.isEmpty {
      return FindingText(message: "\(found); \(authority.name) allows no value")
    }
    if let twin = allowed.first(where: { quotesOnly($0) != nil }) {
      return FindingText(
        message: "\(message); did you mean the \(Self.noun(twin)) `\(Self.constant(twin))`?",
        label: quotesOnly(twin) ?? "")
    }
    guard
      let near = node.string.flatMap({ NearestName.of($0, among: allowed.compactMap(\.string)) })
    else { return FindingText(message: message) }
    let safe = SafeText.line(Self.cut(near))
    return FindingText(message: message + NearestName.suggestion(safe), label: "write `\(safe)`")
  }

  /// What sets a text apart from the one it should be, where that is hard to see.
  private func slip(_ expected: JSONNode) -> String? {
    guard let found = node.string, let wanted = expected.string, found != wanted,
      found.utf8.count <= wanted.utf8.count + 64
    else { return nil }
    if found.lowercased() == wanted.lowercased() { return " (capitals count)" }
    let inner = found.drop { $0.isWhitespace }
    let ends = inner.reversed().drop { $0.isWhitespace }
    return String(ends.reversed()) == wanted ? " (without white space around it)" : nil
  }

  /// What to do where a value differs from a constant by its quotes alone.
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
    let profile: DateProfile? =
      switch format {
      case .dateTime: .rfc3339
      case .date: .date
      default: nil
      }
    let diagnosis = profile.flatMap { profile in
      node.string.map { DateDiagnosis.diagnose($0, profile: profile) }
    }
    let value = isKey ? "\(subject) is no `\(format.name)`" : "\(subject) is \(shown)"
    let wanted =
      (isKey ? " such as" : "; \(authority.name) says `\(format.name)`, such as")
      + " `\(format.example)`"
    guard let diagnosis, ![.valid, .unrecognized].contains(diagnosis.kind) else {
      return FindingText(message: value + wanted)
    }
    return FindingText(
      message: "\(value): \(diagnosis.kind.words)\(wanted)",
      label: rewrite(diagnosis) ?? diagnosis.kind.advice ?? "")
  }

  func otherContents(
    _ minimum: JSONNumber, _ maximum: JSONNumber?, _ found: Int, _ schema: JSONNode?
  ) -> FindingText {
    let elements = found == 0 ? "no element" : Self.count(found, "element")
    let kind =
      schema.flatMap { SchemaWords.noun($0) }.map { "\(found > 1 ? "are each" : "is") \($0)" }
      ?? "\(found > 1 ? "match" : "matches") `contains`"
    let isTooFew = JSONNumber(found) < minimum
    let bound = isTooFew ? "at least \(minimum)" : maximum.map { "at most \($0)" } ?? ""
    return FindingText(
      message: "\(elements) of \(subject) \(kind); \(authority.name) asks for \(bound)")
  }

  func excluded(_ schema: JSONNode?) -> FindingText {
    if let schema, let names = SchemaWords.required(schema) {
      let list = names.map { "`\(Self.shownName($0))`" }
      let isOne = list.count == 1
      return FindingText(
        message: "\(Self.joined(list, "and")) must not be here\(isOne ? "" : " together")",
        label: isOne ? "remove \(list[0])" : "remove one of them")
    }
    if let schema, let groups = SchemaWords.requiredOfAny(schema) {
      let present = groups.filter { group in group.allSatisfy { node[$0] != nil } }.joined()
      let list = Self.joined(present.map { "`\(Self.shownName($0))`" }, "and")
      return FindingText(message: "\(list) must not be here", label: "remove \(list)")
    }
    if let pattern = schema.flatMap(SchemaWords.pattern) {
      let value = isKey ? subject : "\(subject) is \(shown); it"
      return FindingText(message: "\(value) must not match `\(SafeText.line(Self.cut(pattern)))`")
    }
    if isKey { return FindingText(message: "\(subject) is not allowed") }
    guard let noun = schema.flatMap(SchemaWords.noun) else {
      return FindingText(message: "\(found), which the schema excludes by `not`")
    }
    return FindingText(message: "\(subject) must not be \(noun)")
  }
}

extension Format {
  /// A text of this format, as people know it.
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
