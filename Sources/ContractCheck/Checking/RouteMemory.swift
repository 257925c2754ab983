@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) package import JSONTape

/// Remembers the match of each method and URL, because captures repeat them.
struct RouteMemory {
  /// A method and a URL without its query.
  final class Place {
    fileprivate let method: [UInt8]
    fileprivate let address: [UInt8]
    let match: RouteMatch?
    let standing: HostStanding
    /// Whether the caller asks for other operations.
    let isLeftOut: Bool
    /// Whether the values of the path's parameters are known to be valid.
    var pathHolds = false
    /// The values of the path's parameters for observers, once they are read.
    var pathValues: [ObservedParameter]?
    var routes: RouteVariants?
    /// The queries of URLs whose note is already written.
    private var noted: Set<[UInt8]> = []

    fileprivate init(
      _ method: [UInt8], _ address: [UInt8], _ match: RouteMatch?,
      _ standing: HostStanding = .any, isLeftOut: Bool
    ) {
      self.method = method
      self.address = address
      self.match = match
      self.standing = standing
      self.isLeftOut = isLeftOut
      routes = match.map { RouteVariants($0.operation, of: $0.contract, $0.number) }
    }

    func isNoted(_ url: URLBytes) -> Bool {
      if noted.count >= 64 { noted = [] }
      return !noted.insert(Array(url.query)).inserted
    }
  }

  private let checker: Checker
  private var places: [Int: Place] = [:]
  /// The requests that the API will send, by method and URL, and by method and address. Nil stands
  /// for several operations, because nobody knows which one is meant.
  private var announced: [String: Place?] = [:]
  private var announcements = 0
  private var announcer = ""
  /// The maximum number of requests that are remembered in one file.
  static let mostAnnounced = 10_000
  /// If there are more addresses than this, all are dropped, to limit memory.
  private static let most = 4096

  init(_ checker: Checker) { self.checker = checker }

  /// Remembers that the API itself will send a request.
  mutating func announce(
    _ operation: Operation, _ url: String, by match: RouteMatch, in file: String
  ) {
    if announcer != file { (announced, announcements) = ([:], 0) }
    announcer = file
    guard announcements < Self.mostAnnounced else { return }
    announcements += 1
    let place = Place(
      [], [], RouteMatch(of: operation, in: match.contract, match.number),
      isLeftOut: checker.leavesOut(operation))
    let url = URLParts(url)
    let address = "\(operation.method) \(url.sentAddress)"
    for key in [address] + (url.query.map { ["\(address)?\($0)"] } ?? []) {
      let earlier = announced[key]
      let isOther = earlier.map { $0?.match?.operation.name != operation.name } ?? false
      announced[key] = isOther ? .some(nil) : place
    }
  }

  /// The place of a request that the API itself sends: a request that was announced in the file, or
  /// a webhook by its name. Nil for other requests.
  func outgoingPlace(of exchange: Exchange, _ url: URLBytes, in file: String) -> Place? {
    if let name = exchange.webhook?.string ?? checker.assumption.webhook {
      for (number, contract) in checker.contracts.enumerated() {
        guard let webhook = contract.webhook(named: name, method: exchange.method) else { continue }
        return Place(
          [], [], RouteMatch(of: webhook, in: contract, number),
          isLeftOut: checker.leavesOut(webhook))
      }
      return Place([], [], nil, isLeftOut: !checker.onlyOperations.isEmpty)
    }
    guard !announced.isEmpty, announcer == file else { return nil }
    let sent = URLParts(String(decoding: url.address, as: UTF8.self)).sentAddress
    let address = "\((exchange.method ?? "GET").uppercased()) \(sent)"
    let query = String(decoding: url.query, as: UTF8.self)
    return (announced["\(address)?\(query)"] ?? announced[address]) ?? nil
  }

  /// The place of an address. The URL is matched when it occurs for the first time.
  mutating func place(of method: CapturedText?, _ url: URLBytes) -> Place {
    guard let method else { return place(Array("GET".utf8), url) }
    return method.withBytes { place($0, url) }
  }

  private mutating func place(_ method: some Collection<UInt8>, _ url: URLBytes) -> Place {
    var hasher = Hasher()
    for byte in method { hasher.combine(byte) }
    url.address.hash(into: &hasher)
    let hash = hasher.finalize()
    if let place = places[hash], place.method.elementsEqual(method),
      place.address.elementsEqual(url.address)
    {
      return place
    }
    if places.count >= Self.most { places = [:] }
    let name = String(decoding: method, as: UTF8.self)
    let parts = URLParts(String(decoding: url.address, as: UTF8.self))
    let match = checker.match(method: name, url: parts)
    let place = Place(
      Array(method), Array(url.address), match,
      checker.standing(of: parts, match, method: name),
      isLeftOut: match.map { checker.leavesOut($0.operation) }
        ?? checker.leavesOut(method: name, parts))
    places[hash] = place
    return place
  }
}

