package import JSONTape

/// JSON that can be changed: properties are in order, repeated names are allowed, and scalars stay
/// as they are written.
package indirect enum JSONTree: Hashable, Sendable {
  package struct Property: Hashable, Sendable {
    package var name: String
    package var value: JSONTree

    package init(name: String, value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  case object([Property])
  case array([JSONTree])
  case scalar(String)

  package init(_ node: JSONNode) {
    switch node.kind {
    case .object:
      self = .object(node.properties.map { Property(name: $0.name, value: JSONTree($0.value)) })
    case .array: self = .array(node.elements.map(JSONTree.init))
    default: self = .scalar(node.text)
    }
  }

  package init(_ text: String) throws {
    self.init(try JSONDocument(text).root)
  }

  package static func string(_ text: String) -> JSONTree { .scalar(JSONWriter.quoted(text)) }

  package var properties: [Property] {
    if case .object(let properties) = self { properties } else { [] }
  }
  package var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// The decoded text of a string.
  package var string: String? {
    if case .scalar(let text) = self { (try? JSONDocument(text))?.root.string } else { nil }
  }

  package var int: Int? { if case .scalar(let text) = self { Int(text) } else { nil } }

  /// The type according to JSON Schema.
  package var type: String {
    switch self {
    case .object: return "object"
    case .array: return "array"
    case .scalar(let text):
      switch text.utf8.first {
      case UInt8(ascii: "\""): return "string"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): return "boolean"
      case UInt8(ascii: "n"): return "null"
      default: return JSONNumber(text)?.isInteger == true ? "integer" : "number"
      }
    }
  }

  package subscript(name: String) -> JSONTree? { properties.first { $0.name == name }?.value }

  /// The value at a path of names and positions.
  package subscript(path: ArraySlice<String>) -> JSONTree? {
    guard let first = path.first else { return self }
    let rest = path.dropFirst()
    switch self {
    case .object: return self[first]?[rest]
    case .array(let elements):
      return Int(first).flatMap { elements.indices.contains($0) ? elements[$0][rest] : nil }
    case .scalar: return nil
    }
  }

  /// The tree with `change` applied at a path.
  package func changing(_ path: ArraySlice<String>, _ change: (JSONTree) -> JSONTree) -> JSONTree {
    guard let first = path.first else { return change(self) }
    let rest = path.dropFirst()
    switch self {
    case .object(var properties):
      for index in properties.indices where properties[index].name == first {
        properties[index].value = properties[index].value.changing(rest, change)
      }
      return .object(properties)
    case .array(var elements):
      if let index = Int(first), elements.indices.contains(index) {
        elements[index] = elements[index].changing(rest, change)
      }
      return .array(elements)
    case .scalar: return self
    }
  }

  package func replacing(_ path: [String], with value: JSONTree) -> JSONTree {
    changing(path[...]) { _ in value }
  }

  package func dropping(_ name: String, from path: [String]) -> JSONTree {
    changing(path[...]) { .object($0.properties.filter { $0.name != name }) }
  }

  package func renaming(_ name: String, to other: String, in path: [String]) -> JSONTree {
    changing(path[...]) { tree in
      .object(tree.properties.map { $0.name == name ? Property(name: other, value: $0.value) : $0 })
    }
  }

  /// The object at a path with one more property, at the end or the start.
  package func adding(
    _ name: String, _ value: JSONTree, to path: [String], first: Bool = false
  ) -> JSONTree {
    changing(path[...]) { tree in
      let property = Property(name: name, value: value)
      return .object(first ? [property] + tree.properties : tree.properties + [property])
    }
  }

  /// The text, without white space or with it.
  package func text(space: JSONSpace = .none) -> String {
    var text = ""
    write(to: &text, space, 0)
    return text
  }

  private func write(to text: inout String, _ space: JSONSpace, _ depth: Int) {
    switch self {
    case .scalar(let scalar): text += scalar
    case .object(let properties):
      text += "{"
      for (index, property) in properties.enumerated() {
        text += (index > 0 ? "," : "") + space.newLine(depth + 1) + JSONWriter.quoted(property.name)
        text += space.beforeColon + ":" + space.afterColon
        property.value.write(to: &text, space, depth + 1)
      }
      text += (properties.isEmpty ? "" : space.newLine(depth)) + "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index > 0 ? "," : "") + space.newLine(depth + 1)
        element.write(to: &text, space, depth + 1)
      }
      text += (elements.isEmpty ? "" : space.newLine(depth)) + "]"
    }
  }
}

/// The white space of a JSON text.
package struct JSONSpace: Sendable {
  package var lineEnd: String
  package var indent: String
  package var beforeColon: String
  package var afterColon: String

  package static let none = JSONSpace(lineEnd: "", indent: "", beforeColon: "", afterColon: "")
  package static let pretty = JSONSpace(
    lineEnd: "\n", indent: "  ", beforeColon: "", afterColon: " ")
  package static let windows = JSONSpace(
    lineEnd: "\r\n", indent: "    ", beforeColon: "", afterColon: " ")
  package static let odd = JSONSpace(
    lineEnd: "\n\n \t", indent: "\t", beforeColon: " \n", afterColon: "\t ")

  package func newLine(_ depth: Int) -> String {
    lineEnd.isEmpty ? "" : lineEnd + String(repeating: indent, count: depth)
  }
}
