@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONTape

/// A ZIP archive whose entries are inputs. The file is open only while an entry is being read.
package final class Archive: Hashable, Sendable {
  package let path: InputPath
  let entries: [ZipEntry]
  private let state: FileState
  /// The index of each entry by its name, and by its name without the extension.
  private let indexes: [[UInt8]: Int]
  private let stems: [[UInt8]: Int]

  init(_ path: InputPath) throws(RunError) {
    let file = try InputFile(path)
    guard file.state.isRegularFile else {
      throw RunError("\(path.text): an archive is read only from a regular file")
    }
    self.path = path
    state = file.state
    let found: [ZipEntry]
    do throws(ZipProblem) {
      found = try ZipDirectory(size: file.state.size, file.bytes).entries
    } catch {
      throw RunError(error, in: path)
    }
    entries = found
    let files = found.indices.filter { !found[$0].isFolder }
    indexes = Dictionary(files.map { (found[$0].name, $0) }) { first, _ in first }
    stems = Dictionary(
      files.compactMap { index in
        let name = found[index].name
        return name.lastIndex(of: UInt8(ascii: ".")).map { (Array(name[..<$0]), index) }
      }
    ) { first, _ in first }
  }

  /// - Parameter isStem: Whether any extension matches.
  func entry(named name: [UInt8], isStem: Bool = false) -> ArchiveEntry? {
    (isStem ? stems[name] : indexes[name]).map { ArchiveEntry(archive: self, index: $0) }
  }

  /// Whether a file that the user names is an archive, according to its name or its first bytes.
  package static func isArchive(_ path: InputPath) -> Bool {
    guard path.isRegularFile else { return false }
    if CaptureName.isArchive(path.bytes) { return true }
    let start = (try? InputFile(path))?.bytes(at: 0, count: ZipDirectory.markLength)
    return start.map { ZipDirectory.isMark($0) } ?? false
  }

  /// Opens the file again and verifies that it has not changed.
  fileprivate func open() throws(RunError) -> InputFile {
    let file = try InputFile(path)
    guard file.state == state else {
      throw RunError("\(path.text): changed while it was read")
    }
    return file
  }

  package static func == (left: Archive, right: Archive) -> Bool { left.path == right.path }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// An entry of an archive. It is read like a file.
package struct ArchiveEntry: Hashable, Sendable {
  package let archive: Archive
  /// The index in the archive's entries.
  let index: Int

  var file: ZipEntry { archive.entries[index] }

  /// The place for findings and globs: `session.zip!a/b.json`.
  var place: InputPath { archive.path.entry(named: file.name) }
}

extension ArchiveEntry {
  /// Reads the entries that this entry names as bodies.
  func bodyFiles(_ zlib: Zlib) -> BodyFiles {
    BodyFiles { name, folder in
      switch entry(named: Array(name.utf8), folder) {
      case .failure(let failure): return .failure(failure)
      case .success(let found):
        guard found.file.size <= BodyFileReader.longest else {
          return .failure(BodyFileReader.tooLong)
        }
        do throws(RunError) {
          let bytes = try InputReader(found, zlib, isBody: true).rest()
          return .success(BodyFiles.File(name: Input.entry(found).name, bytes: bytes))
        } catch {
          return .failure(.unreadable(error.message))
        }
      }
    }
  }

  /// The entries that this entry names as bodies.
  func bodies(_ zlib: Zlib) -> [ArchiveEntry] {
    let reader = try? InputReader(self, zlib)
    return BodyFileReader.names(reader, in: Input.entry(self).name).compactMap { name, folder in
      try? entry(named: Array(name.utf8), folder).get()
    }
  }

  /// The entry for a name in this entry. A name with `..` finds no entry.
  private func entry(
    named name: [UInt8], _ folder: BodyFiles.Folder
  ) -> Result<ArchiveEntry, BodyFiles.Failure> {
    let own = file.name
    if folder == .partner {
      guard let dash = own.lastIndex(of: UInt8(ascii: "-")),
        let found = archive.entry(named: own[...dash] + name, isStem: true)
      else { return .failure(.absent) }
      return .success(found)
    }
    guard let name = BodyFileReader.plain(name) else { return .failure(.outside) }
    var folders = BodyFileReader(InputPath(own)).folders(folder)
    // A Playwright trace has its bodies in this folder.
    if folder == .beside { folders.append(InputPath("resources")) }
    let found = folders.lazy.compactMap { archive.entry(named: $0.appending(name).bytes) }.first
    return found.map { .success($0) } ?? .failure(.absent)
  }
}

extension InputPath {
  func entry(named name: [UInt8]) -> InputPath {
    InputPath(bytes + [UInt8(ascii: "!")] + name, in: base)
  }
}

extension RunError {
  init(_ problem: ZipProblem, in archive: InputPath) {
    let place = problem.entry.map { archive.entry(named: $0) } ?? archive
    self.init("\(Input.file(place).name): \(problem.message)")
  }
}

extension InputFile {
  /// The bytes at an offset. Nil if the file has fewer bytes.
  fileprivate func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= state.size, count <= state.size - offset else {
      return nil
    }
    let bytes = bytes(offset..<(offset + count))
    return bytes.count == count ? bytes : nil
  }
}

