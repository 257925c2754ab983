extension Rule {
  /// A value that is unknown is null; the member is there all the same.
  static let explicitNull = Rule(
    "explicit-null", "a documented nullable member that is absent",
    rationale: "a decoder that expects the key fails when it is left out; null says unknown",
    source: "Mobile API Response Schemas (v1), Core Principles 2 and Common Mistakes 2",
    fix: "insert the member with the value null",
    form: .owns([.nullableMembers]),
    examples: [
      .right(
        "fotolokashen", "Photo",
        #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true, "caption": null}"#),
      .wrong(
        "fotolokashen", "Photo", at: "", member: "caption",
        #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true}"#),
      .wrong(
        "social-posts", "User", at: "", member: "avatarURL",
        #"{"id": "u", "username": "alice", "displayName": "Alice Smith"}"#),
    ])
}
