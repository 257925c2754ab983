@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The pages of one list, asked for one after the other: where the next one is, and what is wrong
/// with them together.
///
/// Data may change while pages are asked for. So everything that is wrong is a suspicion until it is
/// found again in pages that were asked for once more.
@_spi(Engine) public struct PageSequence: Sendable {
  /// The next page to ask for.
  public struct Request: Hashable, Sendable {
    /// The URL, or what a link says, which may be relative to the URL of the last page.
    public let url: String
    /// Whether the server says where the page is.
    public let isLink: Bool
    /// What the pages so far say of it.
    public let outlook: Outlook
  }

  /// What the pages so far say of the next one.
  public enum Outlook: Sendable {
    /// It is there.
    case announced
    /// Nothing: it may be there, and a 4XX is the end of the list.
    case open
    /// There is no such page: it should be empty, or a 4XX.
    case pastEnd
  }

  /// Something that is probably wrong, and the pages on which it depends.
  public struct Suspicion: Hashable, Sendable {
    let mistake: PageMistake
    /// The page with the finding, from 0.
    public let page: Int
    /// The pages that must be asked for once more, from 0.
    public let pages: [Int]
  }

  private let operation: Operation
  private let contract: Contract
  private let paging: Paging
  private let severity: Severity
  private var pages: [ListPage] = []

  /// Nil where the operation answers no lists, or where the rule is off.
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

  /// Adds the answer to a request for the next page.
  ///
  /// - Parameter findings: What is wrong with the page alone.
  /// - Returns: False for text that is not JSON, which ends the sequence.
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

  /// Replaces a page by what the server answered when it was asked for it once more.
  ///
  /// - Returns: False for text that is not JSON.
  public mutating func replace(_ index: Int, _ body: [UInt8], linkHeader: String?) -> Bool {
    let old = pages[index]
    guard var page = page(old.url, body, linkHeader, at: index) else { return false }
    page.isPastEnd = old.isPastEnd
    page.isDoubtful = old.isDoubtful
    page.isWrongPage = old.isWrongPage
    pages[index] = page
    return true
  }

  /// Larger numbers are no numbers of pages and items.
  private static let largest = 1 << 40

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
      // An answer that says where the next page is need not have numbers in its requests.
      let isNumbered = !paging.isPageGuessed || index == 0 && page.next?.text == nil
      let first = page.page?.value == 0 ? 0 : paging.firstPage
      page.number = asked(paging.page) ?? (isNumbered ? first : nil)
    } else if paging.offset != nil {
      page.offset = asked(paging.offset) ?? 0
    }
    return page
  }

  private var firstNumber: Int {
    pages.contains { $0.number == 0 } ? 0 : paging.firstPage
  }

  /// The number of items on a full page; nil where that is not known.
  private func limit(of page: ListPage) -> Int? {
    func usual(_ limit: Int) -> Int? { (1..<Self.largest).contains(limit) ? limit : nil }
    if let limit = page.limit { return page.isDoubtful ? nil : usual(limit.value) }
    guard let name = paging.limit else { return nil }
    let asked = URLParts(page.url).queryItems.first { $0.name == name }.map(\.value)
    return asked.map { Int($0).flatMap(usual) } ?? paging.standardLimit.flatMap(usual)
  }

  private func claimsMore(_ page: ListPage) -> Bool? {
    page.claimsMore(first: firstNumber, limit: limit(of: page))
  }
}

// The next page.
extension PageSequence {
  /// Nil at the end, and where nothing says how to ask for another page.
  public var next: Request? {
    guard let last = pages.last, last.count > 0, !last.isPastEnd, !isAgain(pages.count - 1) else {
      return nil
    }
    let claim = claimsMore(last)
    let outlook: Outlook =
      claim == false ? .pastEnd : announcesMore(last) ? .announced : .open
    func request(_ name: String, _ value: String) -> Request {
      Request(
        url: Self.setting(name, to: value, in: last.url), isLink: false, outlook: outlook)
    }
    if let name = paging.page, let number = last.number {
      return request(name, "\(number + 1)")
    }
    if let name = paging.offset, let offset = last.offset {
      return request(name, "\(offset + (limit(of: last) ?? last.count))")
    }
    guard loopStart(pages.count - 1) == nil else { return nil }
    if let text = last.next?.text {
      if last.next?.isLink == true {
        return Request(url: text, isLink: true, outlook: outlook)
      }
      return paging.cursor.map { request($0, text) }
    }
    if last.next == nil, claim == true, paging.cursorIsKey, let name = paging.cursor,
      let item = last.items?.elements.reduce(nil, { $1 }), let key = key(of: last)
    {
      return (item[key]?.string ?? item[key]?.number.map(\.text)).map { request(name, $0) }
    }
    return nil
  }

