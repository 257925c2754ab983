@_spi(Engine) public import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Collects the suspicions and findings.
extension PageSequence {
  /// The probable mistakes that a comparison of the pages shows. If one mistake causes others, only
  /// the first mistake is a suspicion.
  ///
  /// - Complexity: O(*n*) in the items of all pages.
  public var suspicions: [Suspicion] {
    guard pages.count > 1 else { return [] }
    let repeated = repeated
    let changed = changed
    var all = [repeated, changed, order].compactMap(\.self)
    if all.isEmpty, let miscounted { all.append(miscounted) }
    if changed == nil, all.count == (repeated == nil ? 0 : 1), let end { all.append(end) }
    return all
  }

  /// The findings for suspicions that a second request confirmed.
  ///
  /// - Parameters:
  ///   - again: The sequence with the pages that were requested again.
  ///   - source: Returns three things about a page: its name in findings, its bytes and its
  ///     exchange.
  public func findings(
    of suspicions: [Suspicion], confirmedBy again: PageSequence,
    _ source: (Int) -> (CaptureSource, CheckedExchange?)
  ) -> [(page: Int, finding: Finding)] {
    let confirmed = again.suspicions
    return suspicions.flatMap { found in
      guard confirmed.contains(where: found.isSame) else {
        return [(page: Int, finding: Finding)]()
      }
      let (source, exchange) = source(found.page)
      var run = CheckRun(source: source)
      run.reference = exchange?.reference
      run.reference?.part = .response
      run.contract = contract
      run.report(
        [.pages(found.mistake, found.text, at: found.node, severity)],
        of: Body(bytes: source.bytes, map: .identity(base: 0)))
      return run.result(ExchangeCount(.checked)).findings.map { (found.page, $0) }
    }
  }

  func found(
    _ mistake: PageMistake, _ page: Int, with others: [Int], at node: JSONNode, _ text: FindingText
  ) -> Suspicion {
    Suspicion(
      mistake: mistake, page: page, pages: Set(others + [page]).sorted(), node: node, text: text)
  }
}

/// Finds items that occur twice.
extension PageSequence {
  /// The name of the property that identifies the items of a page.
  func key(of page: ListPage) -> String? {
    guard let first = page.things.first(where: { $0.kind == .object }) else { return nil }
    return paging.key(of: page.list, among: first.properties.map(\.name))
  }

  /// Properties that give the kind of an item, in lists with several kinds.
  private static let kinds: Set<String> = ["type", "kind", "object", "__typename"]

  /// The identity of an item: its key, its kind, and the ids of its parts. For example, one place
  /// that two people saved is two items.
  private static func identity(_ item: JSONNode, _ key: String) -> [String]? {
    guard let own = item[key], own.kind == .string || own.kind == .number else { return nil }
    var identity = [own.string ?? own.text]
    for property in item.properties where property.name != key {
      if kinds.contains(property.name), let kind = property.value.string {
        identity.append("\(property.name) \(kind)")
      }
      let ids = [property.value["id"], isIdentifier(property.name) ? property.value : nil]
      for case let id? in ids where id.kind == .string || id.kind == .number {
        identity.append("\(property.name) \(id.string ?? id.text)")
      }
    }
    return identity
  }

  private static func isIdentifier(_ name: String) -> Bool {
    let folded = NamePattern.fold(name)
    return ["id", "key", "uuid"].contains { folded.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  /// The first page with items of an earlier page.
  var repeated: Suspicion? {
    var seen: [[String]: Int] = [:]
    for (index, page) in pages.enumerated() {
      guard let key = key(of: page), let items = page.items else { continue }
      var again: [(item: JSONNode, page: Int)] = []
      for item in page.things {
        guard let identity = Self.identity(item, key) else { continue }
        if let known = seen[identity] { again.append((item, known)) }
        seen[identity] = seen[identity] ?? index
      }
      guard let first = again.first, !page.isPastEnd, !page.isWrongPage else { continue }
      let node = first.item[key] ?? first.item
      guard first.page < index else {
        return found(
          .repeated, index, with: [], at: node, PageMistake.twice(on: label(index), key: key))
      }
      let isWhole = again.count == items.count && again.allSatisfy { $0.page == first.page }
      let text = PageMistake.repeated(
        again.count, of: isWhole ? items.count : 0, on: label(first.page), key: key)
      return found(
        .repeated, index, with: [first.page], at: isWhole && items.count > 1 ? items : node, text)
    }
    return nil
  }

  /// The number of new items on a page.
  func newItems(_ index: Int) -> Int {
    guard let key = key(of: pages[index]) else {
      return isAgain(index) ? 0 : pages[index].count
    }
    var seen: Set<[String]> = []
    for page in pages[..<index] {
      for item in page.things {
        if let identity = Self.identity(item, key) { seen.insert(identity) }
      }
    }
    return pages[index].things.reduce(0) { count, item in
      count + (Self.identity(item, key).map(seen.contains) == true ? 0 : 1)
    }
  }

  /// The name of a page: its number, or its place among the pages, from 1.
  func label(_ index: Int) -> Int { pages[index].number ?? index + 1 }
}
