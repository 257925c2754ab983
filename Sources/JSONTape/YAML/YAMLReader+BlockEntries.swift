/// Block style: the entries after the first.
extension YAMLReader {
  /// Goes on after a finished value: closes the collections that end here and enters the next slot of
  /// the one that does not; false at the end of the document's value.
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
      } else if isIndicator(UInt8(ascii: "-"), at: position) {
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

  /// Whether a sequence that stands in the column of the mapping around it ends here.
  private func isPastLevelSequence(_ frame: Frame, _ gap: Gap) -> Bool {
    guard frame.kind == .blockSequence, gap.indent == frame.column, frames.count > 1 else {
      return false
    }
    let outer = frames[frames.count - 2]
    return outer.kind == .blockMapping && outer.column == frame.column
      && !isIndicator(UInt8(ascii: "-"), at: position)
  }

  /// Reads the next name of the innermost mapping.
  private mutating func readName() throws(YAMLError) {
    guard !isExplicit else { return try readExplicitName() }
    if isIndicator(UInt8(ascii: "-"), at: position) { throw error(.dashInMapping, at: position) }
    let start = position
    var properties = Properties()
    while isProperty(at: position) {
      try readProperty(into: &properties)
      skipBlanks()
    }
    let indent = frames.last?.column ?? 0
    let colon: Int
    switch bytes[position] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      throw error(.complexKey, at: position)
    case UInt8(ascii: "*"):
      let alias = try readAlias(after: properties)
      colon = skippingBlanks(alias.range.end)
      guard isIndicator(UInt8(ascii: ":"), at: colon) else {
        throw error(.missingColon, at: start)
      }
      separate()
      try emit(name: alias)
    default:
      if isLineEnd(position) { throw error(.missingColon, at: start) }
      let scalar = try readScalar(indent: indent, inFlow: false)
      colon = skippingBlanks(scalar.range.end)
      guard isValueIndicator(after: scalar.range.end, scalar.style) else {
        let isGlued = bytes[colon] == UInt8(ascii: ":") && scalar.style == .quoted
        throw isGlued
          ? error(.missingSpace(after: UInt8(ascii: ":")), at: colon)
          : error(.missingColon, at: start)
      }
      guard scalar.isOneLine else { throw error(.longKey, at: skippingBlanks(lineStart)) }
      separate()
      try emit(name: scalar, properties)
    }
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
    separate()
    if bytes[position] == UInt8(ascii: "*") {
      let alias = try readAlias(after: properties)
      guard !isValueIndicator(after: alias) else { throw error(.complexKey, at: question) }
      try emit(name: alias)
    } else {
      try refuseCollection(at: question)
      let scalar = try readScalar(indent: indent, inFlow: false)
      guard !isValueIndicator(after: scalar.range.end, scalar.style) else {
        throw error(.complexKey, at: question)
      }
      try emit(name: scalar, properties)
    }
    let end = (position, lineStart)
    gap = try skipAfterNode()
    if gap.indent == indent, isIndicator(UInt8(ascii: ":"), at: position) {
      if gap.hasTab { throw error(.tabIndentation, at: position) }
      position += 1
      slot = Slot(kind: .explicitValue, indent: indent)
    } else {
      (position, lineStart) = end
      try emitEmpty(Properties())
    }
  }

  private func refuseCollection(at question: Int) throws(YAMLError) {
    let isCollection =
      [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[position])
      || isIndicator(UInt8(ascii: "-"), at: position)
      || isIndicator(UInt8(ascii: "?"), at: position)
    if isCollection { throw error(.complexKey, at: question) }
  }
}
