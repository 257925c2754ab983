internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// One page of a list, as the server sent it.
struct ListPage: Sendable {
  /// A number of the pagination, under any of its usual names.
  struct Figure: Sendable, CustomStringConvertible {
    let name: String
    let node: JSONNode
    let value: Int
    var shownName: String { FailureContext.shownName(name) }
    var description: String { "`\(shownName)` is \(value)" }
  }

  /// A property that tells where the next page is.
  struct Next: Sendable {
    let name: String
    /// The node of the property; nil for a header.
    let node: JSONNode?
    /// The text of the link; nil if it is null.
    var text: String?
    var isLink = false
  }

  let url: String
  let document: JSONDocument
  /// The property that contains the list. Empty for a bare array.
  private(set) var list = ""
  /// The items of the list. Nil if several arrays could be the list.
  private(set) var items: JSONNode?
  private(set) var page: Figure?
  private(set) var limit: Figure?
  private(set) var total: Figure?
  private(set) var totalPages: Figure?
  private(set) var hasMore: (name: String, node: JSONNode, value: Bool)?
  private(set) var next: Next?
  /// The page number that the request asked for; nil if pages have no numbers.
  var number: Int?
  /// The number of items before the page; nil if it is not known.
  var offset: Int?
  /// Whether earlier pages said that this page does not exist.
  var isPastEnd = false
  /// Whether other rules found wrong figures on this page. If so, its figures prove nothing.
  var isDoubtful = false
  /// Whether another rule found the number of the page wrong.
  var isWrongPage = false

  var count: Int { items?.count ?? 0 }

  /// The items themselves; a connection has them in `edges`, each as `node`.
  var things: [JSONNode] {
    let elements = items.map { Array($0.elements) } ?? []
    guard list == "edges" else { return elements }
    return elements.map { edge in
      edge["node"].flatMap { $0.kind == .object ? $0 : nil } ?? edge
    }
  }

  /// Reads a page; nil for text that is not JSON.
  init?(_ url: String, _ body: [UInt8], linkHeader: String?, _ paging: Paging) {
    guard let document = try? JSONDocument(body) else { return nil }
    self.url = url
    self.document = document
    let root = document.root
    readList(root, paging)
    readFigures(root, paging)
    if next == nil, let link = linkHeader.flatMap(Self.nextLink) {
      next = Next(name: "Link", node: nil, text: link, isLink: true)
    }
  }

  /// Whether there is another page according to the pagination. Nil if the pagination does not say
  /// this.
  ///
  /// - Parameter first: The number of the first page.
  func saysMore(first: Int, limit asked: Int?) -> Bool? {
    if isDoubtful { return nil }
    if let hasMore { return hasMore.value }
    if let number, let totalPages { return number - first + 1 < totalPages.value }
    if let end = offset.flatMap({ $0.addingReportingOverflow(count).partialValue }), let total {
      return end < total.value
    }
    if let next { return next.text != nil }
    return asked.map { count >= $0 }
  }

  /// The pointers of the pagination's parts.
  var pointers: [JSONPointer] {
    let figures = [page, limit, total, totalPages].compactMap { $0?.node }
    return (figures + [hasMore?.node, items].compactMap { $0 }).map {
      document.pointer(to: $0.tapeIndex)
    }
  }
}

// Reading pages.
extension ListPage {
  private static let envelopes = ["data", "result", "response", "_embedded"]
  private static let lists = [
    "items", "data", "results", "records", "entries", "content", "values", "value", "edges",
    "nodes",
  ]
  private static let holders = Set(
    [
      "pagination", "paging", "pageinfo", "page", "meta", "metadata", "links", "cursors",
      "responsemetadata",
    ].map { Array($0.utf8) })
  private static let links = Set(
    [
      "next", "nexturl", "nextlink", "nexthref", "nextpageurl", "nextpagelink", "nextpath",
      "@odata.nextlink",
    ].map { Array($0.utf8) })
  private static let cursors = Set(
    [
      "next", "nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "endcursor",
      "continuationtoken", "aftercursor", "after", "continue", "nextmarker",
    ].map { Array($0.utf8) })
  /// The parameter of a cursor; responses may use the same name.
  private static let cursor = Array("cursor".utf8)
  /// An object with more properties is treated as a map.
  private static let mostProperties = 64

  private static func folded(_ name: String) -> [UInt8] {
    Array(NamePattern.fold(name).drop { $0 == UInt8(ascii: "_") })
  }

