@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension OpenAPIReader {
  /// Warns about a name in a `decoder` that none of its schemas documents: nothing is asked of it.
  func warnOfUnknownDecoderNames() {
    guard !plan.decodedNames.isEmpty else { return }
    var open = files.files.map(\.document.root)
    let known = plan.decodedNames.sorted()
    var told: Set<String> = []
    while let node = open.popLast() {
      open += Array(node.elements) + node.members.map(\.value)
      guard let decoder = node["x-schemacheck"]?["decoder"] else { continue }
      let names =
        (decoder["urls"].map { Array($0.elements) } ?? [])
        + (decoder["properties"]?.members.map(\.key) ?? [])
      for name in names {
        guard let text = name.string, !plan.decodedNames.contains(text),
          told.insert(text).inserted
        else { continue }
        warnings.add(
          "no response schema has a property `\(SafeText.line(text))`"
            + NearestName.suggestion(for: text, among: told.count > 8 ? [] : known), name)
      }
    }
  }
}

/// How a plan asks whether clients can decode what a response holds.
extension RulePlan {
  /// Asks that the scalars of a schema can be decoded.
  func attachDecoding(
    to draft: inout SchemaDraft, _ owner: Owner, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) {
    guard settings.isResponse, !draft.isInPlace, draft.decoding == nil else { return }
    let types =
      draft.types == .all
      ? compiler.outlines.types(of: compiler.outlines.outline(of: draft.sites)) : draft.types
    // What may be anything is decoded as nothing that is known.
    guard types != .all else { return }
    let decoder = settings.decoder ?? Decoder()
    draft.assertDecodable(
      types.contains(.number)
        ? decoder.numbers : draft.node["format"]?.string == "int64" ? .int64 : decoder.integers,
      owner: owner)
    for index in draft.members.indices where decoder.urls.contains(draft.members[index].name) {
      draft.members[index].roles.append(role(owner, decodedAs: .url))
    }
    note(draft, decoder)
  }

  /// Says where two keys of an object are one property for the decoder, and which properties no key
  /// leads to.
  private func note(_ draft: SchemaDraft, _ decoder: Decoder) {
    if decoder.namesProperties { decodedNames.formUnion(draft.members.map(\.name)) }
    guard decoder.convertsKeys, let properties = draft.node["properties"] else { return }
    var known: [String: String] = [:]
    for member in properties.members {
      let property = SnakeCaseConversion.property(member.name)
      if let other = known.updateValue(member.name, forKey: property), other != member.name {
        warn("`\(other)` and `\(member.name)` both decode as `\(property)`", member.key)
      }
      let meant = decoder.property(member.name)
      if property != meant {
        warn("`\(member.name)` decodes as `\(property)`; the app has `\(meant)`", member.key)
      }
    }
  }
}
