@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let keyCase = Rule(
    id: "key-case", summary: "a property name that is not in the contract's case",
    rationale: "the app decodes exact names; for the app, a property in another case is missing",
    source: "iOS Data Models, Snake Case to CamelCase Mapping",
    problems: [
      "objects with `additionalProperties` are not checked: they may have any property"
    ],
    options: [
      RuleOption(
        name: "case", summary: "the case of the contract's property names",
        values: .choice(KeyCase.allCases.map(\.rawValue)),
        standard: "none: the rule is off until `case` is set")
    ],
    form: .keys(.keyCase),
    message: .assertion(keyCase),
    repair: Repair(summary: "rename the property"),
    lint: Lint(
      severity: .warning,
      parts: [
        .keys(count: { walk in walk.countKeys() }, report: { walk in walk.reportKeyCase() }),
        .arrays { walk, array in walk.lintSpellings(array) },
      ]),
    examples: [
      .right("bmn-boston", "TimeSlot", #"{"time": "09:30", "available": true}"#),
      .wrong(
        "bmn-boston", "School", at: "/schoolType",
        #"{"id": 1, "name": "n", "schoolType": "High", "distance": 0.4}"#),
      .wrong(
        "fotolokashen", "Photo", at: "/imagekit_file_path",
        #"{"id": 1, "imagekit_file_path": "/a.jpg", "isPrimary": true, "caption": null}"#),
    ])

  private static func keyCase(_ failed: FailureContext) -> FindingText? {
    let name = failed.quotedName
    if case .alias(let documented) = failed.failure.kind {
      let isPresent = failed.parent?.holds(documented) ?? false
      let clients = ClientEffect.all(ofRefused: failed)
      let isRead = !clients.isEmpty && clients.allSatisfy { $0.word == "decodes" }
      return FindingText(
        message: "property is named `\(name)`; this API says `\(documented)`"
          + (isPresent ? ", which is here too" : ""),
        label: isPresent ? "remove it" : "rename to `\(documented)`",
        why: isRead ? "other apps may read only the documented name" : nil, clients: clients)
    }
    let style = failed.settings.keyCase ?? .camel
    return FindingText(
      message: "property `\(name)` is not in \(style.rawValue) case, and is not documented",
      label: "write `\(SafeText.line(style.rewrite(failed.name ?? "")))`, and document it")
  }
}

extension RuleSettings {
  /// The case of keys. Nil if the contract requires no case.
  var keyCase: KeyCase? { self[.keyCase].options["case"]?.first.flatMap(KeyCase.init) }
}

/// Counts the keys of a body that can only be camelCase or only snake_case.
struct KeyCaseTally {
  /// Tape indexes of the keys, 32 bits each.
  private var places: [[UInt32]] = [[], []]
  private var names: [Set<Int>] = [[], []]

  mutating func add(_ style: KeyCase, key: Int, name: Int) {
    let side = style == .camel ? 0 : 1
    places[side].append(UInt32(truncatingIfNeeded: key))
    names[side].insert(name)
  }

  /// The majority case, the number of names with this case, and the keys of the other case in the
  /// order of the text. Nil if the body has only one case, or no clear majority.
  ///
  /// A name counts once, even if it occurs often. The majority must have at least three names, and
  /// three times as many as the other case.
  var verdict: (style: KeyCase, names: Int, others: [Int])? {
    let majority = names[0].count >= names[1].count ? 0 : 1
    let (many, few) = (names[majority].count, names[1 - majority].count)
    guard few > 0, many >= 3, many >= 3 * few else { return nil }
    return (majority == 0 ? .camel : .snake, many, places[1 - majority].map { Int($0) }.sorted())
  }
}

/// Without a contract, reports keys whose case differs from nearly all other keys in the body.
extension BodyWalk {
  /// Skips objects whose keys are data.
  fileprivate mutating func countKeys() {
    guard !isMap else { return }
    for property in properties {
      guard let style = traits(property).style else { continue }
      keys.add(style, key: property.key, name: property.name)
    }
  }

  /// Whether the keys seem to be data, as in `{"no_show": 3, "checked_in": 12}`. In such an object,
  /// all values have the same kind, which is not text, and all keys have the same case. A record of
  /// numbers may be skipped by mistake. In that case only a guess is missing.
  private var isMap: Bool {
    guard properties.count > 1 else { return false }
    let kind = cursor.kind(properties[0].value)
    guard kind != .string, properties.allSatisfy({ cursor.kind($0.value) == kind }) else {
      return false
    }
    let styles = properties.compactMap { traits($0).style }
    return styles.allSatisfy { $0 == styles[0] }
  }

  /// Reports unusual spellings in the elements of an array, such as `"Food"` among `"food"`.
  fileprivate mutating func lintSpellings(_ array: Int) {
    guard array >= freeFormEnd, cursor.count(array) > 2 else { return }
    let odd = tallies(of: array).mapValues(\.odd).filter { !$0.value.isEmpty }
    guard !odd.isEmpty else { return }
    let elements = document.node(at: array).elements
    let pointer = path.pointer
    for (position, element) in elements.enumerated() {
      for property in element.properties {
        guard let text = property.value.string, let name = odd[names.id(of: property.name)],
          let found = name.first(where: { $0.spelling == text })
        else { continue }
        reportSpelling(
          found, of: property.name, at: pointer.appending(position).appending(property.name),
          property.value.range, Plural.count(found.count, "other element"))
      }
    }
  }

  /// The values of the elements' properties, by the numbers of their names.
  private mutating func tallies(of array: Int) -> [Int: SpellingTally] {
    var tallies: [Int: SpellingTally] = [:]
    // Most elements have the same keys in the same order, so a key is compared with the previous
    // key at its position. The number is -1 for a name that does not belong to an enumeration.
    var known: [(key: Int, name: Int)] = []
    var element = cursor.firstChild(array)
    while element < cursor.next(array) {
      defer { element = cursor.next(element) }
      guard cursor.rawTag(element) == TapeTag.object.rawValue else { continue }
      var key = cursor.firstChild(element)
      var place = 0
      while key < cursor.next(element) {
        defer {
          key = cursor.next(key + 1)
          place += 1
        }
        if place == known.count { known.append((key, name(ofEnumeration: key))) }
        if !cursor.rawBytes(key).elementsEqual(cursor.rawBytes(known[place].key)) {
          known[place] = (key, name(ofEnumeration: key))
        }
        let name = known[place].name
        guard name >= 0, cursor.rawTag(key + 1) == TapeTag.string.rawValue else { continue }
        let tally = tallies[name] ?? SpellingTally()
        guard tally.isEnumeration else { continue }
        let isShort = cursor.length(key + 1) <= 64
        tallies[name, default: tally].add(
          isShort ? SpellingTally.word(cursor.decodedString(key + 1)) : nil)
      }
    }
    return tallies
  }

  private func name(ofEnumeration key: Int) -> Int {
    let name = names.id(of: cursor.decodedString(key))
    return names.traits[name].roles.contains(.enumerable) ? name : -1
  }

  /// - Parameter others: The elements with the usual spelling, in words: "3 other elements".
  mutating func reportSpelling(
    _ odd: SpellingTally.Odd, of name: String, at pointer: JSONPointer, _ range: ByteRange,
    _ others: String
  ) {
    let usual = FailureContext.shownName(odd.usual)
    let text = FindingText(
      message: "`\(FailureContext.shownName(name))` is "
        + "\"\(FailureContext.shownName(odd.spelling))\" here and \"\(usual)\" in \(others)",
      label: "write `\(usual)`",
      why: "an enum has one spelling for each value; a value in another case is unknown to the enum"
    )
    let fix = BodyFix(
      title: "write `\(usual)`",
      edits: [BodyFix.Edit(range: range, text: JSONWriter.quoted(odd.usual))], isSafe: false)
    add(.keyCase, .told(text, shape: "value"), at: pointer, range, isNote: true, fix)
  }

  /// Reports a key whose name has another case than in other files.
  ///
  /// - Parameter others: The files with the usual name, in words.
  mutating func reportRenaming(
    of key: Int, _ name: String, to usual: String, at pointer: JSONPointer, _ others: String,
    shape: String
  ) {
    // Such a key is already reported, because it differs from the other names of its body.
    if keys.verdict?.others.contains(key) ?? false { return }
    let (shown, written) = (FailureContext.shownName(name), FailureContext.shownName(usual))
    let text = FindingText(
      message: "`\(shown)` is named `\(written)` in \(others)", label: "rename to `\(written)`",
      why: "an app decodes exact names; for the app, `\(written)` is missing")
    let range = cursor.range(key)
    let fix = BodyFix(
      title: "rename to `\(written)`",
      edits: [BodyFix.Edit(range: range, text: JSONWriter.quoted(usual))], isSafe: false)
    add(.keyCase, .told(text, shape: shape), at: pointer.appending(name), range, fix)
  }

  /// Reports the keys with the less frequent case. The pointers to these keys need a second walk.
  /// Bodies with only one case do not need this walk.
  fileprivate mutating func reportKeyCase() {
    guard let (style, count, others) = keys.verdict else { return }
    var path = TapePath(cursor)
    for key in others where isWanted(cursor.range(key).offset) {
      let place = path.path(to: key)
      guard let object = place.parent else { continue }
      let name = cursor.decodedString(key)
      let rewritten = style.rewrite(name)
      let range = cursor.range(key)
      let isFree = document.node(at: object)[rewritten] == nil
      let text = FindingText(
        message:
          "property `\(FailureContext.shownName(name))` is not in \(style.rawValue) case, but \(count) other "
          + "names of this body are",
        label: "write `\(FailureContext.shownName(rewritten))`")
      let fix = BodyFix(
        title: "rename to `\(FailureContext.shownName(rewritten))`",
        edits: [BodyFix.Edit(range: range, text: JSONWriter.quoted(rewritten))], isSafe: false)
      add(.keyCase, .told(text), at: place.pointer, range, isFree ? fix : nil)
    }
  }
}
