@_spi(Engine) internal import JSONTape

/// The ways to values of a document that are asked for in the order of the text, more or less: one
/// walk leads to all of them.
struct TapeWalk {
  private let cursor: TapeCursor
  private var walk: TapePath
  /// How many values all walks visited.
  var steps: Int { stepsBefore + walk.steps }
  private var stepsBefore = 0
  /// The value that the walk stands at.
  private var current: Int?

  init(_ cursor: TapeCursor) {
    self.cursor = cursor
    walk = TapePath(cursor)
  }

  /// The way to the value, or to the name, at a tape index.
  ///
  /// - Complexity: O(*n*) in what lies between it and the value asked for before, containers that
  ///   do not hold it counting as one; O(*n*) in the document for one that lies further back and
  ///   not around it.
  mutating func path(to index: Int) -> InstancePaths.Path {
    if let level = walk.levels.firstIndex(where: { $0.container == index }) {
      return InstancePaths.Path(
        pointer: walk.pointer(ofLevel: level),
        parent: level > 0 ? walk.levels[level - 1].container : nil)
    }
    if let last = current, index < last, index != walk.key { current = nil }
    if current == nil {
      stepsBefore = steps
      walk = TapePath(cursor)
    }
    if current == nil || index != current && index != walk.key { current = walk.seek(index) }
    guard current != nil else { return InstancePaths.Path(pointer: JSONPointer(), parent: nil) }
    return InstancePaths.Path(
      pointer: walk.pointer, parent: walk.levels.last?.container, isKey: index == walk.key)
  }

  /// The ways to values below or beside the last one, without going on.
  func paths(to indexes: [Int]) -> InstancePaths {
    var ahead = self
    return InstancePaths(indexes.sorted().map { ($0, ahead.path(to: $0)) })
  }
}
