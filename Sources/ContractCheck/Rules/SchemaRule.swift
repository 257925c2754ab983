extension Rule {
  /// Everything that the contract's schemas say and no other rule answers for.
  static let schema = Rule(
    "schema", "a value that the contract's schema does not allow; the keyword says which way",
    rationale: "the app decodes what the contract documents, and fails on anything else",
    source: "the contract's own schema; JSON Schema 2020-12",
    fix: "remove quotes from a number or truth value, write the documented case or date, "
      + "rename a misspelled key",
    form: .owns([]),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "/likes", #"{"likes": "42"}"#),
      .wrong("social-posts", "Likes", at: "", member: "likes", #"{}"#),
    ])
}
