@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

/// Every rule's own examples, in the forms in which a body reaches the tool: a finding keeps its
/// rule, instance and property and moves with its text; right examples stay silent.
@Suite struct RuleExamplesTests {
  /// Rules that mark a key and not its value.
  static let keyRules = Set(
    ["duplicate-key"]
      + Rule.catalogue.filter { if case .keys = $0.form { true } else { false } }.map(\.id))

  @Test func rulesHaveUniqueNamesAndExamplesOfBothKinds() throws {
    let ids = Rule.catalogue.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(try Set(ids) == Self.declaredIDs())
    for rule in Rule.catalogue {
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(rule.id)")
      #expect(Rule.named(rule.id)?.id == rule.id)
      #expect(
        !rule.summary.isEmpty && !rule.rationale.isEmpty && !rule.source.isEmpty, "\(rule.id)")
      // A bare body that resembles nothing is no exchange of an operation, and no capture holds a
      // request that the tool sent or pages that it asked for.
      if ["unmatched-body", "unexpected-status", "page-sequence"].contains(rule.id) { continue }
      // Those of other rules of exchanges are captures, in `RuleExamplesTests+Exchanges.swift`.
      if rule.examples.isEmpty {
        #expect(ExchangeExample.all.contains { $0.rule == rule.id && $0.marked != nil })
        #expect(ExchangeExample.all.contains { $0.rule == rule.id && $0.marked == nil })
      } else {
        #expect(rule.examples.contains { $0.expected.isEmpty }, "\(rule.id) has no right example")
        #expect(rule.examples.contains { !$0.expected.isEmpty }, "\(rule.id) has no wrong example")
      }
    }
  }

  /// The ids of all rules that the files of `Rules/` declare.
  private static func declaredIDs() throws -> Set<String> {
    let folder = PackageFolder.url.appendingPathComponent("Sources/ContractCheck/Rules")
    var ids: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for match in text.matches(of: /static let \w+ = Rule\(\s*id: "([^"]+)"/) {
        ids.insert(String(match.1))
      }
    }
    return ids
  }

  private static let cases = Rule.catalogue.flatMap { rule in
    rule.examples.indices.map { (rule.id, $0) }
  }

  @Test(arguments: cases)
  func exampleInEveryForm(rule: String, number: Int) throws {
    let example = try #require(Rule.named(rule)).examples[number]
    let file = try ContractFile(example.contract)
    let expected = example.expected.map {
      FindingPlace(rule: rule, instance: $0.instance, property: $0.property)
    }
    for text in try ExampleText.all(of: example, in: file) {
      for carrier in ExampleCarrier.all {
        // A bare body has no query.
        guard example.query.isEmpty || carrier.hasURL else { continue }
        let input = carrier.carry(text.body, example)
        let found = try check(input, carrier, example, file.contract)
        let title = "\(rule) \(number), \(text.name), \(carrier.name)"
        #expect(
          Set(found.map(\.place)) == Set(expected + text.beside)
            && found.count == expected.count + text.beside.count,
          "\(title): found \(found.map(\.place))")
        for finding in found {
          if text.beside.contains(finding.place) { #expect(finding.severity == .warning) }
          try expectInPlace(finding, text, carrier, input, title)
        }
      }
    }
  }

  private func check(
    _ input: [UInt8], _ carrier: ExampleCarrier, _ example: RuleExample, _ contract: Contract
  ) throws -> [Finding] {
    let isOperation = example.operation.contains(" ")
    let checker = try Checker(
      contracts: [contract],
      assumption: Checker.Assumption(
        operation: isOperation ? example.operation : nil,
        status: isOperation && !example.isRequest ? 200 : nil,
        isRequest: example.isRequest, schema: isOperation ? nil : example.operation))
    var findings: [Finding] = []
    var checked = 0
    var problems = 0
    checker.check(input, name: "example", format: carrier.format) { _, result in
      findings += result.findings
      if result.outcome == .checked { checked += 1 }
    } problem: { _ in
      problems += 1
    }
    #expect(checked == 1 && problems == 0, "\(carrier.name)")
    return findings
  }

  /// The bytes that a finding names are those of its key or value, with the carrier's escapes undone,
  /// and its line and column are theirs.
  private func expectInPlace(
    _ finding: Finding, _ text: ExampleText, _ carrier: ExampleCarrier, _ input: [UInt8],
    _ title: String
  ) throws {
    let range = finding.region.bytes
    let isInside = range.offset >= 0 && range.length >= 0 && range.end <= input.count
    try #require(isInside, "\(title)")
    let raw = String(decoding: input[range.offset..<range.end], as: UTF8.self)
    let body = String(decoding: text.body, as: UTF8.self)
    #expect(finding.region.start == position(of: range.offset, in: input), "\(title)")
    #expect(finding.region.end == position(of: range.end, in: input), "\(title)")
    var wanted: String
    if finding.rule == "json-syntax" {
      // The comma that should not be there.
      wanted = ","
    } else {
      let document = try JSONDocument(body)
      let node = try #require(document.node(at: finding.instance), "\(title)")
      wanted = node.text
      if Self.keyRules.contains(finding.rule) {
        wanted = JSONWriter.quoted(try #require(finding.instance.tokens.last))
      }
    }
    switch carrier.coding {
    case .plain:
      #expect(raw == wanted, "\(title)")
      #expect(finding.decoded == nil)
    case .escaped:
      #expect(try JSONDocument("\"\(raw)\"").root.string == wanted, "\(title): \(raw)")
      #expect(finding.decoded == nil)
    case .base64:
      let document = try JSONDocument(raw)
      #expect(document.root.string == Data(text.body).base64EncodedString(), "\(title)")
      let decoded = try #require(finding.decoded, "\(title)")
      // The text at the decoded position is the one at fault.
      let start = try #require(offset(of: decoded, in: text.body), "\(title)")
      #expect(text.body[start...].starts(with: wanted.utf8), "\(title)")
    }
  }

  private func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    let before = bytes[..<offset]
    // A byte order mark takes no column.
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, offset) : 0
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? first
    let scalars = String(decoding: before[line...], as: UTF8.self).unicodeScalars.count
    return TextPosition(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: scalars + 1)
  }

  private func offset(of position: TextPosition, in bytes: [UInt8]) -> Int? {
    bytes.indices.first { index in
      (index == 0 || bytes[index] & 0xC0 != 0x80) && self.position(of: index, in: bytes) == position
    }
  }
}
