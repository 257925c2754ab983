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

  private var keys: [Int: Key] = [:]
  /// The failures, by their position, that say of such keys that they must not be there.
  private(set) var explained: Set<Int> = []

  /// - Parameter absent: the positions of failures by absent members, by object.
  /// - Complexity: O(*n*) in the failures; of an object the first members alone are compared.
  init(_ failures: [SchemaFailure], absent: [Int: [Int]], in document: JSONDocument) {
    guard !absent.isEmpty else { return }
    var refused: [Int: Int] = [:]
    for (position, failure) in failures.enumerated() {
      guard let key = failure.key else { continue }
      switch failure.kind {
      case .additionalProperties, .unevaluatedProperties, .undocumented, .keyCase:
        refused[key] = position
      default: break
      }
    }
    for (object, positions) in absent {
      pair(positions.prefix(Self.most), of: document.node(at: object), failures, refused)
    }
  }

  /// The key that stands for the member which the failure at this position is about.
  subscript(position: Int) -> Key? { keys[position] }

  /// Objects have few members; the bound keeps hostile ones from multiplying the work.
  private static let most = 64

  private mutating func pair(
    _ positions: ArraySlice<Int>, of object: JSONNode, _ failures: [SchemaFailure],
    _ refused: [Int: Int]
  ) {
    var listed: Set<String> = []
    for position in positions { listed.formUnion(failures[position].listed) }
    var free = object.members.prefix(4 * Self.most).filter { !listed.contains($0.name) }
    guard !free.isEmpty else { return }
    var open = positions.compactMap { position -> (position: Int, member: String)? in
      guard case .required(let member) = failures[position].kind else { return nil }
      return (position, member)
    }
    // A key that differs in its case alone is nearer than any slip of the pen.
    for isNear in [Self.isSpelling, NearestName.isSlip] {
      open.removeAll { position, member in
        guard let found = free.firstIndex(where: { isNear($0.name, member) }) else { return false }
        let key = free.remove(at: found)
        let failure = refused[key.key.tapeIndex]
        keys[position] = Key(
          name: key.name, index: key.key.tapeIndex, isExplained: failure != nil)
        if let failure { explained.insert(failure) }
        return true
      }
    }
  }

  private static func isSpelling(_ name: String, _ other: String) -> Bool {
    KeyPolicy.fold(name.utf8) == KeyPolicy.fold(other.utf8)
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
