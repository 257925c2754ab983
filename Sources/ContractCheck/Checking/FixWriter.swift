@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Writes the repair of a fault where nothing has to be guessed.
struct FixWriter {
  let document: JSONDocument
  let settings: RuleSettings

  func fix(
    _ failure: SchemaFailure, rule: Rule, node: JSONNode, parent: JSONNode?
  ) -> BodyFix? {
    switch failure.kind {
    case .alias(let documented):
      // With both names present nobody but the author knows which value counts.
      guard let key = failure.key, let parent, parent.count <= JSONNode.mostNamedMembers,
        parent[documented] == nil
      else { return nil }
      return replace(document.node(at: key), "rename to `\(documented)`", Self.quoted(documented))
    case .required(let member) where rule.id == Rule.explicitNull.id:
      guard node.count <= JSONNode.mostNamedMembers else { return nil }
      return insertion(of: member, into: node)
    case .date(let profile):
      guard let text = node.string,
        let rewrite = DateDiagnosis.diagnose(text, profile: profile).rewrite
      else { return nil }
      return replace(node, "write `\(rewrite)`", Self.quoted(rewrite))
    case .type where rule.id == Rule.coordinateRange.id:
      guard let text = node.string, JSONNumber(text) != nil else { return nil }
      return replace(node, "remove the quotes", text)
    case .enum(let allowed):
      guard let text = node.string, rule.id == Rule.devicePlatform.id,
        let meant = allowed.compactMap(\.string).first(where: { $0 == text.lowercased() })
      else { return nil }
      return replace(node, "write `\(meant)`", Self.quoted(meant))
    default: return nil
    }
  }

  private func replace(_ node: JSONNode, _ title: String, _ text: String) -> BodyFix {
    BodyFix(title: title, edits: [BodyFix.Edit(range: node.range, text: text)])
  }

  /// Puts a null member behind the last one, laid out as its neighbours are.
  private func insertion(of member: String, into object: JSONNode) -> BodyFix {
    let title = "add `\"\(member)\": null`"
    guard let last = Array(object.members).last else {
      let inside = ByteRange(offset: object.range.offset + 1, length: 0)
      return BodyFix(
        title: title,
        edits: [BodyFix.Edit(range: inside, text: "\(Self.quoted(member)): null")])
    }
    // The white space before a key and after its colon, as the last member has it.
    let bytes = document.bytes(in: ByteRange(offset: 0, length: document.byteCount))
    var start = last.key.range.offset
    while start > 0, Self.isSpace(bytes[bytes.startIndex + start - 1]) { start -= 1 }
    let lead = bytes[
      (bytes.startIndex + start)..<(bytes.startIndex + last.key.range.offset)]
    let colon = bytes[
      (bytes.startIndex + last.key.range.end)..<(bytes.startIndex + last.value.range.offset)]
    let text =
      "," + String(decoding: lead, as: UTF8.self) + Self.quoted(member)
      + String(decoding: colon, as: UTF8.self) + "null"
    let place = ByteRange(offset: last.value.range.end, length: 0)
    return BodyFix(title: title, edits: [BodyFix.Edit(range: place, text: text)])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func quoted(_ text: String) -> String { JSONWriter.quoted(text) }
}
