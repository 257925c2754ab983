@_spi(Engine) internal import ContractCaptures
public import JSONTape

/// Edits of one text that are made together. They are in order and do not overlap. Unedited text is
/// never read, so a text of any size can be copied piece by piece:
///
///     0        12     18                     end
///     | kept   | "lat" | kept  | , "x": null | kept
@_spi(Engine)
public struct TextEdits: Hashable, Sendable {
  /// A range of the old text, and the bytes that replace it.
  public struct Edit: Hashable, Sendable {
    /// The bytes of the old text. If the length is 0, the new bytes are inserted.
    public var range: ByteRange
    /// The new bytes.
    public var text: [UInt8]

    /// Creates an edit from its parts.
    public init(range: ByteRange, text: [UInt8]) {
      self.range = range
      self.text = text
    }
  }

  /// A part of the new text.
  public enum Piece: Hashable, Sendable {
    /// Bytes of the old text. The last piece ends at the end of the old text.
    case kept(Range<Int>)
    /// Bytes of an edit.
    case text([UInt8])
  }

  /// The edits in the order of the text.
  public private(set) var edits: [Edit] = []
  /// For each edit, the total shift of the text after it.
  private var shifts: [Int] = []

  /// Creates an empty list of edits.
  public init() {}

  /// Creates a list from edits in any order. Nil if two edits overlap, or if an edit begins before
  /// the text.
  public init?(_ edits: [Edit]) {
    let order = edits.indices.sorted {
      (edits[$0].range.offset, edits[$0].range.length, $0)
        < (edits[$1].range.offset, edits[$1].range.length, $1)
    }
    for index in order {
      let edit = edits[index]
      guard edit.range.offset >= 0, edit.range.length >= 0 else { return nil }
      if let last = self.edits.last, edit.range.offset < last.range.end { return nil }
      append(edit)
    }
  }

  private mutating func append(_ edit: Edit) {
    edits.append(edit)
    shifts.append((shifts.last ?? 0) + edit.text.count - edit.range.length)
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { edits.isEmpty }

  /// The growth of the text in bytes. The growth is negative if the new text is shorter.
  public var growth: Int { shifts.last ?? 0 }

  /// The pieces of the new text, in order.
  public var pieces: [Piece] {
    var pieces: [Piece] = []
    var offset = 0
    for edit in edits {
      if edit.range.offset > offset { pieces.append(.kept(offset..<edit.range.offset)) }
      if !edit.text.isEmpty { pieces.append(.text(edit.text)) }
      offset = edit.range.end
    }
    pieces.append(.kept(offset..<Int.max))
    return pieces
  }

  /// The whole new text.
  public func applied(to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(max(0, text.count + growth))
    for piece in pieces {
      switch piece {
      case .kept(let range): result += text[range.clamped(to: 0..<text.count)]
      case .text(let bytes): result += bytes
      }
    }
    return result
  }

  /// Combines these edits with edits of the new text. The result contains only edits of the old
  /// text.
  public func followed(by others: TextEdits) -> TextEdits {
    var rest: [Piece] = pieces.reversed()
    var offset = 0
    func take(to end: Int) -> [Piece] {
      var taken: [Piece] = []
      while offset < end, let piece = rest.popLast() {
        let (head, tail) = piece.cut(at: end - offset)
        if let tail { rest.append(tail) }
        offset += head.count
        taken.append(head)
      }
      return taken
    }
    var joined: [Piece] = []
    for edit in others.edits {
      joined += take(to: edit.range.offset)
      joined.append(.text(edit.text))
      _ = take(to: edit.range.end)
    }
    return TextEdits(joined + rest.reversed())
  }

  private init(_ pieces: [Piece]) {
    var offset = 0
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let bytes): text += bytes
      case .kept(let range):
        if range.lowerBound > offset || !text.isEmpty {
          append(
            Edit(
              range: ByteRange(offset: offset, length: range.lowerBound - offset), text: text))
          text = []
        }
        offset = range.upperBound
      }
    }
  }

  /// The origin of a byte of the new text.
  public enum Origin: Hashable, Sendable {
    /// An offset in the old text.
    case kept(Int)
    /// The index of an edit.
    case edit(Int)
  }

  /// The origin of a byte of the new text. The time is logarithmic in the number of edits.
  public func origin(of offset: Int) -> Origin {
    let count = edits.indices.partitionPoint { start(of: $0) > offset }
    // If there are several insertions at one place, an insertion may end where the next one begins.
    guard count > 0 else { return .kept(offset) }
    let last = count - 1
    return offset < start(of: last) + edits[last].text.count
      ? .edit(last) : .kept(offset - shifts[last])
  }

  /// The offset of an edit's text in the new text.
  private func start(of edit: Int) -> Int {
    edits[edit].range.offset + (edit > 0 ? shifts[edit - 1] : 0)
  }
}

extension TextEdits.Piece {
  fileprivate var count: Int {
    switch self {
    case .kept(let range): range.count
    case .text(let bytes): bytes.count
    }
  }

  /// The first bytes of a piece, at most `length` bytes, and the rest of the piece if there is a
  /// rest.
  fileprivate func cut(at length: Int) -> (head: Self, tail: Self?) {
    guard length < count else { return (self, nil) }
    switch self {
    case .kept(let range):
      let middle = range.lowerBound + length
      return (.kept(range.lowerBound..<middle), .kept(middle..<range.upperBound))
    case .text(let bytes):
      return (.text(Array(bytes[..<length])), .text(Array(bytes[length...])))
    }
  }
}
