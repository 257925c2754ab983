@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONSchema
package import JSONTape

/// A violation before it has words and a place in the file; offsets are those of the body.
///
/// The evaluator, relations and readers make violations; ``FindingBuilder`` makes findings of them.
package struct Violation {
  package enum Kind {
    case assertion(FailureContext)
    case syntax(JSONParseError, Authority = .contract)
    case duplicateKey(String, [ClientEffect] = [])
    /// No operation of the contract fits; its path may have other methods.
    case unknownRoute(
      method: String, path: String, methods: [String], basePath: BasePath?, nearest: String?)
    /// A body that resembles no schema; this is its kind of value.
    case unmatchedBody(JSONKind)
    case undocumentedStatus(Int, operation: Operation)
    case contentType(MediaType, documented: [MediaType])
    case parameter(FindingText, shape: String)
    /// Found by code of a rule (a relation or a lint), which gives the words.
    case told(FindingText, shape: String = "")
  }

  let rule: Rule
  var severity: Severity
  let kind: Kind
  /// The position of the item that it is in, where the body is a sequence.
  var item: Int?
  var keyword: String?
  var instance = JSONPointer()
  var member: String?
  /// The key that stands for the absent member.
  var lookalike: String?
  var schema: String?
  /// Where the contract says it.
  var place: ContractPlace?
  /// The bytes that the violation is about.
  var range: ByteRange
  /// What the code frame marks, where that is not the whole range.
  var mark: ByteRange?
  var fix: BodyFix?
  /// Whether another key of the object stands for the same member.
  var isConflict = false
  /// Why there is no fix although the rule has one.
  var obstacle: FixPlan.Reason?

  var text: FindingText {
    var text = kind.text
    switch kind {
    case .assertion, .parameter: break
    default: text.why = text.why ?? rule.rationale
    }
    return text
  }

  /// Whether the value only lacks members, of which none stands there under another name.
  var isOfAbsence: Bool {
    guard case .assertion(let failed) = kind, lookalike == nil, !isConflict else { return false }
    return failed.failure.isOfAbsence
  }

  /// Whether it is about a member that the schema does not list.
  var isUnlisted: Bool {
    guard case .assertion(let failed) = kind else { return false }
    switch failed.failure.kind {
    case .undocumented, .additionalProperties, .unevaluatedProperties: return true
    default: return false
    }
  }

  /// Whether it only says that the check was given up, so that nothing is known.
  var isGivenUp: Bool {
    if case .assertion(let failed) = kind { failed.failure.isGivenUp } else { false }
  }

  /// The branch that the violation is in, as the end of a message.
  var branchNote: String {
    if case .assertion(let failed) = kind { failed.branchNote } else { "" }
  }

  /// Distinguishes violations of the same rule, place and keyword. Fingerprints contain it, so
  /// these words must not change and must not contain values.
  var shape: String {
    switch kind {
    case .assertion(let failed): failed.shape
    case .syntax(let error, _): error.shape
    case .duplicateKey: ""
    case .unmatchedBody(let kind): kind.name
    case .unknownRoute(let method, let path, _, _, _): Finding.requestPattern("\(method) \(path)")
    case .undocumentedStatus(let status, _): "\(status)"
    case .contentType(let type, _): type.essence
    case .parameter(_, let shape), .told(_, let shape): shape
    }
  }
}

/// What is wrong, what to do and why.
package struct FindingText {
  var message: String
  var label = ""
  var why: String?
  /// The absent member that an unlisted one is probably meant to be; the message names it, too.
  var near: String?
  /// What becomes of the value in the apps that the contract names.
  var clients: [ClientEffect] = []
}

/// Edits at body offsets, as JSON text.
package struct BodyFix {
  struct Edit {
    let range: ByteRange
    let text: String
  }

  let title: String
  let edits: [Edit]
  var isSafe = true
}

/// What defines the right values, as messages name it.
package enum Authority {
  case contract
  /// The contract, for an item of a sequence.
  case item
  /// A rule of one's own.
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
  /// What stands where a violation is, so that nothing is known there; nil for a value. The type of a
  /// string that holds a template is known.
  func excuse(of violation: Violation) -> Leniency? {
    guard let templates else { return nil }
    let range = violation.range
    guard range.offset >= 0, range.end <= bytes.count, range.length > 1,
      bytes[range.offset] == UInt8(ascii: "\"")
    else { return nil }
    // The name of a property is no value.
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
  /// What makes any value of a text; nil where nothing does.
  func leniency(of text: some Collection<UInt8>) -> Leniency? {
    guard standIn(text) else { return nil }
    return Template.isIn(text) ? .template : .placeholder
  }
}

extension Violation {
  /// Whether the value has the wrong type.
  var isOfType: Bool { keyword == "type" }
}
