import JSONTape

/// JSON text laid out for reading, two spaces a level.
enum PrettyJSON {
  /// The text laid out anew, its numbers and the order of its members as they were; a text that is
  /// not JSON as it is.
  static func text(_ text: String) -> String {
    guard let document = try? JSONDocument(text) else { return text }
    var writer = JSONWriter(isPretty: true)
    write(document.root, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ node: JSONNode, to writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      writer.beginObject()
      for member in node.members {
        writer.key(member.name)
        write(member.value, to: &writer)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in node.elements { write(element, to: &writer) }
      writer.endArray()
    case .null, .boolean, .number, .string: writer.raw(node.text.utf8)
    }
  }
}