  /// Whether the server itself says that there is more: a full page alone does not.
  private func announcesMore(_ last: ListPage) -> Bool {
    if last.isDoubtful { return false }
    if let hasMore = last.hasMore { return hasMore.value }
    if last.next?.text != nil { return true }
    if let number = last.number, let totalPages = last.totalPages {
      return number - firstNumber + 1 < totalPages.value
    }
    guard let total = last.total, let count = itemsSoFar(last) else { return false }
    return count < total.value
  }

  /// The number of items up to the end of a page; nil where that is not known.
  private func itemsSoFar(_ last: ListPage) -> Int? {
    if let offset = last.offset { return offset + last.count }
    guard let number = last.number, pages[0].number != firstNumber else {
      return pages.reduce(0) { $0 + $1.count }
    }
    guard let limit = limit(of: last) else { return nil }
    let (before, isOver) = (number - firstNumber).multipliedReportingOverflow(by: limit)
    return isOver ? nil : before + last.count
  }

  /// A URL with one parameter of its query replaced or added.
  static func setting(_ name: String, to value: String, in url: String) -> String {
    let url = url.prefix { $0 != "#" }
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let field = "\(PercentEncoding.encode(name.utf8))=\(PercentEncoding.encode(value.utf8))"
    guard parts.count == 2 else { return "\(url)?\(field)" }
    var fields = parts[1].split(separator: "&").map(String.init)
    let position = fields.firstIndex { FormField.parse($0.utf8).first?.name == name }
    fields.removeAll { FormField.parse($0.utf8).first?.name == name }
    fields.insert(field, at: min(position ?? fields.count, fields.count))
    return "\(parts[0])?\(fields.joined(separator: "&"))"
  }

  /// Whether a page has the items of an earlier one again, so that asking on leads nowhere.
  private func isAgain(_ index: Int) -> Bool {
    guard let items = pages[index].items else { return false }
    return pages[..<index].contains { $0.items == items }
  }

  /// The page to which the way from a page leads, if that is one of the pages so far.
  private func loopStart(_ index: Int) -> Int? {
    guard let next = pages[index].next, let text = next.text else { return nil }
    if next.isLink, let known = pages[...index].firstIndex(where: { $0.url == text }) {
      return known
    }
    return pages[..<index].firstIndex { $0.next?.text == text }.map { $0 + 1 }
  }
}

// What is wrong.
extension PageSequence {
  private struct Found {
    let suspicion: Suspicion
    let node: JSONNode
    let text: FindingText

    /// Where data has moved, other items come twice, or other totals differ.
    func isSame(_ other: Found) -> Bool {
      suspicion == other.suspicion && text.message == other.text.message
        && node.document.pointer(to: node.tapeIndex)
          == other.node.document.pointer(to: other.node.tapeIndex)
        && (node.kind == .array || node == other.node)
    }
  }

  /// What may be wrong with the pages together.
  public var suspicions: [Suspicion] { found.map(\.suspicion) }

  /// The findings of what two sequences of the same pages have in common.
  ///
  /// - Parameters:
  ///   - again: The sequence with the pages that were asked for once more.
  ///   - reports: For a page, its name in findings and its bytes, and its exchange.
  public func findings(
    confirmedBy again: PageSequence,
    _ source: (Int) -> (CaptureSource, CheckedExchange?)
  ) -> [(page: Int, finding: Finding)] {
    let confirmed = again.found
    return found.flatMap { found in
      let (mistake, page) = (found.suspicion.mistake, found.suspicion.page)
      guard confirmed.contains(where: found.isSame) else {
        return [(page: Int, finding: Finding)]()
      }
      let (source, exchange) = source(page)
      var run = CheckRun(source: source)
      run.reference = exchange?.reference
      run.reference?.part = .response
      run.contract = contract
      run.report(
        [.pages(mistake, found.text, at: found.node, severity)],
        of: Body(bytes: source.bytes, map: .identity(base: 0)))
      return run.result(ExchangeCount(.checked)).findings.map { (page, $0) }
    }
  }

  /// One for each mistake: what follows from another one is left out.
  private var found: [Found] {
    guard pages.count > 1 else { return [] }
    let repeated = repeated
    let changed = changed
    var all = [repeated, changed, order].compactMap(\.self)
    if all.isEmpty, let miscounted { all.append(miscounted) }
    if changed == nil, all.count == (repeated == nil ? 0 : 1), let end { all.append(end) }
    return all
  }

  private func found(
    _ mistake: PageMistake, _ page: Int, with others: [Int], at node: JSONNode, _ text: FindingText
  ) -> Found {
    Found(
      suspicion: Suspicion(
        mistake: mistake, page: page, pages: Set(others + [page]).sorted()),
      node: node, text: text)
  }

