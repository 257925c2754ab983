import TestSupport
@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import ContractCheck
import JSONTape
import Testing

/// One mistake put into a body that keeps its contract: exactly one finding, of the rule that SPEC,
/// section 2, names for such a mistake, at the place of the mistake. The expected rule comes from the
/// kind of mutation and the contract's document, never from the tool.
@Suite struct MutationTests {
  struct Mutation {
    /// The class of mistakes, for the tally.
    let kind: String
    let detail: String
    let body: JSONTree
    /// Nil if the mutated body keeps the contract too.
    let expected: FindingPlace?
    var severity = "error"
    /// The path of the key that the finding must mark; nil if it marks the value.
    var markedKey: String?
    /// The text, where the tree cannot say it.
    var text: String?
  }

  @Test(arguments: ContractFile.names)
  func everyMistakeIsOneFinding(name: String) throws {
    let file = try ContractFile(name)
    let terms = ContractTerms(file.document.root)
    var counts: [String: Int] = [:]
    var failures: [String: [String]] = [:]
    for sample in try MutationSample.all(of: file) {
      let untouched = try sample.check(file.contract, Array(sample.body.text().utf8))
      #expect(untouched.isEmpty, "\(sample.name) \(untouched.map(\.place))")
      for mutation in Self.mutations(of: sample, terms, file) {
        counts[mutation.kind, default: 0] += 1
        if let complaint = try Self.complaint(about: mutation, sample, file.contract) {
          failures[mutation.kind, default: []].append(
            "\(sample.name), \(mutation.detail): \(complaint)")
        }
      }
    }
    for (kind, list) in failures.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(kind): \(list.count) of \(counts[kind] ?? 0); \(list.prefix(4))")
    }
    // Every kind that applies to the contract was tried.
    for kind in Self.kinds(of: name) { #expect(counts[kind, default: 0] > 0, "\(kind)") }
  }

  private static func kinds(of contract: String) -> [String] {
    var kinds = [
      "property dropped", "type changed", "key in another case", "undocumented property",
      "repeated property", "secret added", "syntax broken",
    ]
    if contract != "social-posts", contract != "fork-in-the-road" { kinds.append("choice changed") }
    if contract == "fotolokashen" || contract == "bmn-boston" {
      kinds += ["coordinate renamed", "coordinate out of range", "figure changed"]
    }
    if contract != "bmn-boston", contract != "fork-in-the-road" { kinds.append("nullable dropped") }
    if contract == "unitedwerise-devices" { kinds.append("token changed") }
    return kinds + ["date broken"]
  }

  private static func complaint(
    about mutation: Mutation, _ sample: MutationSample, _ contract: Contract
  ) throws -> String? {
    let text = mutation.text ?? mutation.body.text()
    let findings = try sample.check(contract, Array(text.utf8))
    let places = findings.map(\.place)
    guard let expected = mutation.expected else {
      return findings.isEmpty ? nil : "expected nothing, found \(places)"
    }
    guard places == [expected] else { return "expected \(expected), found \(places)" }
    if findings[0].severity.rawValue != mutation.severity {
      return "severity is \(findings[0].severity)"
    }
    guard mutation.text == nil else { return nil }
    // The marked bytes are those of the key or value at fault.
    let document = try JSONDocument(text)
    guard let node = document.node(at: findings[0].instance) else { return "no such instance" }
    var range = node.range
    if let key = mutation.markedKey {
      let tokens = Array(findings[0].instance.tokens.dropLast())
      let parent = document.node(at: JSONPointer(tokens: tokens))
      range = parent?.properties.filter { $0.name == key }.last?.key.range ?? range
    }
    return findings[0].region.bytes == range
      ? nil : "marks \(findings[0].region.bytes), not \(range)"
  }

  static func mutations(
    of sample: MutationSample, _ terms: ContractTerms, _ file: ContractFile
  ) -> [Mutation] {
    let sites = MutationSite.all(of: sample.body, sample.schema, in: file)
    return sites.flatMap { site -> [Mutation] in
      dropped(sample, site, terms, file) + retyped(sample, site, terms)
        + recased(sample, site, terms)
        + coordinates(sample, site, terms) + dates(sample, site, terms) + choices(sample, site)
        + tokens(sample, site) + figures(sample, site) + added(sample, site)
        + repeated(sample, site)
    } + broken(sample)
  }
}
