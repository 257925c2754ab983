@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck

/// Reads the bytes of an input in pieces.
package final class InputReader {
  package static let pieceSize = 256 << 10

  /// The longest line, entry or file that is in memory at once, in bytes. Checking a text takes a
  /// few times its length.
  package static let longestUnit = 1 << 30

  private(set) var byteCount = 0
  private let taken: Taken
  /// The bytes taken from the file, which may be compressed.
  var bytesTaken: Int { taken.count }
  private let name: String
  /// The number of bytes, if that is known before they are read.
  private let size: Int?
  /// A regular file never waits for a writer.
  let isRegularFile: Bool
  /// Whether a read would not wait.
  let isReadable: () -> Bool
  /// Called before a read that waits.
  private let beforeWaiting: () -> Void
  /// See ``longestUnit``; less for compressed data.
  private let longest: Int
  /// Whether it is known to be too large to be in memory at once.
  var isTooLarge: Bool { size.map { $0 > longest } ?? false }
  private let fill: (UnsafeMutableRawBufferPointer) throws(RunError) -> Int
  /// Nil if the bytes are used as they are.
  private let gzip: GzipReader?

  /// - Parameter zlib: Decompresses a file that is gzip; nil to read its bytes as they are.
  package convenience init(
    _ file: InputFile, _ zlib: Zlib? = nil, beforeWaiting: @escaping () -> Void = {}
  ) {
    let isRegular = file.state.isRegularFile
    self.init(
      Input.file(file.path).name, size: isRegular ? file.state.size : nil,
      isRegularFile: isRegular, zlib, isReadable: { file.isReadable },
      beforeWaiting: beforeWaiting
    ) { buffer throws(RunError) in
      try file.read(into: buffer)
    }
  }

  package convenience init(_ console: Console, _ zlib: Zlib? = nil) {
    self.init(
      Input.standardInput.name, size: console.inputSize, isRegularFile: false, zlib,
      isReadable: console.isReadable, beforeWaiting: console.flush
    ) { buffer throws(RunError) in
      let count = console.read(buffer)
      guard count >= 0 else { throw RunError("standard input cannot be read") }
      // What was begun is not complete.
      if count == 0, console.isCut { throw .cut }
      return count
    }
  }

  /// Reads a text in memory.
  convenience init(_ bytes: [UInt8], named name: String, _ zlib: Zlib? = nil) {
    var rest = bytes[...]
    self.init(name, size: bytes.count, isRegularFile: true, zlib) { buffer throws(RunError) in
      let piece = rest.prefix(buffer.count)
      // Bound: `piece` has at most `buffer.count` bytes.
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// Reads an entry of an archive, decompressed.
  ///
  /// - Parameter isBody: Whether it is a body, which may be compressed itself.
  package convenience init(
    _ entry: ArchiveEntry, _ zlib: Zlib, isBody: Bool = false
  ) throws(RunError) {
    let reader = try ArchiveReader(entry, zlib, isBody: isBody)
    self.init(
      Input.entry(entry).name, size: entry.file.size, isRegularFile: true, nil,
      longest: entry.file.isDeflated ? GzipReader.longestUnit : Self.longestUnit,
      fill: reader.read)
  }

  private init(
    _ name: String, size: Int?, isRegularFile: Bool, _ zlib: Zlib?, longest: Int = longestUnit,
    isReadable: @escaping () -> Bool = { true }, beforeWaiting: @escaping () -> Void = {},
    fill: @escaping (UnsafeMutableRawBufferPointer) throws(RunError) -> Int
  ) {
    self.name = name
    self.size = size
    self.isRegularFile = isRegularFile
    self.longest = longest
    self.isReadable = isReadable
    self.beforeWaiting = beforeWaiting
    let taken = Taken()
    self.taken = taken
    let counted = { (buffer: UnsafeMutableRawBufferPointer) throws(RunError) -> Int in
      let count = try fill(buffer)
      taken.count += count
      return count
    }
    self.fill = counted
    gzip = zlib.map { GzipReader(name, $0, counted) }
  }

  private final class Taken {
    var count = 0
  }

  /// One read; empty at the end.
  package func next() throws(RunError) -> [UInt8] {
    try [UInt8](reading: read)
  }

  /// Reads once; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(RunError) -> Int {
    if !isReadable() { beforeWaiting() }
    let count = if let gzip { try gzip.read(into: buffer) } else { try fill(buffer) }
    byteCount += count
    return count
  }

  /// What follows, until there are at least `count` bytes.
  package func rest(upTo count: Int = .max) throws(RunError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readRest(to: &bytes, upTo: count)
    return bytes
  }

  /// Appends the bytes that follow, also those before a failure.
  func readRest(to bytes: inout [UInt8], upTo count: Int = .max) throws(RunError) {
    if isTooLarge, count > longest { throw tooLong }
    while bytes.count < count {
      let piece = try next()
      if piece.isEmpty { break }
      bytes += piece
      try verify(length: bytes.count)
    }
  }

  /// Verifies that a number of bytes may be in memory at once.
  package func verify(length: Int) throws(RunError) {
    try gzip?.verify(length: length)
    if length > longest { throw tooLong }
  }

  private var tooLong: RunError {
    let limit =
      longest == Self.longestUnit
      ? "\(longest >> 30) GiB, the limit"
      : "\(longest >> 20) MiB, the limit for compressed captures"
    return RunError("\(name): holds a line, an entry or a text of more than \(limit)")
  }
}

extension [UInt8] {
  /// What one read puts into a buffer.
  init(
    reading fill: (UnsafeMutableRawBufferPointer) throws(RunError) -> Int
  ) throws(RunError) {
    var failure: RunError?
    self.init(unsafeUninitializedCapacity: InputReader.pieceSize) { buffer, count in
      do throws(RunError) {
        // Bound: `fill` writes at most the buffer that it is given.
        count = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
