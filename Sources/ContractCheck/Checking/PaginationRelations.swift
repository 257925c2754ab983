@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Relations between the figures of a pagination, the items and the request's query. Mistakes are
/// found one after the other, when they are needed.
///
/// Another rule reports a figure that is missing or has the wrong type. Relations with such a
/// figure are skipped.
struct PaginationRelations: Sequence, IteratorProtocol {
  private let cursor: TapeCursor
  private let root: Int
  private let requested: RequestedPage
  /// Figures that another rule has reported; they are not used.
  private let broken: Set<JSONPointer>
  private var figures = Figures()
  private var step: Step? = .limit

  /// The figures of the pagination object.
  private struct Figures {
    var page: Figure?
    var limit: Figure?
    var total: Figure?
    var totalPages: Figure?
    /// The property that tells whether there are more pages.
    var hasMore: (name: String, index: Int)?
    /// The array that the pagination counts.
    var items: Int?
    /// Whether the number of pages contradicts the total.
    var pagesAreWrong = false
  }

  private struct Figure: CustomStringConvertible {
    let name: String
    let index: Int
    let value: Int
    var description: String { "`\(name)` is \(value)" }
  }

  private enum Step: Int {
    case limit, page, total, pages, more, items, askedPage, askedLimit, bareArray
    var next: Step? { Step(rawValue: rawValue + 1) }
  }

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
    case .property(let name, let names, let items):
      guard let object = cursor.property(name, of: root),
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
      // An impossible limit makes the other figures uncertain.
      if step == .limit { self.step = nil }
      return violation
    }
    return nil
  }

  private mutating func violation(at step: Step) -> PaginationViolation? {
    let (page, limit, total) = (figures.page, figures.limit, figures.total)
    switch step {
    case .limit: return below(1, limit, "a page has at least 1 item")
    case .page: return below(1, page, "pages begin at 1")
    case .total: return below(0, total, "a number of items cannot be below 0")
    case .pages:
      guard let limit, let total, let found = figures.totalPages, total.value >= 0 else {
        return nil
      }
      let pages = total.value / limit.value + (total.value % limit.value == 0 ? 0 : 1)
      // The last page of an empty list is its first page.
      if found.value == 1, pages == 0, NamePattern.fold(found.name) == Self.lastPage { return nil }
      guard found.value != pages else { return nil }
      figures.pagesAreWrong = true
      let words =
        "\(total.value) items in pages of \(limit.value) make "
        + "\(Plural.count(pages, "page"))"
      return PaginationViolation(
        index: found.index, shape: "pages", message: "\(found); \(words)", label: "send \(pages)")
    case .more:
      guard let page, page.value >= 1, let totalPages = figures.totalPages,
        let more = figures.hasMore, !figures.pagesAreWrong
      else { return nil }
      let expected = page.value < totalPages.value
      let tag = expected ? TapeTag.false : TapeTag.true
      guard cursor.rawTag(more.index) == tag.rawValue else { return nil }
      return PaginationViolation(
        index: more.index, shape: "more",
        message: "`\(more.name)` is \(!expected) on page \(page.value) of \(totalPages.value)",
        label: "send \(expected)")
    case .items:
      guard let limit, let items = figures.items, cursor.count(items) > limit.value else {
        return nil
      }
      return PaginationViolation(
        index: items, shape: "items",
        message: "the list has \(cursor.count(items)) items; \(limit)")
    case .askedPage: return asked(requested.page, page)
    case .askedLimit:
      self.step = nil
      return asked(requested.limit, limit)
    case .bareArray:
      guard cursor.rawTag(root) == TapeTag.array.rawValue, let size = requested.limit,
        cursor.count(root) > size
      else { return nil }
      return PaginationViolation(
        index: root, shape: "request",
        message: "the list has \(cursor.count(root)) items; the request asked for \(size)")
    }
  }

  /// A folded name for the number of a page, not the number of pages.
  private static let lastPage = NamePattern.fold("lastPage")

  private func below(_ minimum: Int, _ figure: Figure?, _ words: String) -> PaginationViolation? {
    guard let figure, figure.value < minimum else { return nil }
    return PaginationViolation(
      index: figure.index, shape: "range", message: "\(figure); \(words)")
  }

  private func asked(_ asked: Int?, _ figure: Figure?) -> PaginationViolation? {
    guard let asked, let figure, figure.value >= 1, asked != figure.value else { return nil }
    return PaginationViolation(
      index: figure.index, shape: "request", message: "\(figure); the request asked for \(asked)")
  }

  private mutating func read(
    _ names: Pagination, _ items: [String], in object: Int, under pointer: JSONPointer
  ) {
    figures.page = figure(names.page, object, pointer)
    figures.limit = figure(names.limit, object, pointer)
    figures.total = names.total.flatMap { figure($0, object, pointer) }
    figures.totalPages = names.totalPages.flatMap { figure($0, object, pointer) }
    if let name = names.hasMore, !isBroken(name, pointer),
      let index = cursor.property(name, of: object)
    {
      figures.hasMore = (name, index)
    }
    if items.count == 1, let list = cursor.property(items[0], of: root),
      cursor.rawTag(list) == TapeTag.array.rawValue
    {
      figures.items = list
    }
  }

  private func figure(_ name: String, _ object: Int, _ pointer: JSONPointer) -> Figure? {
    guard let index = cursor.property(name, of: object), let value = cursor.int(index),
      !isBroken(name, pointer)
    else { return nil }
    return Figure(name: name, index: index, value: value)
  }

  private func isBroken(_ name: String, _ pointer: JSONPointer) -> Bool {
    !broken.isEmpty && broken.contains(pointer.appending(name))
  }
}

/// The page and the limit in a request's query. Nil if the parameter is missing or is not a number
/// from 1.
struct RequestedPage {
  private(set) var page: Int?
  private(set) var limit: Int?

  /// The folded names of the parameters.
  struct Names {
    fileprivate let page: [UInt8]?
    fileprivate let limit: [UInt8]

    init(_ place: PaginationPlace) {
      switch place {
      case .property(_, let figures, _), .flat(let figures, _):
        page = NamePattern.fold(figures.page)
        limit = NamePattern.fold(figures.limit)
      case .bareArray(let pageSize):
        page = nil
        limit = NamePattern.fold(pageSize)
      }
    }
  }

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
  /// Compares names without case and separators.
  fileprivate func isNamed(folded name: [UInt8]) -> Bool {
    guard isPlain(self.name) else { return NamePattern.fold(decodedName) == name }
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

  fileprivate var count: Int? {
    Int(decodedValue).flatMap { $0 >= 1 ? $0 : nil }
  }
}

struct PaginationViolation {
  let index: Int
  let shape: String
  let message: String
  var label = ""

  /// - Parameter document: The body whose tape contains the value.
  func violation(in document: JSONDocument, severity: Severity) -> Violation {
    let node = document.node(at: index)
    return Violation(
      rule: .paginationArithmetic, severity: severity,
      kind: .told(FindingText(message: message, label: label), shape: shape),
      instance: document.pointer(to: index), range: node.range,
      mark: node.kind == .array ? ByteRange(offset: node.range.offset, length: 1) : nil)
  }
}

extension TapeCursor {
  func property(_ name: String, of object: Int) -> Int? {
    name.withByteView { value(named: $0, in: object) }
  }
}
