@_spi(Engine)
extension TapeCursor {
  /// A hash of a value. Values for which `equal` is true have equal hashes, even if they are
  /// written differently.
  ///
  /// Each process has other hashes. So nobody can write a document in which many different values
  /// have the same hash.
  public func hash(_ index: Int) -> UInt64 {
    let mixer = HashMixer()
    guard isContainer(index) else { return scalarHash(index, mixer) }
    var outer: [HashFrame] = []
    var frame = HashFrame(self, index, mixer)
    var current = firstChild(index)
    while true {
      // The hash of each container that ends is added to the container around it.
      while current == frame.end {
        guard var around = outer.popLast() else { return frame.state }
        around.add(frame.state)
        frame = around
      }
      if frame.isObject {
        frame.name = stringHash(current, mixer)
        current &+= 1
      }
      if isContainer(current) {
        outer.append(frame)
        frame = HashFrame(self, current, mixer)
        current = firstChild(current)
      } else {
        frame.add(scalarHash(current, mixer))
        current &+= 1
      }
    }
  }

  /// The hash of a string's decoded bytes.
  public func stringHash(_ index: Int) -> UInt64 { stringHash(index, HashMixer()) }

  private func stringHash(_ index: Int, _ mixer: HashMixer) -> UInt64 {
    var decoded: [UInt8] = []
    return withStringBytes(index, scratch: &decoded) { mixer.hash($0) }
  }

  /// An open container. The hashes of an object's properties are added, so their order does not
  /// matter. The hashes of elements are combined in order.
  private struct HashFrame {
    var end: Int
    var isObject: Bool
    var name: UInt64 = 0
    var state: UInt64
    private let mixer: HashMixer

    init(_ cursor: TapeCursor, _ index: Int, _ mixer: HashMixer) {
      self.mixer = mixer
      end = cursor.next(index)
      isObject = cursor.rawTag(index) == TapeTag.object.rawValue
      state = mixer.mix(UInt64(cursor.count(index)), isObject ? 0x6F : 0x61)
    }

    mutating func add(_ value: UInt64) {
      state = isObject ? state &+ mixer.mix(name, value) : mixer.mix(state, value)
    }
  }

  private func scalarHash(_ index: Int, _ mixer: HashMixer) -> UInt64 {
    switch kind(index) {
    case .string: return mixer.mix(stringHash(index, mixer), 0x73)
    case .number:
      let value = DecimalValue(token: rawBytes(index))
      let head = mixer.mix(value.coefficient, UInt64(bitPattern: Int64(value.exponent)))
      let digits = value.digits.withByteView { mixer.hash($0) }
      return mixer.mix(head &+ (value.isNegative ? 1 : 0), digits)
    default: return mixer.mix(UInt64(rawTag(index)), 0x6C)
    }
  }
}

/// Combines the parts of a hash with the seed of the process. The seed is read once for each hash.
private struct HashMixer {
  private static let processSeed = UInt64.random(in: .min ... .max) | 1
  private let seed = processSeed

  func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  func hash(_ bytes: ByteView) -> UInt64 {
    var state = UInt64(bytes.count)
    let raw = UnsafeRawBufferPointer(bytes.memory)
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
