/// Facts about texts that clients read as dates, UUIDs, URLs or bytes.
enum ClientText {
  typealias Bits = ClientFact.Bits

  /// The facts about a date and time. Nil if the text is no date and time.
  static func date(_ text: some RandomAccessCollection<UInt8>) -> Bits? {
    let bytes = Array(text)
    if bytes.isEmpty { return Bits(.emptyDate) }
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard byte &- 0x30 < 10 else { return nil }
        value = value * 10 + Int(byte &- 0x30)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      bytes[4] == 0x2D, bytes[7] == 0x2D, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    var found: Bits = year < 1583 ? Bits(.earlyDate) : []
    if day > days(year, month) { found.insert(Bits(.impossibleDay)) }
    if bytes.count == 10 { return found.union(Bits(.dayForDate)) }
    guard let hour = number(11, 2), let minute = number(14, 2), bytes.count > 16,
      bytes[13] == 0x3A, hour <= 24, minute < 60
    else { return nil }
    switch bytes[10] {
    case UInt8(ascii: "T"): break
    case UInt8(ascii: "t"): found.insert(Bits(.dateWithSmallT))
    case UInt8(ascii: " "): found.insert(Bits(.dateWithSpace))
    default: return nil
    }
    if hour == 24 { found.insert(Bits(.hour24)) }
    guard bytes[16] == 0x3A, let second = number(17, 2), second <= 60 else { return nil }
    if second == 60 { found.insert(Bits(.leapSecond)) }
    var place = 19
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      let end = bytes[(place + 1)...].firstIndex { $0 &- 0x30 > 9 } ?? bytes.count
      let digits = bytes[(place + 1)..<end]
      guard !digits.isEmpty else { return nil }
      found.insert(Bits(.dateFraction))
      let significant = digits.count - digits.reversed().prefix { $0 == 0x30 }.count
      if significant > 3 { found.insert(Bits(.datePastMilliseconds)) }
      if significant > 6 { found.insert(Bits(.datePastMicroseconds)) }
      if digits.count > 9 { found.insert(Bits(.datePastNanoseconds)) }
      place = end
    }
    return zone(bytes[place...]).map { found.union($0) }
  }

  private static func zone(_ bytes: ArraySlice<UInt8>) -> Bits? {
    guard let first = bytes.first else { return Bits(.dateWithoutZone) }
    let rest = bytes.dropFirst()
    switch first {
    case UInt8(ascii: "Z"): return rest.isEmpty ? [] : nil
    case UInt8(ascii: "z"): return rest.isEmpty ? Bits(.dateWithSmallZ) : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let digits = rest.filter { $0 != 0x3A }
      guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      if rest.count == 5, digits.count == 4 { return Bits(.dateOffset) }
      return digits.count == rest.count && [2, 4].contains(rest.count)
        ? [Bits(.dateOffset), Bits(.dateWithoutColon)] : nil
    default: return nil
    }
  }

  static func days(_ year: Int, _ month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  static func uuid(_ text: some RandomAccessCollection<UInt8>) -> Bits? {
    let bytes = Array(text)
    let hyphens = [8, 13, 18, 23]
    let isHex = { (byte: UInt8) in byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }
    guard bytes.count == 36,
      bytes.indices.allSatisfy({
        hyphens.contains($0) ? bytes[$0] == 0x2D : isHex(bytes[$0])
      })
    else {
      let digits = bytes.filter(isHex).count
      return digits == 32 && bytes.allSatisfy { isHex($0) || "-{}".utf8.contains($0) }
        ? Bits(.uuidInOtherForm) : nil
    }
    let isPlain = Set(bytes.filter { $0 != 0x2D }.map { $0 | 0x20 })
    if isPlain == [0x30] || isPlain == [UInt8(ascii: "f")] { return [] }
    let isKnown = 0x31...0x38 ~= bytes[14] && "89abAB".utf8.contains(bytes[19])
    return isKnown ? [] : Bits(.uuidOfUnknownVersion)
  }

  private static let forbidden = Set(" \"<>\\^`{|}".utf8)
  private static let known = ["http", "https", "ftp", "file", "mailto", "jar"]
  private static let ports = ["http": "80", "https": "443"]

  static func url(_ text: some RandomAccessCollection<UInt8>) -> Bits {
    let text = String(decoding: text, as: UTF8.self)
    if text.isEmpty { return Bits(.urlEmpty) }
    var found: Bits = []
    var rest = text.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[text.utf8.index(after: percent)...]
      let digits = rest.prefix(2)
      if digits.count < 2 || !digits.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }) {
        found.insert(Bits(.urlWithForbiddenCharacters))
      }
    }
    if text.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 || forbidden.contains($0) }) {
      found.insert(Bits(.urlWithForbiddenCharacters))
    }
    guard let colon = text.firstIndex(of: ":"),
      text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      )
    else { return found.union(Bits(.urlWithoutScheme)) }
    let scheme = text[..<colon].lowercased()
    if scheme != text[..<colon] { found.insert(Bits(.urlSchemeInCapitals)) }
    if !known.contains(scheme) { found.insert(Bits(.urlOfOtherScheme)) }
    guard ports[scheme] != nil else { return found.union(Bits(.urlNotHTTP)) }
    let authority = text[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
    let path = text[authority.endIndex...]
    if !path.hasPrefix("/") { found.insert(Bits(.urlWithoutPath)) }
    let host = authority.split(separator: "@").last ?? ""
    if host.contains(where: \.isUppercase) { found.insert(Bits(.urlInCapitals)) }
    if let port = host.split(separator: ":").last, host.contains(":"), !host.hasSuffix("]") {
      if ports[scheme] == String(port) { found.insert(Bits(.urlWithDefaultPort)) }
      if Int(port).map({ $0 > 65535 }) ?? true { found.insert(Bits(.urlWithBigPort)) }
    }
    let segments = path.prefix { !"?#".contains($0) }.split(separator: "/")
    if segments.contains("..") || segments.contains(".") { found.insert(Bits(.urlWithDots)) }
    return found
  }

  /// Whether Foundation's Data accepts the text as Base64.
  static func isBase64(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.count % 4 == 0, padding <= 2 else { return false }
    return text.dropLast(padding).allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "/")
    }
  }
}
