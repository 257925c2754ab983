@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Counts how often traffic contradicts each statement of a contract. All threads of a run use the
/// same ledger.
@_spi(Engine) public final class SampleLedger: Sendable {
  let contract: Contract
  private let samplers: ThreadParts<TrafficSampler>
  /// The source for ``Checker/observers`` of a checker with the contract.
  public let observers: ObserverSource

  /// Creates a ledger for one contract.
  public init(_ contract: Contract) {
    self.contract = contract
    samplers = ThreadParts { TrafficSampler(contract) }
    observers = ObserverSource(samplers)
  }

  /// The counts so far. Use this when no thread is sampling.
  var sum: TrafficSampler { samplers.sum }
}

/// Compares the bodies of one thread with the statements of the contract.
///
/// The bodies of an exchange are first noted. They are compared when the exchange is settled.
final class TrafficSampler: ExchangeObserver {
  private let contract: Contract
  /// The places. They refer to statements by the statements' numbers in the tally.
  private var places: SampledPlaces
  private(set) var tally = ClaimTally()
  /// The values of undocumented properties and responses.
  private(set) var added = AddedSchemas()
  /// The number of bodies that were matched to a schema by a guess. Such bodies prove nothing.
  private(set) var guessed = 0
  /// The number of stubs. Stubs do not show what a server does.
  private(set) var stubs = 0
  /// The counts before a file that may be read again.
  private var kept: (tally: ClaimTally, added: AddedSchemas, guessed: Int, stubs: Int)?
  private var number = 0
  /// The operation of the current exchange.
  private var operation: Operation?
  private var samples:
    [(cursor: TapeCursor, index: Int, schema: JSONNode, part: Exchange.Part, isBroken: Bool)] = []
  private var status: Int?
  /// The body of a response with an undocumented status.
  private var answer: (cursor: TapeCursor, index: Int)?

  /// The maximum depth. Deeper values are not compared.
  private static let deepest = 128

  init(_ contract: Contract) {
    self.contract = contract
    places = SampledPlaces(contract)
  }

  func merge(_ other: TrafficSampler) {
    tally.add(other.tally)
    added.add(other.added)
    guessed += other.guessed
    stubs += other.stubs
  }

  func begin() {
    operation = nil
    status = nil
    answer = nil
    samples.removeAll(keepingCapacity: true)
  }

  func note(_ event: ExchangeEvent) {
    switch event {
    case .route(let route): operation = route.operation
    case .undocumentedStatus(let status, let body):
      self.status = status
      if case .value(let cursor, let index, _)? = body { answer = (cursor, index) }
    case .body(let cursor, let index, let target, let part, let isBroken):
      guard let schema = target.schema else { return }
      samples.append((cursor, index, schema, part, isBroken))
    case .schema, .status, .message, .parameter, .value: break
    }
  }

  func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool, isLive: Bool) {
    defer { begin() }
    if exchange.origin == .stub {
      stubs += 1
      return
    }
    number += 1
    if count.outcome == .unreadable { return }
    if let operation, count.status != nil {
      tally.countExchange(of: operation.position)
      if let status, let node = operation.node["responses"] {
        let claim = tally.number(.status(status), node, in: places.document(of: node))
        let use = tally.number(of: ClaimUse(operation: operation.position, part: .response))
        tally.add(ClaimCount(seen: 0, against: 1), claim, use)
        if let (cursor, index) = answer {
          added.add(cursor, index, to: tally.claims[claim].claim, name: nil, exchange: number)
          if let type = exchange.response.mediaType.flatMap({ MediaType($0) }), type.isJSON {
            tally.detail(claim, type.essence)
          }
        }
      }
    }
    if count.isAssumed {
      if count.outcome == .checked { guessed += 1 }
      return
    }
    for sample in samples {
      guard
        let place = places.place(
          of: sample.schema, isResponse: sample.part == .response, &tally)
      else { continue }
      let use = ClaimUse(operation: operation?.position ?? -1, part: sample.part)
      var walk = SampleWalk(
        cursor: sample.cursor, places: places, use: tally.number(of: use),
        isResponse: sample.part == .response, isBroken: sample.isBroken, exchange: number,
        tally: tally, added: added)
      // They are moved there and back to avoid copies.
      tally = ClaimTally()
      added = AddedSchemas()
      walk.read(sample.index, at: place, depth: Self.deepest)
      tally = walk.tally
      added = walk.added
    }
  }

  func hold() {
    kept = (tally, added, guessed, stubs)
    added = AddedSchemas()
  }

  func settle(isKept: Bool) {
    guard let kept else { return }
    let new = added
    added = kept.added
    if isKept {
      added.add(new)
    } else {
      if tally.claims.count > kept.tally.claims.count { places = SampledPlaces(contract) }
      (tally, guessed, stubs) = (kept.tally, kept.guessed, kept.stubs)
    }
    self.kept = nil
  }
}

