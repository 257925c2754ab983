@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The schema that is assumed for a body without its exchange.
struct AssumedChoice {
  /// The schema that accepts the body, or the first of the nearest schemas.
  let near: NearestSchemas.Near
  /// All nearest schemas, if several are equally near. Empty if a schema accepts the body.
  let ties: [NearestSchemas.Near]
  let accepts: Bool
  /// The scope in which the schema was found.
  let scope: AssumedSchema.Scope
  /// The property of an envelope whose value resembles the schema.
  let property: String?

  fileprivate init(accepting near: NearestSchemas.Near, in scope: AssumedSchema.Scope) {
    (self.near, ties, accepts, self.scope, property) = (near, [], true, scope, nil)
  }

  fileprivate init?(nearest ties: [NearestSchemas.Near], in scope: AssumedSchema.Scope) {
    guard let near = ties.first else { return nil }
    (self.near, self.ties, accepts, self.scope, property) = (near, ties, false, scope, nil)
  }

  init(_ near: NearestSchemas.Near, under property: String) {
    (self.near, ties, accepts, scope) = (near, [near], false, .all(status: nil))
    self.property = property
  }

  /// The same choice with another one of the nearest schemas.
  func choosing(_ near: NearestSchemas.Near) -> AssumedChoice {
    AssumedChoice(nearest: [near], in: scope) ?? self
  }

  var route: MatchExplanation.Route {
    accepts
      ? .accepted(listed: near.shared, of: near.properties)
      : .nearest(shared: near.shared, of: near.all)
  }

  /// Why the schema was chosen, with the words of the file's name that support it.
  ///
  /// - Parameter isRight: Whether the body also meets the demands of rules.
  func reasons(_ hint: NameHint, isRight: Bool) -> [String] {
    let name = near.schema.name
    let words = hint.words.intersection(near.schema.words).sorted().map { "`\($0)`" }
    var reasons: [String] = []
    switch scope {
    case .all:
      if !words.isEmpty {
        reasons.append(
          "the name of the file and the name of the schema have in common: "
            + "\(words.joined(separator: ", "))")
      }
    case .documented(let status): reasons.append("the file's name says status \(status)")
    case .operation(_, _, let status):
      let status = status.map { " with status \($0)" } ?? ""
      reasons.append("the file has the name of the operation\(status)")
    }
    let place = property.map { " under `\(JSONPointer().appending($0).shown)`" } ?? ""
    reasons.insert(
      accepts
        ? "\(name) accepts the body\(isRight ? "" : ", although other rules have findings,") and "
          + "lists \(near.shared) of its \(Plural.count(near.properties, "property")) (assumed)"
        : "\(name) is the nearest schema: the body and the schema have \(near.shared) of "
          + "\(near.all) properties in common\(place) (assumed)", at: 0)
    return reasons
  }
}

extension ContractValidator {
  /// Chooses a schema for a body. The file's name comes first, then the schemas that accept the
  /// body, then similar schemas.
  ///
  /// The name counts only if one of its schemas accepts the body or is similar to it, or if the
  /// body has no properties. Any number in the name may look like a status. So the schema of this
  /// status must accept the body or be clearly similar to it.
  func choose(
    for cursor: TapeCursor, _ index: Int, _ text: Range<Int>, status: Int?
  ) -> AssumedChoice? {
    judged = nil
    for scope in nearest.scopes(status: status, cursor, index) {
      guard let choice = choose(for: cursor, index, text, in: scope) else { continue }
      if case .documented = scope, !choice.accepts, !choice.near.isClear { continue }
      return choice
    }
    return nil
  }

