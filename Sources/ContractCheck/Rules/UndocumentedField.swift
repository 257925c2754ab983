internal import JSONSchema

extension Rule {
  static let undocumentedField = BuiltInRules.undocumentedField.with(
    listing: Listing(
      unlisted: (
        "{list} are not in the contract", "document them or remove them",
        "document the other properties, or remove them"
      )),
    problems: ["objects with `additionalProperties` are not checked: they may have any property"],
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
