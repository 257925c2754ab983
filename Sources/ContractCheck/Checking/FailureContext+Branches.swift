@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The words for the branches of `anyOf` and `oneOf`.
extension FailureContext {
  /// " (nearest of 3 alternatives: `Cat`)"; nothing outside of branches.
  var branchNote: String {
    let branches = failure.branches.suffix(2)
    guard let first = branches.first else { return "" }
    var note = " (nearest of \(first.count) alternatives: \(Self.name(first))"
    for inner in branches.dropFirst() {
      note += "; of its \(inner.count): \(Self.name(inner))"
    }
    return note + ")"
  }

  /// "`Cat`", or "the 2nd" where a branch has no name.
  static func name(_ branch: SchemaFailure.Branch) -> String {
    if let name = branch.name { return "`\(shownName(name))`" }
    let number = branch.position + 1
    let isTeen = (11...13).contains(number % 100)
    let ending =
      switch isTeen ? 0 : number % 10 {
      case 1: "st"
      case 2: "nd"
      case 3: "rd"
      default: "th"
      }
    return "the \(number)\(ending)"
  }

  /// "a, b and c".
  static func joined(_ texts: [String], _ conjunction: String) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// Nothing tells which branch was meant, so all of the nearest are said.
  func noneHolds(_ branches: Int, _ needed: String) -> FindingText {
    if let nouns = nounsOfAlternatives {
      return FindingText(
        message: "\(subject) is \(shown); \(authority.name) says "
          + Self.joined(Self.bounded(nouns), "or"))
    }
    if let groups = absentOfAlternatives {
      let names = Self.bounded(
        groups.map { group in
          Self.joined(group.map { "`\(Self.shownName($0))`" }, "and")
        })
      guard groups.allSatisfy({ $0.count == 1 }) else {
        let list = names.joined(separator: ", or ")
        return FindingText(message: "\(list) must be here, \(needed)", label: "add \(list)")
      }
      let none =
        names.count == 2
        ? "neither \(names[0]) nor \(names[1])" : "none of \(names.joined(separator: ", "))"
      return FindingText(
        message: "\(none) is here; \(needed) is needed", label: "add \(Self.joined(names, "or"))")
    }
    let most = 4
    let reasons = alternatives.prefix(most).map { alternative in
      let messages = alternative.failures.map(\.text.message)
      return "\(Self.name(alternative.branch)) (\(messages.joined(separator: "; ")))"
    }
    var list = Self.joined(reasons, "or")
    if alternatives.count > most {
      list = reasons.joined(separator: ", ") + " and \(alternatives.count - most) more"
    }
    let nearest = alternatives.count < branches ? "; nearest are " : ": "
    return FindingText(
      message: "\(subject) matches none of \(branches) alternatives" + (list.isEmpty ? "" : nearest)
        + list)
  }

  /// A list for a sentence: past eight only their number.
  private static func bounded(_ texts: [String]) -> [String] {
    texts.count > 8 ? texts.prefix(8) + ["\(texts.count - 8) more"] : texts
  }

  /// "an integer", "`auto`": where each branch asks for another type or constants of the value.
  private var nounsOfAlternatives: [String]? {
    var nouns: [String] = []
    for alternative in alternatives {
      guard let only = alternative.failures.first, alternative.failures.count == 1,
        only.failure.instance == failure.instance, only.failure.key == nil
      else { return nil }
      switch only.failure.kind {
      case .type(let expected, _): nouns.append(Self.phrase(expected))
      case .const(let constant): nouns.append(Self.list([Self.constant(constant)]))
      case .enum(let allowed): nouns.append(Self.list(allowed.map(Self.constant)))
      default: return nil
      }
    }
    return nouns.isEmpty ? nil : nouns
  }

  /// The absent members: where each branch lacks nothing else of the value.
  private var absentOfAlternatives: [[String]]? {
    var groups: [[String]] = []
    for alternative in alternatives {
      var names: [String] = []
      for lacking in alternative.failures {
        guard case .required(let member) = lacking.failure.kind,
          lacking.failure.instance == failure.instance
        else { return nil }
        names.append(member)
      }
      groups.append(names)
    }
    return groups.isEmpty ? nil : groups
  }
}