  /// Chooses among the schemas that accept the body. The words of the file's name count first, then
  /// the number of the body's properties that the schema lists, then the similarity. If no schema
  /// accepts the body, the nearest schemas are used.
  ///
  /// Many schemas accept any object that has none of their properties. So a schema that lists at
  /// most half of the properties is not tried if the nearest schema lists more. And if the schema
  /// does not document some properties, a schema that lists all of them may be chosen in its place.
  private func choose(
    for cursor: TapeCursor, _ index: Int, _ text: Range<Int>, in scope: AssumedSchema.Scope
  ) -> AssumedChoice? {
    let named = self.nearest.named(cursor, index, in: scope)
    if let first = named.first {
      let accepting = accepting(named, cursor, index)
      return accepting.map { AssumedChoice(accepting: $0, in: scope) }
        ?? AssumedChoice(nearest: [first], in: scope)
    }
    let found = self.nearest.schemas(like: cursor, index, in: scope)
    let listing = self.nearest.listing(found)
    if let accepting = accepting(listing, cursor, index) {
      if judged?.isRight == false,
        let fuller = fuller(listing, than: accepting, cursor, index, text)
      {
        judged = nil
        return AssumedChoice(nearest: [fuller], in: scope)
      }
      return AssumedChoice(accepting: accepting, in: scope)
    }
    guard !found.nearest.isEmpty else { return choose(byNameAlone: scope, cursor, index) }
    var nearest = self.nearest.nearest(found)
    if let accepting = accepting(nearest.filter { !$0.listsMost }, cursor, index) {
      return AssumedChoice(accepting: accepting, in: scope)
    }
    if !found.nearest.contains(where: \.listsMost),
      let accepting = accepting(self.nearest.others(like: cursor, index, in: scope), cursor, index)
    {
      return AssumedChoice(accepting: accepting, in: scope)
    }
    nearest = nearest.filter { !isOther($0, cursor, index) }
    if nearest.isEmpty {
      nearest = listing.first { !isOther($0, cursor, index) }.map { [$0] } ?? []
    }
    guard !nearest.isEmpty else { return nil }
    let words = nearest[0].words(self.nearest.hint)
    return AssumedChoice(
      nearest: nearest.filter { $0.words(self.nearest.hint) == words }, in: scope)
  }

  /// Whether a schema is only one branch of a discriminator, and the body names another branch.
  private func isOther(
    _ near: NearestSchemas.Near, _ cursor: TapeCursor, _ index: Int
  ) -> Bool {
    guard near.schema.operation == nil, let name = near.schema.assumption?.schema else {
      return false
    }
    return schemas[near.schema.target.contract].namesOther(cursor, index, than: name)
  }

  /// The schema with the fewest mistakes among those that list all properties of a body. Nil if it
  /// has more mistakes than the body has undocumented properties in the schema that accepts it.
  private func fuller(
    _ listing: [NearestSchemas.Near], than accepting: NearestSchemas.Near, _ cursor: TapeCursor,
    _ index: Int, _ text: Range<Int>
  ) -> NearestSchemas.Near? {
    let fuller = nearest.fuller(listing, than: accepting).filter {
      !isOther($0, cursor, index)
    }
    guard !fuller.isEmpty else { return nil }
    let best = fewestFailures(fuller, cursor, index, text)
    guard let root = best.schema.target.root else { return nil }
    let mistakes = checker.contracts[best.schema.target.contract].schema.failureList(
      in: JSONDocument(copying: cursor, at: index, text: text), root: root
    ).mistakes
    return mistakes <= accepting.properties - accepting.shared ? best : nil
  }

  /// Chooses a schema of the operation that the file's name means exactly, for a body that resembles
  /// none of them.
  private func choose(
    byNameAlone scope: AssumedSchema.Scope, _ cursor: TapeCursor, _ index: Int
  ) -> AssumedChoice? {
    guard scope == nearest.exact else { return nil }
    let all = nearest.successFirst(scope)
    return accepting(all, cursor, index).map { AssumedChoice(accepting: $0, in: scope) }
      ?? AssumedChoice(nearest: Array(all.prefix(1)), in: scope)
  }

  /// The first schema that accepts the body, apart from the demands of rules.
  private func accepting(
    _ near: [NearestSchemas.Near], _ cursor: TapeCursor, _ index: Int
  ) -> NearestSchemas.Near? {
    // Operations often share a schema.
    var refusing: [(contract: Int, root: Int32)] = []
    return near.first { near in
      let target = near.schema.target
      guard let root = target.root,
        !refusing.contains(where: { $0 == (target.contract, root) }),
        !isOther(near, cursor, index)
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
