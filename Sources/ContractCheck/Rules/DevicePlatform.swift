@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
internal import JSONTape

extension Rule {
  static let devicePlatform = BuiltInRules.devicePlatform.with(
    lint: Lint(
      severity: .warning,
      names: [(.platform, ["platform"]), (.device, ["pushtoken", "fcmtoken", "apnstoken"])],
      parts: [.objects(with: .platform) { walk, _, roles in walk.lintPlatform(roles) }]),
    examples: [
      .right(
        "unitedwerise-devices", "RegisterRequest", request: true,
        #"{"platform": "android", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
      .wrong(
        "unitedwerise-devices", "RegisterRequest", request: true, at: "/platform",
        #"{"platform": "Android", "deviceToken": "fcm-registration-token-0123456789-abc"}"#),
      .wrong(
        "unitedwerise-devices", "Device", at: "/platform", RuleExample.device(platform: "windows")),
    ])

  static func platform(_ text: String) -> String? {
    let lowered = text.lowercased()
    return lowered == "ios" || lowered == "android" ? lowered : nil
  }
}

/// Without a contract, device data in requests is checked completely. In responses, only the letter
/// case of a platform is checked, because a list of a user's devices may contain other platforms.
extension BodyWalk {
  fileprivate mutating func lintPlatform(_ roles: NameTraits.Roles) {
    guard roles.contains(.deviceToken) || roles.isSuperset(of: [.platform, .device]),
      let property = properties.first(where: { traits($0).roles.contains(.platform) }),
      let value = document.node(at: property.value).string
    else { return }
    let meant = Rule.platform(value)
    let isSent = context.part != .response && roles.contains(.deviceToken)
    guard value != meant, meant != nil || isSent else { return }
    add(
      .devicePlatform,
      FindingText(
        message: "platform is \"\(FailureContext.shownName(value))\"; "
          + "push services expect exactly `ios` or `android`",
        label: meant.map { "write `\($0)`" } ?? ""),
      shape: "string", at: property, fix: meant.map { ("write `\($0)`", JSONWriter.quoted($0)) })
  }
}
