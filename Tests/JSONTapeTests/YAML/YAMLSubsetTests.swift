import Foundation
import JSONTape
import TestSupport
import Testing

/// JSON is YAML: what JSON accepts, YAML reads to an equal value.
struct YAMLSubsetTests {
  /// YAML's mappings have no name twice.
  static let exceptions: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  @Test(
    .enabled(if: ParsingSuite.isPresent, "the JSON parsing suite is not at hand"),
    arguments: ParsingSuite.files)
  func parsingSuite(_ file: ParsingSuite.File) throws {
    guard let json = try? JSONDocument(file.bytes) else {
      // Much of it is YAML; all of it gets an answer.
      _ = try? JSONDocument(yaml: file.bytes)
      return
    }
    do throws(YAMLError) {
      #expect(try JSONDocument(yaml: file.bytes).root == json.root)
      #expect(!Self.exceptions.contains(file.name))
    } catch {
      #expect(Self.exceptions.contains(file.name), "\(error)")
    }
  }

  private static let contracts = ["fotolokashen", "bmn-boston", "social-posts"]

  @Test(arguments: contracts)
  func contractsAsTheyAre(name: String) throws {
    let url = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    let bytes = [UInt8](try Data(contentsOf: url))
    let json = try JSONDocument(bytes)
    let yaml = try JSONDocument(yaml: bytes)
    #expect(yaml.root == json.root)
    // Scalars and brackets have the places that they have as JSON.
    #expect(yaml.root["paths"]?.sourceRange == json.root["paths"]?.range)
    #expect(yaml.root["info"]?["title"]?.sourceRange == json.root["info"]?["title"]?.range)
  }

  /// A contract in block style, many times over, is the same contract.
  @Test(arguments: contracts)
  func contractsInBlockStyle(name: String) throws {
    let url = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    let json = try JSONDocument([UInt8](try Data(contentsOf: url)))
    for seed in 0..<20 as Range<UInt64> {
      var writer = YAMLWriter(seed: seed)
      let text = writer.document(json.root)
      let yaml = try JSONDocument(yaml: Array(text.utf8))
      #expect(yaml.root == json.root)
    }
  }

  @Test func randomValuesInRandomStyles() throws {
    for seed in 0..<3_000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let json = try JSONDocument(RandomJSON.value(depth: 4, using: &random))
      var writer = YAMLWriter(seed: seed)
      let text = writer.document(json.root)
      do throws(YAMLError) {
        let yaml = try JSONDocument(yaml: Array(text.utf8))
        guard yaml.root != json.root else { continue }
        Issue.record("seed \(seed): \(json.root.text) became \(yaml.root.text) by\n\(text)")
      } catch {
        Issue.record("seed \(seed): \(error) in\n\(text)")
      }
    }
  }
}

/// Small documents with what is awkward in YAML.
enum RandomJSON {
  private static let strings = [
    "", "a", "no", "on", "1e3", "0x1F", "012", "null", "~", "true", "- x", "a: b", "x #y", "# c",
    "it's",
    "say \"hi\"", "\ttab", "trail ", " lead", "line\nbreak", "two\n\nbreaks\n", "end\n", "\n",
    "\n\n",
    "é😀", "back\\slash", "[x]", "{y}", "@at", "*al", "&an", "!t", "%p", "|", ">", "a:", "?q", "-d",
    "...",
    "---", "/paths/{id}", "$ref", "#/a/b", "2024-01-01", "1_000", "+1", "  indented\nfirst\n", "<<",
    "x\n\n\n", "\u{2028}", "\u{7F}", "a,b", "a]b", "\u{1}", "a\n b\nc", "'", "\"", "a\n\tb",
    " \n a",
  ]

  static func value(depth: Int, using random: inout SeededGenerator) -> String {
    let kind = Int.random(in: 0..<10, using: &random)
    let count = Int.random(in: 0..<4, using: &random)
    if depth > 0, kind < 4 {
      let properties = (0..<count).map { number -> String in
        let name = strings.randomElement(using: &random) ?? ""
        let unique = JSONWriter.quoted(number == 0 ? name : "\(name)\(number)")
        return "\(unique):\(value(depth: depth - 1, using: &random))"
      }
      return "{\(properties.joined(separator: ","))}"
    }
    if depth > 0, kind < 6 {
      let elements = (0..<count).map { _ in value(depth: depth - 1, using: &random) }
      return "[\(elements.joined(separator: ","))]"
    }
    if kind == 6 {
      return ["null", "true", "false", "0", "-1.5e+10", "12345678901234567890"]
        .randomElement(using: &random) ?? "null"
    }
    return JSONWriter.quoted(strings.randomElement(using: &random) ?? "")
  }
}
