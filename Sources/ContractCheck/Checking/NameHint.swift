@_spi(Engine) internal import ContractCaptures

/// The hints that a file's name gives about the bodies in the file.
@_spi(Engine) public struct NameHint: Sendable {
  /// The status of an error in the name.
  let status: Int?
  /// The file's name without its extension.
  let name: String
  /// The words of the file's name, in order.
  let spelling: [String]
  /// The words of the name and of the folder around it. They are a weaker hint than a name that
  /// means an operation. They choose only among equally likely schemas.
  let words: Set<String>
  /// The status and the start of a name such as `getUser-200-wrong-001.json` or `getUser/200.json`.
  /// The start is an ``Operation/fileName``. Nil for other names.
  let exact: (name: String, status: Int)?

  /// - Parameter file: The path as it was given. Only the nearest folder counts: folders further up
  ///   may have any name.
  init(_ file: String) {
    let parts = Self.parts(of: file).suffix(2)
    // Standard input has no name.
    guard let name = parts.last, file.utf8.first != UInt8(ascii: "<") else {
      (status, self.name, spelling, words, exact) = (nil, "", [], [], nil)
      return
    }
    self.name = String(decoding: name, as: UTF8.self)
    let isInFolder = parts.count > 1 && Self.isStatus(name.prefix { !Self.isSeparator($0) })
    let start = isInFolder ? String(decoding: parts[parts.startIndex], as: UTF8.self) + "-" : ""
    exact = Self.exact(start + self.name)
    spelling = Self.words(of: name)
    let folder = parts.count > 1 ? Self.words(of: parts[parts.startIndex]) : []
    status = Self.status(in: spelling) ?? Self.status(in: folder)
    words = Set((spelling + folder).filter(Self.says))
  }

  private static func exact(_ text: String) -> (name: String, status: Int)? {
    let name = text.utf8[...]
    let parts = name.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    guard let place = parts.indices.dropFirst().first(where: { isStatus(parts[$0]) }),
      let status = Int(String(decoding: parts[place], as: UTF8.self)),
      !parts[place...].contains(where: { $0.elementsEqual("request".utf8) })
    else { return nil }
    let start = name[..<parts[place].startIndex].dropLast()
    return (String(decoding: start, as: UTF8.self), status)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { "-_. ".utf8.contains(byte) }

  private static func isStatus(_ part: Substring.UTF8View) -> Bool {
    guard part.count == 3, let first = part.first else { return false }
    return 0x31...0x35 ~= first && part.allSatisfy(ASCIIByte.isDigit)
  }

  /// Words that appear in fixture names whatever the content is.
  private static let noise: Set<String> = [
    "body", "example", "fixture", "json", "mock", "ndjson", "resp", "response", "sample", "stub",
    "test",
  ]

  private static func says(_ word: String) -> Bool {
    !word.utf8.allSatisfy(ASCIIByte.isDigit) && !noise.contains(word)
  }

  /// The ways to read the file's name as the name of an operation. Numbers are removed, because
  /// they only distinguish fixtures of one kind. A status at the end is also removed.
  func spellings(isRequest: Bool) -> [[String]] {
    // The name of a request body gives no hint about responses.
    guard isRequest || !spelling.contains("request") else { return [] }
    let all = spelling.filter { !Self.noise.contains($0) && $0 != "request" }
    let isNumbered = all.last.map { $0.utf8.count == 3 && Int($0) != nil } ?? false
    return [all.filter(Self.says), isNumbered ? Array(all.dropLast()) : all]
  }

  /// The words of a text in lower case. An `s` at the end of a word is removed. So `getUser` and
  /// `users/` both contain the word `user`.
  public static func words(of text: String) -> [String] { words(of: text.utf8[...]) }

  private static func words(of text: Substring.UTF8View) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isAfterLower = false
    func end() {
      if word.last == UInt8(ascii: "s") { word.removeLast() }
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
    }
    for byte in text {
      let folded = ASCIIByte.lowercased(byte)
      let isLower = byte >= 0x80 || byte == folded && ASCIIByte.isLetter(byte)
      let isPart = isLower || byte != folded || ASCIIByte.isDigit(byte)
      if !isPart || byte != folded && isAfterLower { end() }
      if isPart { word.append(folded) }
      isAfterLower = isLower
    }
    end()
    return words
  }

  /// The status of an error in the name of a file, such as `401.json` or `login-404.json`. If the
  /// file's name has no status, the nearest folder's name may have one, as in
  /// `errors/422/name.json`.
  public static func status(in file: String) -> Int? {
    parts(of: file).reversed().lazy.compactMap { status(in: words(of: $0)) }.first
  }

  private static func status(in words: [String]) -> Int? {
    for word in words.reversed() where word.utf8.count >= 3 {
      // Most words end in a letter.
      guard let last = word.utf8.last, ASCIIByte.isDigit(last),
        let status = Int(word.suffix(3)), 400..<600 ~= status,
        ["", "error", "http", "status"].contains(word.dropLast(3))
      else { continue }
      return status
    }
    return nil
  }

  /// The folders of a path and the file's name without its extension.
  private static func parts(of file: String) -> [Substring.UTF8View] {
    var parts = file.utf8.split(separator: UInt8(ascii: "/"))
    if let name = parts.last, let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      parts[parts.count - 1] = name[..<dot]
    }
    return parts
  }
}
