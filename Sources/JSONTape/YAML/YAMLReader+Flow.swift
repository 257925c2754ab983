/// Reads flow style: brackets, braces and commas. JSON is written in this style.
extension YAMLReader {
  /// - Parameter indent: The column of the surrounding block. Further lines must be indented more.
  mutating func readFlow(indent: Int, _ properties: Properties) throws(YAMLError) {
    let base = frames.count
    try openFlow(indent: indent, properties)
    while frames.count > base { try readFlowToken(indent: indent) }
  }

  private var phase: FlowPhase {
    get { frames.last?.phase ?? .entry }
    set {
      guard !frames.isEmpty else { return }
      frames[frames.count - 1].phase = newValue
    }
  }

  private var isInSequence: Bool { frames.last?.kind == .flowSequence }

  private mutating func openFlow(indent: Int, _ properties: Properties) throws(YAMLError) {
    let kind: Frame.Kind =
      bytes[position] == UInt8(ascii: "[") ? .flowSequence : .flowMapping
    try open(
      kind, column: indent, start: position, bracket: ByteRange(offset: position, length: 1),
      properties)
    position += 1
  }

  private mutating func readFlowToken(indent: Int) throws(YAMLError) {
    try skipFlowSpace(indent: indent)
    switch bytes[position] {
    case ",":
      if phase == .entry { throw error(.missingEntry(before: UInt8(ascii: ",")), at: position) }
      try endEntry()
      phase = .entry
      position += 1
    case "]", "}":
      try closeFlow()
    case ":" where phase == .comma && isFlowSpace(position + 1):
      throw colonError()
    case ":" where phase == .entry && isFlowSpace(position + 1):
      throw error(.missingName, at: position)
    case "?" where phase == .entry && isSpaceOrEnd(position + 1):
      let question = position
      if isInSequence { try openPair(at: position) }
      position += 1
      try skipFlowSpace(indent: indent)
      if isFlowEnd(position) { throw error(.missingName, at: question) }
    default:
      switch phase {
      case .entry: try readFlowEntry(indent: indent)
      case .value: try readFlowValue(indent: indent)
      case .colon, .comma: throw error(.missingComma, at: position)
      }
    }
  }

