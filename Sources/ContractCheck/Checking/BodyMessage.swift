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
  var standsForAll: Bool
  let settings: RuleSettings
  var authority = Authority.contract
  /// Whether the value at fault is the name of a member.
  var isKey = false
  /// Of an absent member, the key that most likely stands for it.
  var lookalike: String?
  /// Of branches that fail equally badly, why each does.
  var alternatives: [(branch: SchemaFailure.Branch, failures: [FailureContext])] = []
  /// Whether the value is secret, whatever its name says.
  var hidesValue = false
  /// What was meant by the wrong names of the body so far.
  var nearest = NearestNames()

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
    if let lookalike, case .required(let member) = failure.kind {
      let (here, meant) = (Self.shownName(lookalike), Self.shownName(member))
      text.message = "`\(meant)` is missing; `\(here)` is here"
      text.label = "rename to `\(meant)`"
    }
    text.message += branchNote
    return text
  }

  /// The member's name, safe to print.
  var quotedName: String { Self.shownName(name ?? "value") }

  /// A name as it may be printed: without control characters, masked when it is a credential, cut
  /// when it is no name at all.
  static func shownName(_ name: String) -> String {
    SafeText.line(cut(Redaction.shown(name, ofMember: nil)))
  }

  /// The value as written, cut in the middle when long, masked when secret.
  var shown: String { shown(node) }

  /// A value at the place of this one, or in it.
  func shown(_ node: JSONNode) -> String {
    guard hidesValue, node.kind != .object, node.kind != .array else {
      return Self.shown(node, ofMember: name)
    }
    return Redaction.masked((node.string ?? node.text).unicodeScalars.count)
  }

  /// Whether the value is shown by its length alone, so that nothing made of it may be shown.
  var isMasked: Bool { hidesValue || node.kind == .string && !shown.hasPrefix("\"") }

  static func shown(_ node: JSONNode, ofMember name: String?) -> String {
    guard node.kind != .object, node.kind != .array else {
      return node.kind == .object ? "an object" : "an array"
    }
    let written = node.string ?? node.text
    let isURL = node.kind == .string && written.contains("://")
    let shown = Redaction.shown(isURL ? URLRedaction.redact(written) : written, ofMember: name)
    let masked = shown != written
    let text = SafeText.line(cut(shown))
    return node.kind == .string && !masked ? "\"\(text)\"" : text
  }

  /// A long text with its middle left out. Characters stay whole, unless they are longer than any
  /// script's.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > 60 else { return text }
    let isLong =
      text.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex).map {
        $0 < text.endIndex
      } ?? false
    let shown = isLong ? "\(text.prefix(36))…\(text.suffix(20))" : text
    if shown.utf8.count <= 60 * 32 { return shown }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(36))) + "…"
      + String(String.UnicodeScalarView(text.unicodeScalars.suffix(20)))
  }

  /// "a string", "an integer or null".
  static func phrase(_ types: TypeSet) -> String {
    // A type first, then what else would do.
    let sorted = types.names.filter { $0 != "null" } + types.names.filter { $0 == "null" }
    let names = sorted.map { name in
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
    let found =
      node.kind == .number && expected.contains(.integer) && !expected.contains(.number)
      ? "the number \(shown)" : Self.phrase(node.kind)
    return FindingText(
      message: "\(subject) is \(found); \(authority.name) says \(Self.phrase(expected))",
      label: quoting(expected) ?? "send \(Self.phrase(expected))")
  }

  /// What to do where quotes alone make the wrong type.
  private func quoting(_ expected: TypeSet) -> String? {
    if let text = node.string, !isKey, !expected.contains(.string) {
      let value = text.utf8.count < 64 ? (try? JSONDocument(text))?.root : nil
      let isMeant =
        switch value?.kind {
        case .number:
          expected.contains(.number)
            || expected.contains(.integer) && value?.number?.isInteger ?? false
        case .boolean: expected.contains(.boolean)
        default: false
        }
      return isMeant ? "remove the quotes" : nil
    }
    let isBare = node.kind == .number || node.kind == .boolean
    return isBare && expected.subtracting(.null) == .string ? "put it in quotes" : nil
  }
}
