@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
package import JSONTape

/// One app that reads an API: its decoder, and what is set of it.
package struct Client: Hashable, Sendable {
  /// As the contract names it; empty for the one of `decoder`.
  package let name: String
  package let decoder: ClientDecoder
  /// The decoder's table, as its options have made it.
  private(set) var table: ClientDecoder.Table
  /// What is set for all places.
  package private(set) var reading = Reading()
  /// What is set for a place: `Place.likes`, or `likes` for each property with the name.
  private(set) var places: [String: Reading] = [:]
  private var options: [String: String] = [:]
  /// Whether an empty body is decoded: true of any status, false not even of 204; nil of 204 alone.
  private(set) var allowsEmptyBody: Bool?
  /// The properties of the app that its keys do not tell, by their documented names.
  private(set) var properties: [String: String] = [:]

  /// How values are read. Nil for what the decoder does, or what is set for all places.
  package struct Reading: Hashable, Sendable {
    var integers: String?
    var numbers: String?
    var dates: String?
    var data: Bool?
    var isURL: Bool?
    var mapKeys: String?
    var isFreeForm: Bool?
    var isLossy: Bool?
    var hasOpenEnums: Bool?
    /// What is set for the place itself.
    var ownNumbers = false
    var ownDates = false

    func over(_ other: Reading) -> Reading {
      Reading(
        integers: integers ?? other.integers, numbers: numbers ?? other.numbers,
        dates: dates ?? other.dates, data: data ?? other.data, isURL: isURL ?? other.isURL,
        mapKeys: mapKeys ?? other.mapKeys, isFreeForm: isFreeForm ?? other.isFreeForm,
        isLossy: isLossy ?? other.isLossy, hasOpenEnums: hasOpenEnums ?? other.hasOpenEnums)
    }
  }

  init(name: String, decoder: ClientDecoder) {
    (self.name, self.decoder, table) = (name, decoder, decoder.table)
  }

  /// What is asked where a contract describes no client: what nearly all of them do.
  static let usual = Client(name: "", decoder: .json)

  /// `android (Gson)`.
  package var title: String {
    name.isEmpty ? decoder.name : "\(name) (\(decoder.name))"
  }

  var namesProperties: Bool { !places.isEmpty || !properties.isEmpty }

  /// The names of the contract that the client's settings use.
  var documentedNames: [String] {
    properties.keys.sorted()
      + places.keys.sorted().map { String($0.split(separator: ".").last ?? "") }
  }

  /// Whether keys go through `convertFromSnakeCase`.
  package var convertsKeys: Bool { options["keys"] == "convertFromSnakeCase" }

  /// Whether properties are read as URLs, by their documented names.
  fileprivate func readsURL(_ name: String) -> Bool { places[name]?.isURL == true }

  /// Whether integers without a format have 32 bits.
  package var hasShortIntegers: Bool { reading.integers == "int32" }

  /// The app's property for a documented name.
  func property(_ name: String) -> String {
    properties[name] ?? (convertsKeys ? SnakeCaseConversion.property(name) : name)
  }

  /// Whether the values of properties with a name are read in a way of their own.
  func hasReading(ofProperty name: String) -> Bool {
    places.keys.contains { $0 == name || $0.hasSuffix(".\(name)") }
  }

  var readsOtherCase: Bool {
    if case .changes = table[.keyInOtherCase] { true } else { false }
  }

  /// What is set of the decoder's own options.
  func option(_ name: String) -> String? {
    options[name] ?? decoder.options.first { $0.name == name }?.standard
  }

  /// How a place is read.
  ///
  /// - Parameter schemas: The components that the property is of.
  func reading(ofProperty property: String?, of schemas: [String]) -> Reading {
    guard let property, !places.isEmpty else { return reading }
    var found = places[property] ?? Reading()
    for schema in schemas {
      if let own = places["\(schema).\(property)"] { found = own.over(found) }
    }
    var all = found.over(reading)
    all.ownNumbers = found.integers != nil || found.numbers != nil
    all.ownDates = found.dates != nil
    return all
  }

  // MARK: Settings

  private static let common = [
    "integers", "numbers", "dates", "data", "urls", "mapKeys", "freeForm", "lossy", "enums", "at",
    "properties", "emptyBody",
  ]

  /// Reads the members of an object over what is set.
  ///
  /// - Parameter owner: How messages name the object.
  mutating func apply(
    _ node: JSONNode, _ owner: String, _ contract: String
  ) throws(ContractError) {
    guard node.kind == .object else {
      throw ContractError("\(owner) must be an object", contract: contract, node: node)
    }
    for member in node.members where member.name != "decoder" || name.isEmpty {
      try set(member, owner, contract)
    }
  }

  private mutating func set(
    _ member: JSONMember, _ owner: String, _ contract: String
  ) throws(ContractError) {
    switch member.name {
    case "emptyBody":
      allowsEmptyBody = try Self.choice(member, ["refused": false, "allowed": true], contract)
    case "urls":
      let names = member.value.kind == .array ? member.value.elements.compactMap(\.string) : []
      guard member.value.kind == .array, names.count == member.value.count else {
        throw ContractError(
          "`urls` is an array of property names", contract: contract, node: member.value)
      }
      places = places.filter { $0.value != Reading(isURL: true) }
      for name in names { places[name, default: Reading()].isURL = true }
    case "properties":
      properties = [:]
      for property in member.value.members { properties[property.name] = property.value.string }
      guard member.value.kind == .object, properties.count == member.value.count else {
        throw ContractError(
          "`properties` is an object: the documented name of each property, and its name in the app",
          contract: contract, node: member.value)
      }
    case "at":
      guard member.value.kind == .object else {
        throw ContractError(
          "`at` is an object: how each place, such as `Place.likes`, is read",
          contract: contract, node: member.value)
      }
      for place in member.value.members {
        guard place.value.kind == .object else {
          throw ContractError(
            "a place of `at` is an object, such as {\"integers\": \"int32\"}",
            contract: contract, node: place.value)
        }
        for setting in place.value.members {
          guard
            try places[place.name, default: Reading()].set(
              setting, decoder, contract, isPlace: true)
          else { throw unknown(setting, "`at`", Self.common.filter { $0 != "at" }, contract) }
        }
      }
    default:
      if try reading.set(member, decoder, contract, isPlace: false) { return }
      guard let option = decoder.options.first(where: { $0.name == member.name }) else {
        throw unknown(member, owner, Self.common + decoder.options.map(\.name), contract)
      }
      let value = ClientDecoder.word(member.value)
      guard option.values.contains(value) else {
        throw ContractError(
          "`\(option.name)` is one of " + option.values.map { "`\($0)`" }.joined(separator: ", ")
            + NearestName.suggestion(for: value, among: option.values),
          contract: contract, node: member.value)
      }
      options[option.name] = value
      if let changes = option.changes[value] { try table.apply(changes, decoder.name) }
    }
  }

  private func unknown(
    _ member: JSONMember, _ owner: String, _ known: [String], _ contract: String
  ) -> ContractError {
    ContractError(
      "\(owner) has no member `\(SafeText.line(member.name))`"
        + NearestName.suggestion(for: member.name, among: known),
      contract: contract, node: member.key)
  }

  fileprivate static func choice<Value>(
    _ member: JSONMember, _ choices: KeyValuePairs<String, Value>, _ contract: String
  ) throws(ContractError) -> Value {
    let text = ClientDecoder.word(member.value)
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let names = choices.map(\.key)
    throw ContractError(
      "`\(member.name)` is one of " + names.map { "`\($0)`" }.joined(separator: ", ")
        + NearestName.suggestion(for: text, among: names),
      contract: contract, node: member.value)
  }
}

