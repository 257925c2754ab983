/// Reads one YAML document and writes it as JSON text, with the place of every token. The reader
/// follows the grammar and the core schema of YAML 1.2.2, but it accepts only what JSON can
/// express. Names must be unique scalars, and numbers must be finite. Open collections are in
/// `frames`, not on the call stack.
struct YAMLReader {
  /// The text. The byte at `end` is 0, and the 63 bytes after it are readable. A 0 inside the text
  /// is refused before anything else is read. So a 0 always means the end.
  let bytes: UnsafePointer<UInt8>

  let end: Int

  let maximumDepth: Int

  var position = 0

  var lineStart = 0

  /// The open collections, innermost last.
  var frames: [Frame] = []

  /// The slot of the next value, if there is one.
  var slot: Slot?

  /// The value of the scalar read last, as the content of a JSON string.
  var content: [UInt8] = []

  var output = YAMLOutput()
  var anchors = AnchorTable()

  /// Traces the places inside texts. Nil if these places are not needed.
  var trace: TextTrace?

  /// The prefixes of handles, from `%TAG`.
  var tagHandles: [[UInt8]: [UInt8]] = [:]

  struct Frame {
    enum Kind {
      case blockSequence, blockMapping, flowSequence, flowMapping
      /// The single pair `[name: value]`, which is a mapping without braces.
      case flowPair

      var isSequence: Bool { self == .blockSequence || self == .flowSequence }
    }

    var kind: Kind
    /// The column of a block collection's entries. For a flow collection, the column of the
    /// surrounding block.
    var column: Int
    var start: Int
    var anchor: AnchorTable.Index?
    var count = 0
    var phase = FlowPhase.entry
  }

  enum FlowPhase {
    /// An entry, or the closing bracket.
    case entry
    /// A colon after a name, or the end of the entry.
    case colon
    /// A value after a colon, or the end of the entry.
    case value
    /// A comma or the closing bracket.
    case comma
  }

  /// A place for a value in block style.
  struct Slot {
    enum Kind {
      case document, entry, value
      /// The value after a colon on its own line, as after `? name`.
      case explicitValue
    }

    var kind: Kind
    /// The column of the surrounding collection. The content of the slot must be indented more.
    var indent: Int

    /// Whether a block collection may begin on the line of the indicator: `- - a`, `- a: b`.
    var allowsCompact: Bool { kind == .entry || kind == .explicitValue }

    /// Whether a sequence may begin in the column of the enclosing mapping.
    var allowsLevelSequence: Bool { kind == .value || kind == .explicitValue }
  }

  mutating func readStream() throws(YAMLError) {
    try checkText()
    try readPrologue()
    slot = Slot(kind: .document, indent: -1)
    while true {
      if let next = slot {
        slot = nil
        try readNode(next)
      } else if try !readNextEntry() {
        break
      }
    }
    try readEpilogue()
  }

  func error(_ reason: YAMLError.Reason, at offset: Int) -> YAMLError {
    YAMLError(reason, offset: offset)
  }

  mutating func open(
    _ kind: Frame.Kind, column: Int, start: Int, bracket: ByteRange, _ properties: Properties
  ) throws(YAMLError) {
    guard frames.count < maximumDepth else {
      throw error(.tooDeep(limit: maximumDepth), at: start)
    }
    try check(properties.tag, kind.isSequence ? .sequence : .mapping)
    var frame = Frame(kind: kind, column: column, start: start)
    if let anchor = properties.anchor {
      frame.anchor = anchors.open(anchor.name, at: output.mark)
    }
    output.append([UInt8(ascii: kind.isSequence ? "[" : "{")], at: bracket)
    frames.append(frame)
  }

  /// Closes the innermost collection. Its text ends with `bracket`.
  mutating func close(bracket: ByteRange) {
    guard let frame = frames.popLast() else { return }
    output.append([UInt8(ascii: frame.kind.isSequence ? "]" : "}")], at: bracket)
    if let anchor = frame.anchor { anchors.close(anchor, at: output.mark) }
  }

  /// Writes the comma before every entry of the innermost collection except the first.
  mutating func separate() {
    guard !frames.isEmpty else { return }
    if frames[frames.count - 1].count > 0 { output.append(UInt8(ascii: ",")) }
    frames[frames.count - 1].count += 1
  }
}
