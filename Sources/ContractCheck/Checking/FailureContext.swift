@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// A schema failure with everything that its message may contain. The type is a class, because it
/// has many parts and is passed to many functions.
package final class FailureContext {
  let failure: SchemaFailure
  let rule: Rule
  /// The value that fails; for a missing property, its object.
  let node: JSONNode
  let name: String?
  let pointer: JSONPointer
  let parent: JSONNode?
  let settings: RuleSettings
  let authority: Authority
  let isKey: Bool
  /// Whether the value is secret even if its name does not look secret.
  let hidesValue: Bool
  let nearest: NearestNames
  /// The name of the checked document. Nil for a body.
  var whole: String?
  /// Whether one failure reports that all pagination figures are missing.
  var standsForAll = false
  /// The key that most likely stands for a missing property.
  var lookalike: String?
  /// The schema that refuses the value, if the contract names clients.
  var definition: JSONNode?
  /// For a key that stands for a missing property: the schema that requires the property. Only for
  /// contracts that name clients.
  var absence: JSONNode?
  /// The reason of each branch's failure, if all branches fail equally badly.
  var alternatives: [(branch: SchemaFailure.Branch, failures: [FailureContext])] = []

  init(
    failure: SchemaFailure, rule: Rule, node: JSONNode, name: String?, pointer: JSONPointer,
    parent: JSONNode?, settings: RuleSettings, authority: Authority, isKey: Bool, hidesValue: Bool,
    nearest: NearestNames
  ) {
    self.failure = failure
    self.rule = rule
    self.node = node
    self.name = name
    self.pointer = pointer
    self.parent = parent
    self.settings = settings
    self.authority = authority
    self.isKey = isKey
    self.hidesValue = hidesValue
    self.nearest = nearest
  }

  /// The message: what is wrong, what to do and why. A rule's own text has priority over the
  /// keyword's.
  var text: FindingText {
    var text = ruleText ?? schemaText
    // A rationale is about an app. The reasons of a schema are not known.
    if text.why == nil, authority == .contract || authority == .rule { text.why = rule.rationale }
    if let lookalike, case .required(let property) = failure.kind {
      let (here, meant) = (Self.shownName(lookalike), Self.shownName(property))
      text.message = "`\(meant)` is missing; `\(here)` is here"
      text.label = "rename to `\(meant)`"
    }
    text.message += branchNote
    if text.clients.isEmpty, rule.basis != .decoder {
      text.clients = ClientEffect.all(ofRefused: self)
    }
    return text
  }

  private var ruleText: FindingText? {
    if case .displaced = failure.kind { return nil }
    switch rule.message {
    case .keyword: return nil
    case .assertion(let words): return words(self)
    case .phrases(let phrases): return text(phrases)
    }
  }

  var quotedName: String { Self.shownName(name ?? "value") }

  /// A name that is safe to print. It has no control characters. It is masked if it is a
  /// credential, and shortened if it is too long.
  package static func shownName(_ name: String) -> String {
    SafeText.line(cut(Redaction.shown(name, ofProperty: nil)))
  }

  /// The value as it is written. A long value is shortened in the middle, and a secret value is
  /// masked.
  private(set) lazy var shown: String = shown(node)

  /// The text of a value at the same place or inside it.
  func shown(_ node: JSONNode) -> String {
    guard hidesValue, node.kind != .object, node.kind != .array else {
      return Self.shown(node, ofProperty: name)
    }
    return Redaction.mask(of: node.string ?? node.text)
  }

  /// Whether only the length of the value is shown. If so, nothing that reveals more of the value
  /// may be shown.
  var isMasked: Bool {
    if hidesValue { return true }
    switch node.kind {
    case .string: return !shown.hasPrefix("\"")
    case .number: return shown != SafeText.line(Self.cut(node.text))
    case .null, .boolean, .array, .object: return false
    }
  }

  // MARK: What the contract says of the value

  /// The text of a value that the schema lists. It is treated as secret if the value in the body is
  /// secret. Strings have no quotes.
  func constant(_ node: JSONNode) -> String {
    let value = node.string ?? node.text
    return hidesValue ? Redaction.mask(of: value) : Redaction.shown(value, ofProperty: name)
  }

  /// The same value as JSON, for a sentence.
  func written(_ constant: JSONNode) -> String {
    let shown = self.constant(constant)
    let isShown = shown == constant.string ?? constant.text
    return SafeText.line(Self.cut(isShown ? constant.text : shown))
  }

  func list(_ constants: [JSONNode]) -> String { Self.list(constants.lazy.map(constant)) }

  /// A regular expression, unless it contains a secret.
  func shownPattern(_ pattern: String) -> String {
    let hides = hidesValue || name.map(Redaction.isSecret) ?? false
    return SafeText.line(Self.cut(Redaction.shown(pattern: pattern, ofSecret: hides)))
  }

  static func shown(_ node: JSONNode, ofProperty name: String?) -> String {
    guard node.kind != .object, node.kind != .array else {
      return node.kind == .object ? "an object" : "an array"
    }
    let written = node.string ?? node.text
    let isURL = node.kind == .string && URLRedaction.isURL(in: written)
    let shown = Redaction.shown(isURL ? URLRedaction.redact(written) : written, ofProperty: name)
    let masked = shown != written
    let text = SafeText.line(cut(shown))
    return node.kind == .string && !masked ? "\"\(text)\"" : text
  }

  /// Removes the middle of a long text. A character is not split, unless it is longer than any real
  /// character.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > 60 else { return text }
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return "\(Substring(text.utf8.prefix(36)))…\(Substring(text.utf8.suffix(20)))"
    }
    let isLong =
      text.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex).map {
        $0 < text.endIndex
      } ?? false
    let shown = isLong ? "\(text.prefix(36))…\(text.suffix(20))" : text
    if shown.utf8.count <= 60 * 32 { return shown }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(36))) + "…"
      + String(String.UnicodeScalarView(text.unicodeScalars.suffix(20)))
  }

  /// A phrase such as "a string" or "an integer or null".
  static func phrase(_ types: TypeSet) -> String {
    // Null comes last.
    let sorted = types.names.filter { $0 != "null" } + types.names.filter { $0 == "null" }
    return types.isEmpty ? "nothing" : joined(sorted.map(JSONKind.phrase(ofType:)), "or")
  }

  /// A text such as "`name` is a string".
  func wrongType(_ expected: TypeSet) -> FindingText {
    let found =
      node.kind == .number && expected.contains(.integer) && !expected.contains(.number)
      ? "the number \(shown)" : node.kind.phrase
    return FindingText(
      message: "\(subject) is \(found); \(authority.name) says \(Self.phrase(expected))",
      label: quoting(expected) ?? "send \(Self.phrase(expected))")
  }

  /// The hint if only quotes make the type wrong. It never leads to another violation.
  private func quoting(_ expected: TypeSet) -> String? {
    let type = expected.subtracting(.null)
    if let text = node.string, !isKey, !expected.contains(.string) {
      guard text.utf8.count < 64, expected.isOfText(text) else { return nil }
      return failure.failure(of: text).map { wanted(type, $0) } ?? "remove the quotes"
    }
    guard node.kind == .number || node.kind == .boolean, type == .string else { return nil }
    return failure.failure(of: JSONWriter.quoted(node.text)).map { wanted(type, $0) }
      ?? "put it in quotes"
  }

  /// The hint if the value would fail with or without quotes.
  private func wanted(_ type: TypeSet, _ next: SchemaFailure.Kind) -> String {
    let value = Self.phrase(type)
    func characters(_ bound: String, _ limit: JSONNumber) -> String {
      "send \(value) of at \(bound) \(limit) character\(limit == JSONNumber(1) ? "" : "s")"
    }
    switch next {
    case .pattern(let pattern): return "send \(value) that matches `\(shownPattern(pattern))`"
    case .enum(let allowed): return "send \(allowed.count > 1 ? "one of " : "")\(list(allowed))"
    case .const(let expected): return "send \(written(expected))"
    case .minLength(let limit, _): return characters("least", limit)
    case .maxLength(let limit, _): return characters("most", limit)
    case .format(let format): return "send \(value) such as `\(format.example)`"
    case .date(let profile): return "send \(value) in the form `\(profile.shape)`"
    case .minimum(let limit): return "send \(value) of at least \(limit)"
    case .maximum(let limit): return "send \(value) of at most \(limit)"
    case .exclusiveMinimum(let limit): return "send \(value) above \(limit)"
    case .exclusiveMaximum(let limit): return "send \(value) below \(limit)"
    case .multipleOf(let divisor): return "send a multiple of \(divisor)"
    default: return "send \(value)"
    }
  }

  /// A text such as " (nearest of 3 alternatives: `Cat`)". If a discriminator names the branch, a
  /// text such as " (a `Cat` by its `kind`)". Empty outside branches.
  var branchNote: String {
    let branches = failure.branches.suffix(2)
    guard let first = branches.first else { return "" }
    var note = Self.note(first, of: "nearest of \(first.count) alternatives")
    for inner in branches.dropFirst() {
      note += "; \(Self.note(inner, of: "nearest of its \(inner.count) alternatives"))"
    }
    return " (\(note))"
  }

  private static func note(_ branch: SchemaFailure.Branch, of others: String) -> String {
    guard let property = branch.discriminator else { return "\(others): \(name(branch))" }
    return "\(name(branch)) by its `\(shownName(property))`"
  }

  /// The name of a branch, such as "`Cat`", or "the 2nd" for a branch without a name.
  static func name(_ branch: SchemaFailure.Branch) -> String {
    if let name = branch.name { return "`\(shownName(name))`" }
    let number = branch.position + 1
    let isTeen = (11...13).contains(number % 100)
    let ending =
      switch isTeen ? 0 : number % 10 {
      case 1: "st"
      case 2: "nd"
      case 3: "rd"
      default: "th"
      }
    return "the \(number)\(ending)"
  }

  /// A list such as "a, b and c".
  package static func joined(_ texts: [String], _ conjunction: String) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// The date in the right form, if the form is certain and the date is not secret.
  func rewrite(_ diagnosis: DateDiagnosis) -> String? {
    guard let date = diagnosis.rewrite, !isMasked else { return nil }
    return "write `\(date)`"
  }

  /// The form of a date or the type of another value. Empty for missing properties and wrong keys,
  /// because the finding itself names them.
  var shape: String {
    switch failure.kind {
    case .required, .dependentRequired, .additionalProperties, .unevaluatedProperties,
      .undocumented, .alias, .forbiddenKey, .keyCase, .refused, .tooDeep, .tooMuchWork,
      .unexplained:
      ""
    case .displaced(let displacement):
      switch displacement.level {
      case .tooDeep: "too deep"
      case .tooHigh: "too high"
      }
    default: diagnosis?.kind.rawValue ?? node.kind.name
    }
  }

  var dateProfile: DateProfile? {
    switch failure.kind {
    case .date(let profile): profile
    case .format(.dateTime): .rfc3339
    case .format(.date): .date
    default: nil
    }
  }

  /// The form of the date; nil if the schema asks for no date.
  private(set) lazy var diagnosis: DateDiagnosis? = dateProfile.flatMap { profile in
    node.string.map { DateDiagnosis.diagnose($0, profile: profile) }
  }
}

extension TypeSet {
  func isOfText(_ text: String) -> Bool {
    guard let value = (try? JSONDocument(text))?.root else { return false }
    switch value.kind {
    case .number:
      return contains(.number) || contains(.integer) && value.number?.isInteger ?? false
    case .boolean: return contains(.boolean)
    case .null, .string, .array, .object: return false
    }
  }
}
