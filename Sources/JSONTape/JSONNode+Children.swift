/// One member of an object.
public struct JSONMember: Sendable {
  /// The node of the name, for its place.
  public let key: JSONNode

  /// The member's value.
  public let value: JSONNode

  /// The name, escapes decoded.
  public var name: String { key.string ?? "" }
}

extension JSONNode {
  /// The elements of an array, in order; none for any other kind.
  public var elements: Elements {
    Elements(storage: storage, container: tapeIndex, kind: .array)
  }

  /// The members of an object, in the order of the text; none for any other kind.
  public var members: Members {
    Members(elements: Elements(storage: storage, container: tapeIndex, kind: .object))
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

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    fileprivate var elements: Elements

    /// The next member.
    public mutating func next() -> JSONMember? {
      guard let key = elements.next(), let value = elements.next() else { return nil }
      return JSONMember(key: key, value: value)
    }
  }
}
