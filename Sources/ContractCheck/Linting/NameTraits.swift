internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The facts about a property's value that follow from its name.
package struct NameTraits {
  /// The roles of all properties of an object can be combined. So irrelevant objects are skipped
  /// quickly.
  struct Roles: OptionSet {
    let rawValue: UInt32

    static let coordinate = Roles(rawValue: 1 << 0)
    static let date = Roles(rawValue: 1 << 1)
    static let figure = Roles(rawValue: 1 << 2)
    /// Pagination by a cursor or an offset.
    static let cursor = Roles(rawValue: 1 << 3)
    static let pagination = Roles(rawValue: 1 << 4)
    /// The value may contain a pagination and other data.
    static let meta = Roles(rawValue: 1 << 5)
    static let secret = Roles(rawValue: 1 << 6)
    static let deviceToken = Roles(rawValue: 1 << 7)
    static let platform = Roles(rawValue: 1 << 8)
    static let device = Roles(rawValue: 1 << 9)
    static let record = Roles(rawValue: 1 << 10)
    /// The object is the response of an authentication.
    static let authentication = Roles(rawValue: 1 << 11)
    static let discriminator = Roles(rawValue: 1 << 12)
    /// The value contains a map whose keys are data.
    static let freeForm = Roles(rawValue: 1 << 13)
    /// The value may contain links to other pages and other data.
    static let links = Roles(rawValue: 1 << 14)
    /// The value may belong to an enumeration.
    static let enumerable = Roles(rawValue: 1 << 15)
  }

  let name: String
  /// The folded name. It is the same for every case style.
  let folded: String
  private(set) var roles: Roles = []
  /// The pagination figure that the name means.
  let figure: String?
  /// The only case style that fits the name. Nil for names of one word and for names of an unknown
  /// style.
  let style: KeyCase?

  package init(_ name: String) {
    self.name = name
    folded = String(decoding: NamePattern.fold(name), as: UTF8.self)
    figure = Pagination.figure(name)
    style = Self.style(of: name, folded)
    if figure != nil { roles.insert(.figure) }
    if DateName.isDate(name, folded: folded) { roles.insert(.date) }
    roles.formUnion(Self.vocabulary[folded] ?? [])
    if folded.hasPrefix("device") { roles.insert(.device) }
    if folded.hasSuffix("cursor") { roles.insert(.cursor) }
    if SpellingTally.mayEnumerate(self) { roles.insert(.enumerable) }
  }

  var coordinate: Coordinate? { Coordinate(folded: folded) }

  /// The names that rules use, and the names of free-form values.
  private static let vocabulary: [String: Roles] = {
    var table: [(Roles, [String])] = [
      (
        .freeForm,
        [
          "metadata", "headers", "labels", "annotations", "translations", "i18n", "locales",
          "env", "environment", "extras", "customfields", "errors",
        ]
      )
    ]
    table += Rule.catalogue.flatMap { $0.lint?.names ?? [] }
    var roles: [String: Roles] = [:]
    for (role, names) in table {
      for name in names { roles[name, default: []].insert(role) }
    }
    return roles
  }()

  /// RFC 6749 and RFC 7636 define these names, so they may differ from the API's case style.
  private static let standard: Set<String> = [
    "access_token", "refresh_token", "id_token", "token_type", "expires_in", "grant_type",
    "client_id", "client_secret", "redirect_uri", "response_type", "code_verifier",
    "code_challenge", "error_description", "error_uri",
  ]

  /// Names with digits are often ids, and `en_us` is a locale. Such names do not show the case
  /// style.
  private static func style(of name: String, _ folded: String) -> KeyCase? {
    let bytes = Array(name.utf8)
    let camel = KeyCase.camel.accepts(bytes)
    guard camel != KeyCase.snake.accepts(bytes), !standard.contains(name),
      !bytes.contains(where: { (0x30...0x39).contains($0) }), !name.hasPrefix("utm_")
    else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    if parts.count == 2, 2...3 ~= parts[0].count, 2...2 ~= parts[1].count { return nil }
    return camel ? .camel : .snake
  }
}

/// The names in a capture. The traits of each name are computed once.
final class NameTable {
  private var ids: [String: Int] = [:]
  private(set) var traits: [NameTraits] = []

  /// The maximum size of the table. Names that are data never repeat, so a larger table is emptied.
  private static let largest = 1 << 16

  /// The number of a name. Numbers are valid until ``makeRoom()``.
  func id(of name: String) -> Int {
    if let id = ids[name] { return id }
    ids[name] = traits.count
    traits.append(NameTraits(name))
    return traits.count - 1
  }

  func traits(of name: String) -> NameTraits {
    let id = id(of: name)
    return traits[id]
  }

  /// Drops all names if there are too many. Call this only between bodies.
  func makeRoom() {
    guard traits.count > Self.largest else { return }
    ids.removeAll()
    traits.removeAll()
  }
}
