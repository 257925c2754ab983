@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  /// What the schema allows and a client still cannot decode.
  static let decodable = Rule(
    id: "decodable", summary: "a value that the schema allows and JSONDecoder refuses",
    rationale: "JSONDecoder refuses the whole body because of one such value",
    source: "the `decoder` of the contract's `x-schemacheck`; Foundation's JSONDecoder",
    link: "https://developer.apple.com/documentation/foundation/jsondecoder",
    versions: "a URL that needs percent-encoding, `my photo.jpg`, decodes since iOS 17 and not on "
      + "iOS 16; it is not reported",
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

  /// The first half of a surrogate pair in a string or name that the contract does not document.
  /// Clients decode it only once they read it, so it is a warning at most.
  static func undocumentedHalf(
    in document: JSONDocument, besides failures: FailureList, _ settings: RuleSettings
  ) -> Violation? {
    guard settings.isResponse, let severity = settings[.decodable].severity else { return nil }
    let cursor = document.cursor
    guard cursor.isMarked(0) else { return nil }
    var halves = cursor.halfSurrogates(in: 0)
    guard !halves.isEmpty else { return nil }
    let failed = Set((0..<failures.count).map { failures.key(at: $0) ?? failures.instance(at: $0) })
    halves.removeAll { failed.contains($0) }
    guard let first = halves.first, let half = cursor.halfSurrogate(first) else { return nil }
    var walk = TapePath(cursor)
    let place = walk.path(to: first)
    let name = "`\(FailureContext.shownName(place.pointer.tokens.last ?? ""))`"
    let escape = UnsafeBufferPointer(start: cursor.bytes + half.offset, count: half.length)
    let more = halves.count - 1
    return Violation(
      rule: .decodable, severity: min(severity, .warning),
      kind: .told(
        FindingText(
          message: (place.pointer.tokens.isEmpty
            ? "the body" : place.isKey ? "the key \(name)" : name)
            + " holds half an emoji (`\(String(decoding: escape, as: UTF8.self))`)"
            + (more > 0
              ? "; \(Plural.count(more, "other string")) \(Plural.noun(more, "does", "do")) too"
              : ""),
          label: "cut strings by code point",
          why: "JSONDecoder refuses the whole body as soon as an app reads this string"),
        shape: "half"),
      instance: place.pointer, range: document.node(at: first).range)
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
