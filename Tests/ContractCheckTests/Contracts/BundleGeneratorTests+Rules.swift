import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// The generated Swift file of the rules that are data: `schemas/rules/built-in.json`, read as any
/// file of rules is, and written as what a plan takes.
///
/// These rules are about properties that a contract lists. So what they ask becomes part of the
/// schemas of these properties, and no rule is read while the tool starts.
extension BundleGeneratorTests {
  private static let file = PackageFolder.url.appendingPathComponent(
    "Sources/ContractCheck/Rules/BuiltInRules+Generated.swift")

  private static let data = PackageFolder.url.appendingPathComponent("schemas/rules/built-in.json")

  @Test func theRulesAreWhatTheirDataGenerates() throws {
    #expect(
      try Golden.difference(of: Self.generateRules(), at: Self.file) == nil,
      "schemas/rules/ changed; see the comment of BundleGeneratorTests")
  }

  /// What the data asks is what the schemas in Swift say.
  @Test func theRulesAskWhatTheDocumentedSchemasSay() {
    func asserted(_ rule: Rule) -> [String] {
      guard case .owns(let ownerships) = rule.form else { return [] }
      return ownerships.compactMap { ownership in
        switch ownership {
        case .values(_, _, _, let schema): schema?.json
        case .objects(_, let schema): schema.json
        default: nil
        }
      }
    }
    #expect(asserted(.devicePlatform) == [Schema.devicePlatform.json])
    #expect(asserted(.deviceToken) == [Schema.deviceToken.json, Schema.iosDeviceToken.json])
    #expect(asserted(.coordinateRange) == [Schema.latitude.json, Schema.longitude.json])
  }

  /// The data is in the form that editors know.
  @Test func theRulesSatisfyTheirSchema() throws {
    func document(_ path: String) throws -> JSONDocument {
      try JSONDocument([UInt8](Data(contentsOf: PackageFolder.url.appendingPathComponent(path))))
    }
    let schema = try CompiledSchema(try document("schemas/rules.schema.json"))
    #expect(schema.failures(in: try document("schemas/rules/built-in.json")).isEmpty)
  }

  private static func generateRules() throws -> String {
    let document = try JSONDocument([UInt8](Data(contentsOf: data)))
    var text = """
      // Generated from `schemas/rules/built-in.json`; see BundleGeneratorTests. Do not edit.
      // swift-format-ignore-file

      internal import ContractCaptures
      internal import JSONSchema

      /// The rules that are data, without their examples and what they do without a contract.
      enum BuiltInRules {

      """
    let rules = try #require(document.root["customRules"])
    for (number, property) in rules.properties.enumerated() {
      // The id itself is taken.
      let rule = try OwnRuleReader(
        file: "built-in.json", id: "own-\(property.name)", node: property.value
      ).rule(property.key)
      let words = property.name.split(separator: "-")
      let name =
        words[0]
        + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined()
      if number > 0 { text += "\n" }
      text += "  static let \(name) = Rule(\n    "
      text += try arguments(of: rule, id: property.name).joined(separator: ",\n    ") + ")\n"
    }
    return text + "}\n"
  }

  private static func arguments(of rule: Rule, id: String) throws -> [String] {
    var parts: [String] = [
      "id: \(literal(id))", "summary: \(literal(rule.summary))",
      "rationale: \(literal(rule.rationale))", "source: \(literal(rule.source))",
    ]
    if rule.severity != .error { parts.append("severity: .\(rule.severity.rawValue)") }
    if case .extensions = rule.basis { parts.append("basis: .extensions") }
    switch rule.form {
    case .keys(.forbidden(let selector)):
      parts.append("form: .keys(.forbidden(\(self.selector(selector))))")
    case .keys(.unlisted(let selector)):
      parts.append("form: .keys(.unlisted(\(self.selector(selector))))")
    case .owns(let ownerships):
      let woven = try woven(ownerships).map { "\n      \($0)," }.joined()
      parts.append("form: .owns([\(woven)\n    ])")
      if woven.contains(".coordinatePair") { parts.append("absence: .half") }
    default: throw NoData(id: id)
    }
    guard case .phrases(let phrases) = rule.message else { throw NoData(id: id) }
    let message = phrases.map { "\n      \(self.phrase($0))," }.joined()
    let position = parts.firstIndex { $0.hasPrefix("absence") } ?? parts.count
    parts.insert("message: .phrases([\(message)\n    ])", at: position)
    if let repair = rule.repair {
      let kinds = repair.kinds.filter { if case .rewrite = $0 { false } else { true } }
      let names = kinds.map { ".\($0)" }.joined(separator: ", ")
      parts.append(
        "repair: Rule.Repair(summary: \(literal(repair.summary)), kinds: [\(names)])")
    }
    if let side = rule.side { parts.append("side: .\(side)") }
    return parts
  }

  private struct NoData: Error { let id: String }

  /// A part that answers for keywords and the one after it, which asks of the same values, are one.
  private static func woven(_ ownerships: [Ownership]) throws -> [String] {
    var rest = ownerships[...]
    var texts: [String] = []
    while let next = rest.popFirst() {
      switch next {
      case .presence(let selector): texts.append(".presence(\(self.selector(selector)))")
      case .values(let selector, let keywords, let ownsStrings, _):
        var parts = [self.selector(selector), "keywords: \(list(keywords.sorted().map(literal)))"]
        if ownsStrings { parts.append("ownsStrings: true") }
        guard case .demands(_, .schema(let schema))? = rest.popFirst() else {
          throw NoData(id: "values")
        }
        parts.append("asserts: \(try fragment(schema))")
        texts.append(".values(\(parts.joined(separator: ", ")))")
      case .demands(let selector, .schema(let schema)) where !selector.properties.isEmpty:
        let properties = selector.properties.map { literal($0.text(.standard)) }
        texts.append(".objects(listing: \(list(properties)), asserts: \(try fragment(schema)))")
      case .demands(_, .together(let names))
      where names == [.coordinate(.latitude), .coordinate(.longitude)]:
        texts.append(".coordinatePair")
      default: throw NoData(id: "\(next)")
      }
    }
    return texts
  }

  private static func selector(_ selector: Ownership.Selector) -> String {
    var parts: [String] = []
    if !selector.names.isEmpty { parts.append("names: \(list(selector.names.map(name)))") }
    if selector.places == [.response] { parts.append("part: .response") }
    if let isNullable = selector.isNullable { parts.append("isNullable: \(isNullable)") }
    return "Ownership.Selector(\(parts.joined(separator: ", ")))"
  }

  private static func name(_ name: Ownership.PropertyName) -> String {
    switch name {
    case .named(let text): ".named(\(literal(text)))"
    case .coordinate(let coordinate): ".coordinate(.\(coordinate))"
    }
  }

  private static func phrase(_ phrase: Phrase) -> String {
    var parts: [String] = []
    if !phrase.keywords.isEmpty {
      parts.append("keywords: \(list(phrase.keywords.map(literal)))")
    }
    if !phrase.names.isEmpty { parts.append("names: \(list(phrase.names.map(name)))") }
    if let message = phrase.message { parts.append("message: \(literal(message))") }
    if let label = phrase.label { parts.append("label: \(literal(label))") }
    return "Phrase(\(parts.joined(separator: ", ")))"
  }

  private static func fragment(_ schema: String) throws -> String {
    try JSONDocument(schema).root.properties.reduce("Schema.any") { text, property in
      var writer = JSONWriter()
      writer.value(property.value)
      let json = String(decoding: writer.bytes, as: UTF8.self)
      return text + ".adding(\(literal(property.name)), json: \(literal(json)))"
    }
  }

  private static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ", "))]" }

  private static func literal(_ text: String) -> String {
    text.contains { "\"\\".contains($0) } ? "##\"\(text)\"##" : "\"\(text)\""
  }
}
