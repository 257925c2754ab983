@_spi(Engine) internal import JSONTape

extension DateDiagnosis {
  static func international(_ bytes: [UInt8], _ profile: DateProfile) -> DateDiagnosis? {
    guard let reading = ISO8601Reading(bytes) else { return nil }
    guard let date = reading.date else { return DateDiagnosis(.impossibleDate) }
    guard let clock = reading.clock else {
      return profile == .date || profile == .time ? nil : DateDiagnosis(.dateOnly)
    }
    if clock.hour == 24 { return DateDiagnosis(.hour24) }
    guard clock.hour < 24, clock.minute < 60, clock.second ?? 0 <= 60 else {
      return DateDiagnosis(.impossibleTime)
    }
    guard profile != .date, profile != .time else { return DateDiagnosis(.dateAndTime) }
    guard let zone = reading.zone else {
      let isMySQL = reading.hasSpace && clock.second != nil && !reading.isBasic
      if isMySQL, profile == .wordpress {
        return DateDiagnosis(clock.second == 60 ? .impossibleTime : .unexpectedFraction)
      }
      guard profile == .localDateTime else {
        return DateDiagnosis(isMySQL ? .mySQL : .missingZone)
      }
      return local(reading, second: clock.second)
    }
    guard abs(zone.hours) < 24, zone.minutes < 60 else { return DateDiagnosis(.impossibleTime) }
    if profile == .localDateTime { return DateDiagnosis(.unexpectedZone) }
    guard let second = clock.second else { return DateDiagnosis(.missingSeconds) }
    let instant = Instant(
      date: date, hour: clock.hour, minute: clock.minute, second: second,
      fraction: reading.fraction,
      offset: (zone.isWest ? -1 : 1) * (zone.hours * 60 + zone.minutes))
    if second == 60 {
      let time = (clock.hour * 60 + clock.minute - instant.offset + 2880) % 1440
      guard time == 1439 else { return DateDiagnosis(.impossibleTime) }
    }
    guard let kind = kind(of: reading, zone, instant, profile) else { return nil }
    return DateDiagnosis(kind, rewrite: instant.written(in: profile))
  }

  /// The first mistake in a date and time whose instant is known.
  private static func kind(
    of reading: ISO8601Reading, _ zone: ISO8601Reading.Zone, _ instant: Instant,
    _ profile: DateProfile
  ) -> Kind? {
    if reading.isBasic { return .basicFormat }
    if reading.hasSpace { return .spaceInsteadOfT }
    if reading.hasSpaceBeforeZone { return .spaceBeforeZone }
    if (reading.hasLowerT || zone.form == .lowerZ) && profile != .rfc3339 { return .lowerCase }
    if zone.form == .name { return .zoneName }
    if zone.form == .withoutColon { return .offsetWithoutColon }
    if zone.form == .colon, profile == .toISOString { return .offsetInsteadOfZ }
    if reading.hasComma { return .commaFraction }
    if profile == .swiftISO8601 || profile == .wordpress,
      abs(instant.offset) > DateProfile.largestOffset
    {
      return .largeOffset
    }
    switch profile {
    case .toISOString where instant.second == 60: return .leapSecond
    case .toISOString: return reading.fraction.isEmpty ? .missingFraction : .fractionDigits
    case .wordpress: return .fractionDigits
    case .swiftISO8601: return .unexpectedFraction
    case .rfc3339, .localDateTime, .date, .time: return nil
    }
  }

  /// The first mistake in a date and time without a zone, if no zone is required.
  private static func local(_ reading: ISO8601Reading, second: Int?) -> DateDiagnosis? {
    guard let second else { return DateDiagnosis(.missingSeconds) }
    if second == 60 { return DateDiagnosis(.leapSecond) }
    if reading.isBasic { return DateDiagnosis(.basicFormat) }
    if reading.hasSpace { return DateDiagnosis(.spaceInsteadOfT) }
    if reading.hasLowerT { return DateDiagnosis(.lowerCase) }
    return reading.hasComma ? DateDiagnosis(.commaFraction) : nil
  }
}

/// A date in the order of ISO 8601 before it is checked. It may have a time and a zone.
struct ISO8601Reading {
  struct Zone {
    enum Form { case z, lowerZ, name, colon, withoutColon }
    var form: Form
    var isWest = false
    var hours = 0
    var minutes = 0
  }

  /// The date. Nil for a day that the calendar does not have.
  var date: CalendarDate?
  var isBasic = false
  var hasSpace = false
  var hasLowerT = false
  var clock: (hour: Int, minute: Int, second: Int?)?
  var hasComma = false
  var fraction = ""
  var hasSpaceBeforeZone = false
  var zone: Zone?

  init?(_ bytes: [UInt8]) {
    var scanner = DateScanner(bytes)
    guard let year = scanner.number(4, 4) else { return nil }
    isBasic = !scanner.accept("-")
    guard let month = scanner.number(2, 2), isBasic || scanner.accept("-"),
      let day = scanner.number(2, 2)
    else { return nil }
    date = CalendarDate(year: year, month: month, day: day)
    if scanner.isAtEnd { return }

    hasLowerT = scanner.accept("t")
    hasSpace = !hasLowerT && scanner.accept(" ")
    guard hasLowerT || hasSpace || scanner.accept("T"), let hour = scanner.number(2, 2) else {
      return nil
    }
    let hasColons = scanner.accept(":")
    guard hasColons != isBasic, let minute = scanner.number(2, 2) else { return nil }
    var second: Int?
    if isBasic {
      second = scanner.number(2, 2)
    } else if scanner.accept(":") {
      guard let value = scanner.number(2, 2) else { return nil }
      second = value
    }
    clock = (hour, minute, second)
    hasComma = scanner.accept(",")
    if hasComma || scanner.accept(".") {
      guard second != nil else { return nil }
      fraction = String(decoding: scanner.digits(), as: UTF8.self)
      guard !fraction.isEmpty else { return nil }
    }
    if scanner.isAtEnd { return }

    hasSpaceBeforeZone = scanner.accept(" ")
    zone = ISO8601Reading.zone(&scanner)
    guard zone != nil, scanner.isAtEnd else { return nil }
  }

  private static func zone(_ scanner: inout DateScanner) -> Zone? {
    if scanner.accept("Z") { return Zone(form: .z) }
    if scanner.accept("z") { return Zone(form: .lowerZ) }
    if scanner.accept("UTC") || scanner.accept("GMT") { return Zone(form: .name) }
    let isWest = scanner.accept("-")
    guard isWest || scanner.accept("+"), let hours = scanner.number(2, 2) else { return nil }
    if scanner.accept(":") {
      guard let minutes = scanner.number(2, 2) else { return nil }
      return Zone(form: .colon, isWest: isWest, hours: hours, minutes: minutes)
    }
    let minutes = scanner.number(2, 2)
    return Zone(form: .withoutColon, isWest: isWest, hours: hours, minutes: minutes ?? 0)
  }
}
