@_spi(Engine) public import ContractCaptures
public import JSONTape

/// The rules that are checked while an exchange is read and matched.
extension Rule {
  static let jsonSyntax = Rule(
    id: "json-syntax", summary: "a body that is not JSON, or whose parts cannot be read",
    rationale: "no decoder can read it",
    source: "RFC 8259",
    link: "https://www.rfc-editor.org/rfc/rfc8259",
    problems: [
      "half of a surrogate pair in an escape is not a finding of this rule, since the grammar of "
        + "JSON allows it"
    ],
    canBeOff: false,
    form: .text,
    lint: Lint(severity: .error),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "", #"{"likes": 42,}"#),
    ])

  static let duplicateKey = Rule(
    id: "duplicate-key", summary: "a property that an object has twice",
    rationale: "some decoders use the first value, other decoders use the last value",
    source: "RFC 8259, section 4",
    link: "https://www.rfc-editor.org/rfc/rfc8259#section-4",
    problems: [
      "schemacheck checks the first value; other programs may read the last value"
    ],
    form: .text,
    lint: Lint(severity: .error),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "/likes", #"{"likes": 42, "likes": 43}"#),
    ])

  package static let unknownRoute = Rule(
    id: "unknown-route", summary: "an exchange for which the contract has no operation",
    rationale: "an exchange without an operation in the contract is not checked",
    source: "the contract's paths",
    link: "https://spec.openapis.org/oas/v3.1.0#paths-object",
    problems: [
      "an exchange of another host may belong to another API: see `--hosts`",
      "a successful response with a part of a web page (HTML, CSS, JavaScript, a picture, a font, "
        + "a sound, a film) or with bytes of an unknown type is reported only below a documented "
        + "path",
      "if the contract documents no server, exchanges with data other than JSON are reported only "
        + "below a documented path",
    ],
    severity: .warning,
    form: .exchange,
    exchanges: (
      wrong: "GET /api/v1/location/public → 200",
      right: "GET /api/v1/locations/public → 200"
    ),
    side: .contract)

  static let unmatchedBody = Rule(
    id: "unmatched-body",
    summary: "a body that has no exchange and is similar to no schema of the contract",
    rationale: "a body without a similar schema is not checked",
    source: "the contract's schemas",
    problems: [
      "a body without its request is checked against the nearest schema; with `--operation` "
        + "or `--schema`, you choose the right schema"
    ],
    severity: .warning,
    form: .exchange,
    exchanges: (
      wrong: "a file with {\"colour\": \"red\"}, if no schema has such a property",
      right: "a file with {\"likes\": 42}, which the schema `Likes` accepts"
    ),
    side: .contract)

  static let undocumentedStatus = Rule(
    id: "undocumented-status", summary: "a status that the operation does not document",
    rationale: "the contract does not describe such a response, so apps may not handle it",
    source: "the operation's responses",
    link: "https://spec.openapis.org/oas/v3.1.0#responses-object",
    severity: .warning,
    form: .exchange,
    exchanges: (
      wrong: "GET /api/v1/locations/public → 418",
      right: "GET /api/v1/locations/public → 200"
    ),
    side: .contract)

  static let contentType = Rule(
    id: "content-type", summary: "a media type that the operation does not document",
    rationale: "a client that checks the media type first does not read the body",
    source: "the operation's content",
    link: "https://spec.openapis.org/oas/v3.1.0#media-type-object",
    problems: [
      "if a body has another JSON media type than documented, there is a finding only if "
        + "`leniencies` is `none`"
    ],
    severity: .warning,
    form: .exchange,
    exchanges: (
      wrong: "GET /api/v1/locations/public → 200, Content-Type: text/html",
      right: "GET /api/v1/locations/public → 200, Content-Type: application/json"
    ))
}

