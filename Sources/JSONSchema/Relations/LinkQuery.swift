@_spi(Engine) import JSONTape

/// The parameters in the query of a link.
enum LinkQuery {
  /// The first value of a parameter, decoded. Nil if the link has no such parameter.
  static func value(of name: String, in link: String) -> String? {
    let address = link.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = address.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let fields = address[address.index(after: mark)...].split(separator: UInt8(ascii: "&"))
    for field in fields {
      let sign = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
      guard decoded(field[..<sign]) == name else { continue }
      return decoded(field[sign...].dropFirst())
    }
    return nil
  }

  private static func decoded(_ bytes: Substring.UTF8View.SubSequence) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
  }
}
