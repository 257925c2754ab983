@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds schemas that may describe a body, by the names of its properties. The results are kept,
/// because files in one folder often have only a few kinds of bodies.
///
/// The result depends only on the body and its file name, never on earlier bodies.
struct NearestSchemas {
  /// A schema, and the number of properties that it shares with a body.
  struct Near {
    let schema: AssumedSchema
    let shared: Int
    /// The number of properties in the body, the schema or both.
    let all: Int
    /// The number of properties in the body.
    let properties: Int

    /// Whether most properties are shared.
    var isClear: Bool { Double(shared) >= NearestSchemas.clearLikeness * Double(all) }
    /// Whether the schema lists most of the body's properties, so that it may accept the body.
    var listsMost: Bool { shared * 2 > properties }
    fileprivate var likeness: Double { Double(shared) / Double(all) }

    /// The number of words that the schema's operation or name shares with the file's name.
    func words(_ hint: NameHint) -> Int { schema.words.intersection(hint.words).count }
  }

  /// The schemas that share properties with the bodies of one kind.
  final class Found {
    /// The schemas that list most of the body's properties. The order is by the number of these
    /// properties, then by likeness.
    let listing: [Near]
    /// The nearest schemas. All of them are equally similar. Empty if no schema is similar
    /// enough.
    let nearest: [Near]
    /// `listing`, ordered for one file name.
    private var ordered: (number: Int, listing: [Near])?

    fileprivate init(_ near: [Near] = []) {
      listing = Self.sorted(near.filter(\.listsMost))
      let highest = near.lazy.map(\.likeness).max() ?? 0
      nearest =
        highest < NearestSchemas.leastLikeness ? [] : near.filter { $0.likeness == highest }
    }

    fileprivate func listing(by hint: NameHint, _ number: Int) -> [Near] {
      if let ordered, ordered.number == number { return ordered.listing }
      let listing = Self.order(listing, by: hint)
      ordered = (number, listing)
      return listing
    }

    fileprivate static func sorted(_ near: [Near]) -> [Near] {
      near.enumerated().sorted { left, right in
        let (first, second) = (left.element, right.element)
        return (second.shared, first.all, left.offset) < (first.shared, second.all, right.offset)
      }.map(\.element)
    }

