/// Reads one YAML 1.2 document and writes it down as JSON text, with the place of every token.
///
/// The grammar is YAML 1.2.2's, the values those of its core schema, cut to what JSON can say: names
/// are scalars and unique, numbers are finite. The reader keeps the open collections in `frames`, not
/// on the call stack. It is a single pass, but for the look ahead over blank lines.
struct YAMLReader {
  /// The text; the byte at `end` is 0 and the 63 after it may be read. A 0 inside is refused before
  /// anything is read, so that a 0 is the end.
  let bytes: UnsafePointer<UInt8>

  /// The offset just past the text.
  let end: Int

  let maximumDepth: Int

  /// The offset of the next byte to read.
  var position = 0

  /// The offset of the first byte of the line that `position` is on.
  var lineStart = 0

  /// The open collections, the innermost last.
  var frames: [Frame] = []

  /// The place of the value that comes next, if one does.
  var slot: Slot?

  /// What the scalar that was read last means, as the content of a JSON string.
  var content: [UInt8] = []

  var output = YAMLOutput()
  var anchors = AnchorTable()

  /// What `%TAG` says that a handle stands for.
  var tagHandles: [[UInt8]: [UInt8]] = [:]

  /// An open collection.
  struct Frame {
    enum Kind {
      case blockSequence, blockMapping, flowSequence, flowMapping
      /// The one pair of `[name: value]`, which is a mapping without braces.
      case flowPair

      var isSequence: Bool { self == .blockSequence || self == .flowSequence }
    }

    var kind: Kind
    /// The column of a block collection's entries; for a flow collection, that of the block around.
    var column: Int
    /// Where it opens.
    var start: Int
    var anchor: AnchorTable.Index?
    var count = 0
    var phase = FlowPhase.entry
  }

  /// What a flow collection waits for.
  enum FlowPhase {
    /// An entry, or the closing bracket.
    case entry
    /// A colon after a name, or what ends the entry.
    case colon
    /// A value after a colon, or what ends the entry.
    case value
    /// A comma or the closing bracket.
    case comma
  }

  /// A place in block style that a value belongs in.
  struct Slot {
    enum Kind {
      case document, entry, value
      /// The value after a colon on a line of its own, as `? name` has it.
      case explicitValue
    }

    var kind: Kind
    /// The column of the collection around: what belongs in the slot is indented deeper.
    var indent: Int

    /// Whether a block collection may open on the line of the indicator: `- - a`, `- a: b`.
    var allowsCompact: Bool { kind == .entry || kind == .explicitValue }

    /// Whether a sequence may stand in the column of the mapping around.
    var allowsLevelSequence: Bool { kind == .value || kind == .explicitValue }
  }

  /// Reads the whole text.
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

  // MARK: Collections

  /// Opens a collection.
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

  /// Closes the innermost collection, whose text ends with `bracket`.
  mutating func close(bracket: ByteRange) {
    guard let frame = frames.popLast() else { return }
    output.append([UInt8(ascii: frame.kind.isSequence ? "]" : "}")], at: bracket)
    if let anchor = frame.anchor { anchors.close(anchor, at: output.mark) }
  }

  /// Writes the comma before an entry of the innermost collection, but for the first.
  mutating func separate() {
    guard !frames.isEmpty else { return }
    if frames[frames.count - 1].count > 0 { output.append(UInt8(ascii: ",")) }
    frames[frames.count - 1].count += 1
  }
}
