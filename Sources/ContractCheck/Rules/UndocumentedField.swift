extension Rule {
  /// Members that nobody promised.
  static let undocumentedField = Rule(
    "undocumented-field", "a member that the contract does not list",
    rationale: "clients come to depend on what they see, and the next release removes it",
    source: "Mobile API Response Schemas (v1), Validation Checklist (document in this file)",
    severity: .warning,
    form: .keys(.unlisted),
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
}
