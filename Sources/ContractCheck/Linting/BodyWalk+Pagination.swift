internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Paginations by the names of their figures.
///
/// An object is taken for a pagination when it holds a page and another figure, and either is
/// called one or holds the list itself. It is complete when it tells where the list ends: by
/// `totalPages`, by `hasMore`, or by `total` and `limit`. One that goes by a cursor or an offset is
/// another kind, and left alone; so is what a request asks for.
extension BodyWalk {
  /// The place of a contradiction is looked up from the root, so their number is bounded.
  private static let mostPaginations = 256

  mutating func lintPagination(_ object: Int, _ roles: NameTraits.Roles) {
    guard !context.isRequest else { return }
    var figures: [String: Member] = [:]
    for member in members {
      if let figure = traits(member).figure, figures[figure] == nil { figures[figure] = member }
    }
    guard figures.count > 1 else { return }
    let holder = path.key.map { names.traits[names.id(of: cursor.decodedString($0))] }
    let isNamed = holder?.roles.contains(.pagination) ?? false
    let isMeta = holder?.roles.contains(.meta) ?? false
    let hasList = members.contains { cursor.rawTag($0.value) == TapeTag.array.rawValue }
    let hasPage = figures["page"] != nil
    guard isNamed || hasPage && (isMeta || hasList), hasPage || !roles.contains(.cursor) else {
      return
    }
    var broken = lintTypes(figures)
    let isFlat = !isNamed && !isMeta
    if !roles.contains(.cursor), !(isFlat && context.isBare), let absent = absentFigure(figures) {
      add(
        .paginationShape, .paginationLacks(absent), to: object, at: pointer(), lacking: absent)
    }
    guard let severity = context.severities.severity(of: .paginationArithmetic, isGuess: true),
      hasPage, paginations < Self.mostPaginations
    else { return }
    paginations += 1
    let named = Pagination(named: figures.mapValues { traits($0).name })
    var root = document.node(at: object)
    var place = PaginationPlace.flat(named, items: Self.arrays(of: root))
    if !isFlat, let key = path.key, let parent = path.levels.last?.container {
      root = document.node(at: parent)
      place = .member(cursor.decodedString(key), named, items: Self.arrays(of: root))
    }
    // Where pages are counted from 0, what follows from the page's number is not known.
    if let page = figures["page"], document.node(at: page.value).int == 0 { broken.append(page) }
    let prefix = isFlat ? JSONPointer() : JSONPointer().appending(holder?.name ?? "")
    addRelations(
      of: place, at: root.tapeIndex, severity,
      broken: Set(broken.map { prefix.appending(traits($0).name) }))
  }

  private static func arrays(of object: JSONNode) -> [String] {
    object.kind == .object ? object.members.filter { $0.value.kind == .array }.map(\.name) : []
  }

  /// A bare array is held against the page size that the request asked for.
  mutating func lintBareArray(_ array: Int) {
    let size = context.query?.queryItems.first { Pagination.figure($0.name) == "limit" }
    guard !context.isRequest, let size,
      let severity = context.severities.severity(of: .paginationArithmetic, isGuess: true)
    else { return }
    addRelations(of: .bareArray(pageSize: size.name), at: array, severity, broken: [])
  }

  private mutating func addRelations(
    of place: PaginationPlace, at root: Int, _ severity: Severity, broken: Set<JSONPointer>
  ) {
    var query = context.query?.query ?? ""
    let requested = query.withUTF8 { RequestedPage(QueryFields($0), .init(place)) }
    let relations = PaginationRelations(
      place, cursor, root: root, requested: requested, broken: broken)
    faults += relations.map { $0.fault(in: document, severity: severity) }
  }

  /// Reports figures that are not what a figure is, and answers them. Null may say unknown, and
  /// what is an object or an array is something else of that name.
  private mutating func lintTypes(_ figures: [String: Member]) -> [Member] {
    var broken: [Member] = []
    for member in members {
      guard let figure = traits(member).figure, figures[figure]?.key == member.key else { continue }
      let node = document.node(at: member.value)
      let isWrong =
        switch node.kind {
        case .number: figure == "hasMore" || node.number?.isInteger != true
        case .boolean: figure != "hasMore"
        case .string: true
        case .null, .array, .object: false
        }
      guard isWrong else { continue }
      broken.append(member)
      add(
        .paginationShape,
        .figureType(
          traits(member).name, node.kind, isFlag: figure == "hasMore"),
        at: member)
    }
    return broken
  }

  /// The figure that is needed to tell where the list ends, in the case of those that are there.
  private func absentFigure(_ figures: [String: Member]) -> String? {
    if figures["page"] == nil { return "page" }
    if figures["totalPages"] != nil || figures["hasMore"] != nil { return nil }
    if figures["total"] != nil { return figures["limit"] == nil ? "limit" : nil }
    return members.contains { traits($0).style == .snake } ? "has_more" : "hasMore"
  }
}
