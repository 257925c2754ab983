@_spi(Engine)
extension TapeCursor {
  /// The index of the value of the first property with a name. Nil if there is no such property, or
  /// if the value is not an object.
  public func value(named name: ByteView, in object: Int) -> Int? {
    guard rawTag(object) == TapeTag.object.rawValue else { return nil }
    var index = firstChild(object)
    let end = next(object)
    while index < end {
      if stringEquals(index, name) { return index &+ 1 }
      index = next(index &+ 1)
    }
    return nil
  }

  /// The index of the element at a position. The first position is 0. Nil if there is no such
  /// element, or if the value is not an array.
  public func element(at position: Int, in array: Int) -> Int? {
    guard rawTag(array) == TapeTag.array.rawValue, position >= 0, position < count(array) else {
      return nil
    }
    var index = firstChild(array)
    for _ in 0..<position { index = next(index) }
    return index
  }

  /// The pointer from `root` to the value at `index`. If a name is at `index`, the result is the
  /// pointer to the property.
  ///
  /// The function starts at the root and skips other values on the way. The time is linear in the
  /// number of skipped values.
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

  /// The pointers from the root to several values. If an index is the index of a name, the pointer
  /// leads to the property.
  ///
  /// - Parameter indexes: The indexes in ascending order.
  /// - Complexity: O(*n*) in the number of values before the last index. If an array or object
  ///   contains none of the indexes, it counts as one value.
  public func pointers(to indexes: [Int]) -> [JSONPointer] {
    var pointers: [JSONPointer] = []
    var pointer = JSONPointer()
    var open: [(end: Int, isObject: Bool, position: Int)] = []
    var value = 0
    for index in indexes {
      while index > value {
        var child = firstChild(value)
        if isContainer(value), index < next(value) {
          open.append((next(value), rawTag(value) == TapeTag.object.rawValue, 0))
        } else {
          child = next(value)
          pointer.tokens.removeLast()
          open[open.count - 1].position += 1
        }
        while child == open[open.count - 1].end {
          open.removeLast()
          pointer.tokens.removeLast()
          open[open.count - 1].position += 1
        }
        let (_, isObject, position) = open[open.count - 1]
        pointer.tokens.append(isObject ? decodedString(child) : "\(position)")
        value = isObject ? child &+ 1 : child
      }
      // The name of a property is directly before its value.
      pointers.append(pointer)
    }
    return pointers
  }
}

extension TapeCursor {
  /// A property's name: the hash of its decoded bytes, and its place.
  struct Name {
    var hash: UInt64
    var index: Int
  }

  /// The names, sorted so that equal names are together. Each group of equal names is in the order
  /// of the tape. Names with equal hashes are sorted by their bytes. So intended hash collisions
  /// cost little.
  func sortedNames(_ properties: Range<Int>) -> [Name] {
    var names: [Name] = []
    var index = properties.lowerBound
    while index < properties.upperBound {
      names.append(Name(hash: stringHash(index), index: index))
      index = next(index &+ 1)
    }
    return names.sorted { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      if stringsEqual(left.index, self, right.index) { return left.index < right.index }
      return decodedString(left.index).utf8.lexicographicallyPrecedes(
        decodedString(right.index).utf8)
    }
  }
}

@_spi(Engine)
extension TapeCursor {
  /// Whether the string's value is exactly these UTF-8 bytes.
  @inlinable @inline(__always)
  public func stringEquals(_ index: Int, _ text: ByteView) -> Bool {
    if isEscaped(index) { return escapedStringEquals(index, text) }
    guard length(index) == text.count else { return false }
    let own = start(index)
    for i in 0..<text.count where own[i] != text[i] { return false }
    return true
  }

  /// Whether the string's value is exactly this literal.
  @inlinable @inline(__always)
  public func stringEquals(_ index: Int, _ text: StaticString) -> Bool {
    stringEquals(index, ByteView(text))
  }

