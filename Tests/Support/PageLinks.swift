/// The links of an HTML page and what they lead to.
public struct PageLinks {
  /// The values of `href`.
  public let links: [String]
  /// The values of `id`.
  public let targets: [String]

  /// The links and targets of a page.
  public init(_ page: String) {
    links = Self.values(of: " href=\"", in: page)
    targets = Self.values(of: " id=\"", in: page)
  }

  /// Links without one target in the page, and targets that are there twice.
  public var broken: [String] {
    let known = Set(targets.map { "#\($0)" })
    var seen: Set<String> = []
    return links.filter { !known.contains($0) } + targets.filter { !seen.insert($0).inserted }
  }

  private static func values(of attribute: String, in page: String) -> [String] {
    page.split(separator: attribute, omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
  }
}
