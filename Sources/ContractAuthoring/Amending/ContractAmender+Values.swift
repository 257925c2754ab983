@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds the values that traffic adds to an enumeration. Also finds which of these values are
/// secrets.
extension ContractAmender {
  /// Whether a schema describes a property with the name of a secret.
  func isSecret(_ schema: JSONPointer) -> Bool {
    zip(schema.tokens, schema.tokens.dropFirst()).contains { holder, name in
      switch holder {
      case "properties", "patternProperties": SecretName.meaning(of: name.utf8).isSecret
      case "schemas", "$defs", "definitions", "parameters":
        secretSchemas.contains(name) || SecretName.meaning(of: name.utf8).isSecret
      default: false
      }
    }
  }

  /// The schemas that secret properties refer to, directly or through other schemas.
  static func secretSchemas(of contract: Contract) -> Set<String> {
    var found: Set<String> = []
    func references(in node: JSONNode) -> [String] {
      var names: [String] = []
      var open = [node]
      while let next = open.popLast() {
        if let target = next["$ref"]?.string?.split(separator: "/").last {
          names.append(String(target))
        }
        open += next.elements.map { $0 } + next.properties.map(\.value)
      }
      return names
    }
    for source in contract.registry.contents {
      var open = [source.document.root]
      while let node = open.popLast() {
        for property in node["properties"]?.properties.map({ $0 }) ?? []
        where SecretName.meaning(of: property.name.utf8).isSecret {
          found.formUnion(references(in: property.value))
        }
        open += node.elements.map { $0 } + node.properties.map(\.value)
      }
    }
    return found
  }

  // MARK: Values

  /// The maximum number of new values. If there are more, they form no list.
  private static let mostValues = 24
  private static let mostShown = 6

  func addValues(
    _ node: JSONNode, _ holder: JSONPointer, _ discrepancy: Discrepancy, _ threshold: Threshold
  ) -> Plan {
    if isSecret(holder) {
      return .left(
        "the name of the property looks like the name of a secret, so its values were "
          + "not copied into the contract")
    }
    let counts = discrepancy.detail.counts
    guard !discrepancy.detail.isCut, counts.count <= Self.mostValues else {
      return .left(
        "more than \(Self.mostValues) other values were seen, so `enum` does not suit this property"
      )
    }
    guard counts.values.contains(where: { $0 >= threshold.fewest }) else {
      return .left("no other value was seen twice")
    }
    // A rare value may be a mistake, even if all others agree.
    let new = counts.filter { !threshold.isRare($0.value, of: discrepancy.total.seen) }
      .keys.sorted()
    guard !new.isEmpty else { return .left("all other values are rare") }
    let texts = new.compactMap { (try? JSONDocument($0))?.root.string }
    guard texts.count == new.count, texts.allSatisfy(Self.isWord) else {
      return .left(
        "a value looks like data and not like a word of the API, so no value was copied "
          + "into the contract")
    }
    let words = texts.map { "`\($0)` (\(Rate.grouped(counts[JSONWriter.quoted($0)] ?? 0)))" }
    return .edits(
      [ContractEdit(holder: holder, action: .append(to: "enum", new))],
      "`enum` lists \(words.joined(separator: ", "))"
        + (new.count < counts.count
          ? "; not added: \(Plural.count(counts.count - new.count, "rare value"))" : ""))
  }

  /// The values that a message may show, the most frequent first.
  static func shownValues(of detail: ClaimDetail) -> String {
    let repeated = detail.counts.filter { $0.value > 1 }.sorted { left, right in
      (right.value, left.key) < (left.value, right.key)
    }
    let words = repeated.compactMap { text, count -> String? in
      guard let word = (try? JSONDocument(text))?.root.string, isWord(word) else { return nil }
      return "`\(word)` (\(Rate.grouped(count)))"
    }.prefix(mostShown)
    guard !words.isEmpty else { return "" }
    let isAll = words.count == detail.counts.count && !detail.isCut
    return words.joined(separator: ", ") + (isAll ? "" : ", …")
  }

  /// Only short words that look like identifiers may be copied from traffic to a contract.
  private static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return 1...32 ~= bytes.count && (ASCIIByte.isLetter(bytes[0]))
      && bytes.allSatisfy {
        ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || "_-.".utf8.contains($0)
      }
      && bytes.count(where: ASCIIByte.isDigit) <= 4 && SecretLook.of(text) == .none
  }
}
