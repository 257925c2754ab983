@_spi(Engine) import ContractCaptures
import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// The article *Adding a rule* is true: its rule is the one of `RatingRange.swift` beside this file,
/// to the letter, and does what the article says.
@Suite struct AddingARuleTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: PackageFolder.url.appendingPathComponent(path), encoding: .utf8)
  }

  /// The code of the article by its language, in order.
  private static func blocks(_ language: String) throws -> [String] {
    let article = try text("Sources/ContractCheck/ContractCheck.docc/AddingARule.md")
    return article.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  private static func contract(_ rules: [Rule]) throws -> Contract {
    let text = try text("schemas/fotolokashen.json")
    let files = try ContractFiles(
      try ContractText.document(Array(text.utf8), name: "fotolokashen"), name: "fotolokashen",
      companions: { _ throws(Contract.CompanionError) in nil })
    var reader = try OpenAPIReader(files, name: "fotolokashen", overrides: [:], catalogue: rules)
    return try reader.contract()
  }

  private static func check(_ body: String, _ contract: Contract) throws -> [Finding] {
    let checker = try Checker(
      contracts: [contract], assumption: Checker.Assumption(schema: "Location"))
    var findings: [Finding] = []
    checker.check(Array(body.utf8), name: "b", format: .json) { _, result in
      findings += result.findings
    } problem: { _ in
    }
    return findings
  }

  @Test func theArticleShowsTheRule() throws {
    let code = try Self.blocks("swift")
    let here = try Self.text("Tests/ContractCheckTests/Rules/RatingRange.swift")
      .replacing("\n@testable import ContractCheck\n", with: "")
    #expect(code.first == here)
    let lines = try #require(try Self.blocks("diff").first).split(separator: "\n")
    #expect(lines.count == 2 && lines[1] == "+    ratingRange,")
    let catalogue = try Self.text("Sources/ContractCheck/Rules/RuleCatalogue.swift")
    #expect(catalogue.contains("\n\(lines[0].dropFirst())\n"))
  }

  @Test func theRuleDoesWhatTheArticleSays() throws {
    let rules = Rule.catalogue + [.ratingRange]
    let contract = try Self.contract(rules)
    for example in Rule.ratingRange.examples {
      let found = try Self.check(example.body, contract)
      #expect(found.map(\.rule) == example.expected.map { _ in "rating-range" })
      #expect(found.map { "\($0.instance)" } == example.expected.map(\.instance))
      #expect(try Self.check(example.body, try Self.contract(Rule.catalogue)).isEmpty)
    }
    let wrong = try #require(Rule.ratingRange.examples.last)
    let finding = try #require(try Self.check(wrong.body, contract).first)
    let said = "\(finding.severity.rawValue)[\(finding.rule)]: \(finding.message)\n"
    #expect(try Self.blocks("text").contains(said))
    #expect(finding.label == "send 0 to 5" && finding.why == Rule.ratingRange.rationale)
  }

  /// What a rule asks for by data alone: a selector, a fragment, a template and a fix.
  @Test func aRuleNeedsNoCode() throws {
    let rule = Rule(
      id: "money-string", summary: "an amount that is no text", rationale: "r", source: "s",
      severity: .warning,
      form: .owns([
        .values(
          Ownership.Selector(names: [.named("*ame")], types: .string, part: .response),
          asserts: Schema.any.adding("minLength", json: "3"))
      ]),
      message: .template("{name} {value} {other}"),
      repair: Rule.Repair(summary: "write three letters", kinds: [.replace(#""abc""#)]),
      examples: [])
    let contract = try Self.contract(Rule.catalogue + [rule])
    let body =
      #"{"id": 1, "placeId": "p", "name": "n", "address": "a", "city": null, "state": null, "#
      + #""lat": 1, "lng": 2, "type": null, "rating": null, "photos": []}"#
    let findings = try Self.check(body, contract)
    #expect(findings.map(\.rule) == ["money-string"])
    #expect(findings.first?.message == #"name "n" {other}"#)
    #expect(findings.first?.severity == .warning && findings.first?.keyword == "minLength")
    #expect(findings.first?.fix?.edits.map(\.text) == [#""abc""#])
    #expect(findings.first?.fix?.isSafe == false)
  }

  // MARK: Files made from the catalogue

  /// `schemas/config.schema.json` knows the rules of the catalogue with their options;
  /// `RECORD_GOLDENS=1` writes them into it, and fails.
  @Test func theConfigurationSchemaKnowsTheRules() throws {
    let path = "schemas/config.schema.json"
    let current = try Self.text(path)
    let generated = try Self.withRules(current)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1", generated != current {
      try Data(generated.utf8).write(to: PackageFolder.url.appendingPathComponent(path))
      Issue.record("\(path) is written: look at it, then run again without RECORD_GOLDENS")
    }
    #expect(generated == current, "RECORD_GOLDENS=1 writes \(path) anew")
  }

  /// The file with its two lists of rules made from the catalogue.
  private static func withRules(_ text: String) throws -> String {
    var ids = [""]
    for rule in Rule.catalogue {
      let word = "\"\(rule.id)\","
      if ids[ids.count - 1].utf8.count + word.utf8.count > 85 { ids.append("") }
      ids[ids.count - 1] += (ids[ids.count - 1].isEmpty ? "" : " ") + word
    }
    let list = ids.map { "        \($0)\n" }.joined().dropLast(2) + "\n      ]"
    let settings =
      Rule.catalogue.map(setting(of:)).joined(separator: ",\n") + "\n      }\n    }\n  }\n}\n"
    let first = try replacing(
      text,
      from: "      \"description\": \"A rule's id; `schemacheck rules` lists them.\",\n"
        + "      \"enum\": [\n", to: "      ]", with: String(list))
    return try replacing(
      first,
      from: "`--rule` has priority over these settings.\",\n      \"type\": \"object\",\n"
        + "      \"additionalProperties\": { \"$ref\": \"#/$defs/setting\" },\n"
        + "      \"properties\": {\n",
      to: "\n      }\n    }\n  }\n}\n", with: settings)
  }

  private static func replacing(
    _ text: String, from start: String, to end: String, with middle: String
  ) throws -> String {
    let lead = try #require(text.firstRange(of: start))
    let tail = try #require(text[lead.upperBound...].firstRange(of: end))
    return String(text[..<lead.upperBound]) + middle + text[tail.upperBound...]
  }

  private static func setting(of rule: Rule) -> String {
    var text =
      "        \"\(rule.id)\": {\n          \"description\": "
      + JSONWriter.quoted(rule.summary) + ",\n"
    guard !rule.options.isEmpty else {
      let limit =
        rule.levels.contains("off") ? "" : ",\n          \"not\": { \"$ref\": \"#/$defs/off\" }"
      return text + "          \"$ref\": \"#/$defs/setting\"\(limit)\n        }"
    }
    text += """
                "if": { "type": "string" },
                "then": { "$ref": "#/$defs/severity" },
                "else": {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "severity": { "$ref": "#/$defs/severity" },
                    "mostly": { "$ref": "#/$defs/mostly" }
      """
    for option in rule.options {
      text +=
        ",\n              \"\(option.name)\": {\n                \"description\": "
        + JSONWriter.quoted(option.summary) + ",\n"
      switch option.values {
      case .choice(let choices):
        let words = choices.map { "\"\($0)\"" }.joined(separator: ", ")
        text += "                \"enum\": [\(words)]\n"
      case .pair:
        text += """
                          "type": "array",
                          "items": { "$ref": "#/$defs/text" },
                          "minItems": 2,
                          "maxItems": 2,
                          "uniqueItems": true

          """
      }
      text += "              }"
    }
    return text + "\n            }\n          }\n        }"
  }
}
