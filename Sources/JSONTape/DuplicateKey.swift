/// A property name that an object uses more than once. Names are compared after their escapes are
/// decoded.
public struct DuplicateKey: Hashable, Sendable {
  /// The tape index of the object.
  package let object: Int

  /// The tape index of the first property's name.
  package let first: Int

  /// The tape index of the name that repeats the first name.
  package let repeated: Int
}

extension JSONDocument {
  /// The names that occur more than once in an object of the document, in the order of the text.
  ///
  /// - Complexity: O(*n* log *n*) in the number of properties of an object.
  public func duplicateKeys() -> [DuplicateKey] {
    storage.withCursor { $0.duplicateKeys(in: 0) }
  }
}

@_spi(Engine)
extension TapeCursor {
  /// The names that occur more than once in an object of the value at `root`, in the order of the
  /// text.
  public func duplicateKeys(in root: Int = 0) -> [DuplicateKey] {
    var found: [DuplicateKey] = []
    var names: [Name] = []
    var index = root
    let end = next(root)
    // This reads word by word, because values and names come one after the other in any container.
    while index < end {
      guard isContainer(index) else {
        index &+= 1
        continue
      }
      if rawTag(index) == TapeTag.object.rawValue, count(index) > 1 {
        appendDuplicates(of: index, scratch: &names, to: &found)
      }
      index &+= 2
    }
    return found.sorted { $0.repeated < $1.repeated }
  }

  /// The names that occur more than once in one object. The values of its properties are not
  /// searched.
  public func duplicateKeys(of object: Int) -> [DuplicateKey] {
    guard rawTag(object) == TapeTag.object.rawValue, count(object) > 1 else { return [] }
    var found: [DuplicateKey] = []
    var names: [Name] = []
    appendDuplicates(of: object, scratch: &names, to: &found)
    return found.sorted { $0.repeated < $1.repeated }
  }

  private func appendDuplicates(
    of object: Int, scratch names: inout [Name], to found: inout [DuplicateKey]
  ) {
    let properties = firstChild(object)..<next(object)
    guard count(object) <= 32 else {
      var first: Name?
      for name in sortedNames(properties) {
        if let known = first, known.hash == name.hash, stringsEqual(known.index, self, name.index) {
          found.append(DuplicateKey(object: object, first: known.index, repeated: name.index))
        } else {
          first = name
        }
      }
      return
    }
    guard mayRepeat(properties) else { return }
    names.removeAll(keepingCapacity: true)
    var index = properties.lowerBound
    while index < properties.upperBound {
      let hash = stringHash(index)
      if let known = names.first(where: { $0.hash == hash && stringsEqual($0.index, self, index) })
      {
        found.append(DuplicateKey(object: object, first: known.index, repeated: index))
      } else {
        names.append(Name(hash: hash, index: index))
      }
      index = next(index &+ 1)
    }
  }

  /// Whether a name may be repeated. It is false only if all names differ in length, or in their
  /// first or last bytes. This costs far less than comparing names.
  private func mayRepeat(_ properties: Range<Int>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { seen in
      seen.initialize(repeating: 0)
      var index = properties.lowerBound
      while index < properties.upperBound {
        if isEscaped(index) { return true }
        let name = UnsafeRawBufferPointer(rawBytes(index).memory)
        var word = UInt64(name.count)
        if name.count >= 8 {
          let first = name.loadUnaligned(as: UInt64.self)
          let last = name.loadUnaligned(fromByteOffset: name.count &- 8, as: UInt64.self)
          word = (word ^ first) &* Self.multiplier ^ last
        } else {
          for byte in name { word = word &<< 8 | UInt64(byte) }
        }
        let hash = (word &* Self.multiplier) &>> 54
        let bit: UInt64 = 1 &<< (hash & 63)
        let slot = Int(truncatingIfNeeded: hash &>> 6)
        // Bound: 10 bits of the hash remain. The upper 4 bits are the slot.
        if seen[slot] & bit != 0 { return true }
        seen[slot] |= bit
        index = next(index &+ 1)
      }
      return false
    }
  }

  /// The multiplier is odd, with bits spread evenly.
  private static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
