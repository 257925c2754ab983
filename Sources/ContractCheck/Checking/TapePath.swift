@_spi(Engine) internal import JSONTape

/// Visits the values of a document in the order of the text, and gives the path to each value. The
/// visit has its own stack, so deep documents do not use the call stack.
struct TapePath {
  struct Level {
    let container: Int
    let end: Int
    let isObject: Bool
    /// The tape index of the current property's name, in an object.
    var key = -1
    /// The index of the current element, in an array.
    var position = -1
  }

  struct Place {
    var pointer = JSONPointer()
    var parent: Int?
    /// Whether the place is a property's name. If so, the pointer is the property's pointer.
    var isKey = false
  }

  private(set) var levels: [Level] = []
  /// The number of visited values, which is the cost of the walk.
  private(set) var steps = 0
  private let cursor: TapeCursor
  private var index = 0
  private var entered: Int?
  /// The last visited value. Nil before the first value and after the last value.
  private var current: Int?

  init(_ cursor: TapeCursor) { self.cursor = cursor }

  /// The tape index of the value's name; nil for the root and for elements.
  var key: Int? { levels.last.flatMap { $0.isObject ? $0.key : nil } }

  /// Moves to the next value and returns its tape index. A container comes before its content.
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

  /// The path to the value or name at a tape index. The walk moves there.
  ///
  /// - Complexity: O(*n*) in the values between the last target and this target. A container
  ///   without the target counts as one value. O(*n*) in the document if this target is earlier in
  ///   the text than the last target and does not contain it.
  mutating func path(to target: Int) -> Place {
    if let level = levels.firstIndex(where: { $0.container == target }) {
      return Place(
        pointer: pointer(ofLevel: level), parent: level > 0 ? levels[level - 1].container : nil)
    }
    if current.map({ target < $0 && target != key }) ?? true { restart() }
    while current != target, current == nil || key != target {
      guard let value = next() else { return Place() }
      // Skip a container that ends before the target.
      if entered != nil, cursor.next(value) <= target {
        entered = nil
        index = cursor.next(value)
      }
    }
    return Place(pointer: pointer, parent: levels.last?.container, isKey: key == target)
  }

  /// Paths to values inside or after the current one, without moving the walk.
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

  /// The pointer to the value, made in time linear in its depth.
  var pointer: JSONPointer { pointer(ofLevel: levels.count) }

  private func pointer(ofLevel count: Int) -> JSONPointer {
    JSONPointer(
      tokens: levels.prefix(count).map { level in
        level.isObject ? cursor.decodedString(level.key) : String(level.position)
      })
  }
}
