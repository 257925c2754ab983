internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Platforms and push tokens in objects about a device, and secrets that come back.
extension BodyWalk {
  /// What a device sends is judged, and of what comes back only the case of a platform: a list of
  /// somebody's devices knows other platforms, and its tokens are `secret-exposure`'s.
  mutating func lintDevice(_ roles: NameTraits.Roles) {
    let platform = members.first { traits($0).roles.contains(.platform) }
    let value = platform.flatMap { document.node(at: $0.value).string }
    let lowered = value.map { $0.lowercased() }
    let isKnown = lowered == "ios" || lowered == "android"
    if let platform, let value, value != lowered || !isKnown {
      let isSent = context.part != .response && roles.contains(.deviceToken)
      if isKnown || isSent {
        add(
          .devicePlatform,
          .platform(FailureContext.shownName(value), meant: isKnown ? lowered : nil),
          at: platform,
          fix: isKnown ? lowered.map { ("write `\($0)`", JSONWriter.quoted($0)) } : nil)
      }
    }
    guard context.part != .response,
      let token = members.first(where: { traits($0).roles.contains(.deviceToken) }),
      let text = document.node(at: token.value).string, !isExposed(token, roles)
    else { return }
    let count = text.unicodeScalars.count
    if count < 32 {
      add(.deviceToken, .tokenLength(count), at: token)
    } else if lowered == "ios",
      text.utf8.count != 64 || !text.utf8.allSatisfy({ ASCIIByte.hexValue($0) != nil })
    {
      add(.deviceToken, .tokenDigits(count), at: token)
    }
  }

  mutating func lintSecrets(_ roles: NameTraits.Roles) {
    for member in members where isExposed(member, roles) {
      add(
        .secretExposure, .secret(traits(member).name), at: member, isKey: true,
        isGuess: context.isBare)
    }
  }

  /// Whether a member is a secret that came back.
  ///
  /// What refuses a request names the members that are wrong, texts for the screen name their
  /// fields, and who signs in is given a refresh token: none of these is a secret come back. A bare
  /// body may be a request; it came back if it is a record with an id, or holds a hash.
  private func isExposed(_ member: Member, _ roles: NameTraits.Roles) -> Bool {
    let traits = traits(member)
    guard traits.roles.contains(.secret), !context.isRequest, context.status ?? 200 < 400,
      let value = document.node(at: member.value).string, !value.isEmpty,
      !value.utf8.contains(where: ASCIIByte.isSpace), !isMask(value),
      !KeyPolicy.fold(value).elementsEqual(traits.folded.utf8)
    else { return false }
    if traits.folded == "refreshtoken", roles.contains(.authentication) { return false }
    return !context.isBare || roles.contains(.record) || traits.folded == "passwordhash"
  }

  private func isMask(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { ["*", "•", "x", "X"].contains($0) }
  }
}
