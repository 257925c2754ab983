extension Rule {
  /// Secrets that must not come back.
  static let secretExposure = Rule(
    "secret-exposure", "a secret in a response whose contract does not document it",
    rationale: "whoever reads the response, a log or a cache can act as the user or their device",
    source: "Mobile Device API Reference, GET /api/devices (the token is not returned)",
    form: .keys(
      .secrets(["deviceToken", "password", "passwordHash", "refreshToken"])),
    examples: [
      .right(
        "social-posts", "User",
        #"{"id": "u", "username": "alice", "displayName": "Alice", "avatarURL": null}"#),
      .wrong(
        "social-posts", "User", at: "/passwordHash",
        """
        {"id": "u", "username": "alice", "displayName": "Alice", "avatarURL": null,
         "passwordHash": "$2b$10$abcdefghijklmnopqrstuv"}
        """),
      .wrong(
        "unitedwerise-devices", "Device", at: "/deviceToken",
        """
        {"id": "c", "platform": "ios", "deviceName": null,
         "createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z",
         "deviceToken": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}
        """),
    ])
}