extension Client.Reading {
  /// - Returns: Whether there is such a setting.
  mutating func set(
    _ member: JSONMember, _ decoder: ClientDecoder, _ contract: String, isPlace: Bool
  ) throws(ContractError) -> Bool {
    func word(among known: [String]) throws(ContractError) -> String {
      let pairs = known.map { ($0, $0) }
      let word = ClientDecoder.word(member.value)
      if pairs.contains(where: { $0.0 == word }) { return word }
      throw ContractError(
        "`\(member.name)` is one of " + known.map { "`\($0)`" }.joined(separator: ", ")
          + NearestName.suggestion(for: word, among: known),
        contract: contract, node: member.value)
    }
    switch member.name {
    case "integers":
      integers = try word(among: decoder.table.integers.keys.filter { !$0.isEmpty }.sorted())
    case "numbers":
      numbers = try word(among: decoder.table.numbers.keys.filter { !$0.isEmpty }.sorted())
    case "dates":
      if let format = member.value["format"]?.string {
        guard DatePattern(format) != nil else {
          throw ContractError(
            "the `format` of `dates` is made of yyyy, MM, dd, HH, mm, ss, SSS, X, Z and 'text'",
            contract: contract, node: member.value)
        }
        dates = "format:" + format
      } else {
        dates = try word(among: ["iso8601", "text", "seconds", "milliseconds"])
      }
    case "data": data = try word(among: ["base64", "text"]) == "base64"
    case "urls" where isPlace: isURL = try word(among: ["true", "false"]) == "true"
    case "mapKeys": mapKeys = try word(among: ["text", "int", "pairs"])
    case "freeForm": isFreeForm = try word(among: ["decoded", "ignored"]) == "decoded"
    case "lossy": isLossy = try word(among: ["true", "false"]) == "true"
    case "enums": hasOpenEnums = try word(among: ["open", "closed"]) == "open"
    default: return false
    }
    return true
  }
}

