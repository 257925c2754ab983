import Foundation
import TestSupport
import Testing

/// The guide: its made pages are those of the code, and its links lead somewhere.
@Suite struct GuidePagesTests {
  private static let catalogue = PackageFolder.url.appendingPathComponent(
    "Sources/ContractCheck/ContractCheck.docc")

  @Test func madePagesAreThoseOfTheCode() throws {
    let pages = try GuidePages.all()
    for page in pages {
      let file = Self.catalogue.appendingPathComponent(page.path)
      #expect(Golden.difference(of: page.text, at: file) == nil)
    }
    let folder = Self.catalogue.appendingPathComponent("Rules").path
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder).map { "Rules/\($0)" })
        == Set(pages.map(\.path).filter { $0.hasPrefix("Rules/") }))
  }

  /// The pages that a forge shows, by their paths in the package.
  private static func pages() throws -> [String] {
    let root = PackageFolder.url
    let folders = [".github", "Sources/ContractCheck/ContractCheck.docc", "samples"]
    return try ["README.md"]
      + folders.flatMap { folder in
        try FileManager.default.subpathsOfDirectory(
          atPath: root.appendingPathComponent(folder).path
        ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
      }
  }

  @Test func noLinkIsDead() throws {
    for page in try Self.pages() {
      let file = PackageFolder.url.appendingPathComponent(page)
      let links = PageLinks(markdown: try String(contentsOf: file, encoding: .utf8))
      #expect(links.broken(in: file) == [], "\(page)")
    }
  }

  /// Every article can be reached from the index of the guide and from the README.
  @Test func everyArticleIsLinked() throws {
    let prefix = "Sources/ContractCheck/ContractCheck.docc/"
    let articles = try Self.pages().filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    func links(_ name: String) throws -> Set<String> {
      let file = Self.catalogue.appendingPathComponent(name)
      return Set(PageLinks(markdown: try String(contentsOf: file, encoding: .utf8)).links)
    }
    let index = try links("ContractCheck.md")
    let rules = try links("Rules.md")
    for article in articles where article != "ContractCheck.md" {
      #expect(article.hasPrefix("Rules/") ? rules.contains(article) : index.contains(article))
    }
    let readme = PackageFolder.url.appendingPathComponent("README.md")
    #expect(
      PageLinks(markdown: try String(contentsOf: readme, encoding: .utf8)).links
        .contains(prefix + "ContractCheck.md"))
  }

  /// What the tutorial quotes is what its commands print: a block of one command, then a block of text.
  @Test func theTutorialQuotesTheTool() throws {
    let file = Self.catalogue.appendingPathComponent("FirstSteps.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    var parts = page.components(separatedBy: "```")
    var command: String?
    for index in stride(from: 1, to: parts.count, by: 2) {
      if let command, parts[index].hasPrefix("text\n") {
        _ = SamplesTests.atTopLevel
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let scenario = Scenario.run(words)
        let texts = [scenario.output, scenario.errors].filter { !$0.isEmpty }
        parts[index] = "text\n" + texts.joined(separator: "\n")
      }
      let lines = parts[index].split(separator: "\n")
      command = lines.count == 2 && lines[0] == "sh" ? String(lines[1]) : nil
    }
    #expect(Golden.difference(of: parts.joined(separator: "```"), at: file) == nil)
  }
}
