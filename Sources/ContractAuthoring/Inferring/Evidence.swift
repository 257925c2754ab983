@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONSchema

/// The conditions for evidence: the number of values that a statement needs, and the limit below
/// which a value is probably a mistake.
struct Evidence {
  /// Whether rare values are also part of the API.
  var acceptsAll = false

  private static let threshold = Threshold.usual

  /// The minimum number of values for a claim about all values.
  static var fewest: Int { threshold.samples }

  /// Whether there are enough values, and so few of them differ that these are probably mistakes.
  func isMistake(_ count: Int, of total: Int) -> Bool {
    !acceptsAll && count > 0 && total >= Self.fewest && Self.threshold.isRare(count, of: total)
  }
}

extension Evidence {
  /// Whether the values of a property may be an enumeration, according to the name. Secrets and
  /// texts by or about people are no enumerations.
  /// Lists that grow are none either.
  static func mayEnumerate(_ name: String) -> Bool {
    SecretName.meaning(of: name.utf8) == .other && SpellingTally.mayEnumerate(NameTraits(name))
      && !(SecretName.words(of: name.utf8).last.map { personal.contains($0) || open.contains($0) }
        ?? false)
  }

  /// Names of lists that grow.
  private static let open: Set<String> = [
    "brand", "browser", "category", "city", "country", "currency", "distribution", "image",
    "language", "locale", "manufacturer", "model", "plan", "region", "tag", "topic", "vendor",
    "version", "zone",
  ]

  private static let personal: Set<String> = [
    "answer", "assignee", "birthplace", "by", "client", "comment", "contact", "creator", "customer",
    "diagnosis", "doctor", "driver", "editor", "employee", "employer", "family", "friend", "from",
    "guest", "host", "manager", "member", "nationality", "patient", "person", "player",
    "profession", "question", "recipient", "religion", "reporter", "reviewer", "seller", "sender",
    "to", "writer",
  ]
}

/// The names of links and cursors to other pages. Only the first or the last page of many is
/// without them, so this is no mistake.
enum PageLink {
  static func isName(_ name: String) -> Bool {
    let words = SecretName.words(of: name.utf8).drop { $0 == "odata" }
    guard let first = words.first else { return false }
    return words.last == "cursor"
      || directions.contains(first) && words.dropFirst().allSatisfy(kinds.contains)
  }

  private static let directions: Set<String> = [
    "continuation", "first", "last", "next", "prev", "previous",
  ]
  private static let kinds: Set<String> = [
    "href", "id", "key", "link", "marker", "offset", "page", "path", "token", "uri", "url",
  ]
}

/// The types of the values at a place, without probable mistakes.
struct TypeDecision {
  /// The names in JSON Schema, without `null`.
  private(set) var names: [String] = []
  private(set) var isNullable = false
  /// The number of null values.
  let nulls: Int
  /// The number of values.
  let values: Int

  init(
    _ shape: ValueTally.Shape, _ evidence: Evidence, name: String = "", mayBeNull: Bool = false
  ) {
    nulls = shape.nulls
    values = shape.values
    let total = values - nulls
    let isInteger = shape.fractions == 0 || evidence.isMistake(shape.fractions, of: total)
    names = shape.types.filter { $0.count > 0 && !evidence.isMistake($0.count, of: total) }
      .map { $0.name == "number" && isInteger ? "integer" : $0.name }
    isNullable =
      nulls > 0 && (mayBeNull || PageLink.isName(name) || !evidence.isMistake(nulls, of: values))
  }

  func has(_ name: String) -> Bool { names.contains(name) }
}

/// The kind of the strings at a place.
struct TextDecision {
  private(set) var format: String?
  /// The forms of dates that are accepted. Empty if the format is not `date-time`.
  private(set) var dates: Set<TextForm> = []
  /// Whether all strings are `HH:MM`.
  private(set) var isClock = false
  /// The values of an enumeration, sorted. Empty if there is no enumeration.
  private(set) var words: [String] = []

