@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let paginationShape = Rule(
    id: "pagination-shape",
    summary: "pagination figures that are missing, incomplete or of a "
      + "wrong type",
    rationale:
      "the app does not know whether there is another page, and stops after the first page",
    source: "Mobile API Response Schemas (v1), Pagination Metadata",
    basis: .extensions,
    form: .owns([.pagination(properties: Schema.paginationProperties.map(\.name))]),
    message: .assertion(paginationShape),
    absence: .figures,
    listing: Listing(message: "{list} are missing from the pagination"),
    lint: Lint(
      severity: .warning,
      names: [
        (
          .cursor,
          [
            "after", "before", "next", "previous", "prev", "offset", "nexttoken", "nextpagetoken",
            "pagetoken", "continuation", "continuationtoken", "startingafter", "endingbefore",
            "skip", "nexturl", "nextlink", "nexthref", "nextpage", "nextpageurl", "nextpagelink",
            "nextpath", "prevurl", "prevlink", "prevpage", "prevpageurl", "previousurl",
            "previouslink", "previouspage", "previouspageurl", "islast", "islastpage",
          ]
        ), (.pagination, ["pagination", "paging", "pageinfo"]), (.meta, ["meta", "metadata"]),
        (.links, ["links", "_links", "link"]),
      ],
      parts: [
        .objects(with: .figure) { walk, object, roles in walk.lintPaginationShape(object, roles) }
      ]),
    examples: [
      .right(
        "fotolokashen", "Pagination",
        #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}"#),
      .wrong(
        "fotolokashen", "Pagination", at: "", property: "hasMore",
        #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3}"#),
      .wrong(
        "fotolokashen", "Pagination", at: "/total",
        #"{"page": 1, "limit": 20, "total": "41", "totalPages": 3, "hasMore": true}"#),
      .wrong(
        "fotolokashen", "GET /api/v1/locations/public", at: "", property: "pagination",
        #"{"locations": []}"#),
    ])

  private static func paginationShape(_ failed: FailureContext) -> FindingText? {
    switch failed.failure.kind {
    case .required(let property) where failed.standsForAll:
      return FindingText(
        message:
          "the list has no pagination; this API sends `\(property)` and the other pagination properties",
        label: "add the pagination properties")
    case .required(let property) where Pagination.figure(property) == nil:
      return FindingText(
        message: "the list has no `\(FailureContext.shownName(property))`",
        label: "add the pagination object")
    case .required(let property): return lacking(FailureContext.shownName(property))
    case .type(let expected, _):
      var text = failed.wrongType(expected)
      text.message = "pagination: " + text.message
      return text
    default: return nil
    }
  }

  fileprivate static func lacking(_ property: String) -> FindingText {
    FindingText(message: "`\(property)` is missing from the pagination", label: "add `\(property)`")
  }
}

/// Without a contract, finds paginations by the names of their figures.
///
/// An object is a pagination if it contains a page and another figure. It must also have the name
/// of a pagination or contain the list. A pagination is complete if it shows where the list ends.
/// It shows this by `totalPages`, by `hasMore`, by `total` and `limit`, or by a link to the next
/// page. The link may be in the object, beside the object, or in a `links` object at one of these
/// places. Paginations by cursor or offset, and paginations in requests, are skipped.
extension BodyWalk {
  struct NamedPagination {
    var figures: [String: Property] = [:]
    /// The name of the object's property.
    let holder: NameTraits?
    /// Whether the figures are in the same object as the list.
    let isFlat: Bool
  }

  /// The pagination in the current object. Nil if there is none.
  func pagination(_ roles: NameTraits.Roles) -> NamedPagination? {
    guard !context.isRequest else { return nil }
    var figures: [String: Property] = [:]
    for property in properties {
      if let figure = traits(property).figure, figures[figure] == nil { figures[figure] = property }
    }
    guard figures.count > 1 else { return nil }
    let holder = path.key.map { names.traits[names.id(of: cursor.decodedString($0))] }
    let isNamed = holder?.roles.contains(.pagination) ?? false
    let isMeta = holder?.roles.contains(.meta) ?? false
    let hasList = properties.contains { cursor.rawTag($0.value) == TapeTag.array.rawValue }
    let hasPage = figures["page"] != nil
    guard isNamed || hasPage && (isMeta || hasList), hasPage || !roles.contains(.cursor) else {
      return nil
    }
    return NamedPagination(figures: figures, holder: holder, isFlat: !isNamed && !isMeta)
  }

  /// Figures with a wrong value. Null may mean unknown; an object or an array has another meaning.
  func brokenFigures(_ figures: [String: Property]) -> [Property] {
    properties.filter { property in
      guard let figure = traits(property).figure, figures[figure]?.key == property.key else {
        return false
      }
      let node = document.node(at: property.value)
      return switch node.kind {
      case .number: figure == "hasMore" || node.number?.isInteger != true
      case .boolean: figure != "hasMore"
      case .string: true
      case .null, .array, .object: false
      }
    }
  }

  fileprivate mutating func lintPaginationShape(_ object: Int, _ roles: NameTraits.Roles) {
    guard let pagination = pagination(roles) else { return }
    for property in brokenFigures(pagination.figures) {
      let kind = document.node(at: property.value).kind
      let isFlag = traits(property).figure == "hasMore"
      let expected = isFlag ? "a boolean" : "an integer"
      let found = kind == .number && !isFlag ? "a fraction" : kind.phrase
      add(
        .paginationShape,
        FindingText(
          message: "pagination: `\(FailureContext.shownName(traits(property).name))` is \(found); "
            + "it must be \(expected)", label: "send \(expected)"),
        shape: kind.name, at: property)
    }
    if !roles.contains(.cursor), !(pagination.isFlat && context.isBare),
      let absent = absentFigure(pagination.figures), !hasLinks(near: object)
    {
      add(.paginationShape, Rule.lacking(absent), to: object, at: path.pointer, lacking: absent)
    }
  }

  /// An object with more properties is treated as a map.
  private static let mostProperties = 64

  /// Whether a link such as `next_page_url` or `links.next` shows where the list ends, in the
  /// object or its parent.
  private func hasLinks(near object: Int) -> Bool {
    let holder = path.levels.last?.container
    return [object, holder].compactMap { $0 }.contains { place in
      cursor.rawTag(place) == TapeTag.object.rawValue
        && document.node(at: place).properties.prefix(Self.mostProperties).contains { property in
          let traits = names.traits(of: property.name)
          guard traits.roles.contains(.links) else { return traits.roles.contains(.cursor) }
          return property.value.properties.contains { link in
            ["first", "last"].contains(link.name)
              || names.traits(of: link.name).roles.contains(.cursor)
          }
        }
    }
  }

  /// The missing figure that would show where the list ends. It has the case style of the other
  /// figures.
  private func absentFigure(_ figures: [String: Property]) -> String? {
    if figures["page"] == nil { return "page" }
    if figures["totalPages"] != nil || figures["hasMore"] != nil { return nil }
    if figures["total"] != nil { return figures["limit"] == nil ? "limit" : nil }
    return properties.contains { traits($0).style == .snake } ? "has_more" : "hasMore"
  }
}
