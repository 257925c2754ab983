internal import JSONSchema

extension Rule {
  static let undocumentedField = Rule(
    id: "undocumented-field", summary: "a member that the contract does not list",
    rationale: "clients come to depend on what they see, and the next release removes it",
    source: "Mobile API Response Schemas (v1), Validation Checklist (document in this file)",
    severity: .warning,
    form: .keys(.unlisted),
    message: .assertion(undocumented),
    listing: Listing(
      unlisted: (
        "{list} are not in the contract", "document them or leave them out",
        "document the others or leave them out"
      )),
    examples: [
      .right(
        "fotolokashen", "Photo",
        #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true, "caption": null}"#),
      .wrong(
        "fotolokashen", "Photo", at: "/width",
        """
        {"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true, "caption": null, "width": 640}
        """),
    ])

  private static func undocumented(_ failed: FailureContext) -> FindingText? {
    guard case .undocumented(let listed) = failed.failure.kind else { return nil }
    let near = failed.nearestAbsent(among: listed)
    return FindingText(
      message: "`\(failed.quotedName)` is not in the contract" + NearestName.suggestion(near),
      label: "document it or leave it out", near: near)
  }
}
