@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// One statement of a contract that values can contradict, with its place in the contract.
struct Claim: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A schema forbids null.
    case notNull
    /// Several schemas that describe one value forbid null.
    case noneNull
    /// A value of `type`.
    case type
    /// A name in `required`.
    case required(String)
    /// `enum` contains all values.
    case values
    /// A keyword such as `format` or `maximum`.
    case keyword(String)
    /// One of the branches of `anyOf` or `oneOf` accepts the value.
    case branches(String)
    /// An object has some of its required properties.
    case shape
    /// Traffic has a property that the object does not list.
    case unlisted(String)
    /// The property has another name in traffic.
    case named(String, not: String)
    /// Traffic has a status that the operation does not document.
    case status(Int)
  }

  let kind: Kind
  /// The number of the document in the contract's registry.
  let document: Int
  /// The place of the statement in the file. A statement that YAML aliases repeat counts once.
  let offset: Int
}

extension Claim.Kind {
  /// The statement that counts the objects with another name.
  var ofObjects: Self {
    switch self {
    case .named(let documented, _): .named(documented, not: "")
    default: .unlisted("")
    }
  }
}

/// The source of the values at a place. It is the operation and the direction.
struct ClaimUse: Hashable, Comparable, Sendable {
  /// The operation's position. -1 for bodies of a schema that the user named.
  let operation: Int
  let part: Exchange.Part

  static func < (left: Self, right: Self) -> Bool {
    (left.operation, left.part.rawValue) < (right.operation, right.part.rawValue)
  }
}

/// The number of values at a place, and the number of values that contradict the contract.
struct ClaimCount: Hashable, Sendable {
  var seen = 0
  var against = 0

  static func += (left: inout Self, right: Self) {
    left.seen += right.seen
    left.against += right.against
  }
}

/// A summary of the values that contradict a statement. The number of values is limited.
struct ClaimDetail: Sendable {
  /// The counts by type, listed value, format or media type.
  private(set) var counts: [String: Int] = [:]
  /// Whether there were more different values than can be kept.
  private(set) var isCut = false

  static let most = 64

  mutating func add(_ name: String, _ count: Int = 1) {
    if counts[name] == nil, counts.count >= Self.most {
      isCut = true
    } else {
      counts[name, default: 0] += count
    }
  }

  static func += (left: inout Self, right: Self) {
    for (name, count) in right.counts.sorted(by: { $0.key < $1.key }) { left.add(name, count) }
    left.isCut = left.isCut || right.isCut
  }
}

/// The statements of one contract that values reached. Each statement has its counts.
struct ClaimTally: Sendable {
  /// The statements by number, each with its node in the contract.
  private(set) var claims: [(claim: Claim, node: JSONNode)] = []
  private var numbers: [Claim: Int] = [:]
  private(set) var uses: [ClaimUse] = []
  private var useNumbers: [ClaimUse: Int] = [:]
  /// The counts by use, then by statement.
  private var counts: [[ClaimCount]] = []
  private(set) var details: [Int: ClaimDetail] = [:]
  /// The number of exchanges of each operation.
  private(set) var exchanges: [Int: Int] = [:]

  mutating func number(_ kind: Claim.Kind, _ node: JSONNode, in document: Int) -> Int {
    let claim = Claim(kind: kind, document: document, offset: node.sourceRange.offset)
    if let known = numbers[claim] { return known }
    numbers[claim] = claims.count
    claims.append((claim, node))
    return claims.count - 1
  }

  mutating func number(of use: ClaimUse) -> Int {
    if let known = useNumbers[use] { return known }
    useNumbers[use] = uses.count
    uses.append(use)
    counts.append([])
    return uses.count - 1
  }

  mutating func count(_ claim: Int, of use: Int, isAgainst: Bool) {
    add(ClaimCount(seen: 1, against: isAgainst ? 1 : 0), claim, use)
  }

  mutating func add(_ count: ClaimCount, _ claim: Int, _ use: Int) {
    if counts[use].count <= claim {
      counts[use] += repeatElement(ClaimCount(), count: claims.count - counts[use].count)
    }
    counts[use][claim] += count
  }

  mutating func detail(_ claim: Int, _ name: String) {
    details[claim, default: ClaimDetail()].add(name)
  }

  mutating func countExchange(of operation: Int) { exchanges[operation, default: 0] += 1 }

  /// The counts of a statement by use, without uses that never reach the statement.
  func counts(of claim: Int) -> [(use: ClaimUse, count: ClaimCount)] {
    uses.indices.compactMap { use in
      guard claim < counts[use].count, counts[use][claim] != ClaimCount() else { return nil }
      return (uses[use], counts[use][claim])
    }.sorted { $0.0 < $1.0 }
  }

  /// Adds the counts of another thread.
  mutating func add(_ other: ClaimTally) {
    for (position, entry) in other.claims.enumerated() {
      let claim = number(entry.claim.kind, entry.node, in: entry.claim.document)
      for (use, count) in other.counts(of: position) { add(count, claim, number(of: use)) }
      if let detail = other.details[position] { details[claim, default: ClaimDetail()] += detail }
    }
    for (operation, count) in other.exchanges { exchanges[operation, default: 0] += count }
  }
}
