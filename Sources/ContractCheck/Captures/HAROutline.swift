@_spi(Engine) internal import JSONTape

/// Where `log` and `entries` stand in a HAR: the first members of their names, as in any object.
struct HAROutline {
  /// A value of the outline, with its place in the file.
  struct Value {
    let kind: JSONKind
    let start: Int
    /// Nil until it is closed.
    var end: Int?
    let position: TextPosition

    var range: ByteRange { ByteRange(offset: start, length: (end ?? start) - start) }
  }

  private enum Member {
    case root, log, entries
  }

  private var root: Value?
  private var log: Value?
  private var entries: Value?
  /// The member whose value comes next.
  private var awaited: Member? = .root

  /// Whether what stands next is in the root object, in `log`, or in `entries` itself.
  var isInRoot: Bool { root?.kind == .object && root?.end == nil }
  var isInLog: Bool { log?.kind == .object && log?.end == nil }
  var isInEntries: Bool { entries?.kind == .array && entries?.end == nil }
  var hasLog: Bool { log != nil }
  var hasEntries: Bool { entries != nil }

  /// What makes a sound file no HAR.
  var fault: (kind: CaptureProblem.Kind, place: Value)? {
    guard let root else { return nil }
    guard let log, log.kind == .object else { return (.noLog, root) }
    guard let entries else { return (.noEntries(found: nil), log) }
    return entries.kind == .array ? nil : (.noEntries(found: entries.kind), entries)
  }

  /// Whether `entries` are still to come: the file is no other thing, and they have not ended.
  var mayHaveEntries: Bool {
    root == nil || isInRoot && !hasEntries && (isInLog || !hasLog)
  }

  /// Follows a token of the file.
  ///
  /// - Parameters:
  ///   - depth: How many containers are open after it.
  ///   - base: What its offsets count from.
  ///   - position: Its line and column.
  ///   - isName: Says whether a name is this one.
  mutating func note(
    _ token: JSONTokenizer.Token, depth: Int, base: Int = 0,
    position: @autoclosure () -> TextPosition = TextPosition(line: 1, column: 1),
    isName: (StaticString) -> Bool
  ) {
    switch token.kind {
    case .name: name(depth: depth, isName: isName)
    case .object: value(.object, start: base + token.start, end: nil, position: position())
    case .array: value(.array, start: base + token.start, end: nil, position: position())
    case .scalar(let kind):
      value(kind, start: base + token.start, end: base + token.end, position: position())
    case .close: close(depth: depth, end: base + token.end)
    case .comma, .unknown: awaited = nil
    case .end: break
    }
  }

  /// Waits for another name: the value of the last one is broken.
  mutating func forgetName() { awaited = nil }

  /// Notes the name of a member of the object at a depth.
  private mutating func name(depth: Int, isName: (StaticString) -> Bool) {
    awaited = nil
    if depth == 1, isInRoot, !hasLog, isName("log") {
      awaited = .log
    } else if depth == 2, isInLog, !hasEntries, isName("entries") {
      awaited = .entries
    }
  }

  /// Notes the beginning of a value; `end` is nil for a container.
  private mutating func value(
    _ kind: JSONKind, start: Int, end: Int?, position: @autoclosure () -> TextPosition
  ) {
    guard let member = awaited else { return }
    awaited = nil
    let value = Value(kind: kind, start: start, end: end, position: position())
    switch member {
    case .root: root = value
    case .log: log = value
    case .entries: entries = value
    }
  }

  /// Notes the end of a container, which leaves `depth` of them open.
  private mutating func close(depth: Int, end: Int) {
    switch depth {
    case 0: if root?.end == nil { root?.end = end }
    case 1: if log?.end == nil { log?.end = end }
    case 2: if entries?.end == nil { entries?.end = end }
    default: break
    }
  }
}

/// Reads HTTP Archives that are all there; ``HARStream`` reads them as they pass.
enum HARReader {
  /// Whether the root object's `log` holds an array of `entries`; the rest of the file may be broken
  /// or not there yet.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    var tokenizer = JSONTokenizer(at: ByteOrderMark.length(in: bytes))
    var outline = HAROutline()
    while !outline.isInEntries, outline.mayHaveEntries,
      let token = tokenizer.scan(bytes, end: bytes.count)
    {
      if token.kind == .unknown, tokenizer.depth <= 2 { return false }
      outline.note(token, depth: tokenizer.depth) {
        JSONTokenizer.isName(token, $0, in: bytes)
      }
    }
    return outline.isInEntries
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    read(bytes, in: HARStream(), pieces: HARStream.pieceSize, yield)
  }

  /// Reads a file in pieces of a size.
  static func read(
    _ bytes: [UInt8], in stream: HARStream, pieces size: Int, _ yield: (CaptureItem) -> Void
  ) {
    func take(_ part: HARStream.Part) {
      switch part {
      case .entry(let entry): entry.read(yield)
      case .problem(let problem, _): yield(.problem(problem))
      }
    }
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = bytes[start..<min(bytes.count, start + size)]
        stream.feed(UnsafeRawBufferPointer(rebasing: piece), yield: take)
      }
    }
    stream.finish(take)
  }

}
