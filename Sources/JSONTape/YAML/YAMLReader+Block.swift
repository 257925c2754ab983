extension YAMLReader {
  /// Reads the content of a slot. It is a whole value, or the beginning of a block collection. In
  /// the second case, the collection's first slot is next.
  mutating func readNode(_ place: Slot) throws(YAMLError) {
    let empty = (position, lineStart)
    var gap = skipToContent()
    var node = NodeStart(
      position: position, canOpenBlock: gap.isFreshLine || place.allowsCompact, hasTab: gap.hasTab)
    var emptyAt = empty
    while true {
      if try isOutside(gap, place) {
        (position, lineStart) = emptyAt
        let properties = try node.merged(in: self)
        return try emitEmpty(properties)
      }
      guard isProperty(at: position) else { break }
      try readProperty(into: &node.inner)
      emptyAt = (position, lineStart)
      gap = skipToContent()
      if gap.isFreshLine {
        node.outer = try node.merged(in: self)
        node.inner = Properties()
        node.position = position
        node.canOpenBlock = true
        node.hasTab = gap.hasTab
      }
    }
    try readContent(node, place)
  }

  /// The start of a value, and the text before it.
  struct NodeStart {
    /// The first property of the content's line, or the content.
    var position: Int
    var canOpenBlock: Bool
    var hasTab: Bool
    /// The properties on their own lines. They belong to a block collection.
    var outer = Properties()
    /// The properties on the line of the content. If the content is a block mapping, they belong to
    /// its first name.
    var inner = Properties()

    func merged(in reader: YAMLReader) throws(YAMLError) -> Properties {
      try outer.merged(with: inner, in: reader)
    }
  }

  /// Whether the next content is after the slot. If so, the slot is empty.
  private func isOutside(_ gap: Gap, _ place: Slot) throws(YAMLError) -> Bool {
    if gap.isDocumentEnd { return true }
    guard gap.isFreshLine, gap.indent <= place.indent else { return false }
    if gap.hasTab { throw error(.tabIndentation, at: position) }
    return gap.indent < place.indent || !place.allowsLevelSequence
      || !isIndicator("-", at: position)
  }

  private mutating func readContent(_ node: NodeStart, _ place: Slot) throws(YAMLError) {
    switch bytes[position] {
    case "-" where isSpaceOrEnd(position + 1):
      try openBlock(.blockSequence, node)
      return enterSequence()
    case "?" where isSpaceOrEnd(position + 1):
      try openBlock(.blockMapping, node)
      return try readExplicitName()
    case "[", "{":
      try readFlow(indent: place.indent, try node.merged(in: self))
      let colon = skippingBlanks(position)
      if bytes[colon] == ":" { throw error(.complexKey, at: colon) }
    default:
      // Contradictory properties are refused before an alias with properties is.
      if bytes[position] == "*" { _ = try node.merged(in: self) }
      let scalar = try readScalar(indent: place.indent, inFlow: false, after: node.inner)
      if isValueIndicator(after: scalar) { return try openMapping(node, scalar) }
      try emit(scalar, try node.merged(in: self))
    }
  }

  /// Whether a colon follows on the same line. If so, the scalar is a name.
  func isValueIndicator(after scalar: Scalar) -> Bool {
    scalar.style != .block && isIndicator(":", at: skippingBlanks(scalar.range.end))
  }

  private mutating func openBlock(
    _ kind: Frame.Kind, _ node: NodeStart
  ) throws(YAMLError) {
    guard node.canOpenBlock, node.inner.isEmpty || kind == .blockMapping && !isExplicit else {
      throw error(
        kind == .blockSequence ? .nestedSequence : .nestedMapping, at: position)
    }
    if node.hasTab { throw error(.tabIndentation, at: node.position) }
    try open(
      kind, column: node.position - lineStart, start: node.position,
      bracket: ByteRange(offset: node.position, length: 0), node.outer)
  }

  var isExplicit: Bool { isIndicator("?", at: position) }

  /// Opens the mapping whose first name was just read.
  private mutating func openMapping(_ node: NodeStart, _ name: Scalar) throws(YAMLError) {
    let colon = skippingBlanks(name.range.end)
    guard name.isOneLine else { throw error(.longKey, at: skippingBlanks(lineStart)) }
    guard node.canOpenBlock else { throw error(.nestedMapping, at: colon) }
    position = name.range.offset
    try openBlock(.blockMapping, node)
    separate()
    try emit(name: name, node.inner)
    position = colon + 1
    enterMapping()
  }

  mutating func enterSequence() {
    position += 1
    separate()
    slot = Slot(kind: .entry, indent: frames.last?.column ?? 0)
  }

  mutating func enterMapping() {
    slot = Slot(kind: .value, indent: frames.last?.column ?? 0)
  }
}

