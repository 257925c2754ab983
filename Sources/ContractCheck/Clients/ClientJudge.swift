@_spi(Engine) package import JSONSchema
@_spi(Engine) internal import JSONTape

/// How a client reads one place of a contract.
struct ClientPlace: Hashable, Sendable {
  enum Text: Hashable, Sendable {
    case text, date, uuid, url, foundationURL, data
    case pattern(DatePattern)
    /// The app reads a number here.
    case number
  }

  var number: ClientDecoder.NumberType
  var text = Text.text
  /// Whether elements that cannot be read are dropped.
  var isLossy = false
}

extension Client {
  /// - Parameter types: The types that the contract allows.
  func place(_ types: TypeSet, format: String?, _ reading: Reading) -> ClientPlace {
    var place = ClientPlace(number: table.any)
    place.isLossy = reading.isLossy == true
    if types != .all {
      let isReal = types.contains(.number)
      let types = isReal ? table.numbers : table.integers
      let own = isReal ? reading.numbers : reading.integers
      // A format has priority over the setting for all integers. For other numbers, the format is
      // only a hint.
      let names = isReal || reading.ownNumbers ? [own, format] : [format, own]
      place.number =
        names.lazy.compactMap { $0.flatMap { types[$0] } }.first ?? types[""] ?? table.any
    }
    if reading.isURL == true || format == "uri" && decoder.texts["uri"] == .url {
      place.text = decoder.language == "Swift" ? .foundationURL : .url
    } else if format == "uuid", decoder.texts["uuid"] == .uuid {
      place.text = .uuid
    } else if format == "byte", reading.data ?? (decoder.texts["byte"] == .data) {
      place.text = .data
    } else if reading.data == true, format != "date-time" {
      place.text = .data
    } else if format == "date-time" || reading.ownDates {
      place.text = text(ofDates: reading.dates ?? decoder.dates)
    } else if format == "date", let dates = reading.dates, dates.hasPrefix("format:") {
      place.text = text(ofDates: dates)
    }
    return place
  }

  private func text(ofDates dates: String) -> ClientPlace.Text {
    switch dates {
    case "iso8601": .date
    case "text": .text
    case "seconds", "milliseconds": .number
    default:
      DatePattern(String(dates.dropFirst("format:".count)), isICU: decoder.language == "Swift")
        .map { .pattern($0) } ?? .text
    }
  }

  /// The outcome of a number or a string that a contract allows at a place.
  func outcome(of scalar: JudgedScalar, at place: ClientPlace) -> ClientOutcome {
    let outcome = table.outcome(of: scalar, at: place)
    if outcome == .refuses, place.isLossy {
      return .changes(
        "nothing: the decoder skips the "
          + "element")
    }
    return outcome
  }
}

extension ClientDecoder.Table {
  fileprivate func outcome(of scalar: JudgedScalar, at place: ClientPlace) -> ClientOutcome {
    guard scalar.tag == .string else {
      return outcome(of: DecimalText(scalar.text), as: place.number)
    }
    if scalar.hasHalf {
      let outcome = self[.halfSurrogate]
      if outcome != .decodes { return outcome }
    }
    switch place.text {
    case .text: return .decodes
    case .date: return outcome(of: ClientText.date(scalar.text))
    case .uuid: return outcome(of: ClientText.uuid(scalar.text))
    case .url: return outcome(of: ClientText.url(scalar.text))
    case .foundationURL:
      guard FoundationURL.accepts(scalar.text) else { return .refuses }
      return outcome(of: ClientText.url(scalar.text))
    case .data: return ClientText.isBase64(scalar.text) ? .decodes : .refuses
    case .pattern(let pattern): return pattern.accepts(scalar.text) ? .decodes : .refuses
    case .number: return self[.textForNumber]
    }
  }

  /// The most serious outcome of the facts. Nil stands for values that no client reads.
  private func outcome(of facts: ClientFact.Bits?) -> ClientOutcome {
    guard let facts else { return .refuses }
    if facts.isEmpty { return .decodes }
    return facts.facts.reduce(.decodes) { $0.joined(self[$1]) }
  }
}

/// Judges the values of one place for all clients of a contract.
package final class ClientJudge: ScalarJudge {
  struct Key: Hashable {
    let clients: Clients
    let places: [ClientPlace]
  }

  let clients: Clients
  let places: [ClientPlace]

  init(_ key: Key) { (clients, places) = (key.clients, key.places) }

  /// The kinds of strings that are checked; nil for none.
  ///
  /// - Parameter format: The format that the schema asks for. A valid value of the format has some
  ///   known facts.
  func strings(format: String?) -> UsualText? {
    let asked = zip(clients.list, places).filter { client, place in
      guard let settled = Self.open[format ?? ""],
        [.uuid, .url, .foundationURL].contains(place.text)
      else { return place.text != .text }
      return settled.contains { client.table[$0] != .decodes }
    }
    guard !asked.isEmpty else { return nil }
    let areURLs = asked.allSatisfy { [.url, .foundationURL].contains($0.1.text) }
    switch format {
    case "uuid" where asked.allSatisfy { $0.1.text == .uuid }: return .uuid
    case "uri" where areURLs: return .url
    case _ where areURLs: return .plainURL
    default:
      let isUsual = asked.allSatisfy { client, place in
        place.text == .date && client.table[.dateFraction] == .decodes
      }
      return isUsual ? .date : UsualText.none
    }
  }

  /// The facts by format. Each fact is true for some valid values of the format and false for
  /// others.
  private static let open: [String: [ClientFact]] = [
    "uuid": [.uuidOfUnknownVersion],
    "uri": [
      .urlOfOtherScheme, .urlNotHTTP, .urlWithoutPath, .urlInCapitals, .urlSchemeInCapitals,
      .urlWithDefaultPort,
      .urlWithDots, .urlWithBigPort,
    ],
  ]

  /// Whether even short numbers may be out of a type's range.
  var asksNumbers: Bool { places.contains { $0.number.holds == .binary32 } }

  /// The integers that all types can store. Nil if all types can store every integer of at most 15
  /// digits.
  var whole: ClosedRange<Int>? {
    let limit = 999_999_999_999_999
    var whole = -limit...limit
    for case .whole(let range?) in places.map(\.number.holds) {
      let lower = range.lowerBound.isNegative ? -Int(clamping: range.lowerBound.magnitude) : 0
      whole = whole.clamped(to: max(lower, -limit)...Int(clamping: range.upperBound.magnitude))
    }
    // `-0` equals 0, except where its text counts.
    if places.contains(where: \.number.takesOnlyDigits) {
      whole = whole.clamped(to: 1...max(1, whole.upperBound))
    }
    return whole == -limit...limit ? nil : whole
  }

  /// The outcome of a value in each client.
  func outcomes(of scalar: JudgedScalar) -> [ClientOutcome] {
    zip(clients.list, places).map { $0.outcome(of: scalar, at: $1) }
  }

  package func verdict(_ scalar: JudgedScalar) -> ClientVerdict {
    var verdict = ClientVerdict.decodes
    for (client, place) in zip(clients.list, places) {
      switch client.outcome(of: scalar, at: place) {
      case .decodes: break
      case .changes: verdict = max(verdict, .changes)
      case .refuses: return .refuses
      }
    }
    return verdict
  }
}
