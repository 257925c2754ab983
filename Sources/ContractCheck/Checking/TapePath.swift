@_spi(Engine) internal import JSONTape

/// Visits the values of a document in the order of the text and knows the way to each. Containers
/// that are open are on a stack of its own, so depth costs no call stack.
struct TapePath {
  /// A container around the value.
  struct Level {
    let container: Int
    let end: Int
    let isObject: Bool
    /// The tape index of the name on the way, in an object.
    var key = -1
    /// The element on the way, in an array.
    var position = -1
  }

  private(set) var levels: [Level] = []
  /// How many values were visited: what a walk costs.
  private(set) var steps = 0
  private let cursor: TapeCursor
  private var index = 0
  private var entered: Int?

  init(_ cursor: TapeCursor) { self.cursor = cursor }

  /// The tape index of the name that leads to the value; nil for the root and for elements.
  var key: Int? { levels.last.flatMap { $0.isObject ? $0.key : nil } }

  /// The tape index of the next value, containers before what they hold.
  mutating func next() -> Int? {
    steps += 1
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
    return value
  }

  /// Goes on to the value at a tape index, or that the name there leads to, and answers the value's;
  /// nil where none comes. Containers that end before it are passed over.
  mutating func seek(_ target: Int) -> Int? {
    while let value = next() {
      if value == target || key == target { return value }
      if entered != nil, cursor.next(value) <= target {
        entered = nil
        index = cursor.next(value)
      }
    }
    return nil
  }

  /// The pointer to the value, in time linear in its depth.
  var pointer: JSONPointer { pointer(ofLevel: levels.count) }

  /// The pointer to a container around the value.
  func pointer(ofLevel count: Int) -> JSONPointer {
    JSONPointer(
      tokens: levels.prefix(count).map { level in
        level.isObject ? cursor.decodedString(level.key) : String(level.position)
      })
  }
}
