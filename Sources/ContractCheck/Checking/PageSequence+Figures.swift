@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds pagination figures that contradict the items or other figures.
extension PageSequence {
  private static let figures: [@Sendable (ListPage) -> ListPage.Figure?] = [
    { $0.total }, { $0.totalPages }, { $0.limit },
  ]

  /// The first page whose total differs from earlier pages.
  var changed: Suspicion? {
    for figure in Self.figures {
      var known: (index: Int, value: Int)?
      for (index, page) in pages.enumerated() where !page.isDoubtful && page.count > 0 {
        guard let own = figure(page) else { continue }
        // Some APIs use the name of a limit or a page count for the number of items on the page.
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

  /// The first page whose number does not follow the previous page's number. It counts only if the
  /// server says which page is next.
  var order: Suspicion? {
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

  /// The first page whose number of items contradicts its figures.
  var miscounted: Suspicion? {
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

  /// The expected number of items on a page, and the reason.
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

  /// If pages have no numbers, the number of items on all pages together must be the total.
  private var sum: Suspicion? {
    guard let last = pages.last, let first = pages.first, let total = last.total,
      first.number == nil, first.offset == nil, isWhole(first),
      pages.allSatisfy({ $0.items != nil && !$0.isDoubtful }), saysMore(last) == false
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
}

/// Reads what a page tells about the next page.
extension PageSequence {
  var end: Suspicion? {
    for index in pages.indices {
      let page = pages[index]
      if let loop = loopStart(index), let next = page.next, let node = next.node,
        page.number == nil, page.offset == nil, page.count > 0, saysMore(page) != false
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

  private func end(_ index: Int, before next: ListPage) -> Suspicion? {
    let page = pages[index]
    guard !next.isDoubtful, next.items != nil else { return nil }
    if next.count == 0 {
      if let more = page.hasMore, more.value {
        return found(
          .more, index, with: [index + 1], at: more.node, PageMistake.more(more.name, "true"))
      }
      if page.hasMore == nil, let totalPages = page.totalPages, saysMore(page) == true,
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
      ?? page.hasMore.map { "`\(FailureContext.shownName($0.name))` is false on the page before" }
      ?? limit(of: page).map { "the page before has \(page.count) of \($0) items" }
    guard let reason else { return nil }
    return found(
      .pastEnd, index + 1, with: [index], at: items, PageMistake.pastEnd(next.count, reason))
  }
}
