@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The first look at pagination figures: whether they certainly agree.
///
/// ``PaginationFigures`` knows what to say where they do not; this asks the same in place, and answers
/// no wherever it is not sure.
struct PaginationScreen {
  private let place: PaginationPlace
  /// What the request's query asks for, by the names of the figures.
  private var askedPage: Int?
  private var askedLimit: Int?
  /// Those names, folded.
  private let page: [UInt8]?
  private let limit: [UInt8]

  /// The look at bodies of which nothing was asked.
  init(_ place: PaginationPlace) {
    self.place = place
    switch place {
    case .member(_, let names, _), .flat(let names, _):
      page = KeyPolicy.fold(names.page)
      limit = KeyPolicy.fold(names.limit)
    case .bareArray(let pageSize):
      page = nil
      limit = KeyPolicy.fold(pageSize)
    }
  }

  /// The look at the answer to a query; nil where it is not sure what that asks for.
  func answering(_ query: QueryText) -> PaginationScreen? {
    var screen = self
    for (name, asked) in [(page, \PaginationScreen.askedPage), (limit, \.askedLimit)] {
      guard let name else { continue }
      switch query.field(folded: name) {
      case .absent: continue
      case .plain(let text):
        guard text.count <= 18, text.allSatisfy(ASCIIByte.isDigit) else { return nil }
        let number = text.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        screen[keyPath: asked] = number >= 1 ? number : nil
      case .unsure: return nil
      }
    }
    return screen
  }

  /// Whether nothing is to be said of a body that its schema accepts.
  func agrees(_ cursor: TapeCursor, _ root: Int) -> Bool {
    switch place {
    case .bareArray:
      guard cursor.rawTag(root) == TapeTag.array.rawValue else { return true }
      return askedLimit.map { cursor.count(root) <= $0 } ?? true
    case .flat(let names, let items):
      return agrees(cursor, root, names, items, root)
    case .member(let name, let names, let items):
      guard let object = cursor.member(name, of: root),
        cursor.rawTag(object) == TapeTag.object.rawValue
      else { return false }
      return agrees(cursor, object, names, items, root)
    }
  }

  private func agrees(
    _ cursor: TapeCursor, _ object: Int, _ names: Pagination, _ items: [String], _ root: Int
  ) -> Bool {
    func figure(_ name: String) -> Int? {
      cursor.member(name, of: object).flatMap { cursor.smallInteger($0) }
    }
    guard let page = figure(names.page), let limit = figure(names.limit), page >= 1, limit >= 1,
      askedPage.map({ $0 == page }) ?? true, askedLimit.map({ $0 == limit }) ?? true
    else { return false }
    var pages: Int?
    if let name = names.totalPages {
      guard let value = figure(name) else { return false }
      pages = value
    }
    if let name = names.total {
      guard let total = figure(name), total >= 0 else { return false }
      if let pages, pages != (total + limit - 1) / limit { return false }
    }
    if let name = names.hasMore, let pages {
      guard let more = cursor.member(name, of: object) else { return false }
      let tag = page < pages ? TapeTag.true : TapeTag.false
      if cursor.rawTag(more) != tag.rawValue { return false }
    }
    guard items.count == 1 else { return true }
    guard let list = cursor.member(items[0], of: root) else { return false }
    return cursor.rawTag(list) != TapeTag.array.rawValue || cursor.count(list) <= limit
  }
}

extension TapeCursor {
  /// The value of the first member of an object with a name; nil too where that is written with
  /// escapes.
  func member(_ name: String, of object: Int) -> Int? {
    guard rawTag(object) == TapeTag.object.rawValue else { return nil }
    var key = firstChild(object)
    let end = next(object)
    while key < end {
      if length(key) == name.utf8.count, !isEscaped(key), rawBytes(key).elementsEqual(name.utf8) {
        return key &+ 1
      }
      key = next(key &+ 1)
    }
    return nil
  }
}
