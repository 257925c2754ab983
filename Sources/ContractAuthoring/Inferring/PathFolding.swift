@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONTape

/// Decides which words of the paths are values. The tree of all paths gives the evidence.
///
/// Numbers, ids and singular words that are not in the word list are already gaps
/// (``PathOutline``). Two questions need the tree. Is a plural that is not in the list a collection
/// (`/gizmos/7`) or a name (`/repos/acme/rails`)? And is a word of the list a name in this place
/// (`docs` beside other repositories)?
struct PathFolding {
  private let tally: TrafficTally
  private let evidence: Evidence
  private(set) var operations: [TrafficTally.Operation] = []
  /// Words that are not in the list. At some place in the tree they are not values. So they are
  /// treated as words at every place.
  private var found: Set<String> = []

  /// A place in the tree of paths.
  private final class Node {
    var words: [String: Node] = [:]
    var gap: Node?
    /// For a gap: some of its texts, and whether numbers or ids are among them.
    var texts: Set<String> = []
    var hasIDs = false
    /// Whether a response gives the word as its own name.
    var isNamed = false
    /// The names in successful responses, by method.
    var responses: [String: Set<String>] = [:]
    var operations: [TrafficTally.Operation] = []

    func child(_ segment: String?) -> Node {
      let known = if let segment { words[segment] } else { gap }
      let child = known ?? Node()
      if let segment { words[segment] = child } else { gap = child }
      return child
    }

    /// Whether enough exchanges show that this place is the base of several resources.
    var isBase: Bool {
      if gap == nil, words.count == 1, let (word, child) = words.first,
        TrafficTally.Operation.isPrefix(word)
      {
        return child.isBase
      }
      return words.keys.count(where: ResourceWords.make) > 1 && exchanges >= Evidence.fewest
    }

    /// Whether the server refused all requests, and nothing follows.
    var isRefused: Bool { responses.isEmpty && words.isEmpty && gap == nil }

    var exchanges: Int {
      operations.reduce(0) { $0 + $1.exchanges } + words.values.reduce(0) { $0 + $1.exchanges }
        + (gap?.exchanges ?? 0)
    }

    /// Turns a word into one of the texts of the gap.
    func open(_ word: String) {
      let gap = child(nil)
      gap.texts.insert(word)
      words.removeValue(forKey: word)?.move(to: gap)
    }

    /// Moves everything to another place.
    func move(to other: Node) {
      other.texts.formUnion(texts)
      other.hasIDs = other.hasIDs || hasIDs
      other.isNamed = other.isNamed || isNamed
      other.operations += operations
      other.responses.merge(responses) { $0.union($1) }
      for (word, child) in words { child.move(to: other.child(word)) }
      gap?.move(to: other.child(nil))
    }
  }

  init(_ tally: TrafficTally, _ evidence: Evidence) {
    self.tally = tally
    self.evidence = evidence
    let root = Node()
    for operation in tally.operations.values.sorted(by: { $0.name < $1.name }) {
      var node = root
      var gaps = operation.gaps[...]
      for (index, segment) in operation.path.segments.enumerated() {
        node = node.child(segment)
        node.isNamed = node.isNamed || operation.named.contains(index)
        guard segment == nil, let gap = gaps.popFirst() else { continue }
        node.texts.formUnion(gap.texts)
        node.hasIDs = node.hasIDs || gap.ids > 0
      }
      node.operations.append(operation)
      // A request that was only refused shows nothing.
      if operation.statuses.isEmpty || operation.statuses.keys.contains(where: { $0 < 400 }) {
        node.responses[operation.method, default: []].formUnion(names(in: operation))
      }
    }
    findWords(below: root, PathOutline(segments: []))
    fold(root, [])
    operations.sort { $0.name < $1.name }
  }

  private func isWord(_ segment: String) -> Bool {
    ResourceWords.make(segment) || found.contains(segment) || PathOutline.isVersion(segment)
  }

  /// Finds the words outside the list that are not values.
  ///
  /// - Parameter place: The segments before the place.
  private mutating func findWords(below node: Node, _ place: PathOutline) {
    let open = node.words.filter { !isWord($0.key) }.sorted { $0.key < $1.key }
    for (word, child) in open {
      let isCollection =
        PathOutline.isPlural(ASCIIByte.lowercased(word)) && !place.isAfterPlural
        && child.gap?.hasIDs ?? false
      // A plural first word with several names after it: `/harbors/kiel/boats`.
      let isFirst =
        place.isPrefix && PathOutline.isPlural(ASCIIByte.lowercased(word))
        && child.gap?.texts.count ?? 0 > 1
      // The same word after several ids: `/classes/7/pupils`.
      let isPart =
        node.hasIDs && place.segments.last == .some(nil) && child.exchanges >= Evidence.fewest
      guard isCollection || isFirst || isPart || place.isPrefix && child.isBase else { continue }
      if isPart {
        found.insert(word)
        continue
      }
      let others = open.filter { $0.key != word }.map(\.value) + [node.gap].compactMap(\.self)
      if !others.contains(where: { balance(of: child, and: $0) > 0 }) { found.insert(word) }
    }
    for (word, child) in node.words.sorted(by: { $0.key < $1.key }) {
      findWords(below: child, place.appending(word))
    }
    if let gap = node.gap { findWords(below: gap, place.appending(nil)) }
  }

