@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The schema that a body without its exchange is assumed to be of.
struct AssumedChoice {
  /// The schema that accepts the body, or the first of the nearest ones.
  let near: NearestSchemas.Near
  /// All of the nearest ones, which are equally so; none where a schema accepts the body.
  let ties: [NearestSchemas.Near]
  let accepts: Bool
  /// Where it was found.
  let scope: AssumedSchema.Scope
  /// The member of an envelope that holds what resembles the schema.
  let member: String?

  fileprivate init(accepting near: NearestSchemas.Near, in scope: AssumedSchema.Scope) {
    (self.near, ties, accepts, self.scope, member) = (near, [], true, scope, nil)
  }

  fileprivate init?(nearest ties: [NearestSchemas.Near], in scope: AssumedSchema.Scope) {
    guard let near = ties.first else { return nil }
    (self.near, self.ties, accepts, self.scope, member) = (near, ties, false, scope, nil)
  }

  init(_ near: NearestSchemas.Near, under member: String) {
    (self.near, ties, accepts, scope) = (near, [near], false, .all(status: nil))
    self.member = member
  }

  /// The same with one of the ties.
  func choosing(_ near: NearestSchemas.Near) -> AssumedChoice {
    AssumedChoice(nearest: [near], in: scope) ?? self
  }

  var route: MatchExplanation.Route {
    accepts
      ? .accepted(listed: near.shared, of: near.members)
      : .nearest(shared: near.shared, of: near.all)
  }

  /// Why it was chosen, with the words of the file's name that speak for it.
  func reasons(_ hint: NameHint) -> [String] {
    let name = near.schema.name
    let words = hint.words.intersection(near.schema.words).sorted().map { "`\($0)`" }
    var reasons: [String] = []
    switch scope {
    case .all:
      if !words.isEmpty {
        reasons.append("the file's name shares \(words.joined(separator: ", ")) with it")
      }
    case .documented(let status): reasons.append("the file's name says status \(status)")
    case .operation(_, _, let status):
      let status = status.map { " with status \($0)" } ?? ""
      reasons.append("the file's name is that of the operation\(status)")
    }
    let place = member.map { " under `\(JSONPointer().appending($0).shown)`" } ?? ""
    reasons.insert(
      accepts
        ? "\(name) accepts the body and lists \(near.shared) of its "
          + "\(Plural.count(near.members, "property")) (assumed)"
        : "\(name) is the nearest: \(near.shared) of \(near.all) properties\(place) are common "
          + "(assumed)", at: 0)
    return reasons
  }
}

extension ContractValidator {
  /// Chooses a schema for a body: what the name of its file says comes first, then what accepts it,
  /// then what is like it.
  ///
  /// A name is believed only if a schema that it points to accepts the body or is like it. A status
  /// may be any number, so that its schema must be clearly like the body, or accept it.
  func choose(for cursor: TapeCursor, _ index: Int, status: Int?) -> AssumedChoice? {
    judged = nil
    for scope in nearest.scopes(status: status) {
      guard let choice = choose(for: cursor, index, in: scope) else { continue }
      if case .documented = scope, !choice.accepts, !choice.near.isClear { continue }
      return choice
    }
    return nil
  }

  /// Of the schemas that accept the body, the one whose words are most like the file's name, then
  /// the one that lists most of its members, then the likest. If none does, the nearest ones.
  ///
  /// Many schemas accept anything that has none of their members. So one that lists half of the
  /// members or less is not asked where the nearest lists more.
  private func choose(
    for cursor: TapeCursor, _ index: Int, in scope: AssumedSchema.Scope
  ) -> AssumedChoice? {
    let found = self.nearest.schemas(like: cursor, index, in: scope)
    if let accepting = accepting(self.nearest.listing(found), cursor, index) {
      return AssumedChoice(accepting: accepting, in: scope)
    }
    guard !found.nearest.isEmpty else { return nil }
    let nearest = self.nearest.nearest(found)
    if let accepting = accepting(nearest.filter { !$0.listsMost }, cursor, index) {
      return AssumedChoice(accepting: accepting, in: scope)
    }
    if !found.nearest.contains(where: \.listsMost),
      let accepting = accepting(self.nearest.others(like: cursor, index, in: scope), cursor, index)
    {
      return AssumedChoice(accepting: accepting, in: scope)
    }
    let words = nearest[0].words(self.nearest.hint)
    return AssumedChoice(
      nearest: nearest.filter { $0.words(self.nearest.hint) == words }, in: scope)
  }

  /// The first schema that accepts the body, whatever rules say of it.
  private func accepting(
    _ near: [NearestSchemas.Near], _ cursor: TapeCursor, _ index: Int
  ) -> NearestSchemas.Near? {
    // Operations often share a schema.
    var refusing: [(contract: Int, root: Int32)] = []
    return near.first { near in
      let target = near.schema.target
      guard let root = target.root,
        !refusing.contains(where: { $0 == (target.contract, root) })
      else { return false }
      let isRight = schemas[target.contract].accepts(cursor, index, root: root)
      if schemas[target.contract].holds {
        judged = (root, isRight)
        return true
      }
      refusing.append((target.contract, root))
      return false
    }
  }
}