  /// The error of a colon after a whole entry.
  private func colonError() -> YAMLError {
    if !isInSequence { return error(.nestedMapping, at: position) }
    let isCollection = [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(output.bytes.last)
    return error(isCollection ? .complexKey : .longKey, at: position)
  }

  /// Moves to the next token. Every token except a closing bracket must be indented more than the
  /// surrounding block.
  private mutating func skipFlowSpace(indent: Int) throws(YAMLError) {
    let start = position
    let line = lineStart
    let gap = skipToContent()
    let opening = frames.last { $0.kind != .flowPair }?.start ?? start
    if gap.isDocumentEnd { throw error(.unclosed(bytes[opening]), at: opening) }
    if bytes[position] == "#" { throw error(.gluedComment, at: position) }
    let isClosing =
      bytes[position] == "]" || bytes[position] == "}"
    if lineStart > line, gap.indent <= indent, !isClosing {
      throw error(.unclosed(bytes[opening]), at: opening)
    }
  }

  /// Whether a colon before this offset is an indicator, because no text follows directly.
  func isFlowSpace(_ offset: Int) -> Bool {
    isSpaceOrEnd(offset) || Self.isFlowIndicator(bytes[offset])
  }

  private mutating func openPair(at start: Int) throws(YAMLError) {
    separate()
    try open(
      .flowPair, column: 0, start: start, bracket: ByteRange(offset: start, length: 0),
      Properties())
  }

  /// Ends the entry before a comma or a closing bracket. A missing value is null.
  private mutating func endEntry() throws(YAMLError) {
    switch phase {
    case .colon:
      output.append(UInt8(ascii: ":"))
      try emitEmpty(Properties(), at: output.lastEnd)
    case .value:
      try emitEmpty(Properties(), at: position)
    case .entry, .comma:
      break
    }
    endFlowValue()
  }

  private mutating func closeFlow() throws(YAMLError) {
    let byte = bytes[position]
    if phase != .entry { try endEntry() }
    guard isInSequence == (byte == "]") else {
      throw error(.mismatchedBracket(byte), at: position)
    }
    close(bracket: ByteRange(offset: position, length: 1))
    position += 1
    endFlowValue()
  }

  /// Notes that a value of the innermost flow collection was read.
  private mutating func endFlowValue() {
    if frames.last?.kind == .flowPair {
      close(bracket: ByteRange(offset: output.lastEnd, length: 0))
    }
    phase = .comma
  }

  /// Reads an element of a sequence or a name of a mapping.
  private mutating func readFlowEntry(indent: Int) throws(YAMLError) {
    let start = position
    let properties = try readFlowProperties(indent: indent)
    if isInSequence {
      return try readFlowElement(indent: indent, start: start, properties)
    }
    if isFlowOpening(position) { throw error(.complexKey, at: position) }
    if isFlowEnd(position) { throw error(.missingName, at: position) }
    let name = try readScalar(indent: indent, inFlow: true, after: properties)
    try emitFlow(name: name, properties, indent: indent)
  }

  /// Writes a name and reads the colon after it, if there is one.
  private mutating func emitFlow(
    name: Scalar, _ properties: Properties, indent: Int
  ) throws(YAMLError) {
    separate()
    try emit(name: name, properties, hasColon: false)
    phase = .colon
    try skipFlowSpace(indent: indent)
    guard bytes[position] == ":" else { return }
    output.append(UInt8(ascii: ":"))
    position += 1
    phase = .value
  }

  private mutating func readFlowElement(
    indent: Int, start: Int, _ properties: Properties
  ) throws(YAMLError) {
    if isFlowOpening(position) {
      separate()
      return try openFlow(indent: indent, properties)
    }
    if isFlowEnd(position), !properties.isEmpty {
      separate()
      try emitEmpty(properties)
      return phase = .comma
    }
    let scalar = try readScalar(indent: indent, inFlow: true, after: properties)
    if isPairColon(after: scalar) {
      guard scalar.isOneLine else { throw error(.longKey, at: skippingBlanks(lineStart)) }
      try openPair(at: start)
      return try emitFlow(name: scalar, properties, indent: indent)
    }
    separate()
    try emit(scalar, properties)
    phase = .comma
  }

  private mutating func readFlowValue(indent: Int) throws(YAMLError) {
    let properties = try readFlowProperties(indent: indent)
    if isFlowOpening(position) { return try openFlow(indent: indent, properties) }
    if isFlowEnd(position), !properties.isEmpty {
      try emitEmpty(properties)
    } else {
      try emit(try readScalar(indent: indent, inFlow: true, after: properties), properties)
    }
    endFlowValue()
  }

  /// Reads the properties of the next value and moves to the value.
  private mutating func readFlowProperties(indent: Int) throws(YAMLError) -> Properties {
    var properties = Properties()
    while isProperty(at: position) {
      try readProperty(into: &properties)
      try skipFlowSpace(indent: indent)
    }
    return properties
  }

  func isFlowOpening(_ offset: Int) -> Bool {
    bytes[offset] == "[" || bytes[offset] == "{"
  }

  /// Whether the entry ends here without a value.
  private func isFlowEnd(_ offset: Int) -> Bool {
    switch bytes[offset] {
    case ",", "]", "}": true
    default: isIndicator(":", at: offset)
    }
  }

  /// Whether a colon follows on the same line. If so, the scalar is the name of a pair.
  private func isPairColon(after scalar: Scalar) -> Bool {
    let colon = skippingBlanks(scalar.range.end)
    return bytes[colon] == ":" && (scalar.style == .quoted || isFlowSpace(colon + 1))
  }
}
