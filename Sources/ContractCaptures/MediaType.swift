/// A media type (`application/json; charset=utf-8`) or range (`application/*`), RFC 9110, section
/// 8.3.1.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
  /// The type in lower case: `application`. In a range, `*`.
  package let type: String
  /// The subtype in lower case, with its suffix: `problem+json`. In a range, `*` or `*+json`.
  package let subtype: String
  /// The parameters in order, with names in lower case and values without quotes.
  package let parameters: [Parameter]

  /// One `name=value` after the type.
  package struct Parameter: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case.
    package let name: String
    /// The value as sent, without quotes.
    package let value: String

    /// The parameter with the quotes that its value needs.
    package var description: String {
      if value.utf8.allSatisfy(ASCIIByte.isToken), !value.isEmpty { return "\(name)=\(value)" }
      let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
      return "\(name)=\"\(String(escaped))\""
    }
  }

  /// How closely a message's type matches a contract's type. Greater is closer.
  package enum Fit: Comparable, Sendable {
    /// Both media types mean JSON, such as `text/json` and `application/vnd.api+json`. Or both are
    /// sequences of one format, such as `application/jsonl` and `application/x-ndjson`.
    case bothJSON
    /// The range `*/*`.
    case any
    /// A range such as `application/*`.
    case type
    /// A range such as `application/*+json`.
    case suffix
    /// Equal type and subtype.
    case exact
  }

  /// Parses a `Content-Type` value. It must have a type and a subtype of token characters.
  /// Otherwise the result is nil. Unreadable text after the subtype is ignored.
  package init?(_ text: String) {
    let (essence, tail) = Self.cut(text[...], at: UInt8(ascii: ";"))
    let (type, subtype) = Self.cut(ASCIIByte.trimmed(essence), at: UInt8(ascii: "/"))
    guard let subtype, !type.isEmpty, !subtype.isEmpty,
      type.utf8.allSatisfy(ASCIIByte.isToken), subtype.utf8.allSatisfy(ASCIIByte.isToken)
    else { return nil }
    self.type = ASCIIByte.lowercased(type)
    self.subtype = ASCIIByte.lowercased(subtype)
    parameters = Self.parameters(of: tail)
  }

  /// The text `type/subtype`, without parameters.
  package var essence: String { "\(type)/\(subtype)" }

  /// The parameters that choose between documented types. The character set does not count. The
  /// boundary of a multipart body does not count either, because it differs in each message.
  package var choosing: [Parameter] {
    parameters.isEmpty ? [] : parameters.filter { $0.name != "charset" && $0.name != "boundary" }
  }

  /// The essence with the parameters that choose. It distinguishes documented types.
  package var key: String { choosing.reduce(essence) { "\($0); \($1)" } }

  /// The essence with its parameters.
  package var description: String {
    parameters.reduce(essence) { "\($0); \($1)" }
  }

  /// Whether the type is JSON. It is `application/json`, any `+json`, or `text/json` or
  /// `application/x-json`, because some servers still send these.
  package var isJSON: Bool {
    if subtype == "json" { return type == "application" || type == "text" }
    return subtype.utf8.suffix(5).elementsEqual("+json".utf8)
      || (type == "application" && subtype == "x-json")
  }

  /// Whether the range includes any type: `*/*`, `application/*`.
  package var isOpen: Bool { subtype == "*" }

  /// Whether a body has parts: `multipart/form-data`, `multipart/mixed`.
  package var isMultipart: Bool { type == "multipart" }

  /// Whether this is a form whose fields ``FormField/parse(_:)`` reads.
  package var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }

  /// How a message's type matches a contract's `range`, without parameters. Nil if it does not
  /// match.
  package func fit(_ range: MediaType) -> Fit? {
    if type == range.type {
      if subtype == range.subtype { return .exact }
      if range.subtype == "*" { return .type }
      if range.subtype.utf8.starts(with: "*+".utf8),
        subtype.utf8.count >= range.subtype.utf8.count,
        subtype.utf8.suffix(range.subtype.utf8.count - 1).elementsEqual(
          range.subtype.utf8.dropFirst())
      {
        return .suffix
      }
    }
    if range.type == "*" { return range.subtype == "*" ? .any : nil }
    if isJSON { return range.isJSON ? .bothJSON : nil }
    guard let format = SequenceFormat(self) else { return nil }
    return SequenceFormat(range) == format ? .bothJSON : nil
  }

  /// Whether this type has all parameters of a documented type. It may also have others.
  private func hasParameters(of range: MediaType) -> Bool {
    let own = choosing
    return range.choosing.allSatisfy(own.contains)
  }

  /// The index of the closest match in `ranges`. If several match equally, the first index. Nil if
  /// none matches. If types differ in parameters, the type with the most parameters matches. All
  /// its parameters must be met.
  package func closest(of ranges: [MediaType]) -> Int? {
    var best: (index: Int, fit: Fit, parameters: Int)?
    for (index, range) in ranges.enumerated() {
      guard let fit = fit(range), hasParameters(of: range) else { continue }
      let count = range.choosing.count
      if let current = best, (current.fit, current.parameters) >= (fit, count) { continue }
      best = (index, fit, count)
    }
    return best?.index
  }

  /// The indexes of all ranges that match as closely as the closest one. JSON types without a
  /// suffix belong together: `text/json` is like `application/json`, not like a `+json` type.
  package func allClosest(of ranges: [MediaType]) -> [Int] {
    guard let first = closest(of: ranges) else { return [] }
    let all = ranges.indices.filter { index in
      fit(ranges[index]) == fit(ranges[first]) && hasParameters(of: ranges[index])
        && ranges[index].choosing.count == ranges[first].choosing.count
    }
    let plain = all.filter { !ranges[$0].subtype.contains("+") }
    return subtype.contains("+") || plain.isEmpty ? all : plain
  }

  /// Whether two documented types are equal. They must have the same essence and the same
  /// parameters that choose.
  package func isSame(as other: MediaType) -> Bool {
    essence == other.essence && hasParameters(of: other) && other.hasParameters(of: self)
  }

  private static func cut(_ text: Substring, at byte: UInt8) -> (Substring, Substring?) {
    guard let index = text.utf8.firstIndex(of: byte) else { return (text, nil) }
    return (text[..<index], text[text.utf8.index(after: index)...])
  }

  private static func parameters(of tail: Substring?) -> [Parameter] {
    var parameters: [Parameter] = []
    var rest = tail
    while let text = rest {
      let end = endOfParameter(in: text)
      rest = end == text.endIndex ? nil : text[text.utf8.index(after: end)...]
      let (name, value) = cut(ASCIIByte.trimmed(text[..<end]), at: UInt8(ascii: "="))
      guard let value, !name.isEmpty, name.utf8.allSatisfy(ASCIIByte.isToken) else { continue }
      parameters.append(Parameter(name: ASCIIByte.lowercased(name), value: unquoted(value)))
    }
    return parameters
  }

  /// A semicolon inside quotes belongs to the value.
  private static func endOfParameter(in text: Substring) -> Substring.Index {
    var isQuoted = false
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: ";"), !isQuoted { return index }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      text.utf8.formIndex(after: &index)
      if byte == UInt8(ascii: "\\"), isQuoted, index < text.endIndex {
        text.utf8.formIndex(after: &index)
      }
    }
    return text.endIndex
  }

  private static func unquoted(_ value: Substring) -> String {
    guard value.utf8.count >= 2, value.utf8.first == UInt8(ascii: "\""),
      value.utf8.last == UInt8(ascii: "\"")
    else { return String(value) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
