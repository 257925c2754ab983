import JSONTape

/// The metaschemas of the known dialects, under their URIs: what they say, without their prose.
///
/// They are read when a schema refers to one or is held against its own.
enum Metaschema {
  /// A text and the URI that names it.
  typealias Text = (uri: String, json: StaticString)

  /// The document of a metaschema or of a vocabulary's part of one; nil for any other URI.
  static func source(of uri: String) -> SchemaRegistry.Source? {
    let plain = uri.hasPrefix("https://json-schema.org/draft-0") ? "http" + uri.dropFirst(5) : uri
    for (known, text) in texts where known == plain {
      let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      // A test reads every text.
      return (try? JSONDocument(bytes)).map { SchemaRegistry.Source($0, name: known) }
    }
    return nil
  }

  static let texts: [Text] = draft2020 + draft2019 + historic
}
