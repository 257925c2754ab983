internal import JSONTape

extension Rule {
  /// Checks only pages that the tool itself requested directly one after the other. If there is a
  /// mistake, the tool requests the pages a second time. Between the pages of a recording, the data
  /// may have changed.
  static let pageSequence = Rule(
    id: "page-sequence",
    summary: "live pages of one list that do not fit together (`check --pages`)",
    rationale: "the app shows an item twice, misses an item, or asks for a page that does not "
      + "exist",
    source: "Mobile API Response Schemas (v1), Pagination Metadata",
    link: "https://www.rfc-editor.org/rfc/rfc8288#section-3.3",
    problems: [
      "data may change between two requests, so the pages are requested again, and only a mistake "
        + "that both tries have is a finding",
      "a capture has this finding only if `check --record` wrote it",
    ],
    basis: .extensions,
    form: .relation,
    exchanges: (
      wrong: "GET /places?page=2 → 200 with an item that is also on page 1",
      right: "GET /places?page=2 → 200 with the items that come after page 1"
    ))
}

/// A mistake in the pages of a list.
package enum PageMistake: String {
  /// Items that are also on an earlier page.
  case repeated
  /// A figure whose value differs between pages.
  case changed
  /// More or fewer items than the figures announce.
  case count
  /// A page that does not follow the previous page.
  case order
  /// A page after the end of the list has items.
  case pastEnd
  /// The last page announces another page.
  case more
  /// A page claims to be the last, but there is another page.
  case noMore
  /// A link or a cursor that leads back to an earlier page.
  case loop
}

extension PageMistake {
  static func repeated(_ count: Int, of all: Int, on page: Int, key: String) -> FindingText {
    if count == all, all > 1 {
      return FindingText(
        message: "the page has the same items as page \(page)",
        label: "send the items after those of page \(page)")
    }
    let name = FailureContext.shownName(key)
    let what =
      count == 1 ? "this item was" : "this and \(Plural.count(count - 1, "other item")) were"
    return FindingText(
      message: "\(what) already on page \(page), with the same `\(name)`",
      label: "begin after the last item of the previous page")
  }

  static func twice(on page: Int, key: String) -> FindingText {
    FindingText(
      message: "this item is twice on the page, with the same `\(FailureContext.shownName(key))`",
      label: "send each item once")
  }

  static func changed(
    _ figure: ListPage.Figure, from old: Int, on page: Int
  ) -> FindingText {
    FindingText(
      message: "\(figure); on page \(page) it was \(old)", label: "send the same value on all pages"
    )
  }

  static func count(_ found: Int, expected: Int, by reason: String) -> FindingText {
    FindingText(
      message: "the page has \(Plural.count(found, "item")); it should have \(expected), since "
        + reason,
      label: found < expected ? "send the missing items" : "correct the figures")
  }

  static func short(_ found: Int, of limit: Int) -> FindingText {
    FindingText(
      message:
        "the page has only \(Plural.count(found, "item")) of \(limit), but the next page has "
        + "further items",
      label: "fill the page")
  }

  static func sum(_ figure: ListPage.Figure, _ found: Int, pages: Int) -> FindingText {
    FindingText(
      message: "\(figure), but all \(Plural.count(pages, "page")) together have \(found) items",
      label: "send the missing items, or correct `\(figure.shownName)`")
  }

  static func order(_ figure: ListPage.Figure, after number: Int) -> FindingText {
    FindingText(
      message: "\(figure), but the previous page is \(number)",
      label: "link to page \(number + 1)")
  }

  static func pastEnd(_ count: Int, _ reason: String) -> FindingText {
    FindingText(
      message: "this page is after the last page (\(reason)), but has "
        + "\(Plural.count(count, "item"))",
      label: "send an empty list, or correct the figures")
  }

  static func more(_ name: String, _ value: String) -> FindingText {
    FindingText(
      message: "`\(FailureContext.shownName(name))` is \(value), but the next page is empty",
      label: "send false on the last page")
  }

  static func moreWithoutWay(_ name: String, cursor: String) -> FindingText {
    let cursor = FailureContext.shownName(cursor)
    return FindingText(
      message: "`\(FailureContext.shownName(name))` is true, but there is no `\(cursor)`",
      label: "send false on the last page, or send `\(cursor)`")
  }

  static func noMore(_ name: String, next count: Int) -> FindingText {
    FindingText(
      message: "`\(FailureContext.shownName(name))` is false, but the next page has "
        + Plural.count(count, "item"),
      label: "send true")
  }

  static func loop(_ name: String, to page: Int) -> FindingText {
    FindingText(
      message: "`\(FailureContext.shownName(name))` leads to page \(page) again",
      label: "send null on the last page")
  }
}
