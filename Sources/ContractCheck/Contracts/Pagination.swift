internal import JSONSchema
internal import JSONTape

/// Which members of an object are pagination figures, whatever they are called.
struct Pagination: Hashable, Sendable {
  var page: String
  var limit: String
  var total: String?
  var totalPages: String?
  var hasMore: String?

  /// Spellings, folded, of each figure; the first is the rule's own name for it.
  private static let spellings: [(figure: String, spellings: [String])] = [
    ("page", ["page", "currentpage", "pagenumber"]),
    ("limit", ["limit", "perpage", "pagesize"]),
    ("total", ["total", "totalcount", "totalitems"]),
    ("totalPages", ["totalpages", "pagecount", "lastpage"]),
    ("hasMore", ["hasmore", "hasnext", "hasnextpage"]),
  ]

  /// The pagination among the members of an object (a schema's `properties` or a value): a page, a
  /// limit, and a total or a number of pages. Nil where these are not all there.
  init?(listedIn object: JSONNode?) {
    guard let object, object.kind == .object else { return nil }
    var names: [String: String] = [:]
    for member in object.members {
      if let figure = Self.figure(member.name), names[figure] == nil {
        names[figure] = member.name
      }
    }
    guard let page = names["page"], let limit = names["limit"],
      names["total"] != nil || names["totalPages"] != nil
    else { return nil }
    self.page = page
    self.limit = limit
    total = names["total"]
    totalPages = names["totalPages"]
    hasMore = names["hasMore"]
  }

  /// A pagination of figures by their names; those that are not there get a name that no member has.
  init(named names: [String: String]) {
    page = names["page"] ?? ""
    limit = names["limit"] ?? ""
    total = names["total"]
    totalPages = names["totalPages"]
    hasMore = names["hasMore"]
  }

  /// The figure that a name stands for, or nil.
  static func figure(_ name: String) -> String? {
    let folded = String(decoding: KeyPolicy.fold(name.utf8), as: UTF8.self)
    return spellings.first { $0.spellings.contains(folded) }?.figure
  }

  /// The name that a figure has here.
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
