/// A place in a JSON document (RFC 6901). A pointer is the list of names and positions on the path
/// to the place.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The unescaped reference tokens. Empty for the whole document.
  public var tokens: [String]

  /// Creates the pointer to the whole document.
  public init() {
    tokens = []
  }

  /// Creates a pointer from unescaped reference tokens.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// Reads a pointer. A text that is not empty must start with `/`. After each `~`, there must be
  /// `0` or `1`. For other texts, the result is nil.
  public init?(_ text: String) {
    tokens = []
    guard !text.isEmpty else { return }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let before = parts.first, before.isEmpty else { return nil }
    for part in parts.dropFirst() {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
  }

  /// The pointer in the form of RFC 6901: `/locations/0/lat`.
  public var description: String {
    var text: [UInt8] = []
    for token in tokens {
      text.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case "~": text += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case "/": text += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: text.append(byte)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The pointer to the property with a name.
  public func appending(_ name: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [name])
  }

  /// The pointer to the element at a position.
  public func appending(_ position: Int) -> JSONPointer {
    appending(String(position))
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part.makeIterator()
    while let byte = rest.next() {
      guard byte == "~" else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONDocument {
  /// The pointer to the value at an index of the tape. If a name is at this index, the result is
  /// the pointer to the property.
  ///
  /// - Complexity: Linear in the number of values that are skipped on the path.
  public func pointer(to tapeIndex: Int) -> JSONPointer {
    storage.withCursor { $0.pointer(to: tapeIndex) }
  }

  /// The value at a pointer. Nil if there is no such value.
  public func node(at pointer: JSONPointer) -> JSONNode? { root.node(at: pointer) }
}

extension JSONNode {
  /// The value at a pointer that begins at this value. Nil if there is no such value.
  public func node(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(token) else { return nil }
      node = child
    }
    return node
  }

  /// The property or the element for one token of a pointer. Nil if there is no such value.
  @_spi(Engine) public func child(_ token: String) -> JSONNode? {
    guard kind == .array else { return self[token] }
    // The token must be digits without a leading zero.
    guard token.utf8.allSatisfy({ $0 &- 0x30 < 10 }), token == "0" || !token.hasPrefix("0") else {
      return nil
    }
    return Int(token).flatMap { self[$0] }
  }
}