/// Reads block style: the entries after the first.
extension YAMLReader {
  /// Continues after a finished value. Closes the collections that end here, and enters the next
  /// slot. Returns false at the end of the document's value.
  mutating func readNextEntry() throws(YAMLError) -> Bool {
    let gap = try skipAfterNode()
    var hasClosed = false
    while let frame = frames.last {
      if gap.indent < frame.column || isPastLevelSequence(frame, gap) {
        close(bracket: ByteRange(offset: output.lastEnd, length: 0))
        hasClosed = true
        continue
      }
      if gap.hasTab { throw error(.tabIndentation, at: position) }
      guard gap.indent == frame.column else {
        throw error(hasClosed ? .unmatchedIndentation : .extraIndentation, at: position)
      }
      if frame.kind == .blockMapping {
        try readName()
      } else if isIndicator("-", at: position) {
        enterSequence()
      } else {
        throw error(.missingDash, at: position)
      }
      return true
    }
    guard gap.isDocumentEnd else {
      throw error(hasClosed ? .unmatchedIndentation : .secondValue, at: position)
    }
    return false
  }

  /// Whether a sequence in the same column as the mapping around it ends here.
  private func isPastLevelSequence(_ frame: Frame, _ gap: Gap) -> Bool {
    guard frame.kind == .blockSequence, gap.indent == frame.column, frames.count > 1 else {
      return false
    }
    let outer = frames[frames.count - 2]
    return outer.kind == .blockMapping && outer.column == frame.column
      && !isIndicator("-", at: position)
  }

  /// Reads the next name of the innermost mapping.
  private mutating func readName() throws(YAMLError) {
    guard !isExplicit else { return try readExplicitName() }
    if isIndicator("-", at: position) { throw error(.dashInMapping, at: position) }
    let start = position
    var properties = Properties()
    while isProperty(at: position) {
      try readProperty(into: &properties)
      skipBlanks()
    }
    if isFlowOpening(position) { throw error(.complexKey, at: position) }
    if isLineEnd(position) { throw error(.missingColon, at: start) }
    let scalar = try readScalar(
      indent: frames.last?.column ?? 0, inFlow: false, after: properties)
    let colon = skippingBlanks(scalar.range.end)
    guard isValueIndicator(after: scalar) else {
      let isGlued = bytes[colon] == ":" && scalar.style == .quoted
      throw isGlued
        ? error(.missingSpace(after: UInt8(ascii: ":")), at: colon)
        : error(.missingColon, at: start)
    }
    guard scalar.isOneLine else { throw error(.longKey, at: skippingBlanks(lineStart)) }
    separate()
    try emit(name: scalar, properties)
    position = colon + 1
    enterMapping()
  }

  /// Reads a name after `?`, and the colon of its value if there is one.
  mutating func readExplicitName() throws(YAMLError) {
    let question = position
    let indent = frames.last?.column ?? 0
    position += 1
    var gap = skipToContent()
    var properties = Properties()
    while !gap.isDocumentEnd, isProperty(at: position) {
      try readProperty(into: &properties)
      gap = skipToContent()
    }
    if gap.isDocumentEnd || gap.isFreshLine && gap.indent <= indent {
      throw error(.missingName, at: question)
    }
    let isCollection =
      isFlowOpening(position) || isIndicator("-", at: position) || isExplicit
    if isCollection { throw error(.complexKey, at: question) }
    separate()
    let scalar = try readScalar(indent: indent, inFlow: false, after: properties)
    guard !isValueIndicator(after: scalar) else { throw error(.complexKey, at: question) }
    try emit(name: scalar, properties)
    let end = (position, lineStart)
    gap = try skipAfterNode()
    if gap.indent == indent, isIndicator(":", at: position) {
      if gap.hasTab { throw error(.tabIndentation, at: position) }
      position += 1
      slot = Slot(kind: .explicitValue, indent: indent)
    } else {
      (position, lineStart) = end
      try emitEmpty(Properties())
    }
  }
}