  private mutating func fold(_ node: Node, _ path: [String?]) {
    let place = PathOutline(segments: path)
    for (word, child) in node.words where !isWord(word) || isOwnName(word, child, place) {
      node.open(word)
    }
    if let gap = node.gap {
      let isApart = hasOneForm(gap)
      let alike = node.words.mapValues { balance(of: $0, and: gap) }.filter { word, balance in
        guard !ResourceWords.selectors.contains(word) else { return false }
        guard ResourceWords.isCompound(word) else { return balance > 0 && !isApart }
        return balance > (word.contains("-") ? -1 : 0) || isValue(word, node, gap, place)
      }
      // Many equal operations show more than the number of words. So do reads and changes of a
      // thing, because `POST` may also be an action.
      let open = alike.filter { word, balance in
        let methods = node.words[word]?.responses.keys
        return balance > 2 && methods?.contains { gap.responses[$0] != nil } ?? false
          || ResourceWords.isCompound(word) && methods?.contains { $0 != "POST" } ?? false
      }
      let isOpen = gap.hasIDs || gap.texts.count > alike.count - open.count
      (isOpen ? alike : open).keys.forEach(node.open)
    }
    for operation in node.operations { operation.open(as: path) }
    let sorted = node.operations.sorted { $0.name < $1.name }
    let own = Dictionary(grouping: sorted) { "\($0.method) \($0.origin)" }
    operations += own.values.map { sum(of: $0, PathOutline(segments: path)) }
    for (word, child) in node.words { fold(child, path + [word]) }
    if let gap = node.gap { fold(gap, path + [nil]) }
  }

  /// Whether all texts at a place have a form that no word has: UUIDs, or numbers. A word of the
  /// list beside them, such as `deleted`, is a path of its own.
  private func hasOneForm(_ gap: Node) -> Bool {
    let forms = Set(gap.texts.map { $0.withByteView(TextForm.of) })
    return gap.texts.count > 1 && (forms == [.uuid] || forms == [.digits])
  }

  /// Whether the responses below a word give the word as their own name. A single word may do so
  /// by accident, unless it stands where names stand.
  private func isOwnName(_ word: String, _ node: Node, _ place: PathOutline) -> Bool {
    guard node.isNamed, !place.isPrefix, !ResourceWords.selectors.contains(word) else {
      return false
    }
    return ResourceWords.isCompound(word) || place.isAfterPlural
      || place.segments.last == .some(nil)
  }

  /// Whether a word of several words is a value beside a gap: only refused requests show it beside
  /// ids, or the same words follow as after other values.
  private func isValue(_ word: String, _ node: Node, _ gap: Node, _ place: PathOutline) -> Bool {
    guard let child = node.words[word], !place.isPrefix else { return false }
    return gap.hasIDs && child.isRefused || child.words.keys.contains { gap.words[$0] != nil }
  }

  private func sum(
    of parts: [TrafficTally.Operation], _ path: PathOutline
  ) -> TrafficTally.Operation {
    if parts.count == 1, parts[0].path == path { return parts[0] }
    let sum = TrafficTally.Operation(
      method: parts[0].method, origin: parts[0].origin, path: path)
    for part in parts { tally.merge(part, of: tally, into: sum) }
    return sum
  }

  // MARK: Shapes

  /// How similar the parts below two places are. Below two values of one parameter, they are
  /// similar: most operations below the first place also occur below the second place, with the
  /// same responses.
  private func balance(of node: Node, and other: Node) -> Int {
    var balance = 0
    compare(node, other, isBelowWord: false, &balance)
    return balance
  }

  private func compare(_ node: Node, _ other: Node?, isBelowWord: Bool, _ balance: inout Int) {
    for (method, names) in node.responses {
      guard let theirs = other?.responses[method] else {
        balance -= 1
        continue
      }
      // Responses without names do not show that paths are alike. Equal words in the paths do.
      let all = names.union(theirs).count
      if all == 0, !isBelowWord { continue }
      balance += names.intersection(theirs).count * 4 >= all * 3 ? 1 : -1
    }
    for (word, child) in node.words {
      let theirs = other?.words[word]
      compare(
        child, theirs ?? (isWord(word) ? nil : other?.gap),
        isBelowWord: isBelowWord || theirs != nil, &balance)
    }
    if let gap = node.gap { compare(gap, other?.gap, isBelowWord: isBelowWord, &balance) }
  }

  /// The names of properties in successful responses, including the names of the properties around
  /// them.
  private func names(in operation: TrafficTally.Operation) -> Set<String> {
    var found: Set<String> = []
    for (status, response) in operation.statuses where status < 300 {
      for shape in response.bodies.messages.values.compactMap(\.shape) {
        addNames(of: shape, "", &found)
      }
    }
    return found
  }

  private static let deepest = 3

  private func addNames(of shape: Int32, _ place: String, _ found: inout Set<String>) {
    let elements = tally.values.shapes[shape].elements
    if elements >= 0 {
      found.insert(place + "[]")
      addNames(of: elements, place + "[]", &found)
    }
    for (name, property) in tally.values.properties(of: shape) {
      let place = "\(place).\(name)"
      found.insert(place)
      if place.utf8.count(where: { $0 == UInt8(ascii: ".") }) < Self.deepest {
        addNames(of: property, place, &found)
      }
    }
  }
}

extension TrafficTally.Operation {
  /// Turns segments of a path into gaps, with the segments' texts as values.
  fileprivate func open(as path: [String?]) {
    var gap = 0
    for (own, segment) in zip(self.path.segments, path) where segment == nil {
      if let own {
        var parameter = TrafficTally.Parameter()
        parameter.exchanges = sent
        parameter.add(segment: own)
        gaps.insert(parameter, at: gap)
      }
      gap += 1
    }
  }
}
