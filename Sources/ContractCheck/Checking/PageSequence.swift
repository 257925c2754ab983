@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The pages of one list, which are requested one after the other. The sequence finds the request
/// for the next page. The sequence also compares the pages to find mistakes.
///
/// If data change between two requests, this may look like a mistake. So a mistake is first only a
/// suspicion. A suspicion becomes a finding if the pages are requested again and show the same
/// mistake.
@_spi(Engine) public struct PageSequence: Sendable {
  /// The request for a page.
  public struct Request: Hashable, Sendable {
    /// The URL or the text of a link. The link may be relative to the URL of the last page.
    public let url: String
    /// Whether `url` is a link that the server sent.
    public let isLink: Bool
    /// Whether the earlier pages announce this page.
    public let outlook: Outlook
  }

  /// Whether the earlier pages announce the next page.
  public enum Outlook: Sendable {
    /// The page exists.
    case announced
    /// The page may exist. A response with a 4XX status means the end of the list.
    case open
    /// The page should not exist. The response should be an empty page or have a 4XX status.
    case pastEnd
  }

  /// A probable mistake, and the pages that show it.
  public struct Suspicion: Sendable {
    let mistake: PageMistake
    /// The index of the page with the finding. The first page has the index 0.
    let page: Int
    /// The indexes of the pages that must be requested again. The first page has the index 0.
    public let pages: [Int]
    /// The value on the page.
    let node: JSONNode
    let text: FindingText

    /// After a change of the data, other items may occur twice or the totals may differ.
    func isSame(_ other: Suspicion) -> Bool {
      mistake == other.mistake && page == other.page && pages == other.pages
        && text.message == other.text.message
        && node.document.pointer(to: node.tapeIndex)
          == other.node.document.pointer(to: other.node.tapeIndex)
        && (node.kind == .array || node == other.node)
    }
  }

  let operation: Operation
  let contract: Contract
  let paging: Paging
  let severity: Severity
  private(set) var pages: [ListPage] = []

  /// Creates a sequence. The result is nil if the operation returns no lists, or if the rule
  /// `page-sequence` is off.
  public init?(_ operation: Operation, in contract: Contract) {
    guard let content = operation.success?.content,
      let severity = content.settings[.pageSequence].severity,
      let paging = Paging(operation, in: contract)
    else { return nil }
    self.operation = operation
    self.contract = contract
    self.paging = paging
    self.severity = severity
  }

  /// The number of pages.
  public var count: Int { pages.count }

  /// Adds the response to a request for the next page.
  ///
  /// - Parameter findings: The findings from the check of this page alone, without other pages.
  /// - Returns: False if the body is not JSON. Then the sequence ends.
  public mutating func add(
    _ url: String, _ body: [UInt8], linkHeader: String?, isPastEnd: Bool, _ findings: [Finding]
  ) -> Bool {
    guard var page = page(url, body, linkHeader, at: pages.count) else { return false }
    page.isPastEnd = isPastEnd
    let wrong = Set(findings.map(\.instance))
    page.isDoubtful = page.pointers.contains { wrong.contains($0.shown) }
    if let figure = page.page {
      page.isWrongPage = wrong.contains(page.document.pointer(to: figure.node.tapeIndex).shown)
    }
    pages.append(page)
    return true
  }

  /// Replaces a page by the response to the second request for this page.
  ///
  /// - Returns: False if the body is not JSON.
  public mutating func replace(_ index: Int, _ body: [UInt8], linkHeader: String?) -> Bool {
    let old = pages[index]
    guard var page = page(old.url, body, linkHeader, at: index) else { return false }
    page.isPastEnd = old.isPastEnd
    page.isDoubtful = old.isDoubtful
    page.isWrongPage = old.isWrongPage
    pages[index] = page
    return true
  }

  /// Larger numbers do not count as page numbers or item counts.
  static let largest = 1 << 40

  private func page(
    _ url: String, _ body: [UInt8], _ linkHeader: String?, at index: Int
  ) -> ListPage? {
    guard var page = ListPage(url, body, linkHeader: linkHeader, paging) else { return nil }
    let query = URLParts(url).queryItems
    func asked(_ name: String?) -> Int? {
      query.first { $0.name == name }.flatMap { Int($0.value) }.flatMap {
        (0..<Self.largest).contains($0) ? $0 : nil
      }
    }
    if paging.page != nil {
      // If responses give the next page, requests need no page numbers.
      let isNumbered = !paging.isPageGuessed || index == 0 && page.next?.text == nil
      let first = page.page?.value == 0 ? 0 : paging.firstPage
      page.number = asked(paging.page) ?? (isNumbered ? first : nil)
    } else if paging.offset != nil {
      page.offset = asked(paging.offset) ?? 0
    }
    return page
  }

  var firstNumber: Int {
    pages.contains { $0.number == 0 } ? 0 : paging.firstPage
  }

  /// The number of items on a full page. Nil if the number is not known.
  func limit(of page: ListPage) -> Int? {
    func usual(_ limit: Int) -> Int? { (1..<Self.largest).contains(limit) ? limit : nil }
    if let limit = page.limit { return page.isDoubtful ? nil : usual(limit.value) }
    guard let name = paging.limit else { return nil }
    let asked = URLParts(page.url).queryItems.first { $0.name == name }.map(\.value)
    return asked.map { Int($0).flatMap(usual) } ?? paging.standardLimit.flatMap(usual)
  }

  func saysMore(_ page: ListPage) -> Bool? {
    page.saysMore(first: firstNumber, limit: limit(of: page))
  }
}
