@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Describes an own rule for readers of a report.
extension OwnRuleReader {
  /// Rows with a title and a text.
  var facts: [[String]] {
    var rows = Self.facts(of: node)
    if let gate { rows.append(["when", Self.line(gate)]) }
    for part in node["also"]?.elements.map({ $0 }) ?? [] { rows += Self.facts(of: part) }
    if let help = try? text("help", of: node) { rows.append(["help", help]) }
    return rows
  }

  /// The scope of a part of a rule, and its demand.
  private static func facts(of part: JSONNode) -> [[String]] {
    let conditions = (part["where"]?.properties.map { $0 } ?? []).map { property in
      "\(property.name): \(words(property.value))"
    }
    var rows = [["where", conditions.isEmpty ? "everywhere" : conditions.joined(separator: "; ")]]
    let secret = names(of: part).first(where: Redaction.isSecret)
    for name in demands {
      guard let value = part[name] else { continue }
      if name == "schema", value.kind == .object {
        let shown = SecretsOfSchemas.shown(Self.json(value), named: secret ?? "value")
        rows.append(["asks", "schema: \(line(shown))"])
        continue
      }
      rows.append([
        "asks", value.bool == true && name != "schema" ? name : "\(name): \(words(value))",
      ])
    }
    if let keywords = part["answersFor"] { rows.append(["answers for", words(keywords)]) }
    return rows
  }

  private static let longest = 1000

  /// A value for a sentence. A text has no quotes, several texts have commas between them, and
  /// other JSON is on one line.
  private static func words(_ value: JSONNode) -> String {
    let texts = value.elements.compactMap { $0.string ?? $0.int.map(String.init) }
    if value.kind == .array, texts.count == value.count {
      return line(texts.joined(separator: ", "))
    }
    if let text = value.string { return line(text.isEmpty ? "\"\"" : text) }
    return line(String(decoding: json(value), as: UTF8.self))
  }

  private static func json(_ value: JSONNode) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes
  }

  /// The names of the values that a part applies to.
  private static func names(of part: JSONNode) -> [String] {
    guard let names = part["where"]?["names"] else { return [] }
    return [names.string].compactMap(\.self) + names.elements.compactMap(\.string)
  }

  private static func line(_ text: String) -> String {
    let text = Redaction.text(text)
    return SafeText.line(text.count > longest ? text.prefix(longest) + "…" : text)
  }
}
