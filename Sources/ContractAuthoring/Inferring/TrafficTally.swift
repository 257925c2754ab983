@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// The counts from exchanges and bare bodies, on one thread.
final class TrafficTally: Mergeable {
  /// Exchanges with the same method, origin and path. Segments that look like values are gaps.
  final class Operation {
    let method: String
    /// The origin, such as `https://example.com:8443`. Empty if the capture has no host.
    let origin: String
    let path: PathOutline
    /// Other origins with the same method and path.
    var otherOrigins: [String] = []
    var exchanges = 0
    /// The responses by status. 0 for exchanges without a known status.
    var statuses: [Int: Response] = [:]
    let requests = Bodies()
    var requestsWithoutBody = 0
    /// The number of exchanges whose requests count, because the server did not refuse them.
    var sent = 0
    var query: [String: Parameter] = [:]
    /// A parameter for each gap of the path.
    var gaps: [Parameter]
    /// The segments that a successful response repeats as a name, by their index in the path.
    var named: Set<Int> = []

    init(method: String, origin: String, path: PathOutline) {
      self.method = method
      self.origin = origin
      self.path = path
      gaps = path.segments.filter { $0 == nil }.map { _ in Parameter() }
    }

    var name: String { "\(method) \(origin)\(path)" }
  }

  final class Response {
    var exchanges = 0
    var withoutBody = 0
    let bodies = Bodies()
  }

  /// Messages of an operation, or of one of its statuses, by media type.
  final class Bodies {
    var messages: [String: Message] = [:]
    /// The media type of the last message as it was written, with its entry.
    var last: (type: [UInt8]?, message: Message)?

    var sorted: [(type: String, message: Message)] {
      messages.sorted { $0.key < $1.key }.map { (type: $0.key, message: $0.value) }
    }

    /// The message with a media type. Nil if there are too many media types.
    func message(of type: String) -> Message? {
      if let known = messages[type] { return known }
      guard messages.count < 16 else { return nil }
      let message = Message()
      messages[type] = message
      return message
    }
  }

  /// Bodies of one media type.
  final class Message {
    var count = 0
    var isJSON = true
    /// The shape of the bodies. Nil before the first body, and if the bodies are not JSON.
    var shape: Int32?
    /// The longest short body, if examples are wanted.
    var example: [UInt8]?
    /// The names of a form's fields.
    var fields: [String: Parameter] = [:]
  }

  /// The texts of a parameter.
  struct Parameter {
    var exchanges = 0
    /// The number of exchanges in which the parameter occurs more than once.
    var repeated = 0
    var integers = 0
    var numbers = 0
    var booleans = 0
    var forms: [TextForm: Int] = [:]
    /// For a segment of paths: the number of texts that look like data, and some of the texts.
    var ids = 0
    var texts: Set<String> = []
    static let mostTexts = 16

    var values: Int { integers + numbers + booleans + forms.values.reduce(0, +) }
  }

  let values = ValueTally()
  private let keepsExamples: Bool
  private(set) var operations: [String: Operation] = [:]
  /// Bare bodies by the name of their group.
  private(set) var bodies: [String: Message] = [:]
  /// The number of exchanges without an operation, because there are too many different paths, or
  /// the path is too long.
  private(set) var leftOut = 0
  /// The number of bodies that should be JSON and are not.
  var malformed = 0
  private var remembered: [Int: Remembered] = [:]

  private static let mostRemembered = 4096
  static let mostOperations = 2048
  /// The most segments of a path in the contract.
  static let mostSegments = 64
  static let mostNames = 256
  private static let longestExample = 2048

  /// A method and a URL without its query.
  final class Remembered {
    fileprivate let method: [UInt8]
    fileprivate let address: [UInt8]
    let operation: Operation
    /// The texts in the gaps of the path.
    let gaps: [String]

