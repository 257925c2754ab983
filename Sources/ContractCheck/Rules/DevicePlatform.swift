internal import JSONSchema
internal import JSONTape

extension Rule {
  static let devicePlatform = Rule(
    id: "device-platform", summary: "a platform other than exactly `ios` or `android`",
    rationale: "the backend compares the value as it is; `iOS` is refused with 400",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Platform value",
    basis: .extensions,
    form: .owns([
      .member(
        .named("platform"), keywords: ["enum", "const", "type"], ownsStrings: true,
        asserts: .devicePlatform)
    ]),
    message: .assertion(devicePlatform),
    repair: Repair(summary: "write it in lower case where only the case differs", kinds: [.choose]),
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

  private static func devicePlatform(_ failed: FailureContext) -> FindingText? {
    let meant = failed.node.string.flatMap(platform)
    return FindingText(
      message: "platform is \(failed.shown); it must be exactly `ios` or `android`",
      label: meant.map { "write `\($0)`" } ?? "send `ios` or `android`")
  }

  static func platform(_ text: String) -> String? {
    let lowered = text.lowercased()
    return lowered == "ios" || lowered == "android" ? lowered : nil
  }
}

/// Without a contract, what a device sends is checked fully. Of responses only the case of a
/// platform is checked: a list of a user's devices may have other platforms.
extension BodyWalk {
  fileprivate mutating func lintPlatform(_ roles: NameTraits.Roles) {
    guard roles.contains(.deviceToken) || roles.isSuperset(of: [.platform, .device]),
      let member = members.first(where: { traits($0).roles.contains(.platform) }),
      let value = document.node(at: member.value).string
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
      shape: "string", at: member, fix: meant.map { ("write `\($0)`", JSONWriter.quoted($0)) })
  }
}
