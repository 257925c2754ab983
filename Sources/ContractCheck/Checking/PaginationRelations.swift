internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// How the figures of a pagination relate to one another, to the items and to the request's query: its
/// violations, each found when somebody asks for the next one.
///
/// A figure that is absent or of the wrong type is another rule's; what depends on it is left out.
struct PaginationRelations: Sequence, IteratorProtocol {
  private let cursor: TapeCursor
  /// The body.
  private let root: Int
  private let requested: RequestedPage
  /// Places of figures where another rule has found something: they are not used.
  private let broken: Set<JSONPointer>
  private var figures = Figures()
  /// The relation to look at next.
  private var step: Step? = .limit

  /// What is found in the object that holds the figures.
  private struct Figures {
    var page: Figure?
    var limit: Figure?
    var total: Figure?
    var totalPages: Figure?
    /// The name and the place of what says whether there are more pages.
    var hasMore: (name: String, index: Int)?
    /// The array that the pagination counts.
    var items: Int?
    /// Whether the number of pages does not agree with the total.
    var pagesAreWrong = false
  }

  private struct Figure {
    let name: String
    let index: Int
    let value: Int
  }

  private enum Step: Int {
    case limit, page, total, pages, more, items, askedPage, askedLimit, bareArray
    var next: Step? { Step(rawValue: rawValue + 1) }
  }

  /// - Parameters:
  ///   - cursor: The tape of the body.
  ///   - root: The body's place on it.
  ///   - requested: What the request asked for.
  ///   - broken: Places of figures that are not used.
  init(
    _ place: PaginationPlace, _ cursor: TapeCursor, root: Int = 0,
    requested: RequestedPage = RequestedPage(), broken: Set<JSONPointer> = []
  ) {
    self.cursor = cursor
    self.root = root
    self.requested = requested
    self.broken = broken
    switch place {
    case .bareArray: step = .bareArray
    case .flat(let names, let items): read(names, items, in: root, under: JSONPointer())
    case .member(let name, let names, let items):
      guard let object = cursor.member(name, of: root),
        cursor.rawTag(object) == TapeTag.object.rawValue
      else {
        step = nil
        return
      }
      read(
        names, items, in: object,
        under: broken.isEmpty ? JSONPointer() : JSONPointer().appending(name))
    }
  }

  mutating func next() -> PaginationViolation? {
    while let step {
      self.step = step.next
      guard let violation = violation(at: step) else { continue }
      // With an impossible limit nothing else can be computed.
      if step == .limit { self.step = nil }
      return violation
    }
    return nil
  }

  private mutating func violation(at step: Step) -> PaginationViolation? {
    let (page, limit, total) = (figures.page, figures.limit, figures.total)
    switch step {
    case .limit:
      guard let limit, limit.value < 1 else { return nil }
      return violation(.limit(limit.value), limit)
    case .page:
      guard let page, page.value < 1 else { return nil }
      return violation(.page(page.value), page)
    case .total:
      guard let total, total.value < 0 else { return nil }
      return violation(.total(total.value), total)
    case .pages:
      guard let limit, let total, let totalPages = figures.totalPages, total.value >= 0 else {
        return nil
      }
      let pages = total.value / limit.value + (total.value % limit.value == 0 ? 0 : 1)
      guard totalPages.value != pages else { return nil }
      figures.pagesAreWrong = true
      return violation(
        .pages(totalPages.value, expected: pages, total: total.value, limit: limit.value),
        totalPages)
    case .more:
      guard let page, page.value >= 1, let totalPages = figures.totalPages,
        let more = figures.hasMore, !figures.pagesAreWrong
      else { return nil }
      let expected = page.value < totalPages.value
      let tag = expected ? TapeTag.false : TapeTag.true
      guard cursor.rawTag(more.index) == tag.rawValue else { return nil }
      return PaginationViolation(
        kind: .more(expected: expected, page: page.value, pages: totalPages.value),
        name: more.name, index: more.index)
    case .items:
      guard let limit, let items = figures.items, cursor.count(items) > limit.value else {
        return nil
      }
      return PaginationViolation(
        kind: .items(cursor.count(items), limit: limit.value), name: limit.name, index: items)
    case .askedPage: return asked(requested.page, page)
    case .askedLimit:
      self.step = nil
      return asked(requested.limit, limit)
    case .bareArray:
      guard cursor.rawTag(root) == TapeTag.array.rawValue, let size = requested.limit,
        cursor.count(root) > size
      else { return nil }
      return PaginationViolation(
        kind: .length(cursor.count(root), asked: size), name: "", index: root)
    }
  }

  private func violation(
    _ kind: PaginationViolation.Kind, _ figure: Figure
  ) -> PaginationViolation {
    PaginationViolation(kind: kind, name: figure.name, index: figure.index)
  }

  private func asked(_ asked: Int?, _ figure: Figure?) -> PaginationViolation? {
    guard let asked, let figure, figure.value >= 1, asked != figure.value else { return nil }
    return violation(.asked(figure.value, for: asked), figure)
  }

