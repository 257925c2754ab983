/// The changes in the unified diff format, for `patch` and `git apply`. Secrets are masked in all
/// lines. A diff with masked lines is only for reading. It cannot be applied.
@_spi(Engine)
public struct UnifiedDiff: Sendable {
  /// The diff in UTF-8. Empty if nothing changes. Invalid bytes of the text stay as they are.
  public private(set) var bytes: [UInt8] = []
  /// The number of masked lines.
  public private(set) var maskedLines = 0

  private let lines: DiffLines

  /// Unchanged lines shown before and after a change.
  private static let context = 3

  /// Creates the diff between a text and the edited text. The time is linear in the size of the
  /// text.
  ///
  /// - Parameters:
  ///   - name: The name of the file. The name is relative to the folder where the diff will be
  ///     applied.
  ///   - isContract: Whether the text is a contract. A contract describes data, but contains no
  ///     data.
  public init(name: [UInt8], text: [UInt8], edits: TextEdits, isContract: Bool = false) {
    lines = DiffLines(text, isContract: isContract)
    let changes = lines.changes(edits)
    guard !changes.isEmpty else { return }
    let name = Self.quoted(name)
    bytes = Array("--- ".utf8) + name + Array("\n+++ ".utf8) + name + Array("\n".utf8)
    var growth = 0
    var next = 0
    while next < changes.count {
      var end = next + 1
      while end < changes.count, areNear(changes[end - 1], changes[end]) { end += 1 }
      writeHunk(changes[next..<end], &growth)
      next = end
    }
  }

  /// Whether two changes belong in one hunk, because all lines between them are context of both
  /// changes.
  private func areNear(_ first: DiffLines.Change, _ second: DiffLines.Change) -> Bool {
    second.lines.lowerBound - first.lines.upperBound <= 2 * Self.context
  }

  private mutating func writeHunk(
    _ changes: ArraySlice<DiffLines.Change>, _ growth: inout Int
  ) {
    guard let first = changes.first, let last = changes.last else { return }
    let start = max(0, first.lines.lowerBound - Self.context)
    let end = min(lines.count, last.lines.upperBound + Self.context)
    let added = changes.reduce(0) { $0 + $1.after.count - $1.lines.count }
    let (before, after) = (end - start, end - start + added)
    // A range without lines has the number of the previous line.
    let oldStart = before == 0 ? start : start + 1
    let newStart = after == 0 ? start + growth : start + growth + 1
    bytes += Array("@@ -\(oldStart),\(before) +\(newStart),\(after) @@\n".utf8)
    var line = start
    for change in changes {
      for kept in line..<change.lines.lowerBound { write(" ", lines.line(kept)) }
      for old in change.lines { write("-", lines.line(old)) }
      for new in change.after { write("+", new) }
      line = change.lines.upperBound
    }
    for kept in line..<end { write(" ", lines.line(kept)) }
    growth += added
  }

  private mutating func write(_ mark: String, _ line: DiffLines.Line) {
    if line.isMasked { maskedLines += 1 }
    bytes += mark.utf8
    bytes += line.shown
    if line.bytes.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
  }

  /// A file's name for a diff header. It is quoted as in C if necessary. A tab follows if it
  /// contains a space.
  private static func quoted(_ name: [UInt8]) -> [UInt8] {
    let isSpecial = { (byte: UInt8) in
      byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    guard name.contains(where: isSpecial) else {
      return name.contains(UInt8(ascii: " ")) ? name + [UInt8(ascii: "\t")] : name
    }
    var quoted = [UInt8(ascii: "\"")]
    for byte in name {
      guard isSpecial(byte) else {
        quoted.append(byte)
        continue
      }
      let digits = String(byte, radix: 8)
      quoted += "\\\(String(repeating: "0", count: 3 - digits.count))\(digits)".utf8
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
