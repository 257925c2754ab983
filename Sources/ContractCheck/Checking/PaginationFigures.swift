internal import JSONSchema
internal import JSONTape

/// Relates the figures of a pagination to one another, to the items and to the request's query.
///
/// A figure that is absent or of the wrong type is another rule's; what depends on it is left out.
struct PaginationFigures {
  let root: JSONNode
  let place: PaginationPlace
  /// The request's URL; nil where there is none.
  let query: URLParts?
  /// Places where another rule has found something: figures there are not used.
  let broken: Set<JSONPointer>

  private struct Figure {
    let name: String
    let node: JSONNode
    let value: Int
  }

  /// What a figure does not agree with.
  private enum Shape: String { case range, pages, more, items, request }

  func faults(severity: Severity) -> [Violation] {
    switch place {
    case .bareArray(let pageSize): return bareArrayFaults(pageSize, severity)
    case .flat(let names, let items):
      return faults(of: root, names, items, at: JSONPointer(), severity)
    case .member(let name, let names, let items):
      guard let node = root[name], node.kind == .object else { return [] }
      return faults(of: node, names, items, at: JSONPointer().appending(name), severity)
    }
  }

  private func fault(
    _ severity: Severity, _ node: JSONNode, _ shape: Shape, _ message: String, label: String = ""
  ) -> Violation {
    Violation(
      rule: .paginationArithmetic, severity: severity,
      kind: .told(FindingText(message: message, label: label), shape: shape.rawValue),
      instance: node.document.pointer(to: node.tapeIndex), range: node.range,
      mark: node.kind == .array ? ByteRange(offset: node.range.offset, length: 1) : nil)
  }

  private func faults(
    of object: JSONNode, _ names: Pagination, _ items: [String], at pointer: JSONPointer,
    _ severity: Severity
  ) -> [Violation] {
    var faults: [Violation] = []
    let page = figure(names.page, object, pointer)
    let limit = figure(names.limit, object, pointer)
    let total = names.total.flatMap { figure($0, object, pointer) }
    let totalPages = names.totalPages.flatMap { figure($0, object, pointer) }
    if let limit, limit.value < 1 {
      // With an impossible limit nothing else can be computed.
      return [
        fault(
          severity, limit.node, .range, "`\(limit.name)` is \(limit.value); a page holds at least 1"
        )
      ]
    }
    if let page, page.value < 1 {
      faults.append(
        fault(severity, page.node, .range, "`\(page.name)` is \(page.value); pages begin at 1"))
    }
    if let total, total.value < 0 {
      faults.append(
        fault(
          severity, total.node, .range,
          "`\(total.name)` is \(total.value); there cannot be fewer than 0"))
    }
    if let limit, let total, let totalPages, total.value >= 0 {
      let pages = total.value / limit.value + (total.value % limit.value == 0 ? 0 : 1)
      if totalPages.value != pages {
        faults.append(
          fault(
            severity, totalPages.node, .pages,
            "`\(totalPages.name)` is \(totalPages.value); \(total.value) items at \(limit.value) a "
              + "page make \(pages)", label: "send \(pages)"))
      }
    }
    if let page, page.value >= 1, let totalPages, let name = names.hasMore, let more = object[name],
      let hasMore = more.bool, !broken.contains(pointer.appending(name)),
      !faults.contains(where: { $0.range == totalPages.node.range }),
      hasMore != (page.value < totalPages.value)
    {
      faults.append(
        fault(
          severity, more, .more,
          "`\(name)` is \(hasMore), on page \(page.value) of \(totalPages.value)",
          label: "send \(page.value < totalPages.value)"))
    }
    if let limit, let items = counted(items), items.count > limit.value {
      faults.append(
        fault(
          severity, items, .items,
          "the list has \(items.count) items; `\(limit.name)` is \(limit.value)"))
    }
    for figure in [page, limit] {
      guard let figure, figure.value >= 1, let asked = asked(figure.name),
        asked != figure.value
      else { continue }
      faults.append(
        fault(
          severity, figure.node, .request,
          "`\(figure.name)` is \(figure.value); the request asked for \(asked)"))
    }
    return faults
  }

  private func figure(_ name: String, _ object: JSONNode, _ pointer: JSONPointer) -> Figure? {
    guard let node = object[name], let value = node.int,
      !broken.contains(pointer.appending(name))
    else { return nil }
    return Figure(name: name, node: node, value: value)
  }

  /// The array that the pagination counts: the only one that the contract documents beside it.
  private func counted(_ items: [String]) -> JSONNode? {
    guard items.count == 1, let node = root[items[0]], node.kind == .array else { return nil }
    return node
  }

  private func asked(_ name: String) -> Int? { Self.asked(name, in: query) }

  /// What a request's query asks for under a name, in any case style.
  static func asked(_ name: String, in query: URLParts?) -> Int? {
    let folded = KeyPolicy.fold(name)
    let item = query?.queryItems.first { KeyPolicy.fold($0.name) == folded }
    return item.flatMap { Int($0.value) }.flatMap { $0 >= 1 ? $0 : nil }
  }

  private func bareArrayFaults(_ pageSize: String, _ severity: Severity) -> [Violation] {
    guard root.kind == .array, let size = asked(pageSize), root.count > size else { return [] }
    return [
      fault(
        severity, root, .request, "the list has \(root.count) items; the request asked for \(size)")
    ]
  }
}
