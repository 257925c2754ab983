/// A text that is in several pieces in a file. Each piece is called a run. Such a text is a YAML
/// scalar with line breaks and escapes, or an array of bytes.
///
/// If a run has the same length in the text and in the file, it is unchanged in the file. Any other
/// run, such as an escape, has only one place.
public struct TextRuns: Hashable, Sendable {
  /// How the file writes the text. This decides how new text is written into the file.
  package enum Style: Hashable, Sendable {
    /// Between single quotes. A quote in the text is written twice.
    case singleQuoted
    /// Between double quotes, with escapes that JSON also has.
    case doubleQuoted
    /// Line by line, with this number of spaces before each line.
    case literal(indent: Int)
    /// Plain and folded text. New text in such a scalar could get another meaning.
    case fixed
    /// As a number for each byte.
    case bytes
  }

  /// A run of the text, with its range in the file.
  package struct Run: Hashable, Sendable {
    var offset: UInt32
    var length: UInt32
    var fileOffset: UInt32
    var fileLength: UInt32

    /// Creates a run from its offset in the text and its range in the file.
    package init(offset: Int, length: Int, file: ByteRange) {
      self.offset = UInt32(truncatingIfNeeded: offset)
      self.length = UInt32(truncatingIfNeeded: length)
      fileOffset = UInt32(truncatingIfNeeded: file.offset)
      fileLength = UInt32(truncatingIfNeeded: file.length)
    }

    var isWhole: Bool { length != fileLength }
    var end: Int { Int(offset) &+ Int(length) }
    var fileEnd: Int { Int(fileOffset) &+ Int(fileLength) }
  }

  /// The storage is a class, so that a body does not become larger.
  private final class Storage: Sendable {
    let runs: [Run]
    let style: Style

    init(_ runs: [Run], _ style: Style) {
      self.runs = runs
      self.style = style
    }
  }

  private let storage: Storage

  /// Creates runs in the order of the text, without gaps.
  package init(_ runs: [Run], _ style: Style) {
    storage = Storage(runs, style)
  }

  /// How the file writes the text.
  package var style: Style { storage.style }

  /// The length of the text.
  package var count: Int { storage.runs.last?.end ?? 0 }

  /// Two texts are equal if their places are equal.
  public static func == (left: TextRuns, right: TextRuns) -> Bool {
    left.storage.runs == right.storage.runs && left.storage.style == right.storage.style
  }

  /// Hashes the places.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.runs)
    hasher.combine(storage.style)
  }

  /// The range of the file for a range of the text.
  func fileRange(of range: ByteRange) -> ByteRange {
    guard let first = run(at: range.offset) else { return ByteRange(offset: 0, length: 0) }
    let start =
      first.isWhole || range.offset >= first.end
      ? (range.offset >= first.end ? first.fileEnd : Int(first.fileOffset))
      : Int(first.fileOffset) + max(0, range.offset - Int(first.offset))
    guard range.length > 0, let last = run(at: range.end - 1) else {
      return ByteRange(offset: start, length: 0)
    }
    let end =
      last.isWhole || range.end > last.end
      ? last.fileEnd : Int(last.fileOffset) + range.end - Int(last.offset)
    return ByteRange(offset: start, length: max(0, end - start))
  }

  /// The last run that begins at or before an offset.
  private func run(at offset: Int) -> Run? {
    let runs = storage.runs
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(runs[middle].offset) <= offset { low = middle } else { high = middle }
    }
    return runs.isEmpty ? nil : runs[low]
  }

  /// New text in the form that the file needs. Nil if the text cannot be written there.
  package func written(_ text: String) -> String? {
    switch style {
    case .fixed, .bytes: nil
    case .doubleQuoted:
      String(decoding: JSONWriter.quoted(text).utf8.dropFirst().dropLast(), as: UTF8.self)
    case .singleQuoted where text.utf8.contains(UInt8(ascii: "\n")): nil
    case .singleQuoted:
      text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    case .literal(let indent):
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n" + String(repeating: " ", count: indent))
    }
  }
}

/// A file to which a capture refers as a body. The whole file is the body, and places are places in
/// this file.
public final class SourceFile: Hashable, Sendable {
  /// The file's name in findings.
  package let name: String
  /// The bytes of the file.
  package let bytes: [UInt8]
  /// The place of the file's name in the capture.
  package let mention: ByteRange

  /// Creates a file from its parts.
  package init(name: String, bytes: [UInt8], mention: ByteRange) {
    self.name = name
    self.bytes = bytes
    self.mention = mention
  }

  /// Two files are equal if they are the same object.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
