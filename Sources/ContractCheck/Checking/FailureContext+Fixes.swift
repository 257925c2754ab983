@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The fix of a mistake, if the fix is certain or almost certain.
extension FailureContext {
  /// Renaming a key to the documented property that it stands for.
  struct Rename {
    /// The fix; nil if the key cannot be renamed.
    var fix: BodyFix?
    /// Whether another key of the object stands for the same property. If so, only the author knows
    /// the right value.
    var isConflict = false
    /// Whether the object also has the documented key, and this key differs from it only in case.
    var isAddition = false
  }

  func rename(_ lookalike: Lookalike?) -> Rename? {
    for case .rename(let name) in rule.repair?.kinds ?? [] {
      guard let parent, parent.kind == .object, failure.missingProperty == nil else { return nil }
      let key = node.document.node(at: node.tapeIndex - 1)
      return rename(key, of: parent, to: name, isSafe: true)
    }
    switch failure.kind {
    case .alias(let documented):
      guard let key = failure.key, let parent else { return Rename() }
      return rename(node.document.node(at: key), of: parent, to: documented, isSafe: true)
    case .required(let property):
      guard let lookalike else { return nil }
      let isSpelling = NamePattern.fold(lookalike.name) == NamePattern.fold(property)
      let key = node.document.node(at: lookalike.index)
      return rename(key, of: node, to: property, isSafe: isSpelling)
    default: return lookalike == nil ? nil : Rename()
    }
  }

  private func rename(
    _ key: JSONNode, of object: JSONNode, to documented: String, isSafe: Bool
  ) -> Rename {
    guard object.count <= JSONNode.mostNamedProperties else { return Rename() }
    let spellings = Self.spellings(of: documented)
    let hasRival = object.properties.contains { property in
      guard property.key.tapeIndex != key.tapeIndex else { return false }
      let folded = NamePattern.fold(property.name)
      if folded == spellings[0] { return true }
      // `long` may be an ordinary word, but a coordinate is a number.
      return spellings.contains(folded) && Self.readsAsNumber(property.value)
    }
    if hasRival {
      let isCase = key.string.map { NamePattern.fold($0) } == spellings[0]
      return Rename(isConflict: true, isAddition: isCase && object[documented] != nil)
    }
    return Rename(
      fix: replace(
        key, "rename to `\(Self.shownName(documented))`", JSONWriter.quoted(documented),
        isSafe: isSafe))
  }

  /// Wrong names that are often used for a property, without case and separators; its correct name
  /// comes first.
  private static func spellings(of documented: String) -> [[UInt8]] {
    let own = NamePattern.fold(documented)
    let others = Coordinate(folded: String(decoding: own, as: UTF8.self))?.spellings ?? []
    return [own] + others.map { Array($0.utf8) }
  }

  private static func readsAsNumber(_ node: JSONNode) -> Bool {
    node.isNull || node.kind == .number || node.string.flatMap { JSONNumber($0) } != nil
  }

  /// The rule's fix for the value, or nil.
  var fix: BodyFix? {
    guard let kinds = rule.repair?.kinds else { return nil }
    if case .required(let property) = failure.kind {
      guard kinds.contains(.insertNull), node.count <= JSONNode.mostNamedProperties else {
        return nil
      }
      return .inserting(property, into: node, of: node.document)
    }
    // The fix would show the secret.
    if kinds.contains(.rewriteDate), dateProfile != nil {
      guard let date = diagnosis?.rewrite, !isMasked else { return nil }
      return replace(node, "write `\(date)`", JSONWriter.quoted(date))
    }
    guard !isMasked else { return nil }
    if case .type(let expected, _) = failure.kind, let fix = retyped(expected, kinds) { return fix }
    if let choice { return choice }
    for case .rewrite(let template) in kinds {
      // The text that an own rule would write is checked in the whole body.
      guard let text = template.text(for: node, named: name ?? ""), text != node.text,
        rule.origin != nil || rule.holds?(text) ?? false
      else { return nil }
      let title =
        template.title.isEmpty ? "write `\(SafeText.line(Self.cut(text)))`" : template.title
      return replace(node, title, text)
    }
    for case .replace(let text) in kinds {
      return replace(node, "write `\(SafeText.line(text))`", text, isSafe: false)
    }
    return nil
  }

  /// Whether the rule's new text is longer than a fix may write.
  var isRewriteTooLong: Bool {
    for case .rewrite(let template) in rule.repair?.kinds ?? [] where !isMasked {
      return template.isTooLong(for: node, named: name ?? "")
    }
    return false
  }

  /// Removes the quotes of a number or truth value, or puts an integer in quotes. Adding quotes is
  /// not a safe fix: the number may be intended.
  private func retyped(_ expected: TypeSet, _ kinds: [Rule.Repair.Kind]) -> BodyFix? {
    if let text = node.string {
      guard kinds.contains(.unquote) else { return nil }
      let isNumber = JSONNumber(text).map {
        Self.isDecodable($0)
          && (expected.contains(.number) || expected.contains(.integer) && $0.isInteger)
      }
      let isBoolean = expected.contains(.boolean) && (text == "true" || text == "false")
      guard isNumber ?? isBoolean, failure.failure(of: text) == nil else { return nil }
      return replace(node, "remove the quotes", text)
    }
    guard kinds.contains(.quote), expected.contains(.string), node.int != nil,
      node.text.utf8.allSatisfy(ASCIIByte.isDigit),
      failure.failure(of: JSONWriter.quoted(node.text)) == nil
    else { return nil }
    return replace(node, "put it in quotes", JSONWriter.quoted(node.text), isSafe: false)
  }

  /// If a floating-point number is out of range, its decoder refuses the whole document.
  private static func isDecodable(_ number: JSONNumber) -> Bool {
    Double(number.text)?.isFinite ?? false
  }

  /// The only allowed value that differs only in case or quotes, if the rule permits this fix.
  var choice: BodyFix? {
    guard !isMasked, rule.repair?.kinds.contains(.choose) ?? false else { return nil }
    return switch failure.kind {
    case .enum(let allowed): chosen(among: allowed)
    case .const(let constant): chosen(among: [constant])
    default: nil
    }
  }

  private func chosen(among allowed: [JSONNode]) -> BodyFix? {
    guard let text = node.string else { return nil }
    let values = nearest.names(allowed, of: failure.schema)
    if let twin = values.twin(of: node), twin.count == 0 {
      return replace(node, "remove the quotes", text)
    }
    guard let meant = values.text(inOtherCase: text) else { return nil }
    return replace(node, "write `\(SafeText.line(meant))`", JSONWriter.quoted(meant))
  }

  private func replace(
    _ node: JSONNode, _ title: String, _ text: String, isSafe: Bool = true
  ) -> BodyFix {
    BodyFix(title: title, edits: [BodyFix.Edit(range: node.range, text: text)], isSafe: isSafe)
  }
}
