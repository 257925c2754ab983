import JSONTape

/// A value within a body, with the property that it is of.
struct Place {
  let node: JSONNode
  /// `/schools/*/name`: `*` for indexes.
  let path: String
  /// Nil for an element, and for the whole body.
  let property: (name: String, of: JSONNode)?

  /// Every value of a document, the whole first.
  static func all(in document: JSONDocument) -> [Place] {
    var places: [Place] = []
    func walk(_ place: Place) {
      places.append(place)
      for element in place.node.elements {
        walk(Place(node: element, path: place.path + "/*", property: nil))
      }
      for property in place.node.properties {
        walk(
          Place(
            node: property.value, path: "\(place.path)/\(property.name)",
            property: (property.name, place.node)))
      }
    }
    walk(Place(node: document.root, path: "", property: nil))
    return places
  }

  /// The document with another text in the place of the value.
  func replacingValue(with text: String) -> [UInt8] { replacing(node.range, with: text) }

  /// The document with another text in the place of the whole property; without the property where that
  /// is empty.
  func replacingProperty(with text: String) -> [UInt8]? {
    guard let (_, object) = property else { return nil }
    let properties = object.properties.map { property in
      property.value.tapeIndex == node.tapeIndex
        ? text : "\(property.key.text):\(property.value.text)"
    }
    let kept = properties.filter { !$0.isEmpty }.joined(separator: ",")
    return replacing(object.range, with: "{\(kept)}")
  }

  private func replacing(_ range: ByteRange, with text: String) -> [UInt8] {
    let document = node.document
    let before = document.bytes(in: ByteRange(offset: 0, length: range.offset))
    let after = document.bytes(
      in: ByteRange(offset: range.end, length: document.byteCount - range.end))
    return Array(before) + Array(text.utf8) + Array(after)
  }
}
