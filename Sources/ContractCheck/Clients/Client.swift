@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// One app that reads an API: its decoder and its settings.
package struct Client: Hashable, Sendable {
  /// The name in the contract; empty for the client of `decoder`.
  package let name: String
  package let decoder: ClientDecoder
  /// The decoder's table, with the changes by options.
  private(set) var table: ClientDecoder.Table
  /// The settings for all places.
  package private(set) var reading = Reading()
  /// The settings for a place: `Place.likes`, or `likes` for every property of this name.
  private(set) var places: [String: Reading] = [:]
  /// The properties of those places.
  private var placedProperties: Set<String> = []
  private var options: [String: String] = [:]
  /// Whether an empty body is decoded. True means for any status, false means for no status, and
  /// nil means only for 204.
  private(set) var allowsEmptyBody: Bool?
  /// The app's property names by their documented names. They are given only if they do not follow
  /// from the keys.
  private(set) var properties: [String: String] = [:]

  /// The settings for reading values. A nil setting means the decoder's behaviour or the settings
  /// for all places.
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
    /// Whether the numbers are set for the place itself.
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

  /// Hashes only a few parts, because each look-up of a schema computes this hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(decoder)
    hasher.combine(places.count)
  }

  init(name: String, decoder: ClientDecoder) {
    (self.name, self.decoder, table) = (name, decoder, decoder.table)
  }

  /// The client for contracts that describe no client. It does what nearly all clients do.
  static let usual = Client(name: "", decoder: .json)

  /// A title such as `android (Gson)`.
  package var title: String {
    name.isEmpty ? decoder.name : "\(name) (\(decoder.name))"
  }

  var namesProperties: Bool { !places.isEmpty || !properties.isEmpty }

  /// Whether keys go through `convertFromSnakeCase`.
  package var convertsKeys: Bool { options["keys"] == "convertFromSnakeCase" }

  /// Whether properties are read as URLs, by their documented names.
  func readsURL(_ name: String) -> Bool { places[name]?.isURL == true }

  /// Whether integers without a format have fewer than 64 bits.
  package var hasShortIntegers: Bool {
    guard case .whole(let range?)? = table.integers[reading.integers ?? ""]?.holds else {
      return false
    }
    return range.upperBound < WholeNumber(.max)
  }

  /// The app's property for a documented name.
  func property(_ name: String) -> String {
    properties[name] ?? (convertsKeys ? SnakeCaseConversion.property(name) : name)
  }

  /// Whether properties with this name have their own settings.
  func hasReading(ofProperty name: String) -> Bool {
    placedProperties.contains(name)
  }

  var readsOtherCase: Bool {
    if case .changes = table[.keyInOtherCase] { true } else { false }
  }

  /// The outcome of a key that the client reads as a documented property with another spelling. Nil
  /// if the client does not read the key as this property.
  func outcome(ofKey key: String, documented: String) -> ClientOutcome? {
    if convertsKeys, SnakeCaseConversion.property(key) == property(documented) { return .decodes }
    let isSame = readsOtherCase && key.lowercased() == documented.lowercased()
    return isSame ? .changes("`\(documented)` from it") : nil
  }

  /// The value of one of the decoder's own options.
  func option(_ name: String) -> String? {
    options[name] ?? decoder.options.first { $0.name == name }?.standard
  }

  /// The settings for a place.
  ///
  /// - Parameter schemas: The components that contain the property.
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

  /// Reads the settings in the properties of an object. They replace earlier settings.
  ///
  /// - Parameter owner: The name of the object in messages.
  mutating func apply(
    _ node: JSONNode, _ owner: String, _ contract: String
  ) throws(ContractError) {
    guard node.kind == .object else {
      throw ContractError("\(owner) must be an object", contract: contract, node: node)
    }
    for entry in node.properties where entry.name != "decoder" || name.isEmpty {
      try set(entry, owner, contract)
    }
    placedProperties = Set(places.keys.map { String($0.split(separator: ".").last ?? "") })
  }

  private mutating func set(
    _ entry: JSONProperty, _ owner: String, _ contract: String
  ) throws(ContractError) {
    switch entry.name {
    case "emptyBody":
      allowsEmptyBody = try Self.choice(entry, ["refused": false, "allowed": true], contract)
    case "urls":
      let names = entry.value.kind == .array ? entry.value.elements.compactMap(\.string) : []
      guard entry.value.kind == .array, names.count == entry.value.count else {
        throw ContractError(
          "`urls` must be an array of property names", contract: contract, node: entry.value)
      }
      places = places.filter { $0.value != Reading(isURL: true) }
      for name in names { places[name, default: Reading()].isURL = true }
    case "properties":
      properties = [:]
      for property in entry.value.properties { properties[property.name] = property.value.string }
      guard entry.value.kind == .object, properties.count == entry.value.count else {
        throw ContractError(
          "`properties` must be an object with the name in the app for each documented name, such "
            + "as {\"user_id\": \"userID\"}",
          contract: contract, node: entry.value)
      }
    case "at":
      guard entry.value.kind == .object else {
        throw ContractError(
          "`at` must be an object that says how the app reads a place, such as `Place.likes`",
          contract: contract, node: entry.value)
      }
      for place in entry.value.properties {
        guard place.value.kind == .object else {
          throw ContractError(
            "a place of `at` must be an object, such as {\"integers\": \"int32\"}",
            contract: contract, node: place.value)
        }
        for setting in place.value.properties {
          guard
            try places[place.name, default: Reading()].set(
              setting, decoder, contract, isPlace: true)
          else { throw unknown(setting, "`at`", Self.common.filter { $0 != "at" }, contract) }
        }
      }
    default:
      if try reading.set(entry, decoder, contract, isPlace: false) { return }
      guard let option = decoder.options.first(where: { $0.name == entry.name }) else {
        throw unknown(entry, owner, Self.common + decoder.options.map(\.name), contract)
      }
      let value = ClientDecoder.word(entry.value)
      guard option.values.contains(value) else {
        throw ContractError(
          "`\(option.name)` must be one of "
            + option.values.map { "`\($0)`" }.joined(separator: ", ")
            + NearestName.suggestion(for: value, among: option.values),
          contract: contract, node: entry.value)
      }
      options[option.name] = value
      if let changes = option.changes[value] { try table.apply(changes, decoder.name) }
    }
  }

  private func unknown(
    _ entry: JSONProperty, _ owner: String, _ known: [String], _ contract: String
  ) -> ContractError {
    ContractError(
      "\(owner) has no property `\(SafeText.line(entry.name))`"
        + NearestName.suggestion(for: entry.name, among: known),
      contract: contract, node: entry.key)
  }

  fileprivate static func choice<Value>(
    _ entry: JSONProperty, _ choices: KeyValuePairs<String, Value>, _ contract: String
  ) throws(ContractError) -> Value {
    let text = ClientDecoder.word(entry.value)
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let names = choices.map(\.key)
    throw ContractError(
      "`\(entry.name)` must be one of " + names.map { "`\($0)`" }.joined(separator: ", ")
        + NearestName.suggestion(for: text, among: names),
      contract: contract, node: entry.value)
  }
}