/// The apps that read an API.
package struct Clients: Hashable, Sendable {
  package private(set) var list: [Client] = []
  /// The decoders of files beside the contract, by the text of the `$ref` to them.
  var own: [String: ClientDecoder] = [:]
  /// Whether they stand in `clients`, and not in the short `decoder`.
  package private(set) var areNamed = false

  static let usual: Clients = {
    var clients = Clients()
    clients.list = [.usual]
    return clients
  }()

  /// The one whose keys are converted, if any is.
  var converting: Client? { list.first(where: \.convertsKeys) }

  var namesProperties: Bool { list.contains(where: \.namesProperties) }

  /// Whether one of them reads a property as a URL, by its documented name.
  package func readsURL(_ name: String) -> Bool { list.contains { $0.readsURL(name) } }

  /// True if all of them take an empty body, false if one takes none even of 204.
  var allowEmptyBody: Bool? {
    if list.contains(where: { $0.allowsEmptyBody == false }) { return false }
    return !list.isEmpty && list.allSatisfy { $0.allowsEmptyBody == true } ? true : nil
  }

  /// Whether one of them refuses a body with a byte order mark.
  private(set) var refusesMark = false

  /// Whether one of them takes a key in other letter case for the documented one, and whether one that
  /// does not refuses it.
  var readOtherCase: Bool { list.contains(where: \.readsOtherCase) }
  var refuseOtherCase: Bool {
    list.contains { !$0.readsOtherCase && $0.table[.unknownKey] == .refuses }
  }

  /// Whether something becomes of the fact in one of them.
  func any(_ fact: ClientFact, _ isMeant: (ClientOutcome) -> Bool) -> Bool {
    list.contains { isMeant($0.table[fact]) }
  }

  /// These clients with the `decoder` of an inner object over them.
  mutating func apply(decoder node: JSONNode, _ contract: String) throws(ContractError) {
    if list.isEmpty { list = [.usual] }
    for index in list.indices where list[index].decoder.language == "Swift" {
      try list[index].apply(node, "`decoder`", contract)
    }
  }

  /// Reads `clients`. What is set for a name that is there comes over it.
  mutating func apply(_ node: JSONNode, _ contract: String) throws(ContractError) {
    guard node.kind == .object, node.count > 0 else {
      throw ContractError(
        "`clients` is an object: the name of each app, and how it decodes",
        contract: contract, node: node)
    }
    if !areNamed { list = [] }
    areNamed = true
    for member in node.members {
      let owner = "`clients.\(SafeText.line(member.name))`"
      let index = list.firstIndex { $0.name == member.name }
      guard
        let decoder = member.value["decoder"] ?? (member.value.kind == .string ? member.value : nil)
      else {
        guard let index else {
          throw ContractError(
            "\(owner) needs its `decoder`: " + ClientDecoder.names, contract: contract,
            node: member.key)
        }
        try list[index].apply(member.value, owner, contract)
        continue
      }
      let own = own[decoder["$ref"]?.string ?? ""]
      let found = if let own { own } else { try ClientDecoder.named(decoder, contract: contract) }
      var client = Client(name: member.name, decoder: found)
      if member.value.kind != .string { try client.apply(member.value, owner, contract) }
      if let index { list[index] = client } else { list.append(client) }
    }
    refusesMark = any(.byteOrderMark) { $0 == .refuses }
  }
}

