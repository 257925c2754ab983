@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONSchema
package import JSONTape

/// A mistake for which no message is made yet, and whose place in the file is not known yet.
/// Offsets are offsets in the body.
///
/// The evaluator, relations and readers create violations. ``FindingBuilder`` makes findings from
/// them.
package struct Violation {
  package enum Kind {
    case assertion(FailureContext)
    case syntax(JSONParseError, Authority = .contract)
    case duplicateKey(String, [ClientEffect] = [])
    /// No operation of the contract matches. `methods` are the methods that the path has.
    case unknownRoute(
      method: String, path: String, methods: [String], basePath: BasePath?, nearest: String?)
    /// A body that is similar to no schema, and the kind of its value. With the setting `mapping`,
    /// the body would be read as a response with a status.
    case unmatchedBody(JSONKind, hint: String?)
    case undocumentedStatus(Int, operation: Operation)
    case contentType(MediaType, documented: [MediaType])
    case parameter(FindingText, shape: String)
    /// A mistake that a rule's own code found: a relation or a lint. This code gives the message.
    case told(FindingText, shape: String = "")
  }

  let rule: Rule
  var severity: Severity
  let kind: Kind
  /// The position of the item with the violation, if the body is a sequence.
  var item: Int?
  var keyword: String?
  var instance = JSONPointer()
  var property: String?
  /// The key that stands for the missing property.
  var lookalike: String?
  var schema: String?
  /// The place in the contract.
  var place: ContractPlace?
  /// The bytes that the violation is about.
  var range: ByteRange
  /// The range that the code frame marks, if it differs from `range`.
  var mark: ByteRange?
  var fix: BodyFix?
  /// Whether another key of the object stands for the same property.
  var isConflict = false
  /// The reason why there is no fix, although the rule has a fix.
  var obstacle: FixPlan.Reason?

  var text: FindingText {
    var text = kind.text
    switch kind {
    case .assertion, .parameter: break
    default: text.why = text.why ?? rule.rationale
    }
    return text
  }

  /// Whether the only mistake is that properties are missing. No property is present under another
  /// name.
  var isOfAbsence: Bool {
    guard case .assertion(let failed) = kind, lookalike == nil, !isConflict else { return false }
    return failed.failure.isOfAbsence
  }

  /// Whether the violation is about a property that the schema does not list.
  var isUnlisted: Bool {
    guard case .assertion(let failed) = kind else { return false }
    switch failed.failure.kind {
    case .undocumented, .additionalProperties, .unevaluatedProperties: return true
    default: return false
    }
  }

  /// Whether the violation only reports that the check was given up. Then nothing is known about
  /// the value.
  var isGivenUp: Bool {
    if case .assertion(let failed) = kind { failed.failure.isGivenUp } else { false }
  }

  /// The branch with the violation, as the end of a message.
  var branchNote: String {
    if case .assertion(let failed) = kind { failed.branchNote } else { "" }
  }

  /// Distinguishes violations of the same rule, place and keyword. Fingerprints contain this text.
  /// So the text must not change, and it must not contain values.
  var shape: String {
    switch kind {
    case .assertion(let failed): failed.shape
    case .syntax(let error, _): error.shape
    case .duplicateKey: ""
    case .unmatchedBody(let kind, _): kind.name
    case .unknownRoute(let method, let path, _, _, _): Finding.requestPattern("\(method) \(path)")
    case .undocumentedStatus(let status, _): "\(status)"
    case .contentType(let type, _): type.essence
    case .parameter(_, let shape), .told(_, let shape): shape
    }
  }
}

/// The problem, the hint and the reason.
package struct FindingText {
  var message: String
  var label = ""
  var why: String?
  /// The missing property that the unlisted property probably means. The message also names it.
  var near: String?
  /// The effects of the value in the apps that the contract names.
  var clients: [ClientEffect] = []
}

/// Edits as JSON text, at body offsets.
package struct BodyFix {
  struct Edit {
    let range: ByteRange
    let text: String
  }

  let title: String
  let edits: [Edit]
  var isSafe = true
}

/// The source of the right values, as messages name it.
package enum Authority {
  case contract
  /// The contract. The value is an item of a sequence.
  case item
  /// A rule that a project or a contract adds.
  case rule
  case schema
  case metaschema

  var name: String {
    switch self {
    case .contract, .item: "the contract"
    case .rule: "the rule"
    case .schema: "the schema"
    case .metaschema: "JSON Schema"
    }
  }

  var instance: String {
    switch self {
    case .contract, .rule: "the body"
    case .item: "the item"
    case .schema: "the value"
    case .metaschema: "the schema"
    }
  }
}

extension JSONParseError {
  /// The name of the reason without its arguments.
  var shape: String {
    String("\(reason)".prefix { $0 != "(" })
  }
}

extension Body {
  /// The leniency for the text at a violation, if the text stands for another value. Nil for a real
  /// value. If a string contains a template, its type is known.
  func excuse(of violation: Violation) -> Leniency? {
    guard let templates else { return nil }
    let range = violation.range
    guard range.offset >= 0, range.end <= bytes.count, range.length > 1,
      bytes[range.offset] == UInt8(ascii: "\"")
    else { return nil }
    // The name of a property is not a value.
    if bytes[range.end...].first(where: { !ASCIIByte.isSpace($0) }) == UInt8(ascii: ":") {
      return nil
    }
    if templates.places.contains(range.offset) {
      return shown[range.offset] == UInt8(ascii: "<") ? .placeholder : .template
    }
    let text = bytes[range.offset + 1..<range.end - 1]
    return violation.isOfType ? nil : templates.placeholders.leniency(of: text)
  }
}

extension Placeholders {
  /// The leniency for a text that stands for any value. Nil for other texts.
  func leniency(of text: some Collection<UInt8>) -> Leniency? {
    guard standIn(text) else { return nil }
    return Template.isIn(text) ? .template : .placeholder
  }
}

extension Violation {
  /// Whether the value has the wrong type.
  var isOfType: Bool { keyword == "type" }
}
