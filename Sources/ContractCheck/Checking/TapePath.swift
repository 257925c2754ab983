@_spi(Engine) internal import JSONTape

/// Visits the values of a document in the order of the text and knows the way to each. Containers
/// that are open are on a stack of its own, so depth costs no call stack.
struct TapePath {
  struct Level {
    let container: Int
    let end: Int
    let isObject: Bool
    /// The tape index of the name on the way, in an object.
    var key = -1
    /// The element on the way, in an array.
    var position = -1
  }

  struct Place {
    var pointer = JSONPointer()
    var parent: Int?
    /// Whether it is the name of a member; the pointer is the member's.
    var isKey = false
  }

  private(set) var levels: [Level] = []
  /// How many values were visited: what a walk costs.
  private(set) var steps = 0
  private let cursor: TapeCursor
  private var index = 0
  private var entered: Int?
  /// The value that was visited last; nil before the first and after the last.
  private var current: Int?

  init(_ cursor: TapeCursor) { self.cursor = cursor }

  /// The tape index of the name that leads to the value; nil for the root and for elements.
  var key: Int? { levels.last.flatMap { $0.isObject ? $0.key : nil } }

  /// The tape index of the next value, containers before what they hold.
  mutating func next() -> Int? {
    steps += 1
    current = nil
    if let container = entered {
      levels.append(
        Level(
          container: container, end: cursor.next(container),
          isObject: cursor.rawTag(container) == TapeTag.object.rawValue))
      index = cursor.firstChild(container)
      entered = nil
    }
    while let last = levels.last, index >= last.end { levels.removeLast() }
    var value = index
    if let top = levels.indices.last {
      if levels[top].isObject {
        levels[top].key = index
        value = index + 1
      } else {
        levels[top].position += 1
      }
    } else if index > 0 {
      return nil
    }
    if cursor.isContainer(value) { entered = value } else { index = value + 1 }
    current = value
    return value
  }

  /// The way to the value, or to the name, at a tape index: the walk goes on to it.
  ///
  /// - Complexity: O(*n*) in what lies between it and the value asked for before, containers that
  ///   do not hold it counting as one; O(*n*) in the document for one that lies further back and
  ///   not around it.
  mutating func path(to target: Int) -> Place {
    if let level = levels.firstIndex(where: { $0.container == target }) {
      return Place(
        pointer: pointer(ofLevel: level), parent: level > 0 ? levels[level - 1].container : nil)
    }
    if current.map({ target < $0 && target != key }) ?? true { restart() }
    while current != target, current == nil || key != target {
      guard let value = next() else { return Place() }
      // A container that ends before the place is passed over.
      if entered != nil, cursor.next(value) <= target {
        entered = nil
        index = cursor.next(value)
      }
    }
    return Place(pointer: pointer, parent: levels.last?.container, isKey: key == target)
  }

  /// The ways to values below or beside the last one, without going on.
  func paths(to indexes: [Int]) -> [Int: Place] {
    var ahead = self
    var paths: [Int: Place] = [:]
    for index in indexes.sorted() { paths[index] = ahead.path(to: index) }
    return paths
  }

  private mutating func restart() {
    levels = []
    index = 0
    entered = nil
    current = nil
  }

  /// The pointer to the value, in time linear in its depth.
  var pointer: JSONPointer { pointer(ofLevel: levels.count) }

  private func pointer(ofLevel count: Int) -> JSONPointer {
    JSONPointer(
      tokens: levels.prefix(count).map { level in
        level.isObject ? cursor.decodedString(level.key) : String(level.position)
      })
  }
}
