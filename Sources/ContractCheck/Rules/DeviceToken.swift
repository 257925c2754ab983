@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let deviceToken = BuiltInRules.deviceToken.with(
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
}

/// Without a contract, only tokens in requests are checked. The rule `secret-exposure` checks
/// responses.
extension BodyWalk {
  fileprivate mutating func lintToken(_ roles: NameTraits.Roles) {
    guard context.part != .response,
      let token = properties.first(where: { traits($0).roles.contains(.deviceToken) }),
      let text = document.node(at: token.value).string, !isExposed(token, roles)
    else { return }
    let platform = properties.first { traits($0).roles.contains(.platform) }
    let count = text.unicodeScalars.count
    if count < 32 {
      add(
        .deviceToken,
        Rule.deviceToken.text(of: "minLength", ["length": "\(count)", "limit": "32"]),
        shape: "length", at: token)
    } else if platform.flatMap({ document.node(at: $0.value).string })?.lowercased() == "ios",
      text.utf8.count != 64 || !text.utf8.allSatisfy({ $0.hexValue != nil })
    {
      add(
        .deviceToken, Rule.deviceToken.text(of: "pattern", ["length": "\(count)"]),
        shape: "digits", at: token)
    }
  }
}
