import Foundation
import JSONTape
import TestSupport
import Testing

/// Other people's YAML, against other people's reader.
struct YAMLFilesTests {
  private static let museumFile = PackageFolder.suite("openapi")?
    .appendingPathComponent("museum-3.1.yaml")

  private static let hasPyYAML = (try? Python.run("import yaml; print(1)")) == "1\n"

  /// PyYAML with the core schema of YAML 1.2 in place of the types of YAML 1.1.
  private static let program = """
    import json, re, sys, yaml
    class Core(yaml.SafeLoader): pass
    Core.yaml_implicit_resolvers = {}
    def add(tag, pattern, first):
        Core.add_implicit_resolver('tag:yaml.org,2002:' + tag, re.compile(pattern), list(first))
    add('bool', '^(true|True|TRUE|false|False|FALSE)$', 'tTfF')
    add('int', '^[-+]?[0-9]+$', '-+0123456789')
    add('float', '^[-+]?([.][0-9]+|[0-9]+([.][0-9]*)?)([eE][-+]?[0-9]+)?$', '-+.0123456789')
    add('null', '^(~|null|Null|NULL|)$', ['~', 'n', 'N', ''])
    print(json.dumps(yaml.load(sys.stdin.read(), Loader=Core)))
    """

  @Test(
    .enabled(if: museumFile != nil, "the OpenAPI documents are not at hand"),
    .enabled(if: hasPyYAML, "there is no python3 with PyYAML"))
  func museumAPI() throws {
    let url = try #require(Self.museumFile)
    let text = try String(contentsOf: url, encoding: .utf8)
    let document = try JSONDocument(yaml: Array(text.utf8))
    let other = try JSONDocument(Python.run(Self.program, text))
    #expect(document.root == other.root)
    #expect(document.root["openapi"]?.string == "3.1.0")
    #expect(document.root["info"]?["version"]?.string == "1.2.1")
  }
}