    fileprivate init(
      _ method: [UInt8], _ address: [UInt8], _ operation: Operation, _ path: String
    ) {
      self.method = method
      self.address = address
      self.operation = operation
      gaps = zip(operation.path.segments, RequestPath(path).segments).filter { $0.0 == nil }
        .map { String(decoding: $0.1, as: UTF8.self) }
    }
  }

  init(keepsExamples: Bool = false) { self.keepsExamples = keepsExamples }

  // MARK: Exchanges

  /// The entry for an address. Nil if there are too many operations.
  func place(
    _ method: ByteView, _ address: ByteView
  ) -> Remembered? {
    var hasher = Hasher()
    method.hash(into: &hasher)
    address.hash(into: &hasher)
    let hash = hasher.finalize()
    if let known = remembered[hash], known.method.elementsEqual(method),
      known.address.elementsEqual(address)
    {
      return known
    }
    let url = URLParts(String(decoding: address, as: UTF8.self))
    guard url.isOfServer else { return nil }
    let name = String(decoding: method, as: UTF8.self).uppercased()
    func operation(_ path: PathOutline, most: Int) -> Operation? {
      guard path.segments.count <= Self.mostSegments else { return nil }
      let made = Operation(method: name, origin: Self.origin(of: url), path: path)
      return self.operation(like: made, most: most)
    }
    // If there are very many paths, words outside the list are treated as values at once.
    guard
      let operation = operation(PathOutline(url.path), most: Self.mostOperations)
        ?? operation(PathOutline(url.path, isOpen: false), most: 2 * Self.mostOperations)
    else {
      leftOut += 1
      return nil
    }
    if remembered.count >= Self.mostRemembered { remembered = [:] }
    let place = Remembered(Array(method), Array(address), operation, url.path)
    remembered[hash] = place
    return place
  }

  private func operation(like made: Operation, most: Int) -> Operation? {
    if let known = operations[made.name] { return known }
    guard operations.count < most else { return nil }
    operations[made.name] = made
    return made
  }

  private static func origin(of url: URLParts) -> String {
    // A placeholder is no server.
    guard let host = url.host, !url.hasOpenServer,
      !host.utf8.contains(where: "<{[$*%".utf8.contains)
    else { return "" }
    let colons = host.utf8.count { $0 == UInt8(ascii: ":") }
    // If the port is not a number, one colon remains.
    guard colons != 1 else { return "" }
    let name = colons > 1 ? "[\(host)]" : host
    let port = url.port.map { ":\($0)" } ?? ""
    return "\(url.scheme ?? "https")://\(name)\(port)"
  }

  /// The body of a group of bare bodies.
  func body(ofGroup name: String) -> Message {
    if let known = bodies[name] { return known }
    let message = Message()
    bodies[name] = message
    return message
  }

  /// - Parameter text: The bytes of the value.
  func count(_ cursor: TapeCursor, _ index: Int, _ text: Range<Int>, as message: Message) {
    message.count += 1
    if keepsExamples, values.unknown.isEmpty, text.count <= Self.longestExample {
      message.offer(Array(cursor.bytes(in: text)))
    }
    let shape = message.shape ?? values.newShape()
    message.shape = shape
    values.add(cursor, index, to: shape)
  }

  // MARK: Sums

  /// Adds the counts of another thread.
  func merge(_ other: TrafficTally) {
    leftOut += other.leftOut
    malformed += other.malformed
    // They are added in a fixed order. So a limit always drops the same ones.
    for theirs in other.operations.values.sorted(by: { $0.name < $1.name }) {
      let made = Operation(method: theirs.method, origin: theirs.origin, path: theirs.path)
      guard let own = operation(like: made, most: 2 * Self.mostOperations) else {
        leftOut += theirs.exchanges
        continue
      }
      merge(theirs, of: other, into: own)
    }
    for (name, message) in other.bodies.sorted(by: { $0.key < $1.key }) {
      merge(message, of: other, into: body(ofGroup: name))
    }
  }

