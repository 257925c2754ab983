@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The text of a rule for the failures of some keywords, or of all keywords.
///
/// The texts have gaps. `{name}` is the property and `{value}` is its value. `{member}` is a
/// missing property, and `{length}` is the length of the value. `{limit}` is the number that the
/// keyword allows.
package struct Phrase: Hashable, Sendable {
  /// Keywords of JSON Schema. `string` means a string where strings are not allowed. Empty for any
  /// failure.
  var keywords: [String] = []
  /// The properties that the text is for; empty for any.
  var names: [Ownership.PropertyName] = []
  /// The message; nil for the keyword's message.
  var message: String?
  /// The hint; nil for the keyword's hint.
  var label: String?
}

extension Rule.Message {
  /// A phrase with one message and one hint for any failure.
  static func template(_ message: String, label: String = "") -> Rule.Message {
    .phrases([Phrase(message: message, label: label)])
  }
}

extension Rule {
  /// The rule's text for a keyword, for a body without a contract.
  func text(of keyword: String = "", _ gaps: [String: String]) -> FindingText {
    guard case .phrases(let phrases) = message,
      let phrase = phrases.first(where: { $0.keywords.isEmpty || $0.keywords.contains(keyword) })
    else { return FindingText(message: summary) }
    func filled(_ text: String?) -> String { (text ?? "").filled { gaps[String($0)] } }
    return FindingText(message: filled(phrase.message), label: filled(phrase.label))
  }
}

extension FailureContext {
  /// The text from these phrases. Nil means that the keyword's text is used.
  func text(_ phrases: [Phrase]) -> FindingText? {
    // A value that was not checked completely has no known fault.
    guard !failure.isGivenUp, let phrase = phrases.first(where: isMeant) else { return nil }
    var text = phrase.message == nil || phrase.label == nil ? schemaText : FindingText(message: "")
    if let message = phrase.message {
      text = FindingText(message: filled(message), label: text.label)
      if case .undocumented(let listed) = failure.kind {
        text.near = nearestAbsent(among: listed)
        text.message += NearestName.suggestion(text.near)
      }
    }
    if let label = phrase.label { text.label = choice?.title ?? filled(label) }
    return text
  }

  private func isMeant(_ phrase: Phrase) -> Bool {
    guard phrase.keywords.isEmpty || phrase.keywords.contains(where: keywords.contains) else {
      return false
    }
    guard !phrase.names.isEmpty else { return true }
    return phrase.names.contains { wanted in
      let text = wanted.text(settings.coordinates)
      return if case .coordinate = wanted { name == text } else {
        NamePattern(text).matches((name ?? "").utf8)
      }
    }
  }

  /// The names of the failed assertion.
  private var keywords: [String] {
    switch failure.kind {
    case .type where node.kind == .string: ["string", "type"]
    case .type: ["type"]
    case .required: ["required"]
    case .dependentRequired: ["dependentRequired"]
    default: [failure.keyword]
    }
  }

  private func filled(_ template: String) -> String {
    // A value without its own name needs no quotes.
    let hasName = name != nil && parent?.kind != .array
    return template.filled(withoutQuotes: hasName ? nil : "name") { gap in
      switch gap {
      case "name": hasName ? quotedName : subject
      case "value": shown
      case "member": failure.missingProperty.map(Self.shownName)
      case "length": "\(length)"
      case "limit": failure.kind.limit.map { "\($0)" }
      default: figure(String(gap))
      }
    }
  }

  /// A value that a relation compares. Nil if the relation has no such name.
  private func figure(_ text: String) -> String? {
    guard case .relation(let relation, let object, let facts) = failure.kind,
      relation.figureNames.contains(text)
    else { return nil }
    let known = figures(of: relation, in: object, facts).first { $0.text == text }
    return known?.value ?? "missing"
  }

  private var length: Int {
    node.string.map { $0.unicodeScalars.count } ?? node.count
  }
}
