@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// Reads an input in slices of lines or HAR entries. The state changes only while the lock is held,
/// or while no other thread works.
final class SliceSource: UnitSource, @unchecked Sendable {
  private let reader: InputReader
  private let slices: [InputSlice]
  private let lock = Lock()
  /// Bytes that do not belong to a slice yet.
  private var left: [UInt8]
  private var hasMore = true
  private var isAfterEntry = false
  private var offset: Int
  private var firstIndex = 0
  private var index = 0
  private var lines = LineCount()
  private var byteBefore: UInt8 = 0
  private var count = 0
  /// The number of bytes in the batch.
  private var byteCount = 0
  private let budget: Int
  private var loneValues: LoneValues
  /// The error of reading. The slices before it are validated.
  private(set) var error: RunError?

  /// The maximum memory of all slices together, in bytes.
  static let budget = 32 << 20

  /// Creates a source for lines. `head` is already read.
  convenience init(
    linesOf input: Input, head: [UInt8], _ reader: InputReader, jobs: Int, _ loneValues: LoneValues
  ) {
    self.init(
      Self.slices(of: .lines, input, reader, jobs: jobs), reader, left: head,
      loneValues: loneValues)
  }

  /// Creates a source for entries from the stream's position on.
  convenience init(
    entriesOf input: Input, _ rest: HARStream.Rest, _ reader: InputReader, jobs: Int
  ) {
    self.init(
      Self.slices(of: .entries, input, reader, jobs: jobs), reader, left: rest.bytes,
      offset: rest.offset)
    isAfterEntry = rest.isAfterEntry
    firstIndex = rest.index
    index = rest.index
    lines = rest.lines
  }

  /// - Parameter budget: The number of bytes that end a batch. Long lines make slices larger. Then
  ///   a batch has fewer slices.
  init(
    _ slices: [InputSlice], _ reader: InputReader, left: [UInt8], offset: Int = 0,
    budget: Int = budget, loneValues: LoneValues = .bodies
  ) {
    self.loneValues = loneValues
    self.slices = slices
    self.reader = reader
    self.left = left
    self.offset = offset
    self.budget = budget
  }

  /// The number of slices in a batch. For a file, it is large enough compared with the cost of
  /// starting threads. For a pipe, it is one slice for each thread, so that findings are reported
  /// soon.
  private static func slices(
    of content: InputSlice.Content, _ input: Input, _ reader: InputReader, jobs: Int
  ) -> [InputSlice] {
    let isLines = content == .lines
    let most = isLines ? jobs * 8 : max(jobs * 4, min(jobs * 16, 256))
    let count = jobs == 1 ? 1 : reader.isRegularFile ? most : jobs
    let longest = isLines && jobs > 1 ? 512 << 10 : 256 << 10
    let size = min(longest, budget / count)
    // The last slices are short, so that no thread waits long for the others.
    let short = jobs > 1 && isLines && count == most ? jobs * 2 : 0
    return (0..<count).map { number in
      InputSlice(input, of: content, size: number < count - short ? size : size / 4)
    }
  }

  var isAtEnd: Bool { !hasMore || error != nil }

  func beginBatch() {
    if loneValues == .open, count > 0, slices[0].hasExchange { loneValues = .linesOfLog }
    count = 0
    byteCount = 0
  }

  func next() -> InputSlice? {
    lock.hold {
      // The available lines are reported before the run waits for more.
      // Until the first exchange, each slice depends on the slice before it.
      guard count < (loneValues == .open ? 1 : slices.count), byteCount < budget, !isAtEnd,
        count == 0 || reader.isReadable()
      else { return nil }
      let slice = slices[count]
      slice.loneValues = loneValues
      slice.offset = offset
      do throws(RunError) {
        (left, hasMore) = try slice.fill(
          after: left, isAfterEntry: isAfterEntry, from: reader, mayWait: count == 0)
      } catch {
        self.error = error
        return nil
      }
      if slice.content == .lines, slice.byteCount == 0, hasMore { return nil }
      if slice.content == .entries {
        slice.firstIndex = index
        slice.linesBefore = lines
        slice.byteBefore = byteBefore
        index += slice.entries.count
        lines += LineCount(slice.block[..<slice.byteCount])
        if slice.byteCount > 0 {
          isAfterEntry = true
          byteBefore = slice.block[slice.byteCount - 1]
        }
      }
      offset += slice.byteCount
      byteCount += slice.byteCount
      count += 1
      return slice
    }
  }

  func numberedBatch() -> [InputSlice] {
    let batch = Array(slices[..<count])
    for slice in batch where slice.content == .lines {
      slice.firstIndex = index
      index += slice.lineCount
    }
    return batch
  }

  /// Moves the stream to the end of the last validated entry and returns the bytes after it. If the
  /// last emitted slice has a broken entry, the validated entries end before it.
  func rest(after last: InputSlice?, to stream: HARStream) -> [UInt8] {
    guard let last else { return left }
    let entries = last.entries.prefix(last.brokenEntry ?? last.entries.count)
    let end = entries.last?.upperBound ?? 0
    let index = last.firstIndex + entries.count
    if index > firstIndex {
      stream.pass(
        toEntry: index, at: last.offset + end,
        after: end > 0 ? last.block[end - 1] : last.byteBefore,
        last.linesBefore + LineCount(last.block[..<end]))
    }
    guard last.brokenEntry != nil else { return left }
    let later = slices[..<count].drop { $0 !== last }.dropFirst()
    return later.reduce(Array(last.block[end..<last.byteCount])) {
      $0 + $1.block[..<$1.byteCount]
    } + left
  }
}
