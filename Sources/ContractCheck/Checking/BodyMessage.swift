@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// What can be wrong with a body, as data; all of its wording is here and in the extensions.
enum BodyMessage {
  case syntax(JSONParseError, Authority = .contract)
  case duplicateKey(String)
  case failure(FailureContext)

  var text: FindingText {
    switch self {
    case .syntax(let error, let authority):
      FindingText(
        message: "\(authority.instance) is not JSON: \(error.message)",
        why: Rule.jsonSyntax.rationale)
    case .duplicateKey(let name):
      FindingText(
        message:
          "the key `\(SafeText.line(Redaction.shown(name, ofMember: nil)))` is here a second time",
        label: "remove one of the two", why: Rule.duplicateKey.rationale)
    case .failure(let context): context.text
    }
  }
}

/// Who says what is right, as messages name it.
enum Authority {
  /// A contract judges bodies.
  case contract
  /// A JSON Schema alone judges values.
  case schema
  /// A dialect's metaschema judges schemas.
  case metaschema

  /// The subject of "says".
  var name: String {
    switch self {
    case .contract: "the contract"
    case .schema: "the schema"
    case .metaschema: "JSON Schema"
    }
  }

  /// What is judged, as a whole.
  var instance: String {
    switch self {
    case .contract: "the body"
    case .schema: "the value"
    case .metaschema: "the schema"
    }
  }
}

/// A schema failure with all that its words may mention.
struct FailureContext {
  let failure: SchemaFailure
  let rule: Rule
  /// The value at fault; for an absent member, the object.
  let node: JSONNode
  /// The name of the member or parameter that holds the value.
  let name: String?
  /// The object or array that holds the value.
  let parent: JSONNode?
  /// Whether an absent figure stands for a whole absent pagination.
  let standsForAll: Bool
  let settings: RuleSettings
  var authority = Authority.contract

  var text: FindingText {
    var text: FindingText
    switch rule.id {
    case Rule.coordinateNames.id: text = coordinateName
    case Rule.explicitNull.id: text = explicitNull
    case Rule.isoDates.id: text = date
    case Rule.paginationShape.id: text = paginationShape
    case Rule.deviceToken.id: text = deviceToken
    case Rule.devicePlatform.id: text = devicePlatform
    case Rule.coordinateRange.id: text = coordinateRange
    case Rule.secretExposure.id:
      text = FindingText(
        message: "`\(quotedName)` is in the response; a secret must not come back",
        label: "remove it from the response")
    case Rule.keyCase.id: text = keyCase
    case Rule.undocumentedField.id: text = undocumented
    default: text = schemaText
    }
    // A rationale speaks of an app; of a schema's own reasons nothing is known.
    if text.why == nil, authority == .contract { text.why = rule.rationale }
    if failure.otherBranches > 0 {
      let others = failure.otherBranches
      text.message += " (nearest of \(others + 1) alternatives)"
    }
    return text
  }

  /// The member's name, safe to print.
  var quotedName: String { SafeText.line(Redaction.shown(name ?? "value", ofMember: nil)) }

  /// The value as written, cut in the middle when long, masked when secret.
  var shown: String {
    guard node.kind != .object, node.kind != .array else {
      return node.kind == .object ? "an object" : "an array"
    }
    let written = node.string ?? node.text
    let isURL = node.kind == .string && written.contains("://")
    let shown = Redaction.shown(isURL ? URLRedaction.redact(written) : written, ofMember: name)
    let masked = shown != written
    let text = Self.cut(SafeText.line(shown))
    return node.kind == .string && !masked ? "\"\(text)\"" : text
  }

  /// A long text with its middle left out.
  static func cut(_ text: String) -> String {
    guard text.count > 60 else { return text }
    return "\(text.prefix(36))…\(text.suffix(20))"
  }

  /// "a string", "an integer or null".
  static func phrase(_ types: TypeSet) -> String {
    let names = types.names.map { name in
      switch name {
      case "null": "null"
      case "integer", "array", "object": "an \(name)"
      default: "a \(name)"
      }
    }
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  static func phrase(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// "`name` is a string".
  func wrongType(_ expected: TypeSet) -> FindingText {
    let subject = name.map { "`\(SafeText.line($0))`" } ?? authority.instance
    let isElement = parent?.kind == .array
    let found =
      node.kind == .number && expected.contains(.integer) && !expected.contains(.number)
      ? "the number \(shown)" : Self.phrase(node.kind)
    return FindingText(
      message: (isElement ? "element \(quotedName)" : subject)
        + " is \(found); \(authority.name) says \(Self.phrase(expected))",
      label: "send \(Self.phrase(expected))")
  }
}
