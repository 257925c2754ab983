/// A value of a document. A node consists of a reference to the document and an index.
///
/// The name of a property is also a node. The kind of such a node is string.
public struct JSONNode: Sendable {
  let storage: JSONDocument.Storage

  /// The index of the value on the tape.
  public let tapeIndex: Int

  /// The document of the value.
  public var document: JSONDocument { JSONDocument(storage: storage) }

  /// The kind of the value.
  public var kind: JSONKind { withCursor { $0.kind(tapeIndex) } }

  /// The bytes of the whole value, including quotes and brackets.
  public var range: ByteRange { withCursor { $0.range(tapeIndex) } }

  /// The number of elements or properties. The number is 0 for a scalar.
  public var count: Int { withCursor { $0.isContainer(tapeIndex) ? $0.count(tapeIndex) : 0 } }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The value of a boolean. Nil for other kinds.
  public var bool: Bool? {
    withCursor { cursor in
      switch cursor.rawTag(tapeIndex) {
      case TapeTag.true.rawValue: true
      case TapeTag.false.rawValue: false
      default: nil
      }
    }
  }

  /// The value of a string, with its escapes decoded. Nil for other kinds.
  public var string: String? {
    withCursor { $0.kind(tapeIndex) == .string ? $0.decodedString(tapeIndex) : nil }
  }

  /// The value of a number. Nil for other kinds.
  public var number: JSONNumber? {
    withCursor { $0.kind(tapeIndex) == .number ? $0.number(tapeIndex) : nil }
  }

  /// The value of a number if the number is an integer and fits in `Int`. Nil for other values.
  /// `1.0` is also an integer.
  public var int: Int? { withCursor { $0.int(tapeIndex) } }

  /// The value as it is written.
  public var text: String { String(decoding: document.bytes(in: range), as: UTF8.self) }

  /// The value of the first property with a name. Nil if there is no such property, or if the value
  /// is not an object.
  ///
  /// - Complexity: Linear in the number of properties.
  public subscript(name: String) -> JSONNode? {
    let index = name.withByteView { name in
      withCursor { $0.value(named: name, in: tapeIndex) }
    }
    return index.map { JSONNode(storage: storage, tapeIndex: $0) }
  }

  /// The element at a position. The first position is 0. Nil if there is no such element, or if the
  /// value is not an array.
  ///
  /// - Complexity: Linear in the position.
  public subscript(position: Int) -> JSONNode? {
    withCursor { $0.element(at: position, in: tapeIndex) }
      .map { JSONNode(storage: storage, tapeIndex: $0) }
  }

  func withCursor<R>(_ body: (TapeCursor) throws -> R) rethrows -> R {
    try storage.withCursor(body)
  }
}

extension JSONNode: Hashable {
  /// Compares values as JSON Schema does. Numbers are compared by value. In objects, the order of
  /// the properties does not matter.
  public static func == (left: JSONNode, right: JSONNode) -> Bool {
    left.withCursor { own in
      right.withCursor { own.equal(left.tapeIndex, $0, right.tapeIndex) }
    }
  }

  /// Hashes the value. Equal values have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(withCursor { $0.hash(tapeIndex) })
  }
}

extension JSONNode: CustomStringConvertible {
  /// The value as it is written.
  public var description: String { text }
}

/// One property of an object.
public struct JSONProperty: Sendable {
  /// The node of the name. This node gives the place of the name.
  public let key: JSONNode

  /// The property's value.
  public let value: JSONNode

  /// The name, with its escapes decoded.
  public var name: String { key.string ?? "" }
}

extension JSONNode {
  /// The elements of an array, in order. Empty for other kinds.
  public var elements: Elements {
    Elements(storage: storage, container: tapeIndex, kind: .array)
  }

  /// The properties of an object, in the order of the text. Empty for other kinds.
  public var properties: Properties {
    Properties(elements: Elements(storage: storage, container: tapeIndex, kind: .object))
  }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONDocument.Storage
    private var index: Int
    private let end: Int

    fileprivate init(storage: JSONDocument.Storage, container: Int, kind: JSONKind) {
      self.storage = storage
      (index, end) = storage.withCursor { cursor in
        cursor.kind(container) == kind
          ? (cursor.firstChild(container), cursor.next(container)) : (0, 0)
      }
    }

    /// The next element.
    public mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      defer { index = storage.withCursor { $0.next(index) } }
      return JSONNode(storage: storage, tapeIndex: index)
    }
  }

  /// The properties of an object.
  public struct Properties: Sequence, IteratorProtocol, Sendable {
    fileprivate var elements: Elements

    /// The next property.
    public mutating func next() -> JSONProperty? {
      guard let key = elements.next(), let value = elements.next() else { return nil }
      return JSONProperty(key: key, value: value)
    }
  }
}

/// The six kinds of JSON value.
public enum JSONKind: String, Sendable, CaseIterable {
  case null, boolean, number, string, array, object

  /// The name of the kind in JSON Schema's `type`.
  public var name: String { rawValue }
}
