@_spi(Engine)
extension TapeCursor {
  /// The index of the value of the first member of this name; nil when there is none, or no object.
  public func value(named name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    guard rawTag(object) == TapeTag.object.rawValue else { return nil }
    var index = firstChild(object)
    let end = next(object)
    while index < end {
      if stringEquals(index, name) { return index &+ 1 }
      index = next(index &+ 1)
    }
    return nil
  }

  /// The index of the element at a position from 0; nil when there is none, or no array.
  public func element(at position: Int, in array: Int) -> Int? {
    guard rawTag(array) == TapeTag.array.rawValue, position >= 0, position < count(array) else {
      return nil
    }
    var index = firstChild(array)
    for _ in 0..<position { index = next(index) }
    return index
  }

  /// The pointer from the value at `root` to the one at `index`, or to the member whose name is there.
  ///
  /// Walks down from the root and jumps over siblings: linear in the values beside the path.
  public func pointer(to index: Int, from root: Int = 0) -> JSONPointer {
    var pointer = JSONPointer()
    var current = root
    while current < index, isContainer(current), index < next(current) {
      let isObject = rawTag(current) == TapeTag.object.rawValue
      var child = firstChild(current)
      if child > index { break }
      var position = 0
      while true {
        let value = isObject ? child &+ 1 : child
        let end = next(value)
        if index < end {
          pointer.tokens.append(isObject ? decodedString(child) : String(position))
          current = value
          break
        }
        child = end
        position &+= 1
      }
    }
    return pointer
  }
}