  private mutating func read(
    _ names: Pagination, _ items: [String], in object: Int, under pointer: JSONPointer
  ) {
    figures.page = figure(names.page, object, pointer)
    figures.limit = figure(names.limit, object, pointer)
    figures.total = names.total.flatMap { figure($0, object, pointer) }
    figures.totalPages = names.totalPages.flatMap { figure($0, object, pointer) }
    if let name = names.hasMore, !isBroken(name, pointer),
      let index = cursor.member(name, of: object)
    {
      figures.hasMore = (name, index)
    }
    if items.count == 1, let list = cursor.member(items[0], of: root),
      cursor.rawTag(list) == TapeTag.array.rawValue
    {
      figures.items = list
    }
  }

  private func figure(_ name: String, _ object: Int, _ pointer: JSONPointer) -> Figure? {
    guard let index = cursor.member(name, of: object), let value = cursor.int(index),
      !isBroken(name, pointer)
    else { return nil }
    return Figure(name: name, index: index, value: value)
  }

  private func isBroken(_ name: String, _ pointer: JSONPointer) -> Bool {
    !broken.isEmpty && broken.contains(pointer.appending(name))
  }
}

/// What a request's query asks of a pagination: nothing, where it is not there or is no number from 1.
struct RequestedPage {
  private(set) var page: Int?
  private(set) var limit: Int?

  /// The names under which it may ask, folded.
  struct Names {
    fileprivate let page: [UInt8]?
    fileprivate let limit: [UInt8]

    init(_ place: PaginationPlace) {
      switch place {
      case .member(_, let figures, _), .flat(let figures, _):
        page = KeyPolicy.fold(figures.page)
        limit = KeyPolicy.fold(figures.limit)
      case .bareArray(let pageSize):
        page = nil
        limit = KeyPolicy.fold(pageSize)
      }
    }
  }

  /// Nothing was asked for.
  init() {}

  /// - Parameter query: The query of the URL, without its question mark.
  init(_ query: QueryFields, _ names: Names) {
    var (pageIsRead, limitIsRead) = (names.page == nil, false)
    for field in query where !pageIsRead || !limitIsRead {
      if !pageIsRead, let name = names.page, field.isNamed(folded: name) {
        (page, pageIsRead) = (field.count, true)
      }
      if !limitIsRead, field.isNamed(folded: names.limit) {
        (limit, limitIsRead) = (field.count, true)
      }
    }
  }
}

extension QueryFields.Field {
  /// Whether the name is this one when case and separators are folded away.
  fileprivate func isNamed(folded name: [UInt8]) -> Bool {
    guard isPlain(self.name) else { return KeyPolicy.fold(decodedName) == name }
    var position = 0
    var isLeading = true
    for byte in self.name {
      let isSeparator = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      if isSeparator, !isLeading { continue }
      isLeading = isSeparator
      guard position < name.count, name[position] == ASCIIByte.lowercased(byte) else {
        return false
      }
      position += 1
    }
    return position == name.count
  }

  /// The value as a number from 1.
  fileprivate var count: Int? {
    Int(decodedValue).flatMap { $0 >= 1 ? $0 : nil }
  }
}

/// What is wrong with a figure of a pagination.
struct PaginationViolation {
  enum Kind {
    case limit(Int)
    case page(Int)
    case total(Int)
    case pages(Int, expected: Int, total: Int, limit: Int)
    case more(expected: Bool, page: Int, pages: Int)
    case items(Int, limit: Int)
    case asked(Int, for: Int)
    case length(Int, asked: Int)
  }

  let kind: Kind
  /// The figure's name.
  let name: String
  /// The tape index of the value.
  let index: Int

  /// The violation with its words.
  ///
  /// - Parameter document: The body, on whose tape the value is.
  func violation(in document: JSONDocument, severity: Severity) -> Violation {
    let (shape, message, label) = words
    let node = document.node(at: index)
    return Violation(
      rule: .paginationArithmetic, severity: severity,
      kind: .told(FindingText(message: message, label: label), shape: shape),
      instance: document.pointer(to: index), range: node.range,
      mark: node.kind == .array ? ByteRange(offset: node.range.offset, length: 1) : nil)
  }

  private var words: (shape: String, message: String, label: String) {
    switch kind {
    case .limit(let limit): ("range", "`\(name)` is \(limit); a page holds at least 1", "")
    case .page(let page): ("range", "`\(name)` is \(page); pages begin at 1", "")
    case .total(let total): ("range", "`\(name)` is \(total); there cannot be fewer than 0", "")
    case .pages(let found, let expected, let total, let limit):
      (
        "pages",
        "`\(name)` is \(found); \(total) items at \(limit) a page make \(expected)",
        "send \(expected)"
      )
    case .more(let expected, let page, let pages):
      ("more", "`\(name)` is \(!expected), on page \(page) of \(pages)", "send \(expected)")
    case .items(let count, let limit):
      ("items", "the list has \(count) items; `\(name)` is \(limit)", "")
    case .asked(let value, let asked):
      ("request", "`\(name)` is \(value); the request asked for \(asked)", "")
    case .length(let count, let asked):
      ("request", "the list has \(count) items; the request asked for \(asked)", "")
    }
  }
}

extension TapeCursor {
  /// The value of the first member of an object with a name.
  func member(_ name: String, of object: Int) -> Int? {
    var name = name
    return name.withUTF8 { value(named: $0, in: object) }
  }
}