  private mutating func readList(_ root: JSONNode, _ paging: Paging) {
    if root.kind == .array {
      items = root
      return
    }
    for holder in [root] + Self.envelopes.compactMap({ root[$0] }) where holder.kind == .object {
      // Beside the data of a page, frameworks list the links to pages.
      let isOfData = holder["data"] != nil
      let arrays = holder.properties.prefix(Self.mostProperties).filter {
        $0.value.kind == .array && ($0.name != "links" || !isOfData)
      }
      let documented = arrays.filter { paging.lists[$0.name] != nil }
      // Some frameworks write the links to pages beside the list.
      let candidates = documented.isEmpty ? arrays.filter { $0.name != "links" } : documented
      let known = [paging.thing] + Self.lists.map { Array($0.utf8) }
      let named = known.lazy.compactMap { name in
        candidates.first { NamePattern.fold($0.name) == name }
      }.first
      guard let found = candidates.count == 1 ? candidates.first : named else { continue }
      list = found.name
      items = found.value
      return
    }
  }

  private mutating func readFigures(_ root: JSONNode, _ paging: Paging) {
    guard root.kind == .object else { return }
    var holders = [root]
    for depth in 0..<2 {
      let inner = holders.suffix(depth == 0 ? 1 : holders.count - 1).flatMap { holder in
        holder.properties.prefix(Self.mostProperties).filter {
          $0.value.kind == .object
            && (Self.holders.contains(Self.folded($0.name))
              || depth == 0 && Self.envelopes.contains($0.name))
        }
      }
      holders += inner.map(\.value)
    }
    for holder in holders {
      let properties = Array(holder.properties.prefix(Self.mostProperties))
      let figures = Set(properties.compactMap { Pagination.figure($0.name) })
      // Spring's name for the number of the page.
      if figures.contains("totalPages"), !figures.contains("page"), let number = holder["number"],
        let value = number.int
      {
        page = page ?? Figure(name: "number", node: number, value: value)
      }
      for property in properties {
        let isCursor = Self.folded(property.name) == Self.cursor
        if isCursor, next != nil || paging.cursor.map(Self.folded) != Self.cursor { continue }
        read(property, isAlone: holder.tapeIndex == root.tapeIndex && figures.count < 2)
      }
    }
  }

  /// - Parameter isAlone: Whether there is no other figure beside the property. This matters
  ///   because a `total` may be a sum of money.
  private mutating func read(_ property: JSONProperty, isAlone: Bool) {
    let (name, value) = (property.name, property.value)
    if let kind = Pagination.figure(name) {
      let figure = value.int.map { Figure(name: name, node: value, value: $0) }
      switch kind {
      case "page": page = page ?? figure
      case "limit": limit = limit ?? figure
      case "total": if !isAlone || NamePattern.fold(name).count > 5 { total = total ?? figure }
      case "totalPages": totalPages = totalPages ?? figure
      default: if let flag = value.bool, hasMore == nil { hasMore = (name, value, flag) }
      }
      return
    }
    let folded = Self.folded(name)
    let isCursor = Self.cursors.contains(folded) || folded == Self.cursor
    let isKnown = next?.text != nil && next.map { Self.folded($0.name) } != Self.cursor
    guard isCursor || Self.links.contains(folded), next?.isLink != true || next?.text == nil
    else { return }
    let target = value["href"] ?? value["url"] ?? value
    guard [.string, .number, .null].contains(target.kind) else { return }
    var next = Next(name: name, node: target)
    next.text = (target.string ?? target.number.map(\.text)).flatMap { $0.isEmpty ? nil : $0 }
    next.isLink =
      next.text.map { text in
        Self.links.contains(folded) && (text.contains("/") || text.hasPrefix("?"))
      } ?? !isCursor
    // A link is more precise than a text if only the text's parameter is known.
    if isKnown, !next.isLink || next.text == nil { return }
    if self.next == nil || next.text != nil { self.next = next }
  }

  /// The target of `rel="next"` (RFC 8288).
  static func nextLink(_ header: String) -> String? {
    var rest = header[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let parameters = rest.prefix { $0 != "<" }.lowercased()
      let isNext = parameters.split(whereSeparator: { ";,".contains($0) }).contains { part in
        let words = part.split(separator: "=", maxSplits: 1).map {
          $0.filter { !$0.isWhitespace || $0 == " " }
        }
        guard words.count == 2, words[0].filter({ $0 != " " }) == "rel" else { return false }
        return words[1].filter { $0 != "\"" }.split(separator: " ").contains("next")
      }
      if isNext, !target.isEmpty { return String(target) }
    }
    return nil
  }
}
