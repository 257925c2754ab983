internal import JSONTape

/// The text of a contract with its layout: line endings, indentation, quotes.
struct ContractLayout {
  let document: JSONDocument
  let bytes: [UInt8]
  let isYAML: Bool
  let newline: String
  /// The indentation of a block within another.
  let unit: String
  /// The indentation of a list's dashes below the list's name, in YAML.
  let listUnit: String
  /// The quote for strings that need quotes, in YAML.
  let quote: Character

  init(_ document: JSONDocument, isYAML: Bool) {
    let text = Array(document.sourceBytes)
    let isCRLF = text.firstIndex(of: 0x0A).map { $0 > 0 && text[$0 - 1] == 0x0D } ?? false
    let first = document.root.properties.first { $0.value.kind == .object && $0.value.count > 0 }
    let inner = first?.value.properties.first { _ in true }?.key.sourceRange.offset
    let outer = first.map { Self.indentation(at: $0.key.sourceRange.offset, in: text).count }
    let step = inner.map { Self.indentation(at: $0, in: text).dropFirst(outer ?? 0) }
    let unit = step.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) } ?? "  "
    self.document = document
    self.isYAML = isYAML
    self.unit = unit
    bytes = text
    newline = isCRLF ? "\r\n" : "\n"
    listUnit = isYAML ? Self.listUnit(in: document, text) ?? unit : unit
    let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
    quote = text.count { $0 == single } > text.count { $0 == double } ? "'" : "\""
  }

  private static func listUnit(in document: JSONDocument, _ bytes: [UInt8]) -> String? {
    var open = [document.root]
    while let node = open.popLast() {
      for property in node.properties where property.value.count > 0 {
        let (value, place) = (property.value, property.value.sourceRange.offset)
        open.append(value)
        guard value.kind == .array, bytes[place] == UInt8(ascii: "-") else { continue }
        let (own, outer) = (
          indentation(at: place, in: bytes),
          indentation(at: property.key.sourceRange.offset, in: bytes)
        )
        if own.count >= outer.count {
          return String(repeating: " ", count: own.count - outer.count)
        }
      }
      for element in node.elements where element.count > 0 { open.append(element) }
    }
    return nil
  }

  // MARK: Lines

  func lineStart(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// The end of the line, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    return end > offset && bytes[end - 1] == 0x0D && end < bytes.count ? end - 1 : end
  }

  func text(_ range: Range<Int>) -> String {
    range.lowerBound < range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : ""
  }

  /// The white space at the start of a line, and a space for each further character before a place.
  /// Dashes before the first name of an element count as indentation.
  func indent(of offset: Int) -> String {
    let lead = bytes[lineStart(offset)..<offset]
    return String(lead.map { $0 == 0x09 ? "\t" : " " })
  }

  private static func indentation(at offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether there are only spaces before a place on its line.
  func beginsLine(_ offset: Int) -> Bool {
    bytes[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 }
  }

  // MARK: Properties and elements

  /// Whether an object or an array is written with brackets.
  func isFlow(_ node: JSONNode) -> Bool {
    let start = node.sourceRange.offset
    return start < bytes.count
      && (bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "["))
  }

  /// The bytes of a property. An alias is on the line of its name.
  func range(of property: JSONProperty) -> Range<Int> {
    let key = property.key.sourceRange
    return key.offset..<max(key.end, isAlias(property) ? key.end : property.value.sourceRange.end)
  }

  /// Whether the value is written elsewhere.
  func isAlias(_ property: JSONProperty) -> Bool {
    // The value of an alias is written before it.
    property.value.sourceRange.offset < property.key.sourceRange.end
  }

  /// Whether parts of the file are in order. If there are aliases, they may not be in order.
  func areInOrder(_ ranges: [Range<Int>]) -> Bool {
    zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  // MARK: Text of new values

  /// A value on one line, with brackets in the style of the file.
  func inline(_ value: JSONNode, isTight: Bool = false) -> String {
    let (comma, colon) = isTight ? (",", ":") : (", ", ": ")
    switch value.kind {
    case .object:
      let properties = value.properties.map {
        scalar($0.key) + colon + inline($0.value, isTight: isTight)
      }
      return "{" + properties.joined(separator: comma) + "}"
    case .array:
      return "[" + value.elements.map { inline($0, isTight: isTight) }.joined(separator: comma)
        + "]"
    default: return scalar(value)
    }
  }

  func scalar(_ value: JSONNode) -> String {
    guard isYAML, let text = value.string else { return value.text }
    return plain(text)
  }

  /// A string without quotes, if YAML reads it as the same string.
  func plain(_ text: String) -> String {
    if !isYAML { return JSONWriter.quoted(text) }
    let isWord = { (byte: UInt8) in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || 0x30...0x39 ~= byte || byte == 0x5F
    }
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.first.map { isWord($0) && !(0x30...0x39 ~= $0) } ?? false
      && bytes.allSatisfy { isWord($0) || "-./+".utf8.contains($0) || $0 == 0x20 }
      && bytes.last != 0x20
      && !["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    if isPlain { return text }
    // Without a backslash, both kinds of quotes have the same meaning.
    let isSimple = bytes.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x5C && $0 != 0x22 && $0 != 0x27 }
    return quote == "'" && isSimple ? "'\(text)'" : JSONWriter.quoted(text)
  }

  /// A value on several lines. `indent` is the line break and the indentation of its first line.
  func pretty(_ value: JSONNode, indent: String) -> String {
    guard value.count > 0, !isShort(value) else { return inline(value) }
    let inner = indent + unit
    if value.kind == .array {
      return "[" + inner
        + value.elements.map { pretty($0, indent: inner) }.joined(separator: "," + inner)
        + indent + "]"
    }
    let properties = value.properties.map {
      scalar($0.key) + ": " + pretty($0.value, indent: inner)
    }
    return "{" + inner + properties.joined(separator: "," + inner) + indent + "}"
  }

  /// A value in block style after `name:`. `indent` is the line break and the indentation of the
  /// name.
  func block(_ value: JSONNode, indent: String) -> String {
    guard value.count > 0, !isShort(value) else { return " " + inline(value) }
    if value.kind == .array {
      let dash = indent + listUnit
      return value.elements.map { dash + "-" + entry($0, indent: dash) }.joined()
    }
    return properties(of: value, indent: indent + unit)
  }

  /// Properties in block style, each after a line break.
  func properties(of value: JSONNode, indent: String) -> String {
    value.properties.map { indent + scalar($0.key) + ":" + block($0.value, indent: indent) }
      .joined()
  }

  /// A value after a dash.
  func entry(_ value: JSONNode, indent: String) -> String {
    guard value.kind == .object, value.count > 0, !isShort(value) else {
      return " " + inline(value)
    }
    let text = properties(of: value, indent: indent + "  ")
    return " " + text.dropFirst((indent + "  ").count)
  }

  /// Whether a list is short enough for one line.
  private func isShort(_ value: JSONNode) -> Bool {
    value.kind == .array && value.elements.allSatisfy { $0.count == 0 }
      && value.range.length <= 60
  }
}