  /// The string's value.
  public func decodedString(_ index: Int) -> String {
    let raw = rawBytes(index)
    guard isEscaped(index) else { return String(decoding: raw, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: raw.count) { target in
      guard let start = target.baseAddress else { return 0 }
      return StringEscape.decode(raw, into: start)
    }
  }

  /// Replaces the contents of `target` by the UTF-8 bytes of the string's value.
  public func decodedBytes(_ index: Int, into target: inout [UInt8]) {
    let raw = rawBytes(index)
    target.removeAll(keepingCapacity: true)
    guard isEscaped(index) else { return target.append(contentsOf: raw) }
    StringEscape.decode(raw, appendingTo: &target)
  }

  /// Calls `body` with the UTF-8 bytes of the string's value. If the string has escapes, the value
  /// is decoded into `scratch`.
  @inlinable @inline(__always)
  public func withStringBytes<R>(
    _ index: Int, scratch: inout [UInt8], _ body: (ByteView) -> R
  ) -> R {
    guard isEscaped(index) else { return body(rawBytes(index)) }
    decodedBytes(index, into: &scratch)
    return scratch.withByteView(body)
  }

  /// The number of Unicode scalars in the string's value. `minLength` and `maxLength` also count
  /// Unicode scalars.
  public func scalarCount(_ index: Int) -> Int {
    let raw = rawBytes(index)
    return isEscaped(index) ? StringEscape.scalarCount(raw) : UTF8Scan.scalarCount(raw)
  }

  @inline(__always)
  func stringsEqual(_ index: Int, _ other: TapeCursor, _ otherIndex: Int) -> Bool {
    var decoded: [UInt8] = []
    return other.withStringBytes(otherIndex, scratch: &decoded) { stringEquals(index, $0) }
  }

  @usableFromInline @inline(never)
  func escapedStringEquals(_ index: Int, _ text: ByteView) -> Bool {
    // A decoded value is never longer than its source.
    guard text.count < length(index) else { return false }
    var decoded: [UInt8] = []
    decodedBytes(index, into: &decoded)
    return decoded.elementsEqual(text)
  }
}

@_spi(Engine)
extension TapeCursor {
  /// The number's value with its text.
  public func number(_ index: Int) -> JSONNumber {
    JSONNumber(token: rawBytes(index))
  }

  /// The value of a number if the number is an integer and fits in `Int`. Nil for other numbers.
  /// `1.0` is also an integer.
  public func int(_ index: Int) -> Int? {
    if rawTag(index) == TapeTag.integer.rawValue, length(index) <= 18 {
      var value = 0
      let isNegative = start(index).pointee == UInt8(ascii: "-")
      for byte in rawBytes(index) where byte != UInt8(ascii: "-") {
        value = value &* 10 &+ Int(byte & 0x0F)
      }
      return isNegative ? -value : value
    }
    return kind(index) == .number ? DecimalValue(token: rawBytes(index)).int : nil
  }

  /// Compares two numbers exactly. The result is -1 if the number is less than `other`, 0 if they
  /// are equal, and 1 if it is greater. Numbers with up to 19 significant digits need no memory
  /// allocation.
  public func compare(_ index: Int, to other: JSONNumber) -> Int {
    DecimalValue(token: rawBytes(index)).compare(other.value)
  }

  /// Whether the number is an exact integer multiple of `divisor`.
  public func isMultiple(_ index: Int, of divisor: JSONNumber) -> Bool {
    DecimalValue(token: rawBytes(index)).isMultiple(of: divisor.value)
  }

  /// Whether a number is an integer. `1.0` is also an integer.
  @inlinable @inline(__always)
  public func isInteger(_ index: Int) -> Bool {
    rawTag(index) == TapeTag.integer.rawValue || hasNoFraction(index)
  }

  /// Whether a number with a point or an exponent has no fraction.
  @usableFromInline
  func hasNoFraction(_ index: Int) -> Bool {
    DecimalValue(token: rawBytes(index)).isInteger
  }
}
