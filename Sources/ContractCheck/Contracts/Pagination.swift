@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The pagination figures in the properties of an object. The figures may have any names.
package struct Pagination: Hashable, Sendable {
  package var page: String
  package var limit: String
  package var total: String?
  package var totalPages: String?
  package var hasMore: String?

  /// The figures' names in the rule, by their folded spellings.
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

  /// The pagination among a schema's properties. It needs a page, a limit, and a total or a number
  /// of pages. Nil if one of these is missing.
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

  /// Creates a pagination from the figures' names. Missing figures get a name that no property has.
  init(named names: [String: String]) {
    page = names["page"] ?? ""
    limit = names["limit"] ?? ""
    total = names["total"]
    totalPages = names["totalPages"]
    hasMore = names["hasMore"]
  }

  static func figure(_ name: String) -> String? { figures[NamePattern.fold(name)] }

  var names: [String] { [page, limit, total, totalPages, hasMore].compactMap { $0 } }

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
