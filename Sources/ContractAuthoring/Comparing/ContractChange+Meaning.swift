@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONTape

extension ContractChange {
  /// The effect of a change on a released app, and the texts for findings.
  struct Meaning {
    let rule: ChangeRule
    let message: String
    /// The message without its claim about released apps. Nil if there is no such claim.
    let fact: String?
    /// The hint beside the marked text.
    let advice: String

    init(_ rule: ChangeRule, _ message: String, _ advice: String = "nothing to do") {
      self.rule = rule
      self.message = message
      self.advice = advice
      fact = nil
    }

    /// - Parameter claim: What released apps do if the contract does not name them.
    init(_ rule: ChangeRule, _ fact: String, claim: String, _ advice: String) {
      self.rule = rule
      self.fact = fact
      message = "\(fact): \(claim)"
      self.advice = advice
    }
  }

  /// - Parameter subject: The subject of the change, as ``subject(at:isResponse:)`` names it.
  func meaning(_ subject: String = "") -> Meaning {
    switch kind {
    case .operationRemoved(let name, let target?):
      return Meaning(
        .operationRemoved,
        "`\(name)` is now `\(target)`: released apps still call the old "
          + "operation",
        "keep the old operation, too")
    case .operationRemoved(let name, nil):
      return Meaning(
        .operationRemoved, "`\(name)` is gone: released apps that call it get an error",
        "keep it until no app calls it")
    case .operationAdded(let name): return Meaning(.operationAdded, "`\(name)` is new")
    case .serverRemoved(let urls):
      return Meaning(
        .serversChanged,
        "\(Self.list(urls)) is no longer among the servers: released apps still use it",
        "keep the server running")
    case .schemaRemoved(let name):
      return Meaning(
        .schemaRemoved, "the schema \(Self.name(name)) is gone; no operation used it",
        "keep the schema as long as apps decode it")
    case .statusRemoved(let status, isSuccess: true):
      return Meaning(
        .responseStatusRemoved,
        "the success status \(status) is gone: released apps treat another status as a failure",
        "keep sending \(status)")
    case .statusRemoved(let status, isSuccess: false):
      return Meaning(
        .errorStatusRemoved, "the status \(status) is gone",
        "nothing to do if the server no longer sends it")
    case .statusAdded(let status):
      return Meaning(
        .responseStatusAdded, "the status \(status) is new",
        "make sure that apps handle an unknown status")
    case .mediaTypeRemoved(let type):
      return isResponse
        ? Meaning(
          .responseMediaTypeRemoved,
          "\(type) is no longer sent: released apps cannot decode another media type",
          "keep \(type)")
        : Meaning(
          .requestMediaTypeRemoved,
          "\(type) is no longer accepted: the server refuses released apps that send it",
          "keep \(type)")
    case .mediaTypeRenamed(let old, let new):
      return Meaning(
        .mediaTypeRenamed,
        "\(old) is now \(new): released apps may fail if they read or send Content-Type",
        "keep \(old)")
    case .mediaTypeAdded(let type): return Meaning(.mediaTypeAdded, "\(type) is new")
    case .credentialsRequired:
      return Meaning(
        .credentialsRequired,
        "the operation now needs credentials: the server refuses released apps that send no "
          + "credentials",
        "accept requests without credentials, too")
    case .parameterRequired(let name, let isNew):
      return Meaning(
        .parameterRequired,
        "the \(name) \(isNew ? "is new and " : "")must now be sent: the server refuses released "
          + "apps that do not send it", "make it optional, with a default")
    case .parameterStyle(let name, let old, let new):
      return Meaning(
        .parameterStyleChanged,
        "the \(name) is now written as \(new) (was \(old)): the server misreads what released apps "
          + "send", "keep \(old)")
    case .parameterRemoved(let name):
      return Meaning(
        .parameterRemoved,
        "the \(name) is gone: released apps still send it, and the server may ignore it and "
          + "respond differently",
        Self.ignoring)
    case .parameterAdded(let name):
      return Meaning(.parameterAdded, "the optional \(name) is new")
    case .bodyRequired(let isNew):
      return Meaning(
        .requestBodyRequired,
        "a request body \(isNew ? "is new and " : "")must now be sent: the server refuses released "
          + "apps that send none", "make it optional")
    case .bodyRemoved:
      return Meaning(
        .requestBodyRemoved,
        "the request has no body any more: the body that released apps send is lost", Self.ignoring)
    case .bodyAdded: return Meaning(.requestBodyAdded, "the request may now have a body")
    case .type(let old, let new):
      let change = "\(subject) is now \(Self.types(new)) (was \(Self.types(old)))"
      let decoded = old.count == 1 ? Self.swiftTypes[old[0]].map { " as \($0)" } : nil
      return isResponse
        ? Meaning(
          .responseTypeChanged, change, claim: "released apps that decode it\(decoded ?? "") fail",
          "keep \(Self.types(old)), or send the new type under another name")
        : Meaning(
          .requestTypeNarrowed,
          "\(change): the server refuses released apps that send \(Self.types(old))",
          "keep accepting \(Self.types(old))")
    case .typeFits(let old, let new):
      return Meaning(
        isResponse ? .responseNarrowed : .requestWidened,
        "\(subject) is now \(Self.types(new)) (was \(Self.types(old))): released apps "
          + (isResponse ? "decode it as before" : "send it as before"))
    case .nullable(wasAlways: true) where isResponse:
      return Meaning(
        .responsePropertyNullable,
        "\(subject) may now be null",
        claim: "released apps fail if they decode it into a type that is not optional",
        "never send null here")
    case .nullable:
      return isResponse
        ? Meaning(
          .responseOptionalNullable, "\(subject) may now be null; before, it could only be missing",
          "change only decoders that are written by hand")
        : Meaning(.requestWidened, "\(subject) may now be null in a request")
    case .notNull:
      return isResponse
        ? Meaning(.responseNarrowed, "\(subject) is never null any more")
        : Meaning(
          .requestPropertyNotNull,
          "\(subject) may no longer be null: the server refuses released apps that send null",
          "keep accepting null")
    case .optional(let name, wasNullable: true) where isResponse:
      return Meaning(
        .responseNullOmitted,
        "\(Self.name(name)) may now be missing instead of null",
        claim: "decoders that need an explicit null fail", "keep sending null")
    case .optional(let name, _):
      return isResponse
        ? Meaning(
          .responsePropertyOptional,
          "\(Self.name(name)) may now be missing",
          claim: "released apps fail if they decode it into a type that is not optional",
          "keep it in every response")
        : Meaning(.requestWidened, "\(Self.name(name)) no longer has to be sent")
    case .always(let name):
      return isResponse
        ? Meaning(.responseNarrowed, "\(Self.name(name)) is now always there")
        : Meaning(
          .requestPropertyRequired,
          "\(Self.name(name)) must now be sent: the server refuses released apps that do not send "
            + "it",
          "make it optional, with a default")
    case .dropped(let name, let wasAlways, let successor, let isRefused):
      let renamed = successor.map { "; \(Self.name($0)) is new" } ?? ""
      let gone = "\(Self.name(name)) is gone\(renamed)"
      switch (isResponse, wasAlways, isRefused) {
      case (true, true, _):
        return Meaning(
          .responsePropertyDropped, gone,
          claim: "released apps that decode \(Self.name(name)) fail",
          "keep \(Self.name(name))")
      case (true, false, _):
        return Meaning(
          .responseOptionalDropped, gone, claim: "released apps no longer find \(Self.name(name))",
          "keep \(Self.name(name))")
      case (false, _, true):
        return Meaning(
          .requestPropertyRefused,
          "\(gone): the server refuses released apps that send "
            + "\(Self.name(name))",
          "keep accepting it")
      case (false, _, false):
        return Meaning(
          .requestPropertyRemoved, "\(gone): the value that released apps send may be lost",
          Self.ignoring)
      }
    case .added(let name, _, _) where isResponse:
      return Meaning(.responsePropertyAdded, "\(Self.name(name)) is new")
    case .added(let name, isRequired: false, _):
      return Meaning(.requestPropertyAdded, "\(Self.name(name)) is new and may be missing")
    case .added(let name, isRequired: true, let predecessor):
      let former = predecessor.map { " in place of \(Self.name($0))" } ?? ""
      return Meaning(
        .requestPropertyRequired,
        "\(Self.name(name)) is new\(former) and must be sent: the server refuses released apps "
          + "that do not send it",
        "make it optional, with a default")
    case .closed:
      return Meaning(
        .requestPropertiesClosed,
        "the server now refuses properties that are not listed: released apps may send such "
          + "properties",
        "list the properties that apps send")
    case .opened:
      return Meaning(.requestWidened, "the server now accepts properties that are not listed")
    case .valuesAdded(let values):
      return isResponse
        ? Meaning(
          .responseEnumValueAdded,
          "\(subject) may now be \(Self.list(values))",
          claim: "a Swift enum in a released app has no case for it, so decoding fails",
          "send only the old values to old apps")
        : Meaning(.requestWidened, "\(subject) may now be \(Self.list(values)) in a request")
    case .valuesRemoved(let values):
      return isResponse
        ? Meaning(.responseNarrowed, "\(subject) is never \(Self.list(values)) any more")
        : Meaning(
          .requestEnumValueRemoved,
          "\(subject) may no longer be \(Self.list(values)): the server refuses released apps that "
            + "send it",
          "keep accepting it")
    case .valuesOpened:
      return isResponse
        ? Meaning(
          .responseEnumOpened,
          "\(subject) may now be any value: a Swift enum in a released app fails to decode a value "
            + "that has no case",
          "send only the old values to old apps")
        : Meaning(.requestWidened, "\(subject) may now be any value in a request")
    case .valuesClosed:
      return isResponse
        ? Meaning(.responseNarrowed, "\(subject) is now always one of the listed values")
        : Meaning(
          .requestEnumClosed,
          "\(subject) must now be one of the listed values: the server refuses released apps that "
            + "send other values",
          "keep accepting what apps send")
    case .variantAdded(let name):
      return isResponse
        ? Meaning(
          .responseVariantAdded,
          "\(subject) may now be \(Self.name(name)): released apps do not know this form and fail "
            + "to decode it",
          "send only the old forms to old apps")
        : Meaning(.requestWidened, "\(subject) may now be \(Self.name(name)) in a request")
    case .variantRemoved(let name):
      return isResponse
        ? Meaning(.responseNarrowed, "\(subject) is never \(Self.name(name)) any more")
        : Meaning(
          .requestVariantRemoved,
          "\(subject) may no longer be \(Self.name(name)): the server refuses released apps that "
            + "send it",
          "keep accepting it")
    case .coordinates(let old, let new):
      return Meaning(
        .coordinatePairRenamed,
        "the coordinates \(Self.pair(old)) are now \(Self.pair(new)): released apps know the old "
          + "names only", "keep \(Self.pair(old))")
    case .date(let old, let new):
      // If the document sets the profile, the change affects more than a single value.
      let dates = subject == Self.noSubject ? "dates now have" : "\(subject) now has"
      let was = old.map { "`\($0)`" }
      let now = new.map { "the date form `\($0)`" } ?? "no date form"
      let change = "\(dates) \(now) (was \(was ?? "none"))"
      if (isResponse ? old : new) == nil {
        return Meaning(isResponse ? .responseNarrowed : .requestWidened, change)
      }
      return isResponse
        ? Meaning(
          .dateFormatChanged, "\(change): released date decoders accept only the old form and fail",
          "keep \(was ?? "the old form")")
        : Meaning(
          .dateFormatChanged,
          "\(change): released apps send the old form, so the server refuses "
            + "their requests",
          "keep accepting \(was ?? "the old form")")
    case .format(let old, let new):
      let now = new.map { "now has the format \($0)" } ?? "has no format any more"
      let change = "\(subject) \(now) (was \(old ?? "none"))"
      if (isResponse ? old : new) == nil {
        return Meaning(isResponse ? .responseNarrowed : .requestWidened, change)
      }
      return Meaning(
        isResponse ? .responseFormatChanged : .requestFormatChanged,
        "\(change): released apps may fail to \(isResponse ? "decode it" : "send it")",
        "keep the format, or test how apps read it")
    case .bound(let name, let isTighter, let old, let new):
      let change =
        name == "items"
        ? "the length of \(subject) is now \(Self.length(new)) (was \(Self.length(old)))"
        : "`\(name)` of \(subject) is now \(new ?? "gone") (was \(old ?? "none"))"
      if isResponse {
        return Meaning(isTighter ? .responseNarrowed : .responseBoundsWidened, change)
      }
      return isTighter
        ? Meaning(
          .requestBoundsNarrowed, "\(change): the server may refuse what released apps send",
          "keep accepting what apps send")
        : Meaning(.requestWidened, change)
    case .discriminator(let old, let new):
      return Meaning(
        .discriminatorChanged,
        "\(Self.name(new)) now says which form \(subject) has (was \(Self.name(old))): released "
          + "apps read the old property", "keep \(Self.name(old))")
    case .conditions(let name):
      return Meaning(
        .conditionsChanged,
        name == "itemSchema"
          ? "only one of the two contracts has `itemSchema` here; it is not compared with `schema`"
          : "`\(name)` of \(subject) has changed; schemacheck does not compare its content",
        "compare the two places by hand")
    }
  }

