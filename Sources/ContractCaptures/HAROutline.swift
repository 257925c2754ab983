@_spi(Engine) internal import JSONTape

/// The places of `log` and `entries` in a HAR. As in any object, the first properties with these
/// names count.
struct HAROutline {
  struct Value {
    let kind: JSONKind
    let start: Int
    /// The end of the value. Nil until the value is closed.
    var end: Int?
    let position: TextPosition

    var range: ByteRange { ByteRange(offset: start, length: (end ?? start) - start) }
  }

  /// The root, its `log` and the `entries` in it, as far as they are found.
  private var found: [Value] = []
  /// Whether the next value belongs in `found`.
  private var isAwaited = true
  /// The property whose name the last name repeats.
  private(set) var repeated: String?

  private func isOpen(_ depth: Int, _ kind: JSONKind) -> Bool {
    found.indices.contains(depth) && found[depth].kind == kind && found[depth].end == nil
  }

  /// Whether the next token is in the root object, in its `log`, or in `entries` itself.
  var isInRoot: Bool { isOpen(0, .object) }
  var isInLog: Bool { isOpen(1, .object) }
  var isInEntries: Bool { isOpen(2, .array) }

  /// Why a valid JSON file is not a HAR.
  var fault: (kind: CaptureProblem.Kind, place: Value)? {
    guard let last = found.last else { return nil }
    switch found.count {
    case 1: return (.noLog, last)
    case 2:
      return last.kind == .object ? (.noEntries(found: nil), last) : (.noLog, found[0])
    default: return last.kind == .array ? nil : (.noEntries(found: last.kind), last)
    }
  }

  /// Whether `entries` may still follow. They may if nothing contradicts a HAR and the entries have
  /// not ended.
  var mayHaveEntries: Bool {
    found.isEmpty || isInRoot && (found.count == 1 || found.count == 2 && isOpen(1, .object))
  }

  /// Reads a token of the file. `depth` is the number of open containers after the token. The
  /// token's offsets count from `base`.
  mutating func note(
    _ token: JSONTokenizer.Token, depth: Int, base: Int = 0,
    position: @autoclosure () -> TextPosition = TextPosition(line: 1, column: 1),
    isName: (StaticString) -> Bool
  ) {
    var value: (kind: JSONKind, end: Int?)?
    repeated = nil
    switch token.kind {
    case .name:
      isAwaited = false
      guard depth <= 2, depth <= found.count, isOpen(depth - 1, .object),
        isName(depth == 1 ? "log" : "entries")
      else { return }
      if depth == found.count {
        isAwaited = true
      } else {
        repeated = depth == 1 ? "log" : "log.entries"
      }
    case .object: value = (.object, nil)
    case .array: value = (.array, nil)
    case .scalar(let kind): value = (kind, base + token.end)
    case .close:
      if found.indices.contains(depth), found[depth].end == nil {
        found[depth].end = base + token.end
      }
    case .comma, .unknown: isAwaited = false
    case .end: break
    }
    guard let value, isAwaited else { return }
    isAwaited = false
    found.append(
      Value(kind: value.kind, start: base + token.start, end: value.end, position: position()))
  }

  /// Ignores the last name, because its value is broken.
  mutating func forgetName() { isAwaited = false }
}

/// Searches for the `entries` of a HAR in the beginning of a text that grows. No byte is read
/// twice.
@_spi(Engine) public struct HARLook {
  private var tokenizer: JSONTokenizer?
  private var outline = HAROutline()

  /// A `log` after this offset is found only when the whole text is read.
  private static let longestPreface = 256 << 10

  /// Creates a search at the start of a text.
  public init() {}

  /// Whether the text is a HAR in which `entries` has begun. The text after the beginning of
  /// `entries` may be broken or incomplete.
  ///
  /// - Parameter isWhole: Whether the text is complete.
  public mutating func recognises(_ text: [UInt8], isWhole: Bool = false) -> Bool {
    var tokenizer = tokenizer ?? JSONTokenizer(at: ByteOrderMark.length(in: text))
    defer { self.tokenizer = tokenizer }
    return text.withByteView { text in
      guard let bytes = text.memory.baseAddress else { return false }
      while !outline.isInEntries, outline.mayHaveEntries,
        isWhole || outline.isInLog || tokenizer.position <= Self.longestPreface,
        let token = tokenizer.scan(bytes, end: text.count, isLast: isWhole)
      {
        if token.kind == .unknown, tokenizer.depth <= 2 { return false }
        outline.note(token, depth: tokenizer.depth) {
          JSONTokenizer.isName(token, $0, in: bytes)
        }
      }
      return outline.isInEntries
    }
  }
}
