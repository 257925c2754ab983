@_spi(Engine)
extension TapeCursor {
  /// A hash that equal values share, whatever their spelling; see `equal`.
  ///
  /// It differs from one process to the next, so that no document can be made to collide.
  public func hash(_ index: Int) -> UInt64 {
    guard isContainer(index) else { return scalarHash(index) }
    var outer: [HashFrame] = []
    var frame = HashFrame(self, index)
    var current = firstChild(index)
    while true {
      // Hand the hash of each container that ends to the one around it.
      while current == frame.end {
        guard var around = outer.popLast() else { return frame.state }
        around.add(frame.state)
        frame = around
      }
      if frame.isObject {
        frame.name = stringHash(current)
        current &+= 1
      }
      if isContainer(current) {
        outer.append(frame)
        frame = HashFrame(self, current)
        current = firstChild(current)
      } else {
        frame.add(scalarHash(current))
        current &+= 1
      }
    }
  }

  /// The hash of a string's decoded bytes.
  public func stringHash(_ index: Int) -> UInt64 {
    var decoded: [UInt8] = []
    return withStringBytes(index, scratch: &decoded) { Self.bytesHash($0) }
  }

  /// An open container: the members of an object add up, in any order; elements follow each other.
  private struct HashFrame {
    var end: Int
    var isObject: Bool
    var name: UInt64 = 0
    var state: UInt64

    init(_ cursor: TapeCursor, _ index: Int) {
      end = cursor.next(index)
      isObject = cursor.rawTag(index) == TapeTag.object.rawValue
      state = TapeCursor.mix(UInt64(cursor.count(index)), isObject ? 0x6F : 0x61)
    }

    mutating func add(_ value: UInt64) {
      state = isObject ? state &+ TapeCursor.mix(name, value) : TapeCursor.mix(state, value)
    }
  }

  private func scalarHash(_ index: Int) -> UInt64 {
    switch kind(index) {
    case .string: return Self.mix(stringHash(index), 0x73)
    case .number:
      let value = DecimalValue(token: rawBytes(index))
      let head = Self.mix(value.coefficient, UInt64(bitPattern: Int64(value.exponent)))
      let digits = value.digits.withUnsafeBufferPointer { Self.bytesHash($0) }
      return Self.mix(head &+ (value.isNegative ? 1 : 0), digits)
    default: return Self.mix(UInt64(rawTag(index)), 0x6C)
    }
  }

  private static let seed = UInt64.random(in: .min ... .max) | 1

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private static func bytesHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var state = UInt64(bytes.count)
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index &+ 8 <= raw.count {
      state = mix(state, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest &<< 8 | UInt64(raw[index])
      index &+= 1
    }
    return mix(state, rest)
  }
}
