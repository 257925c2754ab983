@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// Reads the bytes of an input in pieces.
package final class InputReader {
  package static let pieceSize = 256 << 10

  /// The maximum length in bytes of a line, an entry or a file that is in memory at once. The check
  /// of a text needs a few times its length.
  package static let longestUnit = 1 << 30

  private(set) var byteCount = 0
  private let taken: Taken
  /// The number of bytes that were read from the file. The file may be compressed.
  var bytesTaken: Int { taken.count }
  private let name: String
  /// The number of bytes, if it is known before reading.
  private let size: Int?
  /// Whether the input is a regular file. Such a file never waits for a writer.
  let isRegularFile: Bool
  /// Whether a read would return at once.
  let isReadable: () -> Bool
  /// Called before a read that waits.
  private let beforeWaiting: () -> Void
  /// The maximum size in memory at once. See ``longestUnit``. For compressed data, it is smaller.
  private let longest: Int
  /// Whether the input is known to be too large for memory.
  var isTooLarge: Bool { size.map { $0 > longest } ?? false }
  private let fill: (ByteRoom) throws(RunError) -> Int
  /// Decompresses the bytes. Nil if the bytes are used unchanged.
  private let gzip: GzipReader?

  /// - Parameter zlib: Decompresses gzip files. If it is nil, the bytes are read unchanged.
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
      // The started unit is incomplete.
      if count == 0, console.isCut { throw .cut }
      return count
    }
  }

  /// Reads a text in memory.
  convenience init(_ bytes: [UInt8], named name: String, _ zlib: Zlib? = nil) {
    var rest = bytes[...]
    self.init(name, size: bytes.count, isRegularFile: true, zlib) { buffer throws(RunError) in
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// Reads an entry of an archive. The entry is decompressed.
  ///
  /// - Parameter isBody: Whether the entry is a body. A body may itself be compressed.
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
    fill: @escaping (ByteRoom) throws(RunError) -> Int
  ) {
    self.name = name
    self.size = size
    self.isRegularFile = isRegularFile
    self.longest = longest
    self.isReadable = isReadable
    self.beforeWaiting = beforeWaiting
    let taken = Taken()
    self.taken = taken
    let counted = { (buffer: ByteRoom) throws(RunError) -> Int in
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

  /// The bytes of one read. Empty at the end.
  package func next() throws(RunError) -> [UInt8] {
    try [UInt8](filling: Self.pieceSize, read)
  }

  /// Reads once and returns the number of bytes. 0 at the end.
  func read(into buffer: ByteRoom) throws(RunError) -> Int {
    if !isReadable() { beforeWaiting() }
    let count = if let gzip { try gzip.read(into: buffer) } else { try fill(buffer) }
    byteCount += count
    return count
  }

  /// The following bytes, until there are at least `count`.
  package func rest(upTo count: Int = .max) throws(RunError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readRest(to: &bytes, upTo: count)
    return bytes
  }

  /// Appends the following bytes, including those before a failure.
  func readRest(to bytes: inout [UInt8], upTo count: Int = .max) throws(RunError) {
    if isTooLarge, count > longest { throw tooLong }
    while bytes.count < count {
      let piece = try next()
      if piece.isEmpty { break }
      bytes += piece
      try verify(length: bytes.count)
    }
  }

  /// Throws if this number of bytes must not be in memory at once.
  package func verify(length: Int) throws(RunError) {
    try gzip?.verify(length: length)
    if length > longest { throw tooLong }
  }

  private var tooLong: RunError {
    let limit =
      longest == Self.longestUnit
      ? "\(longest >> 30) GiB, the limit"
      : "\(longest >> 20) MiB, the limit for compressed captures"
    return RunError("\(name): contains a line, an entry or a text of more than \(limit)")
  }
}
