@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Absent members that are there after all, under a key that their schema does not list: `user_name`
/// where `userName` is due.
struct Lookalikes {
  /// A key that stands for an absent member.
  struct Key {
    let name: String
    /// Its tape index.
    let index: Int
    /// Whether a failure of its own says that the key is not allowed or not documented.
    let isExplained: Bool
  }

  private let document: JSONDocument
  private var keys: [Int32: Key] = [:]
  /// The failures, by their position, that say of such keys that they must not be there.
  private(set) var explained: Set<Int32> = []

  init(document: JSONDocument) { self.document = document }

  /// The key that stands for the member which the failure at this position is about.
  subscript(position: Int32) -> Key? { keys[position] }

  /// Objects have few members; the bound keeps hostile ones from multiplying the work.
  private static let most = 64

  /// Looks for keys that stand for absent members of one object; of an object the first members
  /// alone are compared.
  ///
  /// - Parameter refusal: the position of the failure that says of a key, given by its tape index,
  ///   that it must not be there.
  mutating func pair(
    _ absent: [(position: Int32, failure: SchemaFailure)], refusal: (Int) -> Int32?
  ) {
    let absent = absent.prefix(Self.most)
    guard let object = absent.first.map({ document.node(at: $0.failure.instance) }) else { return }
    var listed: Set<String> = []
    for (_, failure) in absent { listed.formUnion(failure.listed) }
    var free = object.members.prefix(4 * Self.most).filter { !listed.contains($0.name) }
    guard !free.isEmpty else { return }
    var open = absent.compactMap { position, failure -> (position: Int32, member: String)? in
      guard case .required(let member) = failure.kind else { return nil }
      return (position, member)
    }
    // A key that differs in its case alone is nearer than any slip of the pen.
    for isNear in [Self.isSpelling, NearestName.isSlip] {
      open.removeAll { position, member in
        guard let found = free.firstIndex(where: { isNear($0.name, member) }) else { return false }
        let key = free.remove(at: found)
        let failure = refusal(key.key.tapeIndex)
        keys[position] = Key(
          name: key.name, index: key.key.tapeIndex, isExplained: failure != nil)
        if let failure { explained.insert(failure) }
        return true
      }
    }
  }

  private static func isSpelling(_ name: String, _ other: String) -> Bool {
    KeyPolicy.fold(name) == KeyPolicy.fold(other)
  }
}

extension SchemaFailure {
  /// The branches that fail equally badly.
  var alternatives: [Alternative] {
    switch kind {
    case .anyOf(_, let nearest), .oneOf(_, let nearest): nearest
    default: []
    }
  }
}

/// What was meant by the wrong names of one body. Names that come again are not compared again, and a
/// body cannot have more compared than is worth anybody's while.
final class NearestNames {
  private var known: [[String]: String?] = [:]
  private var comparisons = 0

  private static let mostComparisons = 1_000_000
  private static let mostKnown = 10_000

  /// The nearest of the names that a schema lists; nil also when too much was compared already.
  ///
  /// - Parameter schema: what the list is known by
  func of(_ wanted: String, among listed: [String], of schema: String) -> String? {
    let key = [wanted, schema]
    if let found = known[key] { return found }
    guard comparisons <= Self.mostComparisons else { return nil }
    comparisons += listed.count
    let near = NearestName.of(wanted, among: listed)
    if known.count < Self.mostKnown { known[key] = .some(near) }
    return near
  }
}

extension JSONNode {
  /// Objects of more members are maps: their members are not looked up one for another.
  static let mostNamedMembers = 1024

  /// Whether an object that is no large map has a member.
  func holds(_ name: String) -> Bool {
    count <= Self.mostNamedMembers && self[name] != nil
  }
}
