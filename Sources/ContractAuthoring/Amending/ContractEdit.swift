@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// A change of one object of a contract. It does not depend on how the object is written in the
/// file.
struct ContractEdit: Hashable, Sendable {
  /// The change of the object's properties. Values are JSON texts.
  enum Action: Hashable, Sendable {
    /// Sets another scalar value for a property.
    case set(String, to: String)
    /// Adds elements to a property with an array.
    case append(to: String, [String])
    /// Removes strings from a property with an array. If no element remains, the property is
    /// removed, too.
    case removeItems(of: String, Set<String>)
    case remove(String)
    /// Inserts a new property after another property. Nil means the last place.
    case insert(String, String, after: String?)
    /// Changes `$ref: X` to `anyOf: [{$ref: X}, …]`.
    case wrap(String, in: String, with: String?)
    case rename(String, to: String)
  }

  /// The pointer to the object.
  let holder: JSONPointer
  let action: Action
}

extension ContractEdit.Action {
  /// A property as JSON texts.
  private typealias Written = (name: String, value: String)

  /// The text of an object with the change. Nil if the change does not fit the object.
  func applied(to object: JSONNode) -> String? {
    var properties: [Written] = object.properties.map { ($0.key.text, $0.value.text) }
    let names = object.properties.map(\.name)
    func position(_ name: String) -> Int? { names.firstIndex(of: name) }
    switch self {
    case .set(let name, let value):
      guard let at = position(name) else { return nil }
      properties[at].value = value
    case .append(let name, let elements):
      guard let at = position(name), let list = object[name], list.kind == .array else {
        return nil
      }
      properties[at].value = Self.list(list.elements.map(\.text) + elements)
    case .removeItems(let name, let items):
      guard let at = position(name), let list = object[name], list.kind == .array else {
        return nil
      }
      let kept = list.elements.filter { $0.string.map { !items.contains($0) } ?? true }
      if kept.isEmpty {
        properties.remove(at: at)
      } else {
        properties[at].value = Self.list(kept.map(\.text))
      }
    case .remove(let name):
      guard let at = position(name) else { return nil }
      properties.remove(at: at)
    case .insert(let name, let value, let sibling):
      guard position(name) == nil else { return nil }
      let at = sibling.flatMap(position).map { $0 + 1 } ?? properties.count
      properties.insert((JSONWriter.quoted(name), value), at: at)
    case .wrap(let name, let list, let more):
      guard let at = position(name), position(list) == nil else { return nil }
      let inner = "{\(properties[at].name):\(properties[at].value)}"
      properties[at] = (JSONWriter.quoted(list), Self.list([inner] + [more].compactMap(\.self)))
    case .rename(let name, let other):
      guard let at = position(name), position(other) == nil else { return nil }
      properties[at].name = JSONWriter.quoted(other)
    }
    return "{" + properties.map { "\($0.name):\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }
}

extension ContractEdit {
  /// The expected meaning of the whole document after the edit. An object that several aliases
  /// repeat changes everywhere.
  ///
  /// - Complexity: O(*n*) in the document.
  func expected(of document: JSONDocument) -> JSONDocument? {
    guard let object = document.node(at: holder), object.kind == .object else { return nil }
    var edits: [TextEdits.Edit] = []
    for twin in document.twins(of: object) {
      guard let text = action.applied(to: twin) else { return nil }
      edits.append(TextEdits.Edit(range: twin.range, text: Array(text.utf8)))
    }
    let whole = document.bytes(in: ByteRange(offset: 0, length: document.byteCount))
    guard let changes = TextEdits(edits) else { return nil }
    return try? JSONDocument(changes.applied(to: Array(whole)))
  }
}

extension JSONDocument {
  /// All objects that are written at the same place in the file. They are the object and the
  /// objects that aliases add.
  func twins(of object: JSONNode) -> [JSONNode] {
    let place = object.sourceRange
    guard place != object.range else { return [object] }
    var found: [JSONNode] = []
    var open = [root]
    while let node = open.popLast() {
      if node.kind == .object, node.sourceRange.offset == place.offset, node == object {
        found.append(node)
        continue
      }
      let inner = node.kind == .object ? node.properties.map(\.value) : node.elements.map { $0 }
      open += inner.filter { $0.kind == .object || $0.kind == .array }
    }
    return found
  }
}
