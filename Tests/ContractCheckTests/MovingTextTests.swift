@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import ContractCheck
import JSONTape
import TestSupport
import Testing

/// White space, the order of properties, other spellings of the same key and valid properties beside a
/// mistake move its finding with the text and change nothing else.
@Suite struct MovingTextTests {
  @Test(arguments: ContractFile.names)
  func findingsMoveWithTheirText(name: String) throws {
    let file = try ContractFile(name)
    var generator = SeededGenerator(seed: 7)
    var moved = 0
    for entry in try WrongBody.all(of: name) {
      let before = try entry.check(file.contract)
      let original = try JSONDocument(entry.body)
      for round in 0..<6 {
        var tree = JSONTree(original.root)
        if round % 2 == 1 {
          tree = Self.adding(to: tree, entry, file, &generator)
        }
        if round % 3 != 0 { tree = Self.shuffled(tree, &generator) }
        let text = Self.text(of: tree, spellsKeys: round >= 4, &generator)
        let after = try entry.check(file.contract, Array(text.utf8))
        let title = "\(entry.name), round \(round): \(text.prefix(400))"
        #expect(after.map(\.place).sorted() == before.map(\.place).sorted(), "\(title)")
        let document = try JSONDocument(text)
        for (old, new) in zip(Self.sorted(before), Self.sorted(after)) {
          #expect(old.severity == new.severity && old.keyword == new.keyword, "\(title)")
          #expect(old.message == new.message, "\(title)")
          let (first, second) = (Self.marked(old, original), Self.marked(new, document))
          #expect(first != nil && first == second, "\(title)")
          if old.region != new.region { moved += 1 }
        }
      }
    }
    #expect(moved > 50)
  }

  private static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.sorted { ($0.place, $0.message) < ($1.place, $1.message) }
  }

  /// What a finding marks: the key at its place, or the value, or a key of the object at its place,
  /// whatever its layout.
  private static func marked(_ finding: Finding, _ document: JSONDocument) -> String? {
    guard let node = document.node(at: finding.instance) else { return nil }
    if finding.region.bytes == node.range { return "value at \(finding.instance)" }
    if let inner = node.properties.first(where: { $0.key.range == finding.region.bytes }) {
      return "inner key \(inner.name)"
    }
    let parent = document.node(
      at: JSONPointer(tokens: Array(finding.instance.tokens.dropLast())))
    let key = parent?.properties.first {
      $0.name == finding.instance.tokens.last && $0.key.range == finding.region.bytes
    }
    return key.map { "key \($0.name)" }
  }

  // MARK: Changes that mean nothing

  private static func shuffled(_ tree: JSONTree, _ generator: inout SeededGenerator) -> JSONTree {
    switch tree {
    case .scalar: tree
    case .array(let elements): .array(elements.map { shuffled($0, &generator) })
    case .object(let properties):
      .object(
        properties.shuffled(using: &generator).map {
          JSONTree.Property(name: $0.name, value: shuffled($0.value, &generator))
        })
    }
  }

  /// The body with optional properties of its schema, and free ones where the schema welcomes them.
  private static func adding(
    to tree: JSONTree, _ entry: WrongBody, _ file: ContractFile, _ generator: inout SeededGenerator
  ) -> JSONTree {
    var tree = tree
    for site in MutationSite.all(of: tree, entry.schemaNode(in: file), in: file)
    where site.value.type == "object" && site.schema != nil {
      if site.isOpen {
        tree = tree.adding(
          "note", .string("y"), to: site.path, first: Bool.random(using: &generator))
      }
      let present = Set(site.value.properties.map { fold($0.name) })
      for (name, schema) in site.properties
      where !site.required.contains(name) && !present.contains(fold(name)) {
        let types = schema["type"]?.string.map { [$0] } ?? []
        let value: JSONTree? =
          switch types.first {
          case "string": .string("x")
          case "integer", "number": .scalar("1")
          case nil: .scalar("null")
          default: nil
          }
        if let value { tree = tree.adding(name, value, to: site.path) }
      }
    }
    return tree
  }

  private static func fold(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  private static func text(
    of tree: JSONTree, spellsKeys: Bool, _ generator: inout SeededGenerator
  ) -> String {
    func gap() -> String {
      ["", "", " ", "\n", "\r\n", "\t", "  \n\t "].randomElement(using: &generator) ?? ""
    }
    func spelled(_ name: String) -> String {
      guard spellsKeys else { return JSONWriter.quoted(name) }
      let units = name.utf16.map { unit -> String in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(units.joined())\""
    }
    switch tree {
    case .scalar(let text): return gap() + text + gap()
    case .array(let elements):
      let inside = elements.map { text(of: $0, spellsKeys: spellsKeys, &generator) }
      return gap() + "[" + gap() + inside.joined(separator: ",") + "]" + gap()
    case .object(let properties):
      let inside = properties.map { property in
        gap() + spelled(property.name) + gap() + ":"
          + text(of: property.value, spellsKeys: spellsKeys, &generator)
      }
      return gap() + "{" + gap() + inside.joined(separator: ",") + "}" + gap()
    }
  }
}

extension FindingPlace: Comparable {
  static func < (left: FindingPlace, right: FindingPlace) -> Bool {
    (left.rule, left.instance, left.property ?? "")
      < (right.rule, right.instance, right.property ?? "")
  }
}