/// Walks a value and the places of its schemas together.
private struct SampleWalk {
  let cursor: TapeCursor
  let places: SampledPlaces
  let use: Int
  let isResponse: Bool
  /// Whether the body violates the contract. If not, every statement is true.
  let isBroken: Bool
  let exchange: Int
  var tally: ClaimTally
  var added: AddedSchemas

  mutating func read(
    _ index: Int, at place: SampledPlace, depth: Int, besides outer: Set<String>? = nil
  ) {
    guard depth > 0, place.isKnown else { return }
    let kind = cursor.kind(index)
    if let claim = place.notNull {
      tally.count(claim, of: use, isAgainst: kind == .null)
    }
    if kind == .null { return }
    let type = type(of: index, kind)
    for (claim, allowed) in place.types {
      let isAgainst = isBroken && allowed.isDisjoint(with: type)
      tally.count(claim, of: use, isAgainst: isAgainst)
      if isAgainst { tally.detail(claim, type.names.first ?? kind.name) }
    }
    if place.types.contains(where: { $0.allowed.isDisjoint(with: type) }) { return }
    if !place.values.isEmpty { readValue(index, at: place) }
    readAssertions(index, type, at: place)
    let branch = place.choices.isEmpty ? nil : choose(index, type, at: place)
    switch kind {
    case .object:
      readObject(index, at: place, depth, outer: outer, isBranched: branch != nil)
    case .array:
      var position = 0
      var element = cursor.firstChild(index)
      let end = cursor.next(index)
      if !place.items.isEmpty, place.itemsPlace == nil {
        place.itemsPlace = places.place(of: place.items, isResponse: isResponse, &tally)
      }
      while element < end {
        if position < place.prefix.count {
          let inner = places.place(of: place.prefix[position], isResponse: isResponse, &tally)
          read(element, at: inner, depth: depth - 1)
        } else if let inner = place.itemsPlace {
          read(element, at: inner, depth: depth - 1)
        }
        position += 1
        element = cursor.next(element)
      }
    default: break
    }
    if let branch {
      let inner = places.place(of: [branch.site], isResponse: isResponse, &tally)
      read(
        index, at: inner, depth: depth - 1,
        besides: Set(place.properties.keys).union(outer ?? []))
    }
  }

  private func type(of index: Int, _ kind: JSONKind) -> TypeSet {
    switch kind {
    case .null: .null
    case .boolean: .boolean
    case .string: .string
    case .array: .array
    case .object: .object
    case .number: cursor.isInteger(index) ? .integer : .number
    }
  }

  private func document(_ index: Int) -> JSONDocument {
    let range = cursor.range(index)
    return JSONDocument(copying: cursor, at: index, text: range.offset..<range.end)
  }

  private mutating func readValue(_ index: Int, at place: SampledPlace) {
    guard isBroken else {
      for (claim, _) in place.values { tally.count(claim, of: use, isAgainst: false) }
      return
    }
    let value = document(index).root
    for (claim, listed) in place.values {
      let isAgainst = !listed.contains(value)
      tally.count(claim, of: use, isAgainst: isAgainst)
      if isAgainst { tally.detail(claim, value.text) }
    }
  }

  private mutating func readAssertions(_ index: Int, _ type: TypeSet, at place: SampledPlace) {
    for assertion in place.assertions where !assertion.types.isDisjoint(with: type) {
      guard isBroken else {
        tally.count(assertion.claim, of: use, isAgainst: false)
        continue
      }
      let value = document(index)
      let isAgainst = !assertion.accepts(value)
      tally.count(assertion.claim, of: use, isAgainst: isAgainst)
      if isAgainst, assertion.keyword == "format" {
        for format in places.formats(of: value) { tally.detail(assertion.claim, format) }
      }
    }
  }

