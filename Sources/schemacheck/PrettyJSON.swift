import JSONTape

/// JSON text laid out for reading, two spaces a level.
enum PrettyJSON {
  /// The text laid out anew, its numbers and the order of its members as they were; a text that is
  /// not JSON as it is.
  static func text(_ text: String) -> String {
    guard let document = try? JSONDocument(text) else { return text }
    var writer = JSONWriter(isPretty: true)
    writer.value(document.root)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