  private static let ignoring =
    "make sure that the server ignores this, and does not refuse the "
    + "request"

  private static let swiftTypes = [
    "string": "String", "integer": "Int", "number": "Double", "boolean": "Bool",
    "array": "an array", "object": "an object",
  ]

  private static func length(_ most: String?) -> String {
    most.map { "at most \($0)" } ?? "not limited"
  }

  private static func name(_ name: String) -> String { "`\(FailureContext.shownName(name))`" }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map(name)
    guard names.count > shown.count else { return FailureContext.joined(shown, "or") }
    return shown.joined(separator: ", ") + " or one of \(names.count - shown.count) more"
  }

  private static func pair(_ names: [String]) -> String {
    FailureContext.joined(names.map(name), "and")
  }

  private static func types(_ names: [String]) -> String { names.joined(separator: " or ") }

  private static let noSubject = "the value"

  /// The subject as a text: `` `name` ``, `an element of `tags``, `the response body`.
  ///
  /// - Parameters:
  ///   - place: The place of a schema or of one of its keywords.
  ///   - document: The document with the place. It has the names of parameters.
  static func subject(
    at place: [String], in document: JSONDocument, isResponse: Bool
  ) -> String {
    var wraps = ""
    for (index, token) in place.enumerated().reversed() {
      let before = index > 0 ? place[index - 1] : ""
      let holders = ["properties", "patternProperties", "schemas", "$defs", "definitions"]
      if holders.contains(before) { return wraps + name(token) }
      switch token {
      case "schema":
        return wraps
          + (parameter(at: place[..<index], in: document)
            ?? "the \(isResponse ? "response" : "request") body")
      case "items": wraps += "an element of "
      case "itemSchema":
        return wraps + "an item of the \(isResponse ? "response" : "request") body"
      case "additionalProperties": wraps += "a value of the map "
      default:
        if before == "prefixItems" { wraps += "element \(token) of " }
        // Swagger 2.0 has the type beside the name.
        if before == "parameters", let parameter = parameter(at: place[...index], in: document) {
          return wraps + parameter
        }
      }
    }
    return wraps + noSubject
  }

  /// The parameter that a place is in: ``the query parameter `page` ``. Nil if there is none.
  private static func parameter(
    at place: ArraySlice<String>, in document: JSONDocument
  ) -> String? {
    guard let list = place.lastIndex(of: "parameters"), list + 1 < place.endIndex else {
      return nil
    }
    let node = document.node(at: JSONPointer(tokens: Array(place[...(list + 1)])))
    guard let text = node?["name"]?.string, let location = node?["in"]?.string else { return nil }
    return "the \(location) parameter \(name(text))"
  }
}
