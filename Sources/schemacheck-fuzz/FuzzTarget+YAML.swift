import JSONTape

extension FuzzTarget {
  /// The reader of YAML: what it writes is JSON with places in the file, and JSON reads the same.
  static let yaml = FuzzTarget(name: "yaml", weight: 20, seeds: \.yaml) { input, _, _ in
    let json = try? JSONDocument(input)
    do throws(YAMLError) {
      let document = try JSONDocument(yaml: input)
      if let json, json.root != document.root { return .wrong("JSON reads otherwise as YAML") }
      if let wrong = complaint(aboutPlacesOf: document, count: input.count) { return .wrong(wrong) }
      return FuzzOutcome(complaint(about: document))
    } catch {
      if error.offset < 0 || error.offset > input.count {
        return .wrong("error at \(error.offset)")
      }
      if let json, json.duplicateKeys().isEmpty { return .wrong("JSON is refused: \(error)") }
      return error.message.isEmpty ? .wrong("an error without words") : .refused
    }
  }

  private static func complaint(
    aboutPlacesOf document: JSONDocument, count: Int
  ) -> String? {
    var open = [document.root]
    var seen = 0
    while let node = open.popLast(), seen < 200 {
      seen += 1
      let range = node.sourceRange
      if range.offset < 0 || range.length < 0 || range.end > count { return "node at \(range)" }
      open += node.elements
      for member in node.members { open += [member.key, member.value] }
    }
    return nil
  }
}
