/// The texts of a YAML document. For each text, the places of its pieces in the file are known.
@_spi(Engine) public struct YAMLTexts: Sendable {
  /// A scalar that is a string.
  public struct Text: Sendable {
    /// The place of the text.
    public let runs: TextRuns
    /// Whether the scalar has the tag `!binary`. If so, the text is base64.
    public let isBinary: Bool
  }

  private var texts: [Int: Text] = [:]

  /// Creates an empty collection.
  public init() {}

  /// The text of the scalar that begins at an offset of the file.
  public subscript(offset: Int) -> Text? { texts[offset] }

  mutating func add(_ text: Text, at offset: Int) { texts[offset] = text }
}

/// Traces a scalar while it is read.
struct TextTrace {
  private(set) var texts = YAMLTexts()
  private var runs: [TextRuns.Run] = []
  private var count = 0
  /// The column of the lines of a literal scalar.
  var indent: Int?

  /// Begins the next scalar.
  mutating func begin() {
    runs.removeAll(keepingCapacity: true)
    count = 0
    indent = nil
  }

  /// Notes that the bytes of the file from `start` to `end` are `length` bytes of the text.
  mutating func note(_ start: Int, _ end: Int, as length: Int) {
    if end == start, length == 0 { return }
    if let last = runs.last, !last.isWhole, length == end - start, last.fileEnd == start {
      runs[runs.count - 1].length &+= UInt32(truncatingIfNeeded: length)
      runs[runs.count - 1].fileLength &+= UInt32(truncatingIfNeeded: length)
    } else {
      runs.append(
        TextRuns.Run(
          offset: count, length: length, file: ByteRange(offset: start, length: end - start)))
    }
    count += length
  }

  /// Keeps the scalar, because it is a string of the document.
  mutating func keep(_ scalar: YAMLReader.Scalar, quote: UInt8, isBinary: Bool) {
    let style: TextRuns.Style =
      switch quote {
      case UInt8(ascii: "'"): .singleQuoted
      case UInt8(ascii: "\""): .doubleQuoted
      case UInt8(ascii: "|"): indent.map { .literal(indent: $0) } ?? .fixed
      default: .fixed
      }
    texts.add(
      YAMLTexts.Text(runs: TextRuns(runs, style), isBinary: isBinary), at: scalar.range.offset)
  }
}
