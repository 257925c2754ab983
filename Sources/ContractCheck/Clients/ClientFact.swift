/// The cases in which clients differ. The table of a decoder in `schemas/clients/` gives the
/// outcome of a body for each case.
enum ClientFact: String, CaseIterable, Sendable {
  case wholeWithPoint = "whole-number-with-point"
  case wholeWithExponent = "whole-number-with-exponent"
  /// An integer in a form that is read as the nearest Double.
  case wholeByDouble = "whole-number-by-double"
  case fractionForInteger = "fraction-for-integer"
  case numberTooBig = "number-too-big"
  case numberTooSmall = "number-too-small"
  case textForNumber = "text-for-number"
  case emptyTextForNumber = "empty-text-for-number"
  case booleanForNumber = "boolean-for-number"
  case numberForText = "number-for-text"
  case booleanForText = "boolean-for-text"
  case textForBoolean = "text-for-boolean"
  case otherTextForBoolean = "other-text-for-boolean"
  case emptyTextForBoolean = "empty-text-for-boolean"
  case numberForBoolean = "number-for-boolean"
  case nullForNumber = "null-for-number"
  case nullForText = "null-for-text"
  case nullForBoolean = "null-for-boolean"
  case nullForOther = "null-for-other"
  /// Null for an optional property.
  case nullForOptional = "null-for-optional"
  case nullForElement = "null-for-element"
  case missingNumber = "missing-number"
  case missingText = "missing-text"
  case missingBoolean = "missing-boolean"
  case missingOther = "missing-other"
  case missingNullable = "missing-nullable"
  case unknownEnumValue = "unknown-enum-value"
  case numberForEnum = "number-for-enum"
  case unknownKey = "unknown-key"
  /// A property that one schema in `allOf` forbids by `additionalProperties: false`, but another
  /// schema in the same `allOf` lists.
  case keyBesideAllOf = "key-beside-closed-all-of"
  /// A missing required property that only requests contain.
  case missingWriteOnly = "missing-write-only"
  case unknownKeyInUnion = "unknown-key-in-union"
  case keyInOtherCase = "key-in-other-case"
  case repeatedKey = "repeated-key"
  case halfSurrogate = "half-surrogate"
  /// Half a surrogate pair in a string that the app does not read.
  case halfSurrogateElsewhere = "half-surrogate-elsewhere"
  case byteOrderMark = "byte-order-mark"
  case dateFraction = "date-fraction"
  case datePastMilliseconds = "date-past-milliseconds"
  case datePastMicroseconds = "date-past-microseconds"
  case datePastNanoseconds = "date-past-nanoseconds"
  case dateOffset = "date-offset"
  case dateWithSmallT = "date-with-small-t"
  case dateWithSmallZ = "date-with-small-z"
  case leapSecond = "leap-second"
  /// A date before the Gregorian calendar.
  case earlyDate = "early-date"
  case dateWithoutColon = "date-without-colon"
  case dateWithoutZone = "date-without-zone"
  case dayForDate = "day-for-date"
  case dateWithSpace = "date-with-space"
  case hour24 = "hour-24"
  case impossibleDay = "impossible-day"
  case numberForDate = "number-for-date"
  case emptyDate = "empty-date"
  case uuidOfUnknownVersion = "uuid-of-unknown-version"
  case uuidInOtherForm = "uuid-in-other-form"
  case urlEmpty = "url-empty"
  case urlWithoutScheme = "url-without-scheme"
  case urlOfOtherScheme = "url-of-other-scheme"
  /// A URL with a scheme that Java knows, except `http` and `https`.
  case urlNotHTTP = "url-not-http"
  case urlWithoutPath = "url-without-path"
  case urlInCapitals = "url-in-capitals"
  case urlSchemeInCapitals = "url-scheme-in-capitals"
  case urlWithDefaultPort = "url-with-default-port"
  case urlWithDots = "url-with-dots"
  case urlWithBigPort = "url-with-big-port"
  case urlWithForbiddenCharacters = "url-with-forbidden-characters"

  /// Facts about dates, UUIDs and URLs as a set of bits.
  struct Bits: OptionSet, Hashable, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ fact: ClientFact) {
      rawValue = 1 << UInt64(fact.number - ClientFact.dateFraction.number)
    }

    var facts: [ClientFact] {
      ClientFact.allCases.drop { $0 != .dateFraction }.filter { contains(Bits($0)) }
    }
  }

  /// The facts by name. `init(rawValue:)` would compare with one name after the other.
  static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  private static let numbers = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  private var number: Int { Self.numbers[self] ?? 0 }
}

/// The outcome of a value in one client.
enum ClientOutcome: Hashable, Sendable {
  case decodes
  /// The client reads this value in place of the right value.
  case changes(String)
  case refuses

  /// The word in reports and data.
  var word: String {
    switch self {
    case .decodes: "decodes"
    case .changes: "changes"
    case .refuses: "refuses"
    }
  }

  /// The graver of two outcomes.
  func joined(_ other: ClientOutcome) -> ClientOutcome {
    switch (self, other) {
    case (.refuses, _), (_, .decodes): self
    case (_, .refuses), (.decodes, _): other
    case (.changes, .changes): self
    }
  }
}
