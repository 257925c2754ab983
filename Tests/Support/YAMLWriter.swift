public import JSONTape

/// Writes values as YAML in random styles, which the reader must read back.
public struct YAMLWriter {
  private var random: SeededGenerator

  /// Creates a writer; equal seeds give equal styles.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The text of a document.
  public mutating func document(_ root: JSONNode) -> String {
    let body = block(root, indent: -1, isEntry: false)
    if once(in: 3) { return "--- # c" + (body.hasPrefix("\n") ? body : "\n" + body) }
    return body.hasPrefix("\n") ? String(body.dropFirst()) : body
  }

  private mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A value after its indicator, with a line break at the end.
  private mutating func block(_ node: JSONNode, indent: Int, isEntry: Bool) -> String {
    guard node.count > 0, !once(in: 8) else { return leaf(node, indent: indent) }
    let isLevel = node.kind == .array && !isEntry && indent >= 0 && once(in: 2)
    let column = isLevel ? indent : indent + Int.random(in: 1...4, using: &random)
    var lines = ""
    for element in node.elements {
      lines +=
        spaces(column) + "-" + block(element, indent: column, isEntry: true) + comment(column)
    }
    for property in node.properties {
      let name = scalar(property.key, inFlow: false)
      let isExplicit = once(in: 10)
      lines +=
        spaces(column) + (isExplicit ? "? \(name)\n\(spaces(column)):" : "\(name):")
        + block(property.value, indent: column, isEntry: isExplicit) + comment(column)
    }
    // A collection inside a collection may begin on the line of the dash.
    if isEntry, column > indent + 1, !isLevel, once(in: 2) {
      return spaces(column - indent - 1) + lines.drop { $0 == " " }
    }
    return (once(in: 3) ? " # c" : "") + "\n" + lines
  }

  private mutating func comment(_ column: Int) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: "# c\n"
    case 1: spaces(column) + "# c: d\n"
    default: ""
    }
  }

  private mutating func leaf(_ node: JSONNode, indent: Int) -> String {
    if node.kind == .array || node.kind == .object {
      return " " + flow(node, indent: indent + 1) + "\n"
    }
    if node.isNull, once(in: 3), indent >= 0 { return "\n" }
    if let text = node.string, once(in: 2), let literal = literal(text, indent: indent) {
      return literal
    }
    let space = once(in: 4) ? "\n" + spaces(indent + 3) : spaces(1 + (once(in: 4) ? 1 : 0))
    return space + scalar(node, inFlow: false) + (once(in: 5) ? "  # c" : "") + "\n"
  }

  private mutating func flow(_ node: JSONNode, indent: Int) -> String {
    func space() -> String { once(in: 4) ? "\n" + spaces(indent + 1) : once(in: 3) ? " " : "" }
    let isArray = node.kind == .array
    guard isArray || node.kind == .object else { return scalar(node, inFlow: true) }
    var entries = node.elements.map { space() + flow($0, indent: indent) }
    entries += node.properties.map { property in
      space() + scalar(property.key, inFlow: true) + space() + ": " + space()
        + flow(property.value, indent: indent)
    }
    let end = (once(in: 5) && !entries.isEmpty ? "," : "") + space()
    return (isArray ? "[" : "{") + entries.joined(separator: ",") + end + (isArray ? "]" : "}")
  }

  // MARK: Scalars

  private mutating func scalar(_ node: JSONNode, inFlow: Bool) -> String {
    guard let text = node.string else {
      if node.isNull { return ["null", "~", "NULL"].randomElement(using: &random) ?? "~" }
      if let bool = node.bool { return bool ? "True" : "false" }
      if let int = node.int, int >= 0, once(in: 3) {
        return ["0x" + String(int, radix: 16), "0o" + String(int, radix: 8), "+\(int)", "00\(int)"]
          .randomElement(using: &random) ?? "0"
      }
      return node.text
    }
    let isPlain = Self.isPlain(text)
    if isPlain, !once(in: 3) { return text }
    let isPrintable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    if isPrintable, once(in: 2) { return "'" + text.replacing("'", with: "''") + "'" }
    return node.text
  }

  /// Whether a text without quotes is read as the same text at any place.
  private static func isPlain(_ text: String) -> Bool {
    let safe = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || "0123456789_-/.$ ".unicodeScalars.contains(scalar)
    }
    guard safe, text.count > 1, text.first?.isLetter == true || text.first == "/" else {
      return false
    }
    let words = ["no", "null", "true", "false", "yes", "on"]
    // `no` and `on` are strings; the other words have another meaning in YAML.
    return text.last != " " && !(words.contains(text.lowercased()) && !["no", "on"].contains(text))
  }

  /// A literal scalar, if it can contain the text.
  private mutating func literal(_ text: String, indent: Int) -> String? {
    let body = text.reversed().drop { $0 == "\n" }.reversed()
    guard !body.isEmpty,
      text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || $0.value >= 0x20 })
    else { return nil }
    guard !text.unicodeScalars.contains("\u{7F}") else { return nil }
    let ends = text.count - body.count
    let step = Int.random(in: 1...3, using: &random)
    let isIndented = [" ", "\n", "\t"].contains(body.first)
    let header =
      (isIndented || once(in: 5) ? "\(step)" : "") + (ends == 0 ? "-" : ends == 1 ? "" : "+")
    let column = max(indent, 0) + step
    let lines = String(body).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : spaces(column) + $0 }
    return " |\(header)\n" + lines.joined(separator: "\n")
      + String(repeating: "\n", count: max(1, ends))
  }
}
