import JSONTape

/// The header fields of one message of a capture; read when somebody asks for one.
public struct HeaderFields: Sendable {
  private enum Source {
    case json(JSONNode, base: Int)
    case head([HTTPHead.Field])
  }

  private let source: Source?

  /// Nothing is known of the headers.
  public init() { source = nil }

  /// In any of the shapes that recorders use; `base` is where the node's document begins in the file.
  init(_ node: JSONNode?, base: Int) {
    source = node.map { .json($0, base: base) }
  }

  init(_ head: HTTPHead) {
    source = .head(head.fields)
  }

  /// Whether the capture holds headers at all; without any, none can be missed.
  var areCaptured: Bool {
    switch source {
    case .json(let node, _): node.count > 0
    case .head(let fields): !fields.isEmpty
    case nil: false
    }
  }

  /// The values under a name, whatever its case, in order.
  subscript(name: String) -> [Body] {
    switch source {
    case .json(let node, let base):
      CapturedHeaders(node).all(name).map { Body(decoding: $0, base: base) }
    case .head(let fields):
      fields.filter { ASCIIByte.equalIgnoringCase($0.name, name) }.map { field in
        Body(
          bytes: Array(field.value.utf8), map: .identity(base: field.valueRange.lowerBound))
      }
    case nil: []
    }
  }
}
