@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  /// Finds values that the schema allows but a client cannot decode.
  static let decodable = Rule(
    id: "decodable", summary: "a value that the schema allows but a client cannot decode",
    rationale: "the decoder refuses the whole body because of one such value",
    source: "the `clients` or the `decoder` of the contract's `x-schemacheck`; `schemas/clients/`",
    link: "https://developer.apple.com/documentation/foundation/jsondecoder",
    versions: "JSONDecoder's `.iso8601` decodes a date with a fraction since iOS 26; since iOS 17, "
      + "a URL that needs percent-encoding (`my photo.jpg`) decodes, as a `silent-change`; if the "
      + "option `oldestSystem` of the client is an older system, both are errors",
    problems: [
      "half of a surrogate pair in an undocumented string is only a warning: the app may never "
        + "read this string"
    ],
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

  /// Finds values that the schema allows but a client reads as another value, without an error.
  static let silentChange = Rule(
    id: "silent-change", summary: "a value that a client changes without an error",
    rationale: "the app shows or sends back another value, and no error reports it",
    source: "the `clients` or the `decoder` of the contract's `x-schemacheck`; `schemas/clients/`",
    link: "https://developer.apple.com/documentation/foundation/jsondecoder",
    problems: [
      "if no schema documents a property, the rule assumes that the app does not read it"
    ],
    since: "0.2.0",
    severity: .warning,
    basis: .decoder,
    form: .owns([]),
    message: .assertion(decodable),
    examples: [
      .right("social-posts", "Likes", #"{"likes": 42}"#),
      .wrong(
        "bmn-boston", "School", at: "/distance",
        #"{"id": 101, "name": "Lowell", "school_type": "High", "distance": 0.1234567890123456789}"#),
    ])

  static let emptyBody = FindingText(
    message: "the body is empty; decoding fails before any property is read",
    label: "send JSON, or the status 204",
    why: "an empty body is not JSON; every decoder refuses it")

  private static func decodable(_ failed: FailureContext) -> FindingText? {
    let name = "`\(failed.quotedName)`"
    switch failed.failure.kind {
    case .judged(let judge, let half):
      guard let judge = judge as? ClientJudge else { return nil }
      let effects = ClientEffect.all(of: failed, judge)
      var text =
        half.map { self.text(ofHalf: $0, name, failed) } ?? self.text(failed, judge, effects)
      guard judge.clients.areNamed else {
        if let refusing = effects.first(where: { $0.outcome == .refuses }) {
          text.why = "\(refusing.title) refuses the whole body because of one such value"
        }
        return text
      }
      text.clients = effects
      text.message += ClientEffect.end(of: text.message, effects)
      text.why = why(effects)
      return text
    case .alias(let documented):
      if let effects = ClientEffect.all(ofKey: failed, documented), !effects.isEmpty {
        return FindingText(
          message: "\(name) is not `\(documented)`: " + ClientEffect.words(effects),
          label: "rename to `\(documented)`", why: why(effects), clients: effects)
      }
      let key = SnakeCaseConversion.property(failed.name ?? "")
      let converting = failed.settings.clients.converting
      guard let meant = converting.map({ $0.property(documented) }).first(where: { $0 != key })
      else { return nil }
      return FindingText(
        message: "the decoder reads \(name) as `\(FailureContext.shownName(key))`, but the app has "
          + "`\(meant)`",
        label: "rename to `\(documented)`",
        why: "the property of the app gets no value; if the app requires the property, decoding "
          + "fails")
    case .pattern where failed.failure.key != nil || failed.isKey:
      let key = FailureContext.shownName(failed.node.string ?? failed.name ?? "")
      return FindingText(
        message: "the key `\(key)` is not an integer, but the app's map has integer keys",
        label: "send integers as keys")
    case .not where failed.node.kind == .object:
      return FindingText(
        message: "\(name) is an object, but the app reads an array of keys and values",
        label: "send an array such as [\"key\", 1]")
    case .chosen(let property, let known):
      let clients = failed.settings.clients
      let effects = clients.areNamed ? clients.list.map { ClientEffect($0, .refuses) } : []
      if !known.isEmpty {
        var text = failed.otherChoice(known)
        if !effects.isEmpty { text.message += ClientEffect.end(of: text.message, effects) }
        text.why = "clients choose the type of the object only by this property"
        text.clients = effects
        return text
      }
      let kind = failed.node[property].map {
        "`\(FailureContext.shownName(property))` is \(FailureContext.shown($0, ofProperty: property))"
      }
      return FindingText(
        message: (kind ?? "`\(FailureContext.shownName(property))` is missing")
          + ", and the object does not match the alternative with that name"
          + (effects.isEmpty ? "" : ": " + ClientEffect.words(effects)),
        label: "send the right `\(FailureContext.shownName(property))`, or an object of this kind",
        why: "clients choose the type of the object only by this property", clients: effects)
    case .undocumented:
      let effects = ClientEffect.all(of: .unknownKey, failed.settings.clients)
      return FindingText(
        message: "\(name) is not in the contract: " + ClientEffect.words(effects),
        label: "remove it, or document it", why: why(effects), clients: effects)
    default: return nil
    }
  }

  private static func why(_ effects: [ClientEffect]) -> String {
    effects.contains { $0.outcome == .refuses }
      ? Rule.decodable.rationale : Rule.silentChange.rationale
  }

  private static func text(
    ofHalf half: String, _ name: String, _ failed: FailureContext
  ) -> FindingText {
    FindingText(
      message: (failed.failure.key == nil ? name : "the key \(name)")
        + " contains half an emoji (`\(half)`)",
      label: "if you shorten strings, cut only between whole characters")
  }

  /// The first half of a surrogate pair in a string or name that the contract does not document.
  /// Clients decode the string only when they read it. So the finding is at most a warning. For
  /// clients that read all strings, it may be an error.
  static func undocumentedHalf(
    in document: JSONDocument, besides failures: FailureList, _ settings: RuleSettings
  ) -> Violation? {
    guard settings.isResponse, let severity = settings[.decodable].severity else { return nil }
    let cursor = document.cursor
    guard cursor.isMarked(0) else { return nil }
    let clients = settings.clients
    let isRefused = clients.any(.halfSurrogateElsewhere) { $0 == .refuses }
    guard isRefused || !clients.areNamed else { return nil }
    var halves = cursor.halfSurrogates(in: 0)
    guard !halves.isEmpty else { return nil }
    let failed = Set((0..<failures.count).map { failures.key(at: $0) ?? failures.instance(at: $0) })
    halves.removeAll { failed.contains($0) }
    guard let first = halves.first, let half = cursor.halfSurrogate(first) else { return nil }
    var walk = TapePath(cursor)
    let place = walk.path(to: first)
    let name = "`\(FailureContext.shownName(place.pointer.tokens.last ?? ""))`"
    let escape = cursor.bytes(in: half.offset..<half.end)
    let more = halves.count - 1
    let effects = ClientEffect.all(of: .halfSurrogateElsewhere, clients)
    var text = FindingText(
      message: (place.pointer.tokens.isEmpty
        ? "the body" : place.isKey ? "the key \(name)" : name)
        + " contains half an emoji (`\(String(decoding: escape, as: UTF8.self))`)"
        + (more > 0
          ? "; \(Plural.count(more, "other string")) \(Plural.noun(more, "does", "do")) too"
          : ""),
      label: "if you shorten strings, cut only between whole characters",
      why: "JSONDecoder refuses the whole body as soon as an app reads this string")
    if clients.areNamed, isRefused {
      text.message += ClientEffect.end(of: text.message, effects)
      (text.why, text.clients) = (why(effects), effects)
    }
    return Violation(
      rule: .decodable, severity: isRefused ? severity : min(severity, .warning),
      kind: .told(text, shape: "half"),
      instance: place.pointer, range: document.node(at: first).range)
  }

  /// A byte order mark that a client refuses.
  static func byteOrderMark(in document: JSONDocument, _ settings: RuleSettings) -> Violation? {
    guard settings.isResponse, settings.clients.refusesMark,
      let severity = settings[.decodable].severity,
      document.withCursor({ ByteOrderMark.length(at: $0.bytes) > 0 })
    else { return nil }
    let effects = ClientEffect.all(of: .byteOrderMark, settings.clients)
    return Violation(
      rule: .decodable, severity: severity,
      kind: .told(
        FindingText(
          message: "the body begins with a byte order mark: " + ClientEffect.words(effects),
          label: "send UTF-8 without a byte order mark", why: why(effects), clients: effects),
        shape: "mark"),
      instance: JSONPointer(), range: document.root.range)
  }

  /// The message for a scalar. If the contract names clients, their names follow.
  private static func text(
    _ failed: FailureContext, _ judge: ClientJudge, _ effects: [ClientEffect]
  ) -> FindingText {
    let message = "`\(failed.quotedName)` is \(failed.shown)"
    let index =
      effects.firstIndex { $0.outcome == .refuses } ?? effects.firstIndex { $0.outcome != .decodes }
    guard let index else { return FindingText(message: message) }
    let (effect, place) = (effects[index], judge.places[index])
    let words: (type: String, refusal: String?, label: String)
    if failed.node.kind == .string {
      words = self.words(ofText: failed, place, effect)
    } else {
      words = self.words(ofNumber: failed, place, effect)
    }
    if judge.clients.areNamed { return FindingText(message: message, label: words.label) }
    let rest =
      effect.outcome == .refuses
      ? words.refusal ?? "\(words.type) refuses it" : "\(words.type) has \(effect.change)"
    return FindingText(message: "\(message); \(rest)", label: words.label)
  }

  /// The type that a text is read as, the problem with a text for this type, and the hint.
  private static func words(
    ofText failed: FailureContext, _ place: ClientPlace, _ effect: ClientEffect
  ) -> (String, String?, String) {
    switch place.text {
    case .url, .foundationURL:
      return ("URL", nil, failed.node.string?.isEmpty == true ? "send null" : "send a URL")
    case .data: return ("Data", nil, "send Base64, with its `=`")
    case .uuid: return ("UUID", nil, "send a UUID with hyphens")
    case .number: return (effect.title, nil, "send a number")
    default: return ("Date", nil, "send a date such as `2024-05-01T10:00:00Z`")
    }
  }

  private static func words(
    ofNumber failed: FailureContext, _ place: ClientPlace, _ effect: ClientEffect
  ) -> (String, String?, String) {
    let type = place.number.name
    if case .changes = effect.outcome {
      let isWhole = failed.node.number?.isInteger ?? false
      return (type, nil, isWhole ? "send the number as a string" : "send fewer digits")
    }
    let whole = failed.node.number.flatMap { DecimalText($0.text.utf8).whole }
    switch place.number.holds {
    case .whole(let range?) where whole.map { !range.contains($0) } ?? true:
      let isBelow = failed.shown.hasPrefix("-")
      let bound =
        isBelow ? "begins at \(range.lowerBound.text)" : "ends at \(range.upperBound.text)"
      return (
        type, "Swift's \(type) \(bound)", "send a number within this limit, or document a string"
      )
    case .whole, .big, .digits: return (type, nil, "send only digits")
    case .mixed, .exact:
      return (
        type, "a Double cannot store it",
        "send a number that a Double "
          + "can store"
      )
    case .binary32, .binary64, .decimal:
      return (type, "a \(type) cannot store it", "send a number that a \(type) can store")
    }
  }
}