/// A URL in the capture's memory, split before its query and its fragment.
package struct URLBytes {
  package let address: ByteView
  package let query: ByteView

  package init(_ url: ByteView) {
    let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
    let mark = url[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    address = ByteView(rebasing: url[..<mark])
    query = ByteView(rebasing: url[min(mark + 1, end)..<end])
  }
}

/// The routes of one operation, by status and media types.
struct RouteVariants {
  /// The operation's name in counts, created once.
  let name: OperationCount.Name
  private let operation: Operation
  private let contract: Int
  private let success: Int?
  /// The status of the documented success; nil for a class such as `2XX`.
  let exactSuccess: Int?
  private var routes: [Route] = []
  private static let most = 64

  /// - Parameter number: The index of the contract in the checker.
  init(_ operation: Operation, of contract: Contract, _ number: Int) {
    name = OperationCount.Name(contract: contract.name, operation: operation.name)
    self.operation = operation
    self.contract = number
    success = operation.success?.leastStatus
    exactSuccess = operation.success.flatMap { Int($0.status) }
  }

  /// - Parameters:
  ///   - told: The status; nil means a success.
  ///   - message: The message that is checked.
  mutating func route(
    _ told: Int?, of message: Message, request: CapturedText?, response: CapturedText?
  ) -> Route {
    var status = told ?? (message.absence == nil ? success : nil)
    if status == 0 { status = nil }
    // Uses indexes because an iterator allocates in debug builds.
    for index in 0..<routes.count where routes[index].isFor(status, request, response) {
      return routes[index]
    }
    let route = Route(
      operation, contract: contract, status: status, request: request, response: response)
    if routes.count >= Self.most { routes = [] }
    routes.append(route)
    return route
  }
}

/// The facts that are the same for exchanges of one operation with the same status and media types.
package final class Route {
  package let operation: Operation
  let contract: Int
  /// The status; nil if there is no response to check.
  let status: Int?
  private let requestType: [UInt8]?
  private let responseType: [UInt8]?
  /// The documented request body; nil if there is none.
  let request: BodyChoice?
  /// The documented response; nil if the status is not documented or not known.
  let response: Operation.Response?
  let hasResponse: Bool
  /// The position of the response among those of the operation.
  let responsePosition: Int?
  let hasHeaders: Bool
  /// The documented response body; nil if the response has none.
  let responseBody: BodyChoice?

  init(
    _ operation: Operation, contract: Int, status: Int?, request: CapturedText?,
    response: CapturedText?
  ) {
    self.operation = operation
    self.contract = contract
    self.status = status
    requestType = request?.withBytes { Array($0) }
    responseType = response?.withBytes { Array($0) }
    self.request = operation.request.flatMap {
      BodyChoice($0, mediaType: request?.string, contract: contract)
    }
    let documented = status.flatMap { operation.response(for: $0) }
    self.response = documented
    hasResponse = documented != nil
    responsePosition = documented.flatMap { documented in
      operation.responses.firstIndex { $0.status == documented.status }
    }
    hasHeaders = !(documented?.headers.isEmpty ?? true)
    responseBody = documented.flatMap {
      BodyChoice(
        $0.content, mediaType: response?.string, contract: contract,
        isSuccess: status.map { $0 < 300 } ?? false)
    }
  }

  fileprivate func isFor(
    _ status: Int?, _ request: CapturedText?, _ response: CapturedText?
  ) -> Bool {
    self.status == status && request.isSame(as: requestType) && response.isSame(as: responseType)
  }
}

/// The documented body that a message is checked against, chosen by media type.
package final class BodyChoice {
  let entry: Operation.Content.Entry
  /// The position of the entry in the content.
  let position: Int
  /// The media type as captured; nil if the capture gives none.
  let mediaType: MediaType?
  let isDocumented: Bool
  /// Whether the body and the documented one are JSON under different names.
  let isOtherJSON: Bool
  let isJSON: Bool
  /// Whether the body is checked as a string.
  let isText: Bool
  /// How the body is checked item by item; nil if it is no sequence.
  let sequence: SequenceUse?
  let target: BodyTarget
  let documented: [MediaType]
  /// If the message's JSON type is not documented: the choices for each documented JSON type. They
  /// are needed only if the schemas of these types differ. Otherwise this is empty.
  private(set) var others: [BodyChoice] = []
  /// Whether the contract says more about the body than the media type, and more than that it is
  /// text or bytes.
  let isJudged: Bool

  init?(
    _ content: Operation.Content, mediaType text: String?, contract: Int, isSuccess: Bool = false,
    at other: Int? = nil
  ) {
    guard !content.entries.isEmpty else { return nil }
    var position = content.likeliestPosition
    var isDocumented = true
    var isOtherJSON = false
    let type = text.flatMap { MediaType($0) }
    documented = content.entries.map(\.mediaType)
    if let type {
      if let closest = type.closest(of: documented) {
        isOtherJSON = type.isJSON && type.fit(documented[closest]) == .bothJSON
        let all = isOtherJSON && other == nil ? type.allClosest(of: documented) : []
        position = other ?? all.first ?? closest
        if all.contains(where: { !content.entries[$0].isSame(as: content.entries[position]) }) {
          others = all.compactMap {
            BodyChoice(content, mediaType: text, contract: contract, isSuccess: isSuccess, at: $0)
          }
        }
        isDocumented = !isOtherJSON || content.settings.isLenient && others.isEmpty && other == nil
      } else {
        isDocumented = false
      }
    }
    let entry = content.entries[position]
    // If the contract has a media range, the message's own type decides.
    let isOpen = entry.mediaType.isOpen && (type == nil || !isDocumented || type?.isJSON ?? false)
    isJSON = entry.mediaType.isJSON || isOpen
    self.entry = entry
    self.position = position
    self.isDocumented = isDocumented
    self.isOtherJSON = isOtherJSON
    mediaType = type
    sequence = isJSON ? nil : SequenceUse(entry, type)
    isText =
      entry.mediaType.type == "text"
      || entry.sequence?.subject == .text && SequenceFormat(entry.mediaType) != nil
    isJudged = isJSON || sequence != nil || entry.isJudged
    // If types differ only in parameters and none matches, it is unknown which schema applies.
    let isOpenChoice =
      !isDocumented && documented.filter { $0.essence == type?.essence }.count > 1
    // A single JSON text is not an item of a sequence.
    let isOfItems = isJSON && entry.sequence?.hasItemSchema ?? false
    target = BodyTarget(
      contract: contract, root: isOpenChoice || isOfItems ? nil : entry.root,
      settings: content.settings, pagination: isSuccess ? entry.pagination : nil,
      schema: isOpenChoice ? nil : entry.schema)
  }

  /// Whether an app cannot use a body of this type, because it asks for the documented JSON or
  /// sequence. An example is a login page. An app that reads lines can also read one JSON text.
  func isUseless(_ type: MediaType) -> Bool {
    let formats = documented.compactMap { SequenceFormat($0) }
    let hasJSON = documented.contains(where: \.isJSON)
    guard hasJSON || !formats.isEmpty else { return false }
    return !type.isJSON || !hasJSON && !formats.contains(.lines)
  }
}

extension Operation.Content.Entry {
  /// Whether both choices have the same schema.
  fileprivate func isSame(as other: Self) -> Bool { root == other.root || schema == other.schema }

  /// Whether the schema says more than that the body is text or bytes. A text is checked anyway.
  fileprivate var isJudged: Bool {
    guard root != nil, let schema, schema.kind == .object else { return false }
    if mediaType.type == "text" { return true }
    return !schema.properties.allSatisfy { property in
      property.name == "type"
        ? property.value.string == "string" : Self.remarks.contains(property.name)
    }
  }

  private static let remarks: Set<String> = [
    "format", "contentMediaType", "contentEncoding", "title", "description", "example", "examples",
  ]
}

/// The node of a contract's plan that a body is checked against, and its pagination.
package final class BodyTarget {
  let contract: Int
  /// The node of the schema; nil if the contract gives no schema.
  let root: Int32?
  let settings: RuleSettings
  /// The place of the pagination; nil if there is none or the rule is off.
  let pagination: PaginationPlace?
  /// The query parameters that ask for a page.
  let asked: RequestedPage.Names?
  /// The schema in the document; nil if it was only guessed.
  package let schema: JSONNode?

  init(
    contract: Int, root: Int32?, settings: RuleSettings, pagination: PaginationPlace?,
    schema: JSONNode? = nil
  ) {
    self.contract = contract
    self.root = root
    self.schema = schema
    self.settings = settings
    let related = settings.isOn(.paginationArithmetic) ? pagination : nil
    self.pagination = related
    asked = related.map { RequestedPage.Names($0) }
  }
}

extension URLParts {
  /// The URL without its query, in a normal form. URLs with the same meaning have the same normal
  /// form. Source: RFC 3986, section 6.2.
  fileprivate var sentAddress: String {
    guard let host else { return path }
    let port = effectivePort.map { ":\($0)" } ?? ""
    return "\(scheme ?? "")://\(host)\(port)\(path.isEmpty ? "/" : path)"
  }
}
