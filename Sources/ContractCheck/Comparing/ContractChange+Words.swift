internal import JSONTape

/// How findings word a change: what has changed, what shipped apps make of it, and what to do.
extension ContractChange {
  struct Words {
    /// What has changed.
    let message: String
    /// What to do, beside the carets.
    let advice: String
  }

  /// - Parameter subject: what the change is about, as ``ChangeSubject`` names it
  func words(subject: String) -> Words {
    let (message, advice) = text(subject)
    return Words(message: message, advice: advice)
  }

  private func text(_ subject: String) -> (String, String) {
    switch kind {
    case .operationRemoved(let name, let target?):
      return (
        "`\(name)` is now `\(target)`: shipped apps still call the old one",
        "keep answering the old one, too"
      )
    case .operationRemoved(let name, nil):
      return (
        "`\(name)` is gone: shipped apps that call it get an error",
        "keep it until no app calls it"
      )
    case .operationAdded(let name): return ("`\(name)` is new", "nothing to do")
    case .serverRemoved(let urls):
      return (
        "\(Self.list(urls)) is no longer among the servers: shipped apps have it built in",
        "keep it answering"
      )
    case .schemaRemoved(let name):
      return (
        "the schema \(Self.name(name)), which no operation uses, is gone",
        "keep it while apps decode it"
      )
    case .statusRemoved(let status, isSuccess: true):
      return (
        "the success \(status) is gone: shipped apps that wait for it take another status for a "
          + "failure", "keep answering \(status)"
      )
    case .statusRemoved(let status, isSuccess: false):
      return ("the status \(status) is gone", "nothing to do if it no longer comes")
    case .statusAdded(let status):
      return ("the status \(status) is new", "see that apps handle a status they do not know")
    case .mediaTypeRemoved(let type):
      return isResponse
        ? (
          "\(type) is no longer answered: shipped apps cannot decode what comes in its place",
          "keep \(type)"
        )
        : ("\(type) is no longer accepted: shipped apps send it and are refused", "keep \(type)")
    case .mediaTypeRenamed(let old, let new):
      return (
        "\(old) is now \(new): shipped apps that look at Content-Type or send it may fail",
        "keep \(old)"
      )
    case .mediaTypeAdded(let type): return ("\(type) is new", "nothing to do")
    case .parameterRequired(let name, let isNew):
      return (
        "the \(name) \(isNew ? "is new and " : "")must now be sent: shipped apps that do not are "
          + "refused", "make it optional, with a default"
      )
    case .parameterStyle(let name, let old, let new):
      return (
        "the \(name) is written as \(new), before as \(old): what shipped apps send is read as "
          + "something else", "keep \(old)"
      )
    case .parameterRemoved(let name):
      return (
        "the \(name) is gone: shipped apps still send it and may get another answer",
        "make sure that it is ignored, not refused"
      )
    case .parameterAdded(let name): return ("the optional \(name) is new", "nothing to do")
    case .bodyRequired(let isNew):
      return (
        "a request body \(isNew ? "is new and " : "")must now be sent: shipped apps that send none "
          + "are refused", "make it optional"
      )
    case .bodyRemoved:
      return (
        "the request has no body any more: what shipped apps send in it is lost",
        "make sure that it is ignored, not refused"
      )
    case .bodyAdded: return ("the request may now have a body", "nothing to do")
    case .type(let old, let new): return type(subject, from: old, to: new)
    case .typeFits(let old, let new):
      return (
        "\(subject) is \(Self.types(new)), before \(Self.types(old)): shipped apps "
          + (isResponse ? "decode it as before" : "send it as before"), "nothing to do"
      )
    case .nullable(let wasAlways):
      guard isResponse else {
        return ("\(subject) may now be null in a request", "nothing to do")
      }
      return wasAlways
        ? (
          "\(subject) may now be null: shipped apps decode it into a type that is not optional and "
            + "fail", "keep it from being null"
        )
        : (
          "\(subject), which may be absent, may now be null, too",
          "nothing to do for synthesized decoders"
        )
    case .notNull:
      return isResponse
        ? ("\(subject) is never null any more", "nothing to do")
        : (
          "\(subject) may no longer be null: shipped apps that send null are refused",
          "keep accepting null"
        )
    case .optional(let name, let wasNullable):
      guard isResponse else {
        return ("\(Self.name(name)) need no longer be sent", "nothing to do")
      }
      return wasNullable
        ? (
          "\(Self.name(name)), which may be null, may now be absent: decoders that ask for an explicit "
            + "null fail", "keep sending null"
        )
        : (
          "\(Self.name(name)) may now be absent: shipped apps decode it into a type that is not "
            + "optional and fail", "keep it in every response"
        )
    case .always(let name):
      return isResponse
        ? ("\(Self.name(name)) is now always there", "nothing to do")
        : (
          "\(Self.name(name)) must now be sent: shipped apps that do not are refused",
          "make it optional, with a default"
        )
    case .dropped(let name, let wasAlways, let successor, let isRefused):
      return dropped(name, wasAlways: wasAlways, successor, isRefused: isRefused)
    case .added(let name, let isRequired, let predecessor):
      return added(name, isRequired: isRequired, predecessor)
    case .closed:
      return (
        "members that are not listed are now refused: shipped apps may send some",
        "list what apps send"
      )
    case .opened: return ("members that are not listed are now accepted", "nothing to do")
    case .valuesAdded(let values):
      return isResponse
        ? (
          "\(subject) may now be \(Self.list(values)): a shipped Swift enum has no case for it and "
            + "fails", "send only the old values to old apps"
        )
        : ("\(subject) may now be \(Self.list(values)) in a request", "nothing to do")
    case .valuesRemoved(let values):
      return isResponse
        ? ("\(subject) is never \(Self.list(values)) any more", "nothing to do")
        : (
          "\(subject) may no longer be \(Self.list(values)): shipped apps that send it are refused",
          "keep accepting it"
        )
    case .valuesOpened:
      return isResponse
        ? (
          "\(subject) may now be any value: a shipped Swift enum fails on those it has no case for",
          "send only the old values to old apps"
        )
        : ("\(subject) may now be any value in a request", "nothing to do")
    case .valuesClosed:
      return isResponse
        ? ("\(subject) is now one of listed values", "nothing to do")
        : (
          "\(subject) must now be one of listed values: shipped apps that send others are refused",
          "keep accepting what apps send"
        )
    case .variantAdded(let name):
      return isResponse
        ? (
          "\(subject) may now be \(Self.name(name)): shipped apps do not know this form and fail",
          "send only the old forms to old apps"
        )
        : ("\(subject) may now be \(Self.name(name)) in a request", "nothing to do")
    case .variantRemoved(let name):
      return isResponse
        ? ("\(subject) is never \(Self.name(name)) any more", "nothing to do")
        : (
          "\(subject) may no longer be \(Self.name(name)): shipped apps that send it are refused",
          "keep accepting it"
        )
    case .coordinates(let old, let new):
      return (
        "the coordinates \(Self.pair(old)) are now \(Self.pair(new)): shipped apps know the old "
          + "names only", "keep \(Self.pair(old))"
      )
    case .date(let old, let new): return date(subject, old, new)
    case .format(let old, let new):
      let was = old.map { ", before \($0)" } ?? ", before of none"
      let now = new.map { "is now of the format \($0)" } ?? "has no format any more"
      let breaks = isResponse ? old != nil : new != nil
      return (
        "\(subject) \(now)\(was)"
          + (breaks ? ": shipped apps may fail to \(isResponse ? "decode it" : "send it")" : ""),
        breaks ? "keep the format, or see what apps make of it" : "nothing to do"
      )
    case .bound(let name, let isTighter, let old, let new):
      let change = "`\(name)` of \(subject) is \(new ?? "gone"), before \(old ?? "none")"
      return !isResponse && isTighter
        ? ("\(change): what shipped apps send may be refused", "keep accepting what apps send")
        : (change, "nothing to do")
    case .discriminator(let old, let new):
      return (
        "\(Self.name(new)) tells the forms of \(subject) apart, before \(Self.name(old)): shipped "
          + "apps look at the old member", "keep \(Self.name(old))"
      )
    case .conditions(let name):
      return (
        "`\(name)` of \(subject) has changed, which is not compared further",
        "read both places"
      )
    }
  }

