@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// Makes the pagination figures of a body consistent, as ``PaginationRelations`` requires.
struct VariantFigures {
  private let holder: [VariantChange.Step]
  private let names: Pagination
  private let items: String?

  /// Creates a value. Nil if a body has no figures.
  init?(_ place: PaginationPlace?) {
    switch place {
    case .property(let name, let names, let items):
      holder = [.name(name)]
      self.names = names
      self.items = items.count == 1 ? items[0] : nil
    case .flat(let names, let items):
      holder = []
      self.names = names
      self.items = items.count == 1 ? items[0] : nil
    case .bareArray, nil: return nil
    }
  }

  /// The known figures by their places.
  var known: [[VariantChange.Step]: VariantMaker.Figure] {
    let figures = [
      (names.page, 1, "1"), (names.limit, 1, "20"), (names.total, 0, "1"),
      (names.totalPages, 0, "1"),
    ]
    var known: [[VariantChange.Step]: VariantMaker.Figure] = [:]
    for (name, least, usual) in figures {
      guard let name else { continue }
      known[holder + [.name(name)]] = VariantMaker.Figure(least: least, usual: usual)
    }
    return known
  }

  /// The figures. A figure is nil if the body does not have it.
  private struct Values {
    var page: Int?
    var limit: Int?
    var total: Int?
    var pages: Int?
    var count: Int?
  }

  /// The body with figures that agree with the intended changes.
  func settle(_ body: VariantValue, after changes: [VariantChange]) -> VariantValue {
    let object = holder.reduce(body as VariantValue?) { $0?[$1.token] }
    guard let object, case .object = object else { return body }
    func figure(_ name: String?) -> Int? { name.flatMap { object[$0]?.int } }
    var values = Values(
      page: figure(names.page), limit: figure(names.limit), total: figure(names.total),
      pages: figure(names.totalPages))
    if let items, case .array(let elements)? = body[items] { values.count = elements.count }
    let changed = Set(
      changes.filter { $0.path.dropLast() == holder[...] }.compactMap { $0.path.last?.token })
    agree(&values, on: changed)
    var settled = body
    func set(_ name: String?, _ value: Int?) {
      guard let name, let value, figure(name) != nil else { return }
      settled = settled.applying([
        VariantChange(path: holder + [.name(name)], value: .number("\(value)"))
      ])
    }
    set(names.limit, values.limit)
    set(names.total, values.total)
    set(names.totalPages, values.pages)
    if let page = values.page, let pages = values.pages, let name = names.hasMore,
      case .boolean? = object[name]
    {
      settled = settled.applying([
        VariantChange(path: holder + [.name(name)], value: .boolean(page < pages))
      ])
    }
    if let items, let count = values.count, case .array(let elements)? = settled[items],
      elements.count > count
    {
      settled = settled.setting(items, to: .array(Array(elements.prefix(count))))
    }
    return settled
  }

  private func agree(_ values: inout Values, on changed: Set<String>) {
    guard let limit = values.limit, limit > 0 else { return }
    func isChanged(_ name: String?) -> Bool { name.map(changed.contains) ?? false }
    let count = values.count ?? 0
    if isChanged(names.totalPages), let pages = values.pages {
      let (total, overflow) = pages.multipliedReportingOverflow(by: limit)
      values.total = overflow ? pages : total
      if overflow { values.limit = 1 }
    } else if !isChanged(names.total) {
      // The items are on the last page.
      let (before, overflow) = max((values.page ?? 1) - 1, 0)
        .multipliedReportingOverflow(by: limit)
      let (total, isMore) = before.addingReportingOverflow(min(count, limit))
      values.total = overflow || isMore ? count : total
    }
    let size = values.limit ?? limit
    if let total = values.total, total >= 0 {
      values.pages = total / size + (total % size == 0 ? 0 : 1)
      values.count = min(count, size, total)
    }
  }
}
