@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds the next page.
extension PageSequence {
  /// The request for the next page. Nil after the last page, or if it is unknown how to request
  /// another page.
  public var next: Request? {
    guard let last = pages.last, last.count > 0, !last.isPastEnd, !isAgain(pages.count - 1) else {
      return nil
    }
    let saysMore = saysMore(last)
    let outlook: Outlook =
      saysMore == false ? .pastEnd : announcesMore(last) ? .announced : .open
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
    if last.next == nil, saysMore == true, paging.cursorIsKey, let name = paging.cursor,
      let item = last.things.last, let key = key(of: last)
    {
      return (item[key]?.string ?? item[key]?.number.map(\.text)).map { request(name, $0) }
    }
    return nil
  }

  /// Whether there are more pages, but it is unknown how to request the next page.
  public var isUnfollowed: Bool {
    guard let last = pages.last, next == nil, last.count > 0, !last.isPastEnd else { return false }
    return saysMore(last) == true && !isAgain(pages.count - 1)
      && loopStart(pages.count - 1) == nil
  }

  /// Whether the server itself announces more pages. A full page alone is no announcement.
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

  /// The number of items up to the end of a page. Nil if the number is not known.
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

  /// Whether a page repeats the items of an earlier one, so that further requests are useless.
  func isAgain(_ index: Int) -> Bool {
    guard let items = pages[index].items else { return false }
    return pages[..<index].contains { $0.items == items }
  }

  /// The earlier page to which a page's next link leads. Nil if the link leads to another place.
  func loopStart(_ index: Int) -> Int? {
    guard let next = pages[index].next, let text = next.text else { return nil }
    if next.isLink, let known = pages[...index].firstIndex(where: { $0.url == text }) {
      return known
    }
    return pages[..<index].firstIndex { $0.next?.text == text }.map { $0 + 1 }
  }
}