extension Client.Reading {
  /// - Returns: Whether this setting exists.
  mutating func set(
    _ entry: JSONProperty, _ decoder: ClientDecoder, _ contract: String, isPlace: Bool
  ) throws(ContractError) -> Bool {
    func word(among known: [String]) throws(ContractError) -> String {
      let pairs = known.map { ($0, $0) }
      let word = ClientDecoder.word(entry.value)
      if pairs.contains(where: { $0.0 == word }) { return word }
      throw ContractError(
        "`\(entry.name)` must be one of " + known.map { "`\($0)`" }.joined(separator: ", ")
          + NearestName.suggestion(for: word, among: known),
        contract: contract, node: entry.value)
    }
    switch entry.name {
    case "integers":
      integers = try word(among: decoder.table.integers.keys.filter { !$0.isEmpty }.sorted())
    case "numbers":
      numbers = try word(among: decoder.table.numbers.keys.filter { !$0.isEmpty }.sorted())
    case "dates":
      if let format = entry.value["format"]?.string {
        guard DatePattern(format, isICU: false) != nil else {
          throw ContractError(
            "the `format` of `dates` must be made of yyyy, MM, dd, HH, mm, ss, SSS, X, x, Z and "
              + "'text'",
            contract: contract, node: entry.value)
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
