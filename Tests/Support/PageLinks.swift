public import Foundation

/// The links of a page, and their targets.
public struct PageLinks {
  /// The addresses of links: the values of `href`, or the addresses in Markdown.
  public let links: [String]
  /// The values of `id`; for Markdown, the anchors of the headings.
  public let targets: [String]

  /// Reads the links and targets of an HTML page.
  public init(_ page: String) {
    links = Self.values(after: " href=\"", upTo: "\"", in: page)
    targets = Self.values(after: " id=\"", upTo: "\"", in: page)
  }

  /// Reads the links and headings of a Markdown page, without those in blocks of code. A link to a
  /// symbol or an article of DocC is dead, because code hosts do not support it.
  public init(markdown page: String) {
    let parts = page.components(separatedBy: "```")
    let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
    links =
      Self.values(after: "](", upTo: ")", in: prose)
      + Self.values(after: "<doc:", upTo: ">", in: prose).map { "doc:\($0)" }
    targets = prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
      }.replacingOccurrences(of: " ", with: "-")
    }
  }

  /// Links without exactly one target in the page, and targets that occur twice.
  public var broken: [String] {
    let known = Set(targets.map { "#\($0)" })
    var seen: Set<String> = []
    return links.filter { !known.contains($0) } + targets.filter { !seen.insert($0).inserted }
  }

  /// Links of a Markdown page to a file or heading that does not exist.
  public func broken(in file: URL) -> [String] {
    links.filter { link in
      if link.hasPrefix("https://") { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? file : file.deletingLastPathComponent().appendingPathComponent(String(parts[0]))
      guard FileManager.default.fileExists(atPath: target.path) else { return true }
      guard parts.count == 2 else { return false }
      let text = (try? String(contentsOf: target, encoding: .utf8)) ?? ""
      return !PageLinks(markdown: text).targets.contains(String(parts[1]))
    }
  }

  private static func values(after start: String, upTo end: Character, in page: String) -> [String]
  {
    page.split(separator: start, omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != end }) }
  }
}
