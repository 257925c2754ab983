@_spi(Engine)
extension TapeCursor {
  /// Whether two values are equal according to JSON Schema. Numbers are compared by value. Strings
  /// are compared after their escapes are decoded. The order matters in arrays, but not in objects.
  ///
  /// If objects repeat a name, the first properties with this name are compared with each other,
  /// then the second properties, and so on. The comparison uses no recursion, and its time is at
  /// most O(*n* log *n*).
  public func equal(_ index: Int, _ other: TapeCursor, _ otherIndex: Int) -> Bool {
    var pending: [(Int, Int)] = []
    guard valuesEqual(index, other, otherIndex, &pending) else { return false }
    while let (own, others) = pending.popLast() {
      guard count(own) == other.count(others), childrenEqual(own, other, others, &pending) else {
        return false
      }
    }
    return true
  }

  private func scalarsEqual(_ index: Int, _ other: TapeCursor, _ otherIndex: Int) -> Bool {
    let kind = kind(index)
    guard kind == other.kind(otherIndex) else { return false }
    switch kind {
    case .null, .array, .object: return kind == .null
    case .boolean: return rawTag(index) == other.rawTag(otherIndex)
    case .string: return stringsEqual(index, other, otherIndex)
    case .number:
      let own = rawBytes(index)
      let others = other.rawBytes(otherIndex)
      if own.elementsEqual(others) { return true }
      return DecimalValue(token: own) == DecimalValue(token: others)
    }
  }

  /// Compares scalars at once and stores containers for later.
  private func valuesEqual(
    _ index: Int, _ other: TapeCursor, _ otherIndex: Int, _ pending: inout [(Int, Int)]
  ) -> Bool {
    guard isContainer(index) else { return scalarsEqual(index, other, otherIndex) }
    guard rawTag(index) == other.rawTag(otherIndex) else { return false }
    pending.append((index, otherIndex))
    return true
  }

  private func childrenEqual(
    _ index: Int, _ other: TapeCursor, _ otherIndex: Int, _ pending: inout [(Int, Int)]
  ) -> Bool {
    let isObject = rawTag(index) == TapeTag.object.rawValue
    var own = firstChild(index)
    var others = other.firstChild(otherIndex)
    let end = next(index)
    while own < end {
      if isObject {
        // Most equal objects have their names in the same order.
        guard stringsEqual(own, other, others) else {
          return propertiesEqualInAnyOrder(
            own..<end, other, others..<other.next(otherIndex), &pending)
        }
        own &+= 1
        others &+= 1
      }
      guard valuesEqual(own, other, others, &pending) else { return false }
      own = next(own)
      others = other.next(others)
    }
    return true
  }

  private func propertiesEqualInAnyOrder(
    _ own: Range<Int>, _ other: TapeCursor, _ others: Range<Int>, _ pending: inout [(Int, Int)]
  ) -> Bool {
    for (name, otherName) in zip(sortedNames(own), other.sortedNames(others)) {
      guard name.hash == otherName.hash, stringsEqual(name.index, other, otherName.index),
        valuesEqual(name.index &+ 1, other, otherName.index &+ 1, &pending)
      else { return false }
    }
    return true
  }
}
