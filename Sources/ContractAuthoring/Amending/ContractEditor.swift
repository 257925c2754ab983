@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// Writes edits of a contract into its text. Only the bytes of an edit change. The result is read
/// again. If the result does not have the expected meaning, nothing is changed.
struct ContractEditor {
  /// The contract with the edits so far.
  private(set) var document: JSONDocument
  /// All edits together, as edits of the original text.
  private(set) var edits = TextEdits()
  private let name: String
  private let isYAML: Bool

  init(_ document: JSONDocument, name: String) {
    self.document = document
    self.name = name
    isYAML = ContractText.isYAML(document.sourceBytes, name: name)
  }

  /// Makes an edit.
  ///
  /// - Returns: Whether the edit is made. It is false if the file's layout does not allow a change
  ///   of only this object.
  mutating func apply(_ edit: ContractEdit) -> Bool {
    let layout = ContractLayout(document, isYAML: isYAML)
    guard let holder = document.node(at: edit.holder), holder.kind == .object,
      let expected = edit.expected(of: document),
      let list = layout.edits(edit.action, of: holder), let changes = TextEdits(list),
      let result = try? ContractText.document(changes.applied(to: layout.bytes), name: name),
      result.root == expected.root
    else { return false }
    document = result
    edits = edits.followed(by: changes)
    return true
  }

  /// The text with all edits.
  var bytes: [UInt8] { Array(document.sourceBytes) }
}

extension ContractLayout {
  typealias Edit = TextEdits.Edit

  /// The edits of the file for a change of an object. Nil if the layout is too unusual.
  func edits(_ action: ContractEdit.Action, of holder: JSONNode) -> [Edit]? {
    let properties = Array(holder.properties)
    func position(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }
    guard areInOrder(properties.map(range)) else { return nil }
    switch action {
    case .set(let name, let value):
      guard let at = position(name), let value = try? JSONDocument(value),
        let range = ownRange(of: properties[at])
      else { return nil }
      return [replace(range, inline(value.root))]
    case .append(let name, let elements):
      guard let at = position(name), ownRange(of: properties[at]) != nil else { return nil }
      let values = elements.compactMap { try? JSONDocument($0) }.map(\.root)
      return append(values, to: properties[at].value)
    case .removeItems(let name, let items):
      guard let at = position(name), ownRange(of: properties[at]) != nil else { return nil }
      let list = properties[at].value
      let isRemoved = list.elements.map { $0.string.map(items.contains) ?? false }
      if isRemoved.allSatisfy(\.self) { return remove(at, of: properties, in: holder) }
      return remove(isRemoved, of: list)
    case .remove(let name):
      guard let at = position(name) else { return nil }
      return remove(at, of: properties, in: holder)
    case .insert(let name, let value, let sibling):
      guard let value = try? JSONDocument(value) else { return nil }
      let at = sibling.flatMap(position) ?? properties.count - 1
      return insert(name, value.root, after: at, of: properties, in: holder)
    case .wrap(let name, let list, let more):
      guard let at = position(name), ownRange(of: properties[at]) != nil else { return nil }
      let more = more.flatMap { try? JSONDocument($0) }?.root
      return wrap(properties[at], in: list, with: more, of: holder)
    case .rename(let name, let other):
      guard let at = position(name) else { return nil }
      let range = properties[at].key.sourceRange
      let first = bytes[range.offset]
      let isQuoted = first == UInt8(ascii: "\"")
      return [
        replace(
          range.offset..<range.end, isQuoted ? JSONWriter.quoted(other) : plain(other))
      ]
    }
  }

  private func replace(_ range: Range<Int>, _ text: String) -> Edit {
    Edit(range: ByteRange(range), text: Array(text.utf8))
  }

  private func insert(_ text: String, at offset: Int) -> Edit { replace(offset..<offset, text) }

  private static func range(_ node: JSONNode) -> Range<Int> {
    node.sourceRange.offset..<node.sourceRange.end
  }

  /// The bytes of a property's value. Nil for an alias.
  private func ownRange(of property: JSONProperty) -> Range<Int>? {
    isAlias(property) ? nil : Self.range(property.value)
  }

  // MARK: Lists