  init(_ values: ValueTally, _ shape: ValueTally.Shape, _ evidence: Evidence) {
    guard shape.texts >= 0 else { return }
    let texts = values.texts[shape.texts]
    var counts: [TextForm: Int] = [:]
    for form in TextForm.allCases {
      counts[form] = values.formCounts[texts.forms + Int32(form.rawValue)]
    }
    let total = shape.strings
    var formats: [String: Int] = [:]
    for (form, count) in counts {
      if let format = form.format { formats[format, default: 0] += count }
    }
    for (format, count) in formats.sorted(by: { $0.key < $1.key }) where count > 0 {
      let rest = total - count
      let isClear = ["date-time", "date", "uuid"].contains(format)
      // A server may use ids and addresses of several forms. A text that is no date cannot be read.
      guard rest == 0 || format.hasPrefix("date") && evidence.isMistake(rest, of: total),
        isClear || total >= Self.fewestAddresses
      else { continue }
      self.format = format
      if format == "date-time" {
        dates = Set(
          counts.filter { $0.key.isDateTime && $0.value > 0 }
            .filter { !evidence.isMistake($0.value, of: count) }.map(\.key))
      }
    }
    if format == "date-time", Self.profile(of: dates) == nil { format = nil }
    let clocks = counts[.clock] ?? 0
    isClock =
      format == nil && clocks >= Evidence.fewest
      && (clocks == total || evidence.isMistake(total - clocks, of: total))
    if format == nil { findWords(values, shape, texts, counts[.word] ?? 0, evidence) }
  }

  /// The minimum number of addresses that prove that a string is always an address.
  private static let fewestAddresses = 5

  /// The narrowest profile that allows all forms. Nil if there is none.
  static func profile(of forms: Set<TextForm>) -> DateProfile? {
    if forms == [.isoMilliseconds] { return .toISOString }
    if forms == [.isoSeconds] { return .swiftISO8601 }
    if forms.contains(.mysql) { return forms.contains(.dateTime) ? nil : .wordpress }
    return .rfc3339
  }

  /// A closed list requires words that all repeat in many exchanges. A rare word is a state of its
  /// own, unless it is another spelling of a usual word.
  private mutating func findWords(
    _ values: ValueTally, _ shape: ValueTally.Shape, _ texts: ValueTally.Texts, _ count: Int,
    _ evidence: Evidence
  ) {
    guard !texts.isOpen, count >= Evidence.fewest, count == shape.strings else { return }
    let found = values.words.list(texts.words).map { word in
      (text: values.name(word.name), count: word.count, exchanges: word.exchanges)
    }
    guard found.allSatisfy({ SecretLook.of($0.text) == .none }) else { return }
    let usual = Set(
      found.filter { !evidence.isMistake($0.count, of: count) }.map { NamePattern.fold($0.text) })
    let states = found.filter {
      !evidence.isMistake($0.count, of: count) || !usual.contains(NamePattern.fold($0.text))
    }
    let exchanges = found.reduce(0) { $0 + $1.exchanges }
    guard 2...Self.most ~= states.count, states.allSatisfy({ $0.exchanges > 1 }),
      exchanges >= max(Evidence.fewest, states.count * Self.repetitions)
    else { return }
    words = states.map(\.text).sorted()
  }

  /// The number of exchanges for each word of a closed list, on average.
  private static let repetitions = 6
  private static let most = 24
}

extension ValueTally {
  /// The properties that any object at a place has.
  func properties(of shape: Int32) -> [(name: String, shape: Int32)] {
    properties.list(shapes[shape].properties).filter { $0.objects > 0 }
      .map { (name($0.name), $0.shape) }
  }

  /// The names of the properties of objects, without rare exceptions, sorted.
  func propertyNames(of shape: Int32, _ evidence: Evidence) -> [String] {
    let total = shapes[shape].objects
    return properties.list(shapes[shape].properties)
      .filter { $0.objects > 0 && !evidence.isMistake($0.objects, of: total) }
      .map { name($0.name) }.sorted()
  }
}