  private func type(
    _ subject: String, from old: [String], to new: [String]
  ) -> (String, String) {
    let change = "\(subject) is \(Self.types(new)), before \(Self.types(old))"
    guard isResponse else {
      return (
        "\(change): shipped apps that send \(Self.types(old)) are refused",
        "keep accepting \(Self.types(old))"
      )
    }
    let decoded = old.count == 1 ? Self.swiftTypes[old[0]] : nil
    return (
      "\(change): shipped apps that decode it\(decoded.map { " as \($0)" } ?? "") fail",
      "keep \(Self.types(old)), or send the new one under another name"
    )
  }

  private func dropped(
    _ name: String, wasAlways: Bool, _ successor: String?, isRefused: Bool
  ) -> (String, String) {
    let renamed = successor.map { "; \(Self.name($0)) is new" } ?? ""
    let gone = "\(Self.name(name)) is gone\(renamed)"
    guard isResponse else {
      return isRefused
        ? ("\(gone): shipped apps send it and are refused", "keep accepting it")
        : (
          "\(gone): what shipped apps send in it may be lost",
          "make sure that it is ignored, not refused"
        )
    }
    return wasAlways
      ? ("\(gone): shipped apps that decode it fail without it", "keep \(Self.name(name))")
      : ("\(gone): shipped apps never find it again", "keep \(Self.name(name))")
  }

