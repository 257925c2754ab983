internal import JSONSchema

extension Rule {
  /// Exactly `ios` or `android`.
  static let devicePlatform = Rule(
    "device-platform", "a platform other than exactly `ios` or `android`",
    rationale: "the backend compares the value as it is; `iOS` is refused with 400",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Platform value",
    fix: "write it in lower case where only the case differs",
    form: .owns([
      .member(
        .named("platform"), keywords: ["enum", "const", "type"], ownsStrings: true,
        asserts: .devicePlatform)
    ]),
    examples: [
      .right(
        "unitedwerise-devices", "RegisterRequest", request: true,
        #"{"platform": "android", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
      .wrong(
        "unitedwerise-devices", "RegisterRequest", request: true, at: "/platform",
        #"{"platform": "Android", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
      .wrong(
        "unitedwerise-devices", "Device", at: "/platform",
        """
        {"id": "c", "platform": "windows", "deviceName": null,
         "createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z"}
        """),
    ])
}