/// Reads an entry of an archive in pieces, and decompresses it. At the end, the length and the
/// checksum must equal the values in the directory.
final class ArchiveReader {
  private let file: InputFile
  private let entry: ZipEntry
  private let archive: InputPath
  /// Decompresses the data. Nil for data that is stored without compression.
  private let inflater: Inflater?
  /// The range of the data that is not read yet.
  private var stored: Range<Int>
  /// The compressed bytes. The bytes from ``start`` on are not decompressed yet.
  private var input: [UInt8] = []
  private var start = 0
  private var count = 0
  private var checksum = ZipChecksum()

  /// Whether the entry is a body. A body may itself be compressed.
  private let isBody: Bool

  init(_ entry: ArchiveEntry, _ zlib: Zlib, isBody: Bool = false) throws(RunError) {
    self.isBody = isBody
    file = try entry.archive.open()
    self.entry = entry.file
    archive = entry.archive.path
    let begin: Int
    do throws(ZipProblem) {
      begin = try entry.file.start(file.bytes)
    } catch {
      throw RunError(error, in: entry.archive.path)
    }
    stored = begin..<(begin + entry.file.storedSize)
    do throws(Decompressor.Failure) {
      inflater = entry.file.isDeflated ? try Inflater(.raw, zlib) : nil
    } catch {
      guard case .unavailable(let why) = error else {
        throw RunError("\(Input.entry(entry).name): cannot be decompressed")
      }
      throw RunError("\(Input.entry(entry).name): is compressed, and zlib cannot be used: \(why)")
    }
  }

  /// Reads the whole entry first. So no part of a damaged entry is checked.
  static func verify(_ entry: ArchiveEntry, _ zlib: Zlib) throws(RunError) {
    let reader = try ArchiveReader(entry, zlib)
    let buffer = ByteRoom(allocating: InputReader.pieceSize)
    defer { buffer.deallocate() }
    while try reader.read(into: buffer) > 0 {}
  }

  /// Reads once and returns the number of bytes. 0 at the end.
  func read(into buffer: ByteRoom) throws(RunError) -> Int {
    let added = try fill(buffer)
    let bytes = buffer[..<added].bytes
    if !isBody, count == 0,
      ZipDirectory.isMark(bytes) || GzipReader.isMark(bytes)
    {
      throw problem("is an archive or compressed data within an archive; unpack the archive")
    }
    count += added
    checksum.add(bytes)
    guard count <= entry.size else { throw broken }
    if added == 0 {
      guard count == entry.size, inflater?.isComplete ?? true else { throw broken }
      guard checksum.value == entry.checksum else {
        throw problem(
          "is damaged: its check sum (CRC-32) differs from the check sum in the archive")
      }
    }
    return added
  }

  private func fill(_ buffer: ByteRoom) throws(RunError) -> Int {
    guard let inflater else { return try readStored(into: buffer) }
    while true {
      if start == input.count { try refill() }
      let isAtEnd = input.isEmpty
      let counts = input[start...].withByteView { bytes in
        Result { () throws(Decompressor.Failure) in try inflater.inflate(bytes, into: buffer) }
      }
      guard case .success(let (read, written)) = counts else { throw broken }
      start += read
      if written > 0 || read == 0 && (isAtEnd || inflater.isComplete) { return written }
    }
  }

  private func refill() throws(RunError) {
    start = 0
    input = try [UInt8](filling: InputReader.pieceSize, readStored)
  }

  private func readStored(into buffer: ByteRoom) throws(RunError) -> Int {
    let part = buffer[..<min(buffer.count, stored.count)]
    guard !part.isEmpty else { return 0 }
    let added = file.read(from: stored.lowerBound, into: part)
    guard added >= 0 else { throw RunError(path: archive, code: errno) }
    guard added > 0 else { throw broken }
    stored = (stored.lowerBound + added)..<stored.upperBound
    return added
  }

  private var broken: RunError { problem("is damaged: its data cannot be decompressed") }

  private func problem(_ why: String) -> RunError {
    RunError("\(Input.file(archive.entry(named: entry.name)).name): \(why)")
  }
}
