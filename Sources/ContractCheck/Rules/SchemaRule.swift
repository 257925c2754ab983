extension Rule {
  /// Reports every assertion of the contract's schemas that no other rule reports.
  static let schema = Rule(
    id: "schema",
    summary: "a value that the contract's schema does not allow; the finding's keyword says why",
    rationale: "the app decodes what the contract documents, and fails on anything else",
    source: "the contract's own schema; JSON Schema 2020-12",
    link: "https://json-schema.org/draft/2020-12/json-schema-validation",
    problems: [
      "if `anyOf` or `oneOf` fails, only the nearest branch is reported"
    ],
    canBeOff: false,
    form: .owns([.rest]),
    listing: Listing(),
    repair: Repair(
      summary: "remove quotes from a number or a Boolean, write the documented case or date form, "
        + "rename a misspelled property",
      unsafe: "an integer in quotes; a property name that differs in more than its case",
      kinds: [.unquote, .quote, .choose, .rewriteDate]),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "/likes", #"{"likes": "42"}"#),
      .wrong("social-posts", "Likes", at: "", property: "likes", #"{}"#),
    ])
}
