/// The rules that are judged while an exchange is read and matched.
extension Rule {
  static let jsonSyntax = Rule(
    "json-syntax", "a body that is not JSON",
    rationale: "no decoder takes it",
    source: "RFC 8259",
    form: .reader,
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "", #"{"likes": 42,}"#),
    ])

  static let duplicateKey = Rule(
    "duplicate-key", "a key that an object has twice",
    rationale: "decoders differ in which of the two values they take",
    source: "RFC 8259, section 4",
    form: .reader,
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong("social-posts", "Likes", at: "/likes", #"{"likes": 42, "likes": 43}"#),
    ])

  static let unknownRoute = Rule(
    "unknown-route", "an exchange that the contract has no operation for",
    rationale: "what is not in the contract is checked against nothing",
    source: "the contract's paths",
    severity: .warning,
    form: .reader,
    examples: [])

  static let undocumentedStatus = Rule(
    "undocumented-status", "a status that the operation does not document",
    rationale: "the app has no model for the answer",
    source: "the operation's responses",
    severity: .warning,
    form: .reader,
    examples: [])

  static let contentType = Rule(
    "content-type", "a media type that the operation does not document",
    rationale: "clients that look at the media type do not decode the body",
    source: "the operation's content",
    severity: .warning,
    form: .reader,
    examples: [])
}
