import Foundation
import JSONTape
import TestSupport
import Testing

/// The generated Swift file of the bundled contracts.
///
/// After a change in `schemas/`, `RECORD_GOLDENS=1 swift test --filter BundleGenerator` writes it
/// anew, and fails so that nobody takes that for a test.
@Suite struct BundleGeneratorTests {
  private static let file = PackageFolder.url.appendingPathComponent(
    "Sources/ContractCheck/Contracts/BundledContracts+Generated.swift")

  /// The bundled contracts, in the order in which they are listed.
  private static let names = [
    "fotolokashen", "fork-in-the-road", "bmn-boston", "unitedwerise-devices", "social-posts",
  ]

  @Test func everyContractIsBundled() throws {
    let schemas = PackageFolder.url.appendingPathComponent("schemas")
    let contracts = try FileManager.default.contentsOfDirectory(atPath: schemas.path)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    #expect(Set(contracts) == Set(Self.names.map { "\($0).json" }))
  }

  @Test func theFileIsWhatTheContractsGenerate() throws {
    #expect(
      try Golden.difference(of: Self.generate(), at: Self.file) == nil,
      "schemas/ changed; see this test's comment")
  }

  @Test func everyDecoderIsBundled() throws {
    let folder = PackageFolder.url.appendingPathComponent("schemas/clients")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    let file = PackageFolder.url.appendingPathComponent(
      "Sources/ContractCheck/Clients/BundledClients+Generated.swift")
    let text = try Self.generate(
      "schemas/clients/", names.sorted(), "BundledClients", "the decoders of clients")
    #expect(
      Golden.difference(of: text, at: file) == nil,
      "schemas/clients/ changed; see this test's comment")
  }

  @Test func everyPresetIsBundled() throws {
    let folder = PackageFolder.url.appendingPathComponent("schemas/presets")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    let file = PackageFolder.url.appendingPathComponent(
      "Sources/ContractCheck/Rules/BundledPresets+Generated.swift")
    // As they are written, so that places are those of the file.
    let text = try Self.generate(
      "schemas/presets/", names.sorted(), "BundledPresets", "the rules of frameworks"
    ) { String(decoding: $0.sourceBytes, as: UTF8.self) }
    #expect(
      Golden.difference(of: text, at: file) == nil,
      "schemas/presets/ changed; see this test's comment")
  }

  private static func generate(
    _ folder: String = "schemas/", _ names: [String] = names, _ type: String = "BundledContracts",
    _ about: String = "the bundled contracts",
    _ content: (JSONDocument) -> String = { minified($0.root, breaks: 3) }
  ) throws -> String {
    var text = """
      // Generated from `\(folder)`; see BundleGeneratorTests. Do not edit.

      /// The text of \(about).
      enum \(type) {
        static let all: [(name: String, text: StaticString)] = [

      """
    for name in names { text += "    (\"\(name)\", \(identifier(name))),\n" }
    text += "  ]\n"
    for name in names {
      let file = PackageFolder.url.appendingPathComponent("\(folder)\(name).json")
      let document = try JSONDocument([UInt8](Data(contentsOf: file)))
      text += "\n  private static let \(identifier(name)): StaticString = ###\"\"\"\n"
      for line in content(document).split(separator: "\n") {
        text += "    \(line)\n"
      }
      text += "    \"\"\"###\n"
    }
    return text + "}\n"
  }

  /// A document without white space, but with a line for each operation and each component.
  ///
  /// - Parameter breaks: How many levels of properties have lines of their own.
  private static func minified(_ node: JSONNode, breaks: Int) -> String {
    guard breaks > 0, node.kind == .object else {
      var writer = JSONWriter()
      writer.value(node)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    let properties = node.properties.map { property in
      let isBroken = breaks < 3 || ["paths", "components"].contains(property.name)
      return JSONWriter.quoted(property.name) + ":"
        + minified(property.value, breaks: isBroken ? breaks - 1 : 0)
    }
    return "{" + properties.joined(separator: ",\n") + "}"
  }

  /// `fork-in-the-road` as a Swift name.
  private static func identifier(_ name: String) -> String {
    let words = name.split { $0 == "-" || $0 == "." }
    return words[0].prefix(1).lowercased() + words[0].dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
