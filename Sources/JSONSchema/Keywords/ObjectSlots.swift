@_spi(Engine) import JSONTape

/// Finds the listed property that has a name in the text. The search uses a table with the length,
/// the first eight bytes and the last eight bytes of each name.
extension SchemaEvaluator {
  /// The slot of a key, or -1. The slot after the last result is tried first, because producers
  /// usually write properties in the same order.
  @inline(__always)
  mutating func find(_ key: Int, in object: UnsafePointer<ObjectPlan>, _ hint: Int) -> Int {
    if cursor.isEscaped(key) { return findEscaped(key, in: object) }
    let length = cursor.length(key)
    let bytes = cursor.bytes + cursor.offset(key)
    let (first, last) = KeyWords.words(bytes, length)
    if hint < Int(object.pointee.slotCount), isSlot(hint, object, bytes, first, last, length) {
      return hint
    }
    return find(bytes, first, last, length, in: object)
  }

  @inline(__always)
  private func find(
    _ bytes: UnsafePointer<UInt8>, _ first: UInt64, _ last: UInt64, _ length: Int,
    in object: UnsafePointer<ObjectPlan>
  ) -> Int {
    guard object.pointee.slotCount > 0 else { return -1 }
    var place = KeyWords.hash(first, last, length, object.pointee.seed) & object.pointee.tableMask
    while true {
      let slot = Int(view.tables[Int(object.pointee.table) &+ Int(place)]) &- 1
      if slot < 0 || isSlot(slot, object, bytes, first, last, length) { return slot }
      place = (place &+ 1) & object.pointee.tableMask
    }
  }

  @inline(never)
  mutating func findEscaped(_ key: Int, in object: UnsafePointer<ObjectPlan>) -> Int {
    cursor.decodedBytes(key, into: &decoded)
    return slot(named: decoded, in: object)
  }

  mutating func slot(named name: [UInt8], in object: UnsafePointer<ObjectPlan>) -> Int {
    let (first, last) = KeyWords.words(of: name)
    return name.withByteView { buffer in
      // An empty name has no bytes to compare, so any valid address works.
      find(buffer.memory.baseAddress ?? cursor.bytes, first, last, name.count, in: object)
    }
  }

  @inline(__always)
  private func isSlot(
    _ slot: Int, _ object: UnsafePointer<ObjectPlan>, _ bytes: UnsafePointer<UInt8>,
    _ first: UInt64,
    _ last: UInt64, _ length: Int
  ) -> Bool {
    let candidate = view.slots[Int(object.pointee.slots) &+ slot]
    guard Int(candidate.length) == length, candidate.first == first, candidate.last == last else {
      return false
    }
    if length <= 16 { return true }
    let name = UnsafeRawPointer(view.names + Int(candidate.name))
    let text = UnsafeRawPointer(bytes)
    // The words between the first and the last eight bytes. The last word may overlap the last
    // eight bytes.
    var offset = 8
    while offset < length &- 8 {
      if name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    return true
  }
}
