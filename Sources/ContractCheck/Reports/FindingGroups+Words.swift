import JSONTape

/// How the reports for readers say what a group has in common.
extension FindingGroups.Group {
  /// What is wrong: of one absent member the finding's own words, of several a list.
  var message: String {
    guard absent.count > 1 else { return first.message }
    let isEqual = absent.allSatisfy { $0.count == places }
    let names = absent.prefix(Self.mostNames).map { member in
      let name = "`\(FailureContext.shownName(member.name))`"
      let here = member.lookalike.map { " (`\(FailureContext.shownName($0))` is here)" } ?? ""
      return name + here + (isEqual ? "" : " ×\(member.count)")
    }
    var list = FailureContext.joined(names, "and")
    if absent.count > names.count {
      list = names.joined(separator: ", ") + " and \(absent.count - names.count) more"
    }
    return listing.message.filled { $0 == "list" ? list : nil } + first.branchNote
  }

  private var listing: Rule.Listing { Rule.named(first.rule)?.listing ?? Rule.Listing() }

  /// What to do, beside the carets.
  var label: String {
    guard absent.count > 1 else { return first.label }
    guard absent.count <= 3 else { return "add the \(absent.count) members" }
    var added: [String] = []
    var renamed: [String] = []
    for member in absent {
      let name = FailureContext.shownName(member.name)
      if let lookalike = member.lookalike {
        renamed.append("rename `\(FailureContext.shownName(lookalike))` to `\(name)`")
      } else {
        added.append(listing.addition.filled { $0 == "name" ? name : nil })
      }
    }
    if !added.isEmpty { renamed.insert("add \(FailureContext.joined(added, "and"))", at: 0) }
    return renamed.joined(separator: ", ")
  }

  /// Where it is within the body: `/locations/0`, `/locations/0 (member `address`)`, of several
  /// places `/locations/*, first /locations/0`.
  var pointer: String? {
    let own = absent.count > 1 ? (first.instance.isRoot ? nil : "\(first.instance)") : first.pointer
    guard isPattern else { return own }
    return "\(pattern), first \(own ?? "")"
  }

  /// The same in short.
  var shortPointer: String? {
    guard isPattern else {
      return absent.count > 1 ? (first.instance.isRoot ? nil : "\(first.instance)") : first.pointer
    }
    guard absent.count < 2, let member = first.member else { return "\(pattern)" }
    return "\(pattern) (member `\(member)`)"
  }

  private var isPattern: Bool { places > 1 && pattern != first.instance }

  private static let mostNames = 8
}

extension FindingGroups {
  /// What is said of findings past the bound, or nil.
  var rest: String? {
    guard leftOut > 0 else { return nil }
    return "\(Plural.count(leftOut, "further finding is", "further findings are")) not shown; "
      + "`--format json` has them all"
  }
}

extension JSONPointer {
  fileprivate var isRoot: Bool { tokens.isEmpty }
}
