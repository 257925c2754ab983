import Foundation
import JSONTape
import TestSupport
import Testing

/// The generated Swift file of the metaschemas.
///
/// After a change in `schemas/metaschemas/`, `RECORD_GOLDENS=1 swift test --filter MetaschemaGenerator`
/// writes it anew, and fails so that nobody takes that for a test.
@Suite struct MetaschemaGeneratorTests {
  private static let file = PackageFolder.url.appendingPathComponent(
    "Sources/JSONSchema/Dialects/Metaschema+Generated.swift")

  @Test func theFileIsWhatTheMetaschemasGenerate() throws {
    #expect(
      try Golden.difference(of: Self.generate(), at: Self.file) == nil, "see this test's comment")
  }

  private static func generate() throws -> String {
    var text = """
      // Generated from `schemas/metaschemas/`; see MetaschemaGeneratorTests. Do not edit.

      extension Metaschema {
        /// The documents by URI, without the empty fragment of old ones.
        static let all: [(uri: String, text: StaticString)] = [

      """
    for dialect in ["2020-12", "2019-09", "draft-07", "draft-06", "draft-04"] {
      let file = PackageFolder.url.appendingPathComponent("schemas/metaschemas/\(dialect).json")
      for metaschema in try JSONDocument([UInt8](Data(contentsOf: file))).root.elements {
        var writer = JSONWriter()
        writer.value(metaschema)
        let identifier = try #require((metaschema["$id"] ?? metaschema["id"])?.string)
        text += """
              (
                "\(identifier.hasSuffix("#") ? String(identifier.dropLast()) : identifier)",
                ###\"\"\"
                \(String(decoding: writer.bytes, as: UTF8.self))
                \"\"\"###
              ),

          """
      }
    }
    return text + "  ]\n}\n"
  }
}