  func merge(_ theirs: Operation, of other: TrafficTally, into own: Operation) {
    own.exchanges += theirs.exchanges
    own.named.formUnion(theirs.named)
    own.sent += theirs.sent
    own.requestsWithoutBody += theirs.requestsWithoutBody
    for (index, gap) in theirs.gaps.enumerated() where index < own.gaps.count {
      own.gaps[index].merge(gap)
    }
    for (name, parameter) in theirs.query { own.query[name, default: Parameter()].merge(parameter) }
    merge(theirs.requests, of: other, into: own.requests)
    for (status, response) in theirs.statuses.sorted(by: { $0.key < $1.key }) {
      merge(response, of: other, into: own, as: status)
    }
  }

  private func merge(
    _ response: Response, of other: TrafficTally, into own: Operation, as status: Int
  ) {
    let target = own.statuses[status] ?? Response()
    own.statuses[status] = target
    target.exchanges += response.exchanges
    target.withoutBody += response.withoutBody
    merge(response.bodies, of: other, into: target.bodies)
  }

  /// Counts responses without a status as the lowest success, like a check does.
  func settleStatuses(of operation: Operation) {
    guard let success = operation.statuses.keys.filter({ 200..<300 ~= $0 }).min(),
      let unknown = operation.statuses.removeValue(forKey: 0)
    else { return }
    merge(unknown, of: self, into: operation, as: success)
  }

  private func merge(_ theirs: Bodies, of other: TrafficTally, into own: Bodies) {
    for (type, message) in theirs.sorted {
      if let target = own.message(of: type) { merge(message, of: other, into: target) }
    }
  }

  private func merge(_ theirs: Message, of other: TrafficTally, into own: Message) {
    own.count += theirs.count
    if let example = theirs.example { own.offer(example) }
    for (name, field) in theirs.fields { own.fields[name, default: Parameter()].merge(field) }
    guard let shape = theirs.shape else { return }
    let target = own.shape ?? values.newShape()
    own.shape = target
    values.merge(other.values, shape, into: target)
  }
}

extension TrafficTally.Message {
  /// Keeps the longer example, in any order of arrival.
  fileprivate func offer(_ body: [UInt8]) {
    guard let known = example else {
      example = body
      return
    }
    if known.count < body.count
      || known.count == body.count && body.lexicographicallyPrecedes(known)
    {
      example = body
    }
  }
}

extension TrafficTally.Parameter {
  mutating func merge(_ other: Self) {
    exchanges += other.exchanges
    repeated += other.repeated
    integers += other.integers
    numbers += other.numbers
    booleans += other.booleans
    forms.merge(other.forms, uniquingKeysWith: +)
    ids += other.ids
    for text in other.texts { keep(text) }
  }

  /// Keeps the first texts in alphabetical order. So the order of the traffic does not matter.
  private mutating func keep(_ text: String) {
    guard texts.insert(text).inserted, texts.count > Self.mostTexts, let last = texts.max() else {
      return
    }
    texts.remove(last)
  }

  /// Counts a segment of a path.
  mutating func add(segment text: String) {
    add(text)
    keep(text)
    if text.withByteView(DataLook.isSegment) { ids += 1 }
  }

  /// Counts one value.
  mutating func add(_ text: String) {
    text.withByteView { bytes in
      let form = TextForm.of(bytes)
      if form == .digits || form == .other, Self.isNumber(bytes) {
        if bytes.contains(UInt8(ascii: ".")) { numbers += 1 } else { integers += 1 }
      } else if form == .word, bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
      {
        booleans += 1
      } else {
        forms[form, default: 0] += 1
      }
    }
  }

  /// Whether a text is a JSON number without an exponent and with at most 18 digits.
  private static func isNumber(_ text: ByteView) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let parts = rest.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }), rest.count <= 18
    else { return false }
    return parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
  }
}
