@_spi(Engine) @testable import ContractAuthoring
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

/// The bundled contracts with one change each: one finding, of its kind and at its place.
struct DiffMutationTests {
  private static func tree(_ name: String) throws -> JSONTree {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    return try JSONTree(String(contentsOf: file, encoding: .utf8))
  }

  private static func findings(_ old: ContractDocument, _ new: JSONTree) throws -> [Finding] {
    let document = try ContractDocument(Array(new.text(space: .pretty).utf8), name: "new.json")
    return ContractDiff(old: old, new: document).findings
  }

  #if DEBUG
    // Each compiles a contract, which takes a while without optimisation. A property has four changes.
    private static let step = 3
  #else
    private static let step = 1
  #endif

  @Test(arguments: Contract.bundledNames) func oneChangeIsOneFinding(name: String) throws {
    let tree = try Self.tree(name)
    let old = try ContractDocument.bundled(name)
    let mutations = DiffMutation.all(of: tree)
    #expect(mutations.count > 20)
    for (number, mutation) in mutations.enumerated() where number % Self.step == 0 {
      let found = try Self.findings(old, mutation.tree)
      #expect(found.map(\.rule) == [mutation.rule], "\(mutation.name)")
      #expect(found.map { "\($0.instance)" } == [mutation.instance], "\(mutation.name)")
      guard number % 9 == 0 else { continue }
      // In YAML, the same at its place there.
      var writer = YAMLWriter(seed: UInt64(number))
      let text = writer.document(try JSONDocument(mutation.tree.text()).root)
      let yaml = try ContractDocument(Array(text.utf8), name: "new.yaml")
      let again = ContractDiff(old: old, new: yaml).findings
      #expect(again.map(\.message) == found.map(\.message), "\(mutation.name)")
      #expect(again.map(\.instance) == found.map(\.instance), "\(mutation.name)")
    }
  }

  @Test(arguments: Contract.bundledNames) func anotherOrderIsNoChange(name: String) throws {
    let found = try Self.findings(try .bundled(name), Self.reversed(try Self.tree(name)))
    #expect(found == [])
  }

  @Test(arguments: Contract.bundledNames) func inliningIsNoChange(name: String) throws {
    let tree = try Self.tree(name)
    let old = try ContractDocument.bundled(name)
    let inlined = Self.inlined(tree, in: tree, depth: 0)
    #expect(try Self.findings(old, inlined) == [])
    let new = try ContractDocument(Array(inlined.text().utf8), name: "new.json")
    #expect(ContractDiff(old: new, new: old).findings == [])
  }

  /// Properties, required names and listed values from the last to the first.
  private static func reversed(_ tree: JSONTree, in name: String = "") -> JSONTree {
    switch tree {
    case .object(let properties):
      return .object(
        properties.reversed().map { .init(name: $0.name, value: reversed($0.value, in: $0.name)) })
    case .array(let elements):
      let isList = ["required", "enum", "type", "anyOf", "oneOf", "allOf"].contains(name)
      let inner = elements.map { reversed($0) }
      return .array(isList ? inner.reversed() : inner)
    case .scalar: return tree
    }
  }

  private static func inlined(_ tree: JSONTree, in root: JSONTree, depth: Int) -> JSONTree {
    switch tree {
    case .object(let properties):
      if depth < 24, let reference = tree["$ref"]?.string,
        let target = root[reference.split(separator: "/").dropFirst().map(String.init)[...]]
      {
        return inlined(target, in: root, depth: depth + 1)
      }
      return .object(
        properties.map {
          .init(name: $0.name, value: inlined($0.value, in: root, depth: depth + 1))
        })
    case .array(let elements):
      return .array(elements.map { inlined($0, in: root, depth: depth + 1) })
    case .scalar: return tree
    }
  }
}