extension Clients {
  /// Reads the `clients` of a configuration, which has an object for each contract.
  package static func verify(_ node: JSONNode, _ file: String) throws(ContractError) {
    guard node.kind == .object else {
      throw ContractError(
        "`clients` is an object: the name of each contract, and its clients", contract: file,
        node: node)
    }
    for member in node.members {
      var clients = Clients()
      try clients.apply(member.value, file)
    }
  }

  /// Leaves out all clients but one.
  mutating func keep(_ name: String, _ contract: String) throws(ContractError) {
    let names = list.map(\.name).filter { !$0.isEmpty }
    guard names.contains(name) else {
      throw ContractError(
        "there is no client `\(SafeText.line(name))`; "
          + (names.isEmpty
            ? "the contract has no `clients`"
            : "the contract has " + names.map { "`\($0)`" }.joined(separator: ", "))
          + NearestName.suggestion(for: name, among: names),
        contract: contract, offset: 0, in: [])
    }
    list = list.filter { $0.name == name }
  }
}

extension ClientDecoder: Hashable {
  package static func == (left: ClientDecoder, right: ClientDecoder) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The decoders of this package.
  package static let all: [ClientDecoder] = BundledClients.all.map {
    $0.name == jsonName ? json : bundled($0.name)
  }

  /// The one that most contracts have is read alone.
  static let json = bundled(jsonName)

  private static let jsonName = "JSONDecoder"

  private static func bundled(_ name: String) -> ClientDecoder {
    let text = BundledClients.all.first { $0.name == name }?.text ?? ""
    do {
      let document = try JSONDocument(text.withUTF8Buffer { Array($0) })
      return try ClientDecoder(document.root, file: "schemas/clients/\(name).json")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  package static func named(_ name: String) -> ClientDecoder? {
    name == jsonName ? json : all.first { $0.name == name }
  }

  static var names: String { all.map { "`\($0.name)`" }.joined(separator: ", ") }

  /// A decoder by its name, or an object that is one of the user's own.
  static func named(_ node: JSONNode, contract: String) throws(ContractError) -> ClientDecoder {
    if node.kind == .object { return try ClientDecoder(node, file: contract) }
    if let decoder = named(node.string ?? "") { return decoder }
    throw ContractError(
      "there is no decoder `\(SafeText.line(node.string ?? node.text))`; known are \(names)"
        + NearestName.suggestion(for: node.string ?? "", among: all.map(\.name)),
      contract: contract, node: node)
  }
}
