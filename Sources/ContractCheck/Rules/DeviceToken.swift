internal import JSONSchema

extension Rule {
  /// Tokens that APNs and FCM can deliver to.
  static let deviceToken = Rule(
    "device-token", "a device token that is too short, or an iOS token that is not 64 hex digits",
    rationale: "the backend refuses the token, or APNs does, and no notification ever arrives",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Token format",
    form: .owns([
      .member(
        .named("deviceToken"), keywords: ["minLength", "pattern"],
        asserts: .deviceToken),
      .objects(listing: ["deviceToken", "platform"], asserts: .iosDeviceToken),
    ]),
    examples: [
      .right(
        "unitedwerise-devices", "RegisterRequest", request: true,
        """
        {"platform": "ios",
         "deviceToken": "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF"}
        """),
      .right(
        "unitedwerise-devices", "RegisterRequest", request: true,
        #"{"platform": "android", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
      .wrong(
        "unitedwerise-devices", "RegisterRequest", request: true, at: "/deviceToken",
        #"{"platform": "android", "deviceToken": "short"}"#),
      .wrong(
        "unitedwerise-devices", "RegisterRequest", request: true, at: "/deviceToken",
        #"{"platform": "ios", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
    ])
}