    /// Puts the schemas that share the most words with the file's name first. Otherwise the order
    /// stays the same.
    fileprivate static func order(_ near: [Near], by hint: NameHint) -> [Near] {
      guard near.count > 1, !hint.words.isEmpty else { return near }
      return near.enumerated().map { ($0.element, $0.element.words(hint), $0.offset) }
        .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.2 < $1.2 }.map(\.0)
    }
  }

  /// The key under which results are remembered.
  private struct Properties: Hashable {
    let isArray: Bool
    let scope: AssumedSchema.Scope
    /// The names as they are written, each followed by a line feed.
    var names: [UInt8] = []
  }

  private let checker: Checker
  private var schemas: [AssumedSchema.Scope: [AssumedSchema]] = [:]
  private var known: [Properties: Found] = [:]
  /// The entry of `known` for the last body. The next body is often similar, and then this is
  /// faster than a look-up in `known`.
  private var last: (properties: Properties, found: Found)?
  private lazy var spelled = SpelledOperations(checker)
  /// The file of the current bodies.
  var file = "" {
    didSet { if file != oldValue { hasHint = false } }
  }
  private var hasHint = false
  /// A number for each file name.
  private var hintNumber = 0
  private(set) var hint = NameHint("")
  /// The schemas of the operation and the status that the file's name has exactly.
  private(set) var exact: AssumedSchema.Scope?
  /// The scopes of the last body, the scope of a body without properties, and the scope of a
  /// response without a documented body.
  private var scopes:
    (
      status: Int?, all: [AssumedSchema.Scope], ofEmpty: AssumedSchema.Scope?,
      bodiless: AssumedSchema.Scope?
    )?
  /// The schema assumed for the last body.
  var assumed: String?
  /// If there are more entries than this, all entries are dropped, to limit memory.
  private static let most = 1024
  private static let mostScopes = 64
  /// The maximum length in bytes of names that are remembered.
  private static let longest = 4096
  /// A schema with a smaller share of common properties is not near.
  fileprivate static let leastLikeness = 0.3
  /// The minimum share for a value inside a body, if the body itself resembles no schema.
  fileprivate static let clearLikeness = 0.6
  /// Envelopes have few properties.
  private static let mostEnclosed = 24
  /// Of equally near schemas, only this number is tried.
  private static let mostTried = 16

  init(_ checker: Checker) { self.checker = checker }

  static func note(_ name: String, of input: String) -> String {
    "\(input): assumed \(name), the nearest schema"
  }

  /// Where to look for a body's schema. The narrowest scope is first: the hints in the file's name,
  /// then everything.
  mutating func scopes(
    status: Int?, _ cursor: TapeCursor, _ index: Int
  ) -> [AssumedSchema.Scope] {
    readHint()
    if scopes == nil || scopes?.status != status { findScopes(status: status) }
    guard let scopes else { return [] }
    guard let ofEmpty = scopes.ofEmpty, !Self.hasProperties(cursor, index) else {
      return scopes.all
    }
    return [ofEmpty] + scopes.all
  }

  private mutating func findScopes(status: Int?) {
    var all: [AssumedSchema.Scope] = []
    let named = checker.assumption.isRequest ? nil : hint.status
    exact = spelled.exactScope(hint, status: status ?? named)
    let scope = exact ?? spelled.scope(hint, status: status ?? named)
    if let scope { all.append(scope) }
    if let named, status == nil { all.append(.documented(status: named)) }
    let ofEmpty = scope == nil ? spelled.scope(beginning: hint, status: status ?? named) : nil
    let bodiless = (scope ?? ofEmpty).flatMap { documentsNoBody($0) ? $0 : nil }
    scopes = (status, all + [.all(status: status)], ofEmpty, bodiless)
  }

  /// The operation that the file's name means, if the contract does not document its status.
  mutating func undocumented(status: Int?) -> (operation: Operation, status: Int)? {
    readHint()
    return spelled.exactOperation(hint).flatMap { operation, named in
      let status = status ?? named
      return operation.response(for: status) == nil ? (operation, status) : nil
    }
  }

  private func documentsNoBody(_ scope: AssumedSchema.Scope) -> Bool {
    guard !checker.assumption.isRequest,
      case .operation(let contract, let position, let status?) = scope,
      let response = checker.contracts[contract].operations[position].response(for: status)
    else { return false }
    return response.content.entries.isEmpty
  }

  /// The operation and the status that the file's name means, if the contract documents no body for
  /// them.
  mutating func bodiless(status: Int?) -> AssumedSchema.Scope? {
    readHint()
    if scopes == nil || scopes?.status != status { findScopes(status: status) }
    return scopes?.bodiless
  }

  static func hasProperties(_ cursor: TapeCursor, _ index: Int) -> Bool {
    object(in: cursor, index).map { cursor.count($0.object) > 0 } ?? false
  }

  private mutating func readHint() {
    guard !hasHint else { return }
    hasHint = true
    hint = NameHint(file)
    hintNumber += 1
    scopes = nil
  }

  /// The schemas of `found` that list most properties, in the order in which they are tried.
  func listing(_ found: Found) -> [Near] { found.listing(by: hint, hintNumber) }

  /// The schemas that list all properties of a body, if the schema that accepts it lists fewer. The
  /// others refuse the body, because they are tried first.
  func fuller(_ listing: [Near], than accepting: Near) -> [Near] {
    guard accepting.shared < accepting.properties else { return [] }
    let words = accepting.words(hint)
    return listing.filter {
      $0.shared == $0.properties && $0.isClear && $0.words(hint) >= words
    }
  }

  /// The nearest schemas, in the order in which they are tried.
  func nearest(_ found: Found) -> [Near] { Found.order(found.nearest, by: hint) }

  /// For a body without properties: the schemas of the operation that the file's name means. The
  /// schemas of its success are first.
  mutating func named(_ cursor: TapeCursor, _ index: Int, in scope: AssumedSchema.Scope) -> [Near] {
    guard case .operation = scope else { return [] }
    return Self.hasProperties(cursor, index) ? [] : successFirst(scope)
  }

  /// The schemas of a scope. The schemas of a success are first.
  mutating func successFirst(_ scope: AssumedSchema.Scope) -> [Near] {
    let all = all(in: scope).map {
      Near(schema: $0, shared: 0, all: max($0.names.count, 1), properties: 0)
    }
    return all.filter(\.schema.isOfSuccess) + all.filter { !$0.schema.isOfSuccess }
  }

  /// The schemas that share properties with a body.
  mutating func schemas(
    like cursor: TapeCursor, _ index: Int, in scope: AssumedSchema.Scope
  ) -> Found {
    guard let (object, isArray) = Self.object(in: cursor, index) else { return Found() }
    if let last, last.properties.isArray == isArray, last.properties.scope == scope,
      Self.names(cursor, object, are: last.properties.names)
    {
      return last.found
    }
    var properties = Properties(isArray: isArray, scope: scope)
    var key = cursor.firstChild(object)
    while key < cursor.next(object), properties.names.count < Self.longest {
      properties.names += cursor.rawBytes(key)
      properties.names.append(ASCIIByte.lineFeed)
      key = cursor.next(key &+ 1)
    }
    let isLong = key < cursor.next(object)
    let found =
      (isLong ? nil : known[properties])
      ?? Found(find(Self.names(cursor, object), isArray: isArray, scope))
    if !isLong {
      if known.count >= Self.most { known = [:] }
      known[properties] = found
      last = (properties, found)
    }
    return found
  }

  /// Whether an object has the names of this key.
  private static func names(_ cursor: TapeCursor, _ object: Int, are names: [UInt8]) -> Bool {
    names.withByteView { names in
      var start = 0
      var key = cursor.firstChild(object)
      while key < cursor.next(object) {
        let bytes = cursor.rawBytes(key)
        let end = start &+ bytes.count
        guard end < names.count, names[end] == ASCIIByte.lineFeed else { return false }
        for position in bytes.indices where bytes[position] != names[start &+ position] {
          return false
        }
        start = end &+ 1
        key = cursor.next(key &+ 1)
      }
      return start == names.count
    }
  }

  /// The schemas that list some properties of a body but not most, in the order in which they are
  /// tried. They are not remembered, because there may be many of them and few bodies need them.
  mutating func others(
    like cursor: TapeCursor, _ index: Int, in scope: AssumedSchema.Scope
  ) -> [Near] {
    guard let (object, isArray) = Self.object(in: cursor, index) else { return [] }
    let near = find(Self.names(cursor, object), isArray: isArray, scope)
    return Found.order(Found.sorted(near.filter { !$0.listsMost }), by: hint)
  }

  /// The object of a body, or the first object of an array.
  private static func object(in cursor: TapeCursor, _ index: Int) -> (object: Int, isArray: Bool)? {
    if cursor.rawTag(index) == TapeTag.object.rawValue { return (index, false) }
    guard cursor.rawTag(index) == TapeTag.array.rawValue else { return nil }
    var element = cursor.firstChild(index)
    while element < cursor.next(index) {
      if cursor.rawTag(element) == TapeTag.object.rawValue { return (element, true) }
      element = cursor.next(element)
    }
    return nil
  }

  /// For a body that resembles no schema. If the value of exactly one property clearly resembles
  /// schemas, these are the property's key and the first of these schemas. Only bodies with few
  /// properties are searched, to limit the work.
  mutating func schemas(
    within cursor: TapeCursor, _ index: Int, status: Int?
  ) -> (key: Int, likely: [Near])? {
    guard cursor.rawTag(index) == TapeTag.object.rawValue,
      cursor.count(index) <= Self.mostEnclosed
    else { return nil }
    var found: (key: Int, likely: [Near])?
    var key = cursor.firstChild(index)
    while key < cursor.next(index) {
      let near = schemas(like: cursor, key &+ 1, in: .all(status: status)).nearest
      let likely = near.filter(\.isClear)
      if !likely.isEmpty {
        // If there are two such properties, they are parts of something else.
        guard found == nil else { return nil }
        found = (key, Array(likely.prefix(Self.mostTried)))
      }
      key = cursor.next(key &+ 1)
    }
    return found
  }

  private static func names(_ cursor: TapeCursor, _ object: Int) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    var key = cursor.firstChild(object)
    while key < cursor.next(object) {
      names.insert(NamePattern.fold(cursor.decodedString(key)))
      key = cursor.next(key &+ 1)
    }
    return names
  }

  private mutating func find(
    _ keys: Set<[UInt8]>, isArray: Bool, _ scope: AssumedSchema.Scope
  ) -> [Near] {
    all(in: scope).compactMap { schema in
      guard schema.listed.isArray == isArray else { return nil }
      let shared = keys.intersection(schema.names).count
      guard shared > 0 else { return nil }
      return Near(
        schema: schema, shared: shared, all: keys.count + schema.names.count - shared,
        properties: keys.count)
    }
  }

  private mutating func all(in scope: AssumedSchema.Scope) -> [AssumedSchema] {
    let all = schemas[scope] ?? AssumedSchema.all(of: checker, in: scope)
    // It takes long to list all schemas.
    if schemas.count >= Self.mostScopes { schemas = schemas.filter { $0.key == .all(status: nil) } }
    schemas[scope] = all
    return all
  }
}
