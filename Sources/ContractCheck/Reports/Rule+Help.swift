/// What code-scanning pages show of a rule beside its findings.
extension Rule {
  /// The standard behind the rule, or the one that contracts are written by.
  var helpURI: String {
    switch id {
    case Rule.isoDates.id: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6"
    case Rule.jsonSyntax.id: "https://www.rfc-editor.org/rfc/rfc8259"
    case Rule.duplicateKey.id: "https://www.rfc-editor.org/rfc/rfc8259#section-4"
    case Rule.schema.id: "https://json-schema.org/draft/2020-12/json-schema-validation"
    case Rule.unknownRoute.id: "https://spec.openapis.org/oas/v3.1.0#paths-object"
    case Rule.undocumentedStatus.id: "https://spec.openapis.org/oas/v3.1.0#responses-object"
    case Rule.contentType.id: "https://spec.openapis.org/oas/v3.1.0#media-type-object"
    default: "https://spec.openapis.org/oas/v3.1.0#schema-object"
    }
  }

  /// What is found, why it matters, where it is documented and how it is mended, as Markdown that
  /// reads well as text.
  var help: String {
    var lines = [
      "Finds \(summary).", "Why: \(rationale).", "Documented in: \(source).",
    ]
    if let fix { lines.append("To mend it: \(fix).") }
    lines.append("More: `schemacheck explain \(id)`.")
    return lines.joined(separator: "\n\n")
  }
}