  // MARK: Items

  /// The name of the member that tells the items of a page apart.
  private func key(of page: ListPage) -> String? {
    guard let first = page.items?.elements.first(where: { $0.kind == .object }) else { return nil }
    return paging.key(of: page.list, among: first.members.map(\.name))
  }

  /// Members that say what an item is, where a list has several kinds.
  private static let kinds: Set<String> = ["type", "kind", "object", "__typename"]

  /// What tells an item apart: its key, its kind, and the ids of what else it consists of. A place
  /// that two people have saved is two items.
  private static func identity(_ item: JSONNode, _ key: String) -> [String]? {
    guard let own = item[key], own.kind == .string || own.kind == .number else { return nil }
    var identity = [own.string ?? own.text]
    for member in item.members where member.name != key {
      if kinds.contains(member.name), let kind = member.value.string {
        identity.append("\(member.name) \(kind)")
      }
      let ids = [member.value["id"], isIdentifier(member.name) ? member.value : nil]
      for case let id? in ids where id.kind == .string || id.kind == .number {
        identity.append("\(member.name) \(id.string ?? id.text)")
      }
    }
    return identity
  }

  private static func isIdentifier(_ name: String) -> Bool {
    let folded = KeyPolicy.fold(name)
    return ["id", "key", "uuid"].contains { folded.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  /// The first page with items that were there already.
  private var repeated: Found? {
    var seen: [[String]: Int] = [:]
    for (index, page) in pages.enumerated() {
      guard let key = key(of: page), let items = page.items else { continue }
      var again: [(item: JSONNode, page: Int)] = []
      for item in items.elements {
        guard let identity = Self.identity(item, key) else { continue }
        if let known = seen[identity] { again.append((item, known)) }
        seen[identity] = seen[identity] ?? index
      }
      guard let first = again.first, !page.isPastEnd, !page.isWrongPage else { continue }
      let node = first.item[key] ?? first.item
      guard first.page < index else {
        return found(
          .repeated, index, with: [], at: node, PageMistake.twice(on: label(index), key: key))
      }
      let isWhole = again.count == items.count && again.allSatisfy { $0.page == first.page }
      let text = PageMistake.repeated(
        again.count, of: isWhole ? items.count : 0, on: label(first.page), key: key)
      return found(
        .repeated, index, with: [first.page], at: isWhole && items.count > 1 ? items : node, text)
    }
    return nil
  }

  /// The number of new items on a page.
  private func newItems(_ index: Int) -> Int {
    guard let key = key(of: pages[index]), let items = pages[index].items else {
      return isAgain(index) ? 0 : pages[index].count
    }
    var seen: Set<[String]> = []
    for page in pages[..<index] {
      guard let known = page.items else { continue }
      for item in known.elements {
        if let identity = Self.identity(item, key) { seen.insert(identity) }
      }
    }
    return items.elements.reduce(0) { count, item in
      count + (Self.identity(item, key).map(seen.contains) == true ? 0 : 1)
    }
  }

  /// How a page is called: by its number, or by its place among the pages, from 1.
  private func label(_ index: Int) -> Int { pages[index].number ?? index + 1 }

  // MARK: Figures

  private static let figures: [@Sendable (ListPage) -> ListPage.Figure?] = [
    { $0.total }, { $0.totalPages }, { $0.limit },
  ]

  /// The first page with another total than the pages before.
  private var changed: Found? {
    for figure in Self.figures {
      var known: (index: Int, value: Int)?
      for (index, page) in pages.enumerated() where !page.isDoubtful && page.count > 0 {
        guard let own = figure(page) else { continue }
        // Some count the items of the page under a name of a limit or of all pages.
        let isCount =
          own.value == page.count && known.map { $0.value == pages[$0.index].count } ?? true
        if let known, known.value != own.value, !isCount {
          return found(
            .changed, index, with: [known.index], at: own.node,
            PageMistake.changed(own, from: known.value, on: label(known.index)))
        }
        known = known ?? (index, own.value)
      }
    }
    return nil
  }

  /// The first page whose number is not the one after that of the page before, where the server says
  /// which page is next.
  private var order: Found? {
    for index in pages.indices.dropFirst() where pages[index].number == nil {
      let (before, page) = (pages[index - 1], pages[index])
      guard let old = before.page, let new = page.page, !before.isDoubtful, !page.isDoubtful,
        (0..<Self.largest).contains(old.value), new.value != old.value + 1, new.value != old.value
      else { continue }
      return found(
        .order, index, with: [index - 1], at: new.node, PageMistake.order(new, after: old.value))
    }
    return nil
  }

  /// The first page with another number of items than the figures say.
  private var miscounted: Found? {
    for (index, page) in pages.enumerated() where !page.isDoubtful {
      guard let items = page.items else { continue }
      let neighbour = index > 0 ? index - 1 : index + 1
      if let (expected, reason) = expectation(of: page) {
        guard page.count != expected else { continue }
        let text =
          expected == 0
          ? PageMistake.pastEnd(page.count, reason)
          : PageMistake.count(page.count, expected: expected, by: reason)
        return found(
          expected == 0 ? .pastEnd : .count, index, with: [neighbour], at: items, text)
      }
      guard page.number != nil || page.offset != nil, page.hasMore == nil || page.count == 0,
        let limit = limit(of: page) ?? (page.count == 0 ? 1 : nil), page.count < limit,
        index + 1 < pages.count, !pages[index + 1].isDoubtful, newItems(index + 1) > 0
      else { continue }
      return found(
        .count, index, with: [index + 1], at: items, PageMistake.short(page.count, of: limit))
    }
    return sum
  }

  /// How many items a page should have, and why.
  private func expectation(of page: ListPage) -> (count: Int, reason: String)? {
    guard let limit = page.limit, let total = page.total, (1..<Self.largest).contains(limit.value),
      (0..<Self.largest).contains(total.value)
    else { return nil }
    let before: Int
    if let number = page.number {
      let (pages, isOver) = (number - firstNumber).multipliedReportingOverflow(by: limit.value)
      guard !isOver, pages >= 0 else { return nil }
      before = pages
    } else if let offset = page.offset {
      before = offset
    } else {
      return nil
    }
    return (max(0, min(limit.value, total.value - before)), "\(total) and \(limit)")
  }

  /// Where pages have no numbers, all of them together have the total.
  private var sum: Found? {
    guard let last = pages.last, let first = pages.first, let total = last.total,
      first.number == nil, first.offset == nil, isWhole(first),
      pages.allSatisfy({ $0.items != nil && !$0.isDoubtful }), claimsMore(last) == false
    else { return nil }
    let sum = pages.reduce(0) { $0 + $1.count }
    guard sum != total.value else { return nil }
    return found(
      .count, pages.count - 1, with: Array(pages.indices), at: total.node,
      PageMistake.sum(total, sum, pages: pages.count))
  }

  /// Whether the first page is the first of the list.
  private func isWhole(_ first: ListPage) -> Bool {
    paging.cursor.map { name in !URLParts(first.url).queryItems.contains { $0.name == name } }
      ?? (first.page.map { $0.value <= 1 } ?? true)
  }

  // MARK: The end

  private var end: Found? {
    for index in pages.indices {
      let page = pages[index]
      if let loop = loopStart(index), let next = page.next, let node = next.node,
        page.number == nil, page.offset == nil, page.count > 0, claimsMore(page) != false
      {
        return found(
          .loop, index, with: [min(loop, index)], at: node,
          PageMistake.loop(next.name, to: label(min(loop, pages.count - 1))))
      }
      guard !page.isDoubtful else { continue }
      if index + 1 < pages.count {
        if let found = end(index, before: pages[index + 1]) { return found }
      } else if let more = page.hasMore, more.value, let next = page.next, next.text == nil,
        page.number == nil, page.offset == nil, !next.isLink || next.node != nil
      {
        return found(
          .more, index, with: [index - 1], at: more.node,
          PageMistake.moreWithoutWay(more.name, cursor: next.name))
      }
    }
    return nil
  }

  private func end(_ index: Int, before next: ListPage) -> Found? {
    let page = pages[index]
    guard !next.isDoubtful, next.items != nil else { return nil }
    if next.count == 0 {
      if let more = page.hasMore, more.value {
        return found(
          .more, index, with: [index + 1], at: more.node, PageMistake.more(more.name, "true"))
      }
      if page.hasMore == nil, let totalPages = page.totalPages, claimsMore(page) == true,
        page.number != nil
      {
        return found(
          .more, index, with: [index + 1], at: totalPages.node,
          PageMistake.more(totalPages.name, "\(totalPages.value)"))
      }
      return nil
    }
    guard next.isPastEnd, let items = next.items else { return nil }
    let isNew = newItems(index + 1) > 0
    if isNew, let more = page.hasMore, page.totalPages == nil, page.total == nil {
      return found(
        .noMore, index, with: [index + 1], at: more.node,
        PageMistake.noMore(more.name, next: next.count))
    }
    let reason =
      page.totalPages?.description ?? page.total?.description
      ?? page.hasMore.map { "`\(FailureContext.shownName($0.name))` is false before it" }
      ?? limit(of: page).map { "the page before has \(page.count) of \($0) items" }
    guard let reason else { return nil }
    return found(
      .pastEnd, index + 1, with: [index], at: items, PageMistake.pastEnd(next.count, reason))
  }
}
