internal import JSONTape

/// What a rule of one's own says of itself, for people who meet it in a report.
extension OwnRuleReader {
  /// Rows of a title and a text.
  var facts: [[String]] {
    var rows = Self.facts(of: node)
    for part in node["also"]?.elements.map({ $0 }) ?? [] { rows += Self.facts(of: part) }
    if let help = try? text("help", of: node) { rows.append(["help", help]) }
    return rows
  }

  /// Where a part of a rule is in force, and what it asks there.
  private static func facts(of part: JSONNode) -> [[String]] {
    let conditions = (part["where"]?.members.map { $0 } ?? []).map { member in
      "\(member.name): \(words(member.value))"
    }
    var rows = [["where", conditions.isEmpty ? "everywhere" : conditions.joined(separator: "; ")]]
    for name in demands {
      guard let value = part[name] else { continue }
      rows.append([
        "asks", value.bool == true && name != "schema" ? name : "\(name): \(words(value))",
      ])
    }
    if let keywords = part["answersFor"] { rows.append(["answers for", words(keywords)]) }
    return rows
  }

  private static let longest = 1000

  /// A text as it is, texts with commas, and other JSON on one line.
  private static func words(_ value: JSONNode) -> String {
    let texts = value.elements.compactMap { $0.string ?? $0.int.map(String.init) }
    if value.kind == .array, texts.count == value.count {
      return line(texts.joined(separator: ", "))
    }
    if let text = value.string { return line(text.isEmpty ? "\"\"" : text) }
    var writer = JSONWriter()
    writer.value(value)
    return line(String(decoding: writer.bytes, as: UTF8.self))
  }

  private static func line(_ text: String) -> String {
    SafeText.line(text.count > longest ? text.prefix(longest) + "…" : text)
  }
}