  private func added(
    _ name: String, isRequired: Bool, _ predecessor: String?
  ) -> (String, String) {
    if isResponse { return ("\(Self.name(name)) is new", "nothing to do") }
    guard isRequired else {
      return ("\(Self.name(name)) is new and may be left out", "nothing to do")
    }
    let former = predecessor.map { " in place of \(Self.name($0))" } ?? ""
    return (
      "\(Self.name(name)) is new\(former) and must be sent: shipped apps do not and are refused",
      "make it optional, with a default"
    )
  }

  private func date(_ subject: String, _ old: String?, _ new: String?) -> (String, String) {
    // Where the document sets the profile, there is no one value that it is about.
    let dates = subject == ChangeSubject.none ? "dates now have" : "\(subject) now has"
    let (was, now) = (old.map { "`\($0)`" }, new.map { "`\($0)`" })
    let change =
      "\(dates) \(now.map { "the date form \($0)" } ?? "no date form"), before \(was ?? "none")"
    if isResponse ? old == nil : new == nil { return (change, "nothing to do") }
    return isResponse
      ? (
        "\(change): shipped date decoders take one form and fail", "keep \(was ?? "the old form")"
      )
      : (
        "\(change): shipped apps send the old form and are refused",
        "keep accepting \(was ?? "the old form")"
      )
  }

  // MARK: Parts

  private static let swiftTypes = [
    "string": "String", "integer": "Int", "number": "Double", "boolean": "Bool",
    "array": "an array", "object": "an object",
  ]

  static func name(_ name: String) -> String { "`\(FailureContext.shownName(name))`" }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map(name)
    guard names.count > shown.count else { return FailureContext.joined(shown, "or") }
    return shown.joined(separator: ", ") + " or one of \(names.count - shown.count) more"
  }

  private static func pair(_ names: [String]) -> String {
    FailureContext.joined(names.map(name), "and")
  }

  private static func types(_ names: [String]) -> String {
    names.joined(separator: " or ")
  }
}

/// What a change is about, told from its place in the document.
enum ChangeSubject {
  /// What a place is about that is in no schema.
  static let none = "the value"

  /// `` `name` ``, `an element of `tags``, `the response body`.
  ///
  /// - Parameter pointer: the place of a schema or of one of its keywords
  static func text(_ pointer: JSONPointer, isResponse: Bool) -> String {
    var tokens = pointer.tokens[...]
    var wraps: [String] = []
    while let last = tokens.last {
      let before = tokens.dropLast().last
      if before == "properties" || before == "patternProperties" {
        return wrapped(ContractChange.name(last), wraps)
      }
      if before == "schemas" || before == "$defs" || before == "definitions" {
        return wrapped(ContractChange.name(last), wraps)
      }
      if last == "schema" {
        let isHeader = tokens.contains("parameters")
        return wrapped(
          isHeader ? "the parameter" : "the \(isResponse ? "response" : "request") body", wraps)
      }
      switch last {
      case "items":
        wraps.append("an element of ")
      case "additionalProperties":
        wraps.append("a value of the map ")
      default:
        if before == "prefixItems" { wraps.append("element \(last) of ") }
      }
      tokens = tokens.dropLast()
    }
    return wrapped(none, wraps)
  }

  private static func wrapped(_ subject: String, _ wraps: [String]) -> String {
    wraps.joined() + subject
  }
}
