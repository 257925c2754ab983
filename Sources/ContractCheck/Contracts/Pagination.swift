@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Which members of an object are pagination figures, whatever they are called.
struct Pagination: Hashable, Sendable {
  var page: String
  var limit: String
  var total: String?
  var totalPages: String?
  var hasMore: String?

  /// The rule's own name for each figure, by its spellings, folded.
  private static let figures: [[UInt8]: String] = {
    let spellings = [
      "page": ["page", "currentpage", "pagenumber"],
      "limit": ["limit", "perpage", "pagesize"],
      "total": ["total", "totalcount", "totalitems"],
      "totalPages": ["totalpages", "pagecount", "lastpage"],
      "hasMore": ["hasmore", "hasnext", "hasnextpage"],
    ]
    var figures: [[UInt8]: String] = [:]
    for (figure, names) in spellings {
      for name in names { figures[Array(name.utf8)] = figure }
    }
    return figures
  }()

  /// The pagination among the properties that a schema lists: a page, a limit, and a total or a
  /// number of pages. Nil where these are not all there.
  init?(of properties: [SchemaOutline.Property]) {
    self.init(among: properties.filter { !$0.schemas.isEmpty }.map(\.name))
  }

  init?(among listed: [String]) {
    var names: [String: String] = [:]
    for name in listed {
      if let figure = Self.figure(name), names[figure] == nil { names[figure] = name }
    }
    guard names["page"] != nil, names["limit"] != nil,
      names["total"] != nil || names["totalPages"] != nil
    else { return nil }
    self.init(named: names)
  }

  /// A pagination of figures by their names; those that are not there get a name that no member has.
  init(named names: [String: String]) {
    page = names["page"] ?? ""
    limit = names["limit"] ?? ""
    total = names["total"]
    totalPages = names["totalPages"]
    hasMore = names["hasMore"]
  }

  static func figure(_ name: String) -> String? { figures[KeyPolicy.fold(name)] }

  func name(of figure: String) -> String? {
    switch figure {
    case "page": page
    case "limit": limit
    case "total": total
    case "totalPages": totalPages
    case "hasMore": hasMore
    default: nil
    }
  }
}
