@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let secretExposure = BuiltInRules.secretExposure.with(
    lint: Lint(
      severity: .error,
      names: [
        (.secret, secrets),
        (.record, ["id", "_id", "uuid", "createdat", "updatedat"]),
        (.authentication, ["accesstoken", "token", "idtoken", "expiresin", "tokentype"]),
      ],
      parts: [.objects(with: .secret) { walk, _, roles in walk.lintSecrets(roles) }]),
    problems: [
      "the rule knows only four names; for other names, write a rule of your own with "
        + "`secret`"
    ],
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

  /// The folded names in the rule's data.
  private static var secrets: [String] {
    guard case .keys(.forbidden(let selector)) = BuiltInRules.secretExposure.form else { return [] }
    return selector.names.map {
      String(decoding: NamePattern.fold($0.text(.standard)), as: UTF8.self)
    }
  }
}

extension BodyWalk {
  fileprivate mutating func lintSecrets(_ roles: NameTraits.Roles) {
    for property in properties where isExposed(property, roles) {
      add(
        .secretExposure,
        Rule.secretExposure.text(["name": FailureContext.shownName(traits(property).name)]),
        at: property, isKey: true, isGuess: context.isBare)
    }
  }

  /// Whether a property is a secret in a response.
  ///
  /// Names of wrong properties in errors, labels on screens and the refresh token of a login are no
  /// secrets. A bare body may be a request. It counts as a response if it is a record with an id,
  /// or if it contains a hash.
  func isExposed(_ property: Property, _ roles: NameTraits.Roles) -> Bool {
    let traits = traits(property)
    guard traits.roles.contains(.secret), !context.isRequest, context.status ?? 200 < 400,
      let value = document.node(at: property.value).string, !value.isEmpty,
      !value.utf8.contains(where: ASCIIByte.isSpace), !isMask(value),
      !NamePattern.fold(value).elementsEqual(traits.folded.utf8)
    else { return false }
    if traits.folded == "refreshtoken", roles.contains(.authentication) { return false }
    return !context.isBare || roles.contains(.record) || traits.folded == "passwordhash"
  }

  private func isMask(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { ["*", "•", "x", "X"].contains($0) }
  }
}
