@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// How to request the pages of an operation's list, and how to identify the list's items. The
/// contract describes this.
struct Paging: Sendable {
  /// The query parameter for the page number.
  private(set) var page: String?
  /// Whether the page parameter is known only from the figures in responses.
  private(set) var isPageGuessed = false
  /// The query parameter for the number of items to skip.
  private(set) var offset: String?
  /// The query parameter for the start of the page.
  private(set) var cursor: String?
  /// The query parameter for the number of items on a page.
  private(set) var limit: String?
  /// The number of the first page.
  private(set) var firstPage = 1
  /// The number of items on a page if the request gives none.
  private(set) var standardLimit: Int?
  /// The documented arrays of the body, with the properties of their elements. The name of a bare
  /// array is empty.
  private(set) var lists: [String: [String]] = [:]
  /// The folded name of the items: `locations`.
  let thing: [UInt8]
  /// The folded parameters that identify one item.
  private let details: [[UInt8]]

  /// Reads the paging. Nil if the operation's successful response is not JSON.
  init?(_ operation: Operation, in contract: Contract) {
    guard let content = operation.success?.content, !content.entries.isEmpty else { return nil }
    let entry = content.entries[content.likeliestPosition]
    guard entry.mediaType.isJSON || entry.mediaType.isOpen else { return nil }
    let path = operation.path.description
    let words = path.split(separator: "/").filter { !$0.hasPrefix("{") }
    thing = words.last.map { NamePattern.fold(String($0)) } ?? []
    details = contract.operations.compactMap { other in
      let own = other.path.description
      guard own.hasPrefix(path + "/{"), own.hasSuffix("}"), other.path.parameterNames.count == 1
      else { return nil }
      return other.path.parameterNames.first.map { NamePattern.fold($0) }
    }
    read(operation.parameters)
    switch entry.pagination {
    case .property(_, let names, _)?, .flat(let names, _)?:
      guard page == nil, offset == nil, cursor == nil, !names.page.isEmpty else { break }
      page = names.page
      isPageGuessed = true
    case .bareArray?, nil: break
    }
    if let schema = entry.schema { readLists(of: schema, contract) }
  }

  private static let offsets = Set(
    ["offset", "skip", "$skip", "startindex", "startat"].map { Array($0.utf8) })
  private static let limits = Set(
    ["size", "count", "first", "maxresults", "$top"].map { Array($0.utf8) })
  private static let cursors = Set(
    [
      "cursor", "after", "aftercursor", "nextcursor", "pagecursor", "pagetoken", "nexttoken",
      "nextpagetoken", "continuation", "continuationtoken", "startingafter", "afterid", "continue",
      "marker",
    ].map { Array($0.utf8) })
  /// The names of cursor parameters whose value is the key of the last item.
  private static let keys = Set(["startingafter", "afterid", "after"].map { Array($0.utf8) })

  /// Whether the cursor is the key of the last item, if the body gives no cursor.
  var cursorIsKey: Bool { cursor.map { Self.keys.contains(NamePattern.fold($0)) } ?? false }

  private mutating func read(_ parameters: [Operation.Parameter]) {
    for parameter in parameters where parameter.location == .query {
      let name = NamePattern.fold(parameter.name)
      switch Pagination.figure(parameter.name) {
      case "page"? where page == nil:
        page = parameter.name
        let start = parameter.schema?["default"]?.int ?? parameter.schema?["minimum"]?.int
        if start == 0 { firstPage = 0 }
      case "limit"? where limit == nil, nil where limit == nil && Self.limits.contains(name):
        limit = parameter.name
        standardLimit = parameter.schema?["default"]?.int.flatMap { $0 > 0 ? $0 : nil }
      default:
        if offset == nil, Self.offsets.contains(name) { offset = parameter.name }
        if cursor == nil, Self.cursors.contains(name) { cursor = parameter.name }
      }
    }
  }

  private mutating func readLists(of schema: JSONNode, _ contract: Contract) {
    let outlines = SchemaOutlines(contract.registry)
    let document = contract.registry.contents.firstIndex {
      $0.document.identity == schema.document.identity
    }
    guard let document else { return }
    let outline = outlines.outline(of: schema, in: document)
    func properties(of list: SchemaOutline) -> [String] {
      outlines.properties(of: outlines.outline(of: list.items)).filter { !$0.schemas.isEmpty }
        .map(\.name)
    }
    if outline.describesElements { lists[""] = properties(of: outline) }
    for property in outlines.properties(of: outline) {
      let inner = outlines.outline(of: property.schemas)
      if inner.describesElements { lists[property.name] = properties(of: inner) }
    }
  }

  /// The property that identifies items. It is a property that the contract lists. If the contract
  /// lists none, it is a property that the items have.
  func key(of list: String, among found: [String]) -> String? {
    let listed = lists[list] ?? []
    let names = listed.isEmpty ? found : listed
    func first(_ wanted: [UInt8]) -> String? { names.first { NamePattern.fold($0) == wanted } }
    if let id = first(Array("id".utf8)) { return id }
    for detail in details { if let name = first(detail) { return name } }
    for word in [NamePattern.fold(list), thing] where !word.isEmpty {
      for ending in ["id", "key"] {
        for single in Self.singulars(of: word) {
          if let name = first(single + Array(ending.utf8)) { return name }
        }
      }
    }
    return ["_id", "uuid", "guid"].lazy.compactMap { first(Array($0.utf8)) }.first
  }

  private static func singulars(of word: [UInt8]) -> [[UInt8]] {
    var singulars = [word]
    if word.last == UInt8(ascii: "s") { singulars.append(Array(word.dropLast())) }
    if word.suffix(2).elementsEqual("es".utf8) { singulars.append(Array(word.dropLast(2))) }
    if word.suffix(3).elementsEqual("ies".utf8) {
      singulars.append(word.dropLast(3) + Array("y".utf8))
    }
    return singulars
  }
}
