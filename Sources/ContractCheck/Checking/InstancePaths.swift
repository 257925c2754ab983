@_spi(Engine) internal import JSONTape

/// The ways to some values of a document, found in one walk over it.
struct InstancePaths {
  /// The pointer to a value and the container around it.
  struct Path {
    let pointer: JSONPointer
    let parent: Int?
    /// Whether it is the name of a member; the pointer is the member's.
    var isKey = false
  }

  private var paths: [Int: Path] = [:]

  /// - Complexity: O(*n*) in the size of the document, plus the depth of each value asked for.
  init(_ indexes: some Sequence<Int>, in document: JSONDocument) {
    var wanted = Set(indexes)
    document.withCursor { cursor in
      var walk = TapePath(cursor)
      while !wanted.isEmpty, let value = walk.next() {
        if wanted.remove(value) != nil { note(value, walk, isKey: false) }
        // A key at fault is reached by the same way as its value.
        if let key = walk.key, wanted.remove(key) != nil { note(key, walk, isKey: true) }
      }
    }
  }

  init(_ paths: [(Int, Path)]) {
    for (index, path) in paths { self.paths[index] = path }
  }

  private mutating func note(_ index: Int, _ walk: TapePath, isKey: Bool) {
    paths[index] = Path(
      pointer: walk.pointer, parent: walk.levels.last?.container, isKey: isKey)
  }

  subscript(index: Int) -> Path { paths[index] ?? Path(pointer: JSONPointer(), parent: nil) }
}
