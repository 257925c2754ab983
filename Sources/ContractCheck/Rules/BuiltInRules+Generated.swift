// Generated from `schemas/rules/built-in.json`; see BundleGeneratorTests. Do not edit.
// swift-format-ignore-file

internal import ContractCaptures
internal import JSONSchema

/// The rules that are data, without their examples and what they do without a contract.
enum BuiltInRules {
  static let explicitNull = Rule(
    id: "explicit-null",
    summary: "a documented nullable property that is missing",
    rationale: "a decoder that expects the property fails if the property is missing; null says that the value is unknown",
    source: "Mobile API Response Schemas (v1), Core Principles 2 and Common Mistakes 2",
    form: .owns([
      .presence(Ownership.Selector(isNullable: true)),
    ]),
    message: .phrases([
      Phrase(keywords: ["required"], message: "`{member}` is missing; this API sends an explicit `null`", label: ##"add `"{member}": null`"##),
    ]),
    repair: Rule.Repair(summary: "insert the property with the value null", kinds: [.insertNull]))

  static let deviceToken = Rule(
    id: "device-token",
    summary: "a device token that is too short, or an iOS token that is not 64 hex digits",
    rationale: "the backend or APNs refuses the token, and no notification arrives",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Token format",
    basis: .extensions,
    form: .owns([
      .values(Ownership.Selector(names: [.named("deviceToken")]), keywords: ["minLength", "pattern"], asserts: Schema.any.adding("type", json: ##""string""##).adding("minLength", json: "32")),
      .objects(listing: ["deviceToken", "platform"], asserts: Schema.any.adding("if", json: ##"{"properties":{"platform":{"const":"ios"}},"required":["platform"]}"##).adding("then", json: ##"{"properties":{"deviceToken":{"pattern":"^[0-9a-fA-F]{64}$"}}}"##)),
    ]),
    message: .phrases([
      Phrase(keywords: ["minLength"], message: "device token has {length} characters; it needs at least {limit}", label: "send the whole token"),
      Phrase(keywords: ["pattern"], message: "iOS device token is not 64 hex digits; it has {length} characters", label: "send the APNs token as 64 hex digits"),
    ]))

  static let devicePlatform = Rule(
    id: "device-platform",
    summary: "a platform that is not exactly `ios` or `android`",
    rationale: "the backend compares the exact value; it refuses `iOS` with status 400",
    source: "Mobile Device API Reference, Request Schema and Troubleshooting, Platform value",
    basis: .extensions,
    form: .owns([
      .values(Ownership.Selector(names: [.named("platform")]), keywords: ["const", "enum", "type"], ownsStrings: true, asserts: Schema.any.adding("type", json: ##""string""##).adding("enum", json: ##"["ios","android"]"##)),
    ]),
    message: .phrases([
      Phrase(message: "platform is {value}; it must be exactly `ios` or `android`", label: "send `ios` or `android`"),
    ]),
    repair: Rule.Repair(summary: "write it in lower case where only the case differs", kinds: [.choose]))

  static let coordinateRange = Rule(
    id: "coordinate-range",
    summary: "a coordinate that is out of range, that is a string, or that has no second coordinate",
    rationale: "the app decodes two numbers; anything else is not a place on the map",
    source: "Mobile API Response Schemas (v1), iOS Model Mapping (`Double`)",
    basis: .extensions,
    form: .owns([
      .values(Ownership.Selector(names: [.coordinate(.latitude)]), keywords: ["maximum", "minimum"], ownsStrings: true, asserts: Schema.any.adding("type", json: ##""number""##).adding("minimum", json: "-90").adding("maximum", json: "90")),
      .values(Ownership.Selector(names: [.coordinate(.longitude)]), keywords: ["maximum", "minimum"], ownsStrings: true, asserts: Schema.any.adding("type", json: ##""number""##).adding("minimum", json: "-180").adding("maximum", json: "180")),
      .coordinatePair,
    ]),
    message: .phrases([
      Phrase(keywords: ["string"], message: "`{name}` is the string {value}; a coordinate is a number"),
      Phrase(keywords: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], names: [.coordinate(.latitude)], message: "`{name}` is {value}; a latitude lies between -90 and 90", label: "are the two coordinates swapped?"),
      Phrase(keywords: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], message: "`{name}` is {value}; a longitude lies between -180 and 180", label: "are the two coordinates swapped?"),
      Phrase(keywords: ["required", "dependentRequired"], message: "`{member}` is missing, but the other coordinate is present", label: "add `{member}`"),
    ]),
    absence: .half,
    repair: Rule.Repair(summary: "remove the quotes of a number", kinds: [.unquote]))

  static let secretExposure = Rule(
    id: "secret-exposure",
    summary: "a secret in a response, if the contract does not document the secret",
    rationale: "whoever reads the response, a log or a cache can use the API as this user or this device",
    source: "Mobile Device API Reference, GET /api/devices (the token is not returned)",
    basis: .extensions,
    form: .keys(.forbidden(Ownership.Selector(names: [.named("deviceToken"), .named("password"), .named("passwordHash"), .named("refreshToken")], part: .response))),
    message: .phrases([
      Phrase(message: "`{name}` is in the response; a response must not contain secrets", label: "remove it from the response"),
    ]))

  static let undocumentedField = Rule(
    id: "undocumented-field",
    summary: "a property that the contract does not list",
    rationale: "clients may use the property, but the next release of the API may remove it",
    source: "Mobile API Response Schemas (v1), Validation Checklist (document in this file)",
    severity: .warning,
    form: .keys(.unlisted(Ownership.Selector())),
    message: .phrases([
      Phrase(message: "`{name}` is not in the contract", label: "document it or remove it"),
    ]),
    side: .contract)
}