  private func append(_ values: [JSONNode], to list: JSONNode) -> [Edit]? {
    let elements = Array(list.elements)
    guard areInOrder(elements.map { Self.range($0) }) else { return nil }
    guard let last = elements.last else {
      let place = list.sourceRange
      return [
        replace(
          place.offset..<place.end, "[" + values.map { inline($0) }.joined(separator: ", ") + "]")
      ]
    }
    let end = last.sourceRange.end
    guard isFlow(list) else {
      let indent = newline + indent(of: list.sourceRange.offset)
      let isInline = last.kind == .object && isFlow(last)
      let text = values.map { value in
        indent + "-" + (isInline ? " " + inline(value) : entry(value, indent: indent))
      }.joined()
      return [insert(text, at: lineEnd(end))]
    }
    let separator = separator(
      before: elements.count > 1 ? elements[elements.count - 2].sourceRange.end : nil,
      last.sourceRange.offset, in: list)
    let text = values.map { separator + inline($0, isTight: separator == "," && !isYAML) }.joined()
    return [insert(text, at: end)]
  }

  /// The comma and the white space between elements in brackets.
  ///
  /// - Parameter end: The end of the previous element. Nil for the first element.
  private func separator(before end: Int?, _ start: Int, in container: JSONNode) -> String {
    let open = container.sourceRange.offset + 1
    let gap = text((end ?? open)..<start)
    let isPlain = gap.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains($0) }
    guard isPlain else { return "," + newline + indent(of: start) }
    if end != nil { return gap }
    if gap.utf8.contains(0x0A) { return "," + gap }
    return isTight(container) ? "," : ", "
  }

  /// Whether brackets are written without white space.
  private func isTight(_ container: JSONNode) -> Bool {
    guard !isYAML else { return false }
    let properties = container.properties
    if let property = properties.first(where: { _ in true }) {
      return property.value.sourceRange.offset == property.key.sourceRange.end + 1
    }
    return !bytes.contains(0x0A)
  }

  private func remove(_ isRemoved: [Bool], of list: JSONNode) -> [Edit]? {
    let ranges = list.elements.map { Self.range($0) }
    guard areInOrder(ranges) else { return nil }
    if isFlow(list) { return removeFlow(isRemoved, ranges) }
    var edits: [Edit] = []
    for (index, range) in ranges.enumerated() where isRemoved[index] {
      let start = lineStart(range.lowerBound)
      let lead = bytes[start..<range.lowerBound]
      guard lead.count(where: { $0 == UInt8(ascii: "-") }) == 1,
        lead.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") })
      else { return nil }
      edits.append(replace(lines(from: start, to: range.upperBound), ""))
    }
    return edits
  }

  /// Whole lines with their line breaks. If the last line of a file has no line break, the line
  /// break before it is included.
  private func lines(from start: Int, to end: Int) -> Range<Int> {
    let last = bytes[end...].firstIndex(of: 0x0A)
    if let last { return start..<last + 1 }
    let before = start >= 2 && bytes[start - 2] == 0x0D ? start - 2 : max(0, start - 1)
    return before..<bytes.count
  }

  private func removeFlow(_ isRemoved: [Bool], _ ranges: [Range<Int>]) -> [Edit]? {
    var edits: [Edit] = []
    var index = 0
    while index < ranges.count {
      guard isRemoved[index] else {
        index += 1
        continue
      }
      var end = index
      while end + 1 < ranges.count, isRemoved[end + 1] { end += 1 }
      if end + 1 < ranges.count {
        edits.append(replace(ranges[index].lowerBound..<ranges[end + 1].lowerBound, ""))
      } else if index > 0 {
        let gap = ranges[index - 1].upperBound..<ranges[index].lowerBound
        // A comment at this place belongs to the previous element. YAML allows the remaining comma.
        let start = text(gap).utf8.contains(UInt8(ascii: "#")) ? gap.upperBound : gap.lowerBound
        edits.append(replace(start..<ranges[end].upperBound, ""))
      } else {
        edits.append(replace(ranges[0].lowerBound..<ranges[end].upperBound, ""))
      }
      index = end + 1
    }
    return edits
  }

  // MARK: Objects

  private func remove(_ at: Int, of properties: [JSONProperty], in holder: JSONNode) -> [Edit]? {
    let range = range(of: properties[at])
    if isFlow(holder) {
      return removeFlow(properties.indices.map { $0 == at }, properties.map(self.range))
    }
    if properties.count == 1 {
      return isAlias(properties[at]) ? nil : [replace(range, "{}")]
    }
    if beginsLine(range.lowerBound) {
      return [replace(lines(from: lineStart(range.lowerBound), to: range.upperBound), "")]
    }
    // The first property follows the dash of a list. The next property takes its place.
    guard at == 0,
      !text(range.upperBound..<self.range(of: properties[1]).lowerBound).utf8
        .contains(UInt8(ascii: "#"))
    else { return nil }
    return [replace(range.lowerBound..<self.range(of: properties[1]).lowerBound, "")]
  }

  private func insert(
    _ name: String, _ value: JSONNode, after at: Int, of properties: [JSONProperty],
    in holder: JSONNode
  ) -> [Edit]? {
    guard properties.indices.contains(at) else {
      let place = holder.sourceRange
      guard isFlow(holder) else { return nil }
      let isTight = !isYAML && !bytes.contains(0x20)
      let text = plain(name) + (isTight ? ":" : ": ") + inline(value, isTight: isTight)
      return [replace(place.offset..<place.end, "{" + text + "}")]
    }
    let range = range(of: properties[at])
    guard isFlow(holder) else {
      let indent = newline + indent(of: properties[0].key.sourceRange.offset)
      return [
        insert(
          indent + plain(name) + ":" + block(value, indent: indent), at: lineEnd(range.upperBound))
      ]
    }
    let before = at > 0 ? self.range(of: properties[at - 1]).upperBound : nil
    let separator = separator(before: before, range.lowerBound, in: holder)
    let isTight = separator == "," && self.isTight(holder)
    let indent = separator.drop { $0 == "," || $0 == " " }
    let written =
      indent.isEmpty ? inline(value, isTight: isTight) : pretty(value, indent: String(indent))
    return [
      insert(
        separator + plain(name) + (isTight ? ":" : ": ") + written, at: range.upperBound)
    ]
  }

  /// The value keeps its bytes, and a comment after it stays on its line.
  private func wrap(
    _ property: JSONProperty, in list: String, with more: JSONNode?, of holder: JSONNode
  ) -> [Edit]? {
    let (key, value) = (property.key.sourceRange, property.value.sourceRange)
    let name = text(key.offset..<key.end)
    guard isFlow(holder) else {
      let dash = newline + indent(of: key.offset) + listUnit + "- "
      var edits = [
        replace(key.offset..<value.offset, plain(list) + ":" + dash + name + ": ")
      ]
      if let more {
        let text = properties(of: more, indent: dash.map { $0 == "-" ? " " : "\($0)" }.joined())
        edits.append(insert(dash + text.dropFirst(dash.count), at: lineEnd(value.end)))
      }
      return edits
    }
    let properties = Array(holder.properties)
    let at = properties.firstIndex { $0.key.tapeIndex == property.key.tapeIndex } ?? 0
    let before = at > 0 ? range(of: properties[at - 1]).upperBound : nil
    let separator = separator(before: before, key.offset, in: holder)
    let isTight = separator == "," && self.isTight(holder)
    let colon = text(key.end..<value.offset)
    let outer = String(separator.drop { $0 == "," || $0 == " " })
    guard !outer.isEmpty else {
      let rest = more.map { (isTight ? "," : ", ") + inline($0, isTight: isTight) } ?? ""
      return [
        replace(key.offset..<value.offset, plain(list) + colon + "[{" + name + colon),
        insert("}" + rest + "]", at: value.end),
      ]
    }
    let (inner, innermost) = (outer + unit, outer + unit + unit)
    let rest = more.map { "," + inner + pretty($0, indent: inner) } ?? ""
    return [
      replace(
        key.offset..<value.offset,
        plain(list) + colon + "[" + inner + "{" + innermost + name + colon),
      insert(inner + "}" + rest + outer + "]", at: value.end),
    ]
  }
}
