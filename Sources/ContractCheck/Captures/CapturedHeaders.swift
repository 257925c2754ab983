@_spi(Engine) import JSONTape

/// The header fields of a captured message, in any of the shapes that recorders use: an object of
/// strings or of arrays of strings, or an array of `{"name": …, "value": …}`.
struct CapturedHeaders {
  let node: JSONNode?

  init(_ node: JSONNode?) {
    self.node = node
  }

  /// The first value under a name, whatever its case.
  subscript(name: String) -> JSONNode? {
    guard let node else { return nil }
    for member in node.members where ASCIIByte.equalIgnoringCase(member.name, name) {
      return Self.string(member.value)
    }
    for element in node.elements {
      if let own = element["name"]?.string, ASCIIByte.equalIgnoringCase(own, name) {
        return element["value"].flatMap(Self.string)
      }
    }
    return nil
  }

  /// Every value under a name, whatever its case, in order.
  func all(_ name: String) -> [JSONNode] {
    guard let node else { return [] }
    var values: [JSONNode] = []
    for member in node.members where ASCIIByte.equalIgnoringCase(member.name, name) {
      values += member.value.kind == .array ? Array(member.value.elements) : [member.value]
    }
    for element in node.elements {
      guard let own = element["name"]?.string, ASCIIByte.equalIgnoringCase(own, name) else {
        continue
      }
      if let value = element["value"] { values.append(value) }
    }
    return values.filter { $0.kind == .string }
  }

  private static func string(_ value: JSONNode) -> JSONNode? {
    let value = value.kind == .array ? value[0] : value
    return value?.kind == .string ? value : nil
  }
}

extension Body {
  /// The body that a JSON string holds as text; `base` is where the string's document begins in the
  /// file.
  init(decoding string: JSONNode, base: Int) {
    var bytes: [UInt8] = []
    string.document.withCursor { $0.decodedBytes(string.tapeIndex, into: &bytes) }
    let range = string.range.moved(by: base)
    // Always escaped, even where no escape is: new text would need them.
    self.init(
      bytes: bytes,
      map: .escaped(content: ByteRange(offset: range.offset + 1, length: range.length - 2)))
  }
}

extension ByteRange {
  func moved(by distance: Int) -> ByteRange {
    ByteRange(offset: offset + distance, length: length)
  }
}