extension Rule {
  /// The violation for a webhook if no contract has it, or has it only with another method.
  static func unknownWebhook(
    _ name: String, _ method: String?, among known: [Operation]
  ) -> FindingText {
    let shown = SafeText.line(Redaction.shown(name, ofProperty: nil))
    let named = known.filter { $0.sentAs == "webhook \(name)" }.map(\.method)
    if let method, !named.isEmpty {
      return FindingText(
        message: "the webhook `\(shown)` has no \(SafeText.line(method)); it has "
          + named.joined(separator: ", "),
        label: "send \(named[0]), or document the method")
    }
    let near = NearestName.of(
      name, among: known.compactMap { $0.sentAs.map { String($0.dropFirst("webhook ".count)) } })
    return FindingText(
      message: "the contract has no webhook `\(shown)`",
      label: near.map { "did you mean `\($0)`?" } ?? "document the webhook")
  }

  /// The violation for a key that occurs twice in an envelope. `holder` is `record`, `entry` or
  /// `file`.
  static func repeatedProperty(_ property: String, in holder: String) -> FindingText {
    FindingText(
      message: CaptureProblem.repeated(property, in: holder),
      label: "remove one of the two")
  }
}

@_spi(Engine)
extension CaptureProblem {
  /// The finding for a repeated property, with the severity of its rule. The list is empty if the
  /// rule is off. For other problems, the result is nil.
  public func findings(
    in file: String, at position: TextPosition, _ severity: (Rule) -> Severity?
  ) -> [Finding]? {
    guard case .repeated(let property) = kind else { return nil }
    guard let severity = severity(.duplicateKey) else { return [] }
    let text = Rule.repeatedProperty(property, in: "file")
    let end = TextPosition(line: position.line, column: position.column + range.length)
    var finding = Finding(
      rule: Rule.duplicateKey.id, severity: severity, message: text.message,
      label: text.label, why: Rule.duplicateKey.rationale, file: file,
      region: Region(start: position, end: end, bytes: range))
    finding.shape = property
    return [finding]
  }
}

extension MediaType {
  /// The key in a form that is safe to show. This is needed because parameters may be any text.
  var shownKey: String { choosing.isEmpty ? essence : SafeText.line(Redaction.text(key)) }
}

extension Violation.Kind {
  var text: FindingText {
    switch self {
    case .assertion(let failed): return failed.text
    case .parameter(let text, _), .told(let text, _): return text
    case .syntax(let error, let authority):
      return FindingText(message: "\(authority.instance) is not JSON: \(error.message)")
    case .duplicateKey(let name, let clients):
      return FindingText(
        message:
          "the property `\(SafeText.line(Redaction.shown(name, ofProperty: nil)))` is repeated",
        label: "remove one of the two", clients: clients.filter { !$0.client.isEmpty })
    case .unknownRoute(let method, let path, let methods, let basePath, let nearest):
      if methods.isEmpty {
        var label = nearest.map { "did you mean `\($0)`?" } ?? "document the operation"
        if let prefix = basePath?.description, URLRedaction.redact(prefix) == prefix {
          label = "if all paths begin with `\(prefix)`, use `--base-path \(prefix)`"
        }
        return FindingText(
          message: "the contract has no operation for \(method) `\(path)`", label: label)
      }
      let known = methods.joined(separator: ", ")
      return FindingText(
        message: "the contract has no \(method) for `\(path)`; it has \(known)",
        label: "document the operation")
    case .unmatchedBody(_, let hint):
      return FindingText(
        message: "the body resembles no schema of the contract" + (hint.map { "; \($0)" } ?? ""),
        label: "give its operation with --operation or its schema with --schema")
    case .undocumentedStatus(let status, let operation):
      let known = operation.statuses.joined(separator: ", ")
      return FindingText(
        message: "status \(status) is not documented; the operation documents \(known)",
        label: "document the status")
    case .contentType(let type, let documented):
      let known = documented.map { "`\($0.shownKey)`" }.joined(separator: ", ")
      // Parameters are named if they make the difference.
      let isKnown = documented.contains { type.fit($0) != nil }
      return FindingText(
        message: "media type is `\(isKnown ? type.shownKey : type.essence)`; the contract says "
          + known,
        label: "send \(known)")
    }
  }
}