  private mutating func readObject(
    _ index: Int, at place: SampledPlace, _ depth: Int, outer: Set<String>?, isBranched: Bool
  ) {
    var present: Set<String> = []
    var unlisted: [(name: String, value: Int)] = []
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let value = cursor.next(key)
      let name = cursor.decodedString(key)
      if place.properties[name] != nil {
        present.insert(name)
      } else {
        unlisted.append((name, value))
      }
      key = cursor.next(value)
    }
    // A misspelled name is one mistake, not one property too few and one too many.
    for index in unlisted.indices.reversed() {
      guard let meant = place.property(meantBy: unlisted[index].name, besides: present),
        let key = place.properties[meant]?.key
      else { continue }
      present.insert(meant)
      note(unlisted.remove(at: index).name, for: meant, at: key)
    }
    if let shape = place.shape {
      let isOther =
        isBroken && !unlisted.isEmpty
        && !present.contains { !(place.properties[$0]?.required.isEmpty ?? true) }
      tally.count(shape, of: use, isAgainst: isOther)
      // An error in place of the object does not count for each of its properties.
      if isOther { return }
    }
    for (name, property) in place.properties {
      tally.count(property.names, of: use, isAgainst: false)
      for claim in property.required {
        tally.count(claim, of: use, isAgainst: isBroken && !present.contains(name))
      }
    }
    key = cursor.firstChild(index)
    while key < end {
      let value = cursor.next(key)
      let name = cursor.decodedString(key)
      if var property = place.properties[name], !property.schemas.isEmpty {
        if property.place == nil {
          property.place = places.place(of: property.schemas, isResponse: isResponse, &tally)
          place.properties[name] = property
        }
        if let inner = property.place { read(value, at: inner, depth: depth - 1) }
      }
      key = cursor.next(value)
    }
    if !place.map.isEmpty {
      let inner = places.place(of: place.map, isResponse: isResponse, &tally)
      for (_, value) in unlisted { read(value, at: inner, depth: depth - 1) }
    }
    // If a branch has more statements, its place has the properties of both.
    guard !isBranched, place.choices.isEmpty, let listing = place.listing else { return }
    let objects = tally.number(.unlisted(""), listing.node, in: listing.document)
    tally.count(objects, of: use, isAgainst: false)
    for (name, value) in unlisted where !(outer?.contains(name) ?? false) {
      note(name, value, in: listing)
    }
  }

  private mutating func note(_ name: String, for documented: String, at key: JSONNode) {
    let claim = tally.number(
      .named(documented, not: name), key, in: places.document(of: key))
    tally.add(ClaimCount(seen: 0, against: 1), claim, use)
  }

  /// The maximum number of new names in an object. If there are more, they are keys of a map.
  private static let mostNames = 64

  private mutating func note(
    _ name: String, _ value: Int, in listing: (node: JSONNode, document: Int)
  ) {
    let all = tally.number(.unlisted(""), listing.node, in: listing.document)
    tally.detail(all, name)
    guard !(tally.details[all]?.isCut ?? false) else { return }
    let claim = tally.number(.unlisted(name), listing.node, in: listing.document)
    tally.add(ClaimCount(seen: 0, against: 1), claim, use)
    added.add(cursor, value, to: tally.claims[claim].claim, name: name, exchange: exchange)
  }

  /// The branch whose statements are compared with the value. Nil if the branch is not clear.
  private mutating func choose(
    _ index: Int, _ type: TypeSet, at place: SampledPlace
  ) -> SampledBranch? {
    var found: SampledBranch?
    for choice in place.choices {
      let value = document(index)
      let branch = Self.branch(of: choice, value, type)
      tally.count(choice.claim, of: use, isAgainst: isBroken && branch == nil)
      // With several choices, the properties of a branch of one choice would be unlisted in the
      // other choice.
      found = place.choices.count == 1 ? branch : nil
    }
    return found
  }

  private static func branch(
    of choice: SampledPlace.Choice, _ value: JSONDocument, _ type: TypeSet
  ) -> SampledBranch? {
    if let name = choice.discriminator.flatMap({ value.root[$0]?.string }) {
      let named = choice.branches.filter { $0.names.contains(name) }
      if named.count == 1 { return named[0] }
    }
    if let valid = choice.branches.first(where: { $0.schema?.isValid(value) ?? false }) {
      return valid
    }
    let tagged = choice.branches.filter { branch in
      !branch.constants.isEmpty
        && branch.constants.allSatisfy { name, constant in value.root[name] == constant }
    }
    if tagged.count == 1 { return tagged[0] }
    let fitting = choice.branches.filter { !$0.types.isDisjoint(with: type) }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
