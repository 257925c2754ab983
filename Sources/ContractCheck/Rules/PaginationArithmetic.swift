@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

extension Rule {
  static let paginationArithmetic = Rule(
    id: "pagination-arithmetic",
    summary: "pagination figures that contradict each other or the request",
    rationale: "the app asks for pages that do not exist, or stops before the last page",
    source: "Mobile API Response Schemas (v1), Pagination Metadata",
    problems: [
      "this rule checks each response separately; `check --pages` compares the pages of a list "
        + "(`page-sequence`)"
    ],
    basis: .extensions,
    form: .relation,
    lint: Lint(
      severity: .warning,
      parts: [
        .objects(with: .figure) { walk, object, roles in walk.lintFigures(object, roles) },
        .list { walk, array in walk.lintBareArray(array) },
      ]),
    examples: [
      .right(
        "fotolokashen", "GET /api/v1/locations/public", query: "page=2&limit=20",
        RuleExample.list(page: 2, totalPages: 3, hasMore: true)),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "/pagination/totalPages",
        RuleExample.list(page: 1, totalPages: 2, hasMore: true)),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "/pagination/hasMore",
        RuleExample.list(page: 3, totalPages: 3, hasMore: true)),
    ])
}

/// Without a contract, figures are found by their names.
extension BodyWalk {
  /// The maximum number of paginations. It is limited because the place of each contradiction is
  /// searched from the root.
  private static let mostPaginations = 256

  fileprivate mutating func lintFigures(_ object: Int, _ roles: NameTraits.Roles) {
    guard let severity = context.severities.severity(of: .paginationArithmetic, isGuess: true),
      let pagination = pagination(roles), let page = pagination.figures["page"],
      paginations < Self.mostPaginations
    else { return }
    paginations += 1
    var broken = brokenFigures(pagination.figures)
    let named = Pagination(named: pagination.figures.mapValues { traits($0).name })
    var root = document.node(at: object)
    var place = PaginationPlace.flat(named, items: Self.arrays(of: root))
    if !pagination.isFlat, let key = path.key, let parent = path.levels.last?.container {
      root = document.node(at: parent)
      place = .property(cursor.decodedString(key), named, items: Self.arrays(of: root))
    }
    // If pages are counted from 0, relations with the page number are not known.
    if document.node(at: page.value).int == 0 { broken.append(page) }
    let prefix =
      pagination.isFlat ? JSONPointer() : JSONPointer().appending(pagination.holder?.name ?? "")
    addRelations(
      of: place, at: root.tapeIndex, severity,
      broken: Set(broken.map { prefix.appending(traits($0).name) }))
  }

  /// Some frameworks write the links to pages beside the list.
  private static func arrays(of object: JSONNode) -> [String] {
    object.kind == .object
      ? object.properties.filter { $0.value.kind == .array && $0.name != "links" }.map(\.name) : []
  }

  /// A bare array is compared with the page size in the request's query.
  fileprivate mutating func lintBareArray(_ array: Int) {
    let size = context.query?.queryItems.first { Pagination.figure($0.name) == "limit" }
    guard !context.isRequest, let size,
      let severity = context.severities.severity(of: .paginationArithmetic, isGuess: true)
    else { return }
    addRelations(of: .bareArray(pageSize: size.name), at: array, severity, broken: [])
  }

  private mutating func addRelations(
    of place: PaginationPlace, at root: Int, _ severity: Severity, broken: Set<JSONPointer>
  ) {
    let query = context.query?.query ?? ""
    let requested = query.withByteView { RequestedPage(QueryFields($0), .init(place)) }
    let relations = PaginationRelations(
      place, cursor, root: root, requested: requested, broken: broken)
    for relation in relations { add(relation.violation(in: document, severity: severity)) }
  }
}
