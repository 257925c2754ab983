internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let deviceToken = Rule(
    id: "device-token",
    summary: "a device token that is too short, or an iOS token that is not 64 hex digits",
    rationale: "the backend refuses the token, or APNs does, and no notification ever arrives",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Token format",
    basis: .extensions,
    form: .owns([
      .member(
        .named("deviceToken"), keywords: ["minLength", "pattern"],
        asserts: .deviceToken),
      .objects(listing: ["deviceToken", "platform"], asserts: .iosDeviceToken),
    ]),
    message: .assertion(deviceToken),
    lint: Lint(
      severity: .warning, names: [(.deviceToken, ["devicetoken"])],
      parts: [.objects(with: .deviceToken) { walk, _, roles in walk.lintToken(roles) }]),
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

  private static func deviceToken(_ failed: FailureContext) -> FindingText? {
    let count = failed.node.string?.unicodeScalars.count ?? 0
    switch failed.failure.kind {
    case .minLength(let limit, _): return tokenTooShort(count, "\(limit)")
    case .pattern: return tokenNotHex(count)
    default: return nil
    }
  }

  fileprivate static func tokenTooShort(_ count: Int, _ limit: String) -> FindingText {
    FindingText(
      message: "device token has \(count) characters; it needs at least \(limit)",
      label: "send the whole token")
  }

  fileprivate static func tokenNotHex(_ count: Int) -> FindingText {
    FindingText(
      message: "iOS device token is not 64 hex digits; it has \(count) characters",
      label: "send the APNs token as 64 hex digits")
  }
}

/// Without a contract, only tokens that a device sends are checked; `secret-exposure` covers
/// responses.
extension BodyWalk {
  fileprivate mutating func lintToken(_ roles: NameTraits.Roles) {
    guard context.part != .response,
      let token = members.first(where: { traits($0).roles.contains(.deviceToken) }),
      let text = document.node(at: token.value).string, !isExposed(token, roles)
    else { return }
    let platform = members.first { traits($0).roles.contains(.platform) }
    let count = text.unicodeScalars.count
    if count < 32 {
      add(.deviceToken, Rule.tokenTooShort(count, "32"), shape: "length", at: token)
    } else if platform.flatMap({ document.node(at: $0.value).string })?.lowercased() == "ios",
      text.utf8.count != 64 || !text.utf8.allSatisfy({ $0.hexValue != nil })
    {
      add(.deviceToken, Rule.tokenNotHex(count), shape: "digits", at: token)
    }
  }
}
