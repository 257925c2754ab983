@_spi(Engine)
extension TapeCursor {
  /// Whether the string's value is exactly these UTF-8 bytes.
  @inlinable @inline(__always)
  public func stringEquals(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if isEscaped(index) { return escapedStringEquals(index, text) }
    guard length(index) == text.count else { return false }
    let own = start(index)
    for i in 0..<text.count where own[i] != text[i] { return false }
    return true
  }

  /// Whether the string's value is exactly this literal.
  @inlinable @inline(__always)
  public func stringEquals(_ index: Int, _ text: StaticString) -> Bool {
    stringEquals(
      index, UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
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

  /// Lends the UTF-8 bytes of the string's value: its own bytes where it has no escapes, else those
  /// decoded into `scratch`.
  @inlinable @inline(__always)
  public func withStringBytes<R>(
    _ index: Int, scratch: inout [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    guard isEscaped(index) else { return body(rawBytes(index)) }
    decodedBytes(index, into: &scratch)
    return scratch.withUnsafeBufferPointer(body)
  }

  /// How many Unicode scalars the string's value has; what `minLength` and `maxLength` count.
  public func scalarCount(_ index: Int) -> Int {
    let raw = rawBytes(index)
    return isEscaped(index) ? StringEscape.scalarCount(raw) : UTF8Scan.scalarCount(raw)
  }

  /// Whether the values of two strings are the same.
  @inline(__always)
  func stringsEqual(_ index: Int, _ other: TapeCursor, _ otherIndex: Int) -> Bool {
    if other.isEscaped(otherIndex) {
      return decodedStringsEqual(index, other, otherIndex)
    }
    return stringEquals(index, other.rawBytes(otherIndex))
  }

  @usableFromInline @inline(never)
  func escapedStringEquals(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A decoded value is never longer than what it was written as.
    guard text.count < length(index) else { return false }
    var decoded: [UInt8] = []
    decodedBytes(index, into: &decoded)
    return decoded.elementsEqual(text)
  }

  @inline(never)
  private func decodedStringsEqual(
    _ index: Int, _ other: TapeCursor, _ otherIndex: Int
  ) -> Bool {
    var decoded: [UInt8] = []
    other.decodedBytes(otherIndex, into: &decoded)
    return decoded.withUnsafeBufferPointer { stringEquals(index, $0) }
  }
}
