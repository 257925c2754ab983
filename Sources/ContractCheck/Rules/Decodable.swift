@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension Rule {
  /// What the schema allows and a client still cannot decode.
  static let decodable = Rule(
    id: "decodable", summary: "a value that the schema allows and JSONDecoder refuses",
    rationale: "JSONDecoder refuses the whole body because of one such value",
    source: "the `decoder` of the contract's `x-schemacheck`; Foundation's JSONDecoder",
    link: "https://developer.apple.com/documentation/foundation/jsondecoder",
    basis: .decoder,
    form: .owns([.decoded]),
    message: .assertion(decodable),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 9223372036854775807}"#),
      .wrong("social-posts", "Likes", at: "/likes", #"{"likes": 9223372036854775808}"#),
      .wrong(
        "unitedwerise-devices", "Device", at: "/deviceName",
        #"""
        {"id": "c", "platform": "ios", "deviceName": "Anna\ud83d",
         "createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z"}
        """#),
    ])

  static let emptyBody = FindingText(
    message: "the body is empty; decoding fails before any member is read",
    label: "send JSON, or the status 204",
    why: "an empty body is not JSON; every decoder refuses it")

  private static func decodable(_ failed: FailureContext) -> FindingText? {
    let name = "`\(failed.quotedName)`"
    switch failed.failure.kind {
    case .halfSurrogate(let escape):
      return FindingText(
        message: (failed.failure.key == nil ? name : "the key \(name)")
          + " holds half an emoji (`\(escape)`)",
        label: "cut strings by code point")
    case .undecodable(let type): return text(of: type, name, failed)
    case .alias(let documented):
      let key = SnakeCaseConversion.property(failed.name ?? "")
      let meant = (failed.settings.decoder ?? Decoder()).property(documented)
      return FindingText(
        message: "\(name) decodes as `\(FailureContext.shownName(key))`; the app has `\(meant)`",
        label: "rename to `\(documented)`",
        why: "the app's property finds no value, and decoding fails where it is required")
    default: return nil
    }
  }

  private static func text(
    of type: DecodedType, _ name: String, _ failed: FailureContext
  ) -> FindingText {
    let shown = failed.shown
    switch type {
    case .int64: return outside("Int", Int64.min, Int64.max, name, shown)
    case .int32: return outside("Int32", Int64(Int32.min), Int64(Int32.max), name, shown)
    case .double, .decimal:
      let holder = type == .double ? "Double" : "Decimal"
      return FindingText(
        message: "\(name) is \(shown); no \(holder) holds it",
        label: "send a number that a \(holder) holds")
    case .url:
      return FindingText(
        message: "\(name) is \(shown); URL refuses it",
        label: failed.node.string?.isEmpty == true ? "send null" : "send a URL")
    }
  }

  private static func outside(
    _ type: String, _ first: Int64, _ last: Int64, _ name: String, _ shown: String
  ) -> FindingText {
    FindingText(
      message: "\(name) is \(shown); Swift's \(type) "
        + (shown.hasPrefix("-") ? "begins at \(first)" : "ends at \(last)"),
      label: "send a number in these bounds, or document a string")
  }
}
