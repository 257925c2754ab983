/// The central directory of a ZIP archive (PKWARE's APPNOTE 6.3.10, sections 4.3.12 to 4.3.16).
///
/// Only the directory decides what an archive contains. The whole directory is checked before an
/// entry is read. The name of an entry must not lead out of the archive. Entries must not be larger
/// than the limits. Two entries must not have the same name, and their data must not overlap in the
/// archive.
@_spi(Engine) public struct ZipDirectory: Hashable, Sendable {
  /// Reads `count` bytes from an offset. Nil if there are fewer bytes.
  public typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]?

  /// The files and folders, in the order of the directory.
  public private(set) var entries: [ZipEntry] = []

  /// The largest number of entries.
  public static let mostEntries = 100_000
  /// The largest size of the directory, in bytes.
  public static let largestDirectory = 64 << 20
  /// The largest size of all entries together, in bytes.
  public static let largestSum = 16 << 30

  /// Whether the bytes begin like an archive or an empty archive (sections 4.3.7 and 4.3.16).
  public static func isMark(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// The length of the mark, in bytes.
  public static let markLength = 4

  /// Reads the directory of an archive of `size` bytes.
  public init(size: Int, _ read: Read) throws(ZipProblem) {
    let start = min(size, Self.markLength)
    guard size > 1, let mark = read(0, start), mark.starts(with: "PK".utf8) else {
      throw .otherFile
    }
    let end = try ZipEnd(size: size, read)
    guard end.count <= Self.mostEntries, end.length <= Self.largestDirectory else {
      throw ZipProblem("has more than \(Self.mostEntries) entries, which is the limit")
    }
    guard let bytes = read(end.start, end.length) else { throw .truncated }
    var record = ZipRecord(bytes)
    entries.reserveCapacity(end.count)
    for _ in 0..<end.count { entries.append(try ZipEntry(&record)) }
    guard record.isAtEnd else {
      throw ZipProblem("is damaged: its directory has more entries than the archive says")
    }
    try refuseRepeatedNames()
    try refuseOverlaps(before: end.start)
    try refuseSizes()
  }

  private func refuseRepeatedNames() throws(ZipProblem) {
    var names: Set<[UInt8]> = []
    for entry in entries where !names.insert(entry.name).inserted {
      throw ZipProblem("the archive has two entries with this name", entry)
    }
  }

  /// Sets the limit where each entry must end.
  private mutating func refuseOverlaps(before directory: Int) throws(ZipProblem) {
    let order = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    var limit = directory
    for index in order.reversed() {
      let entry = entries[index]
      // In bounds: both are below 2^62.
      guard entry.offset <= limit - ZipEntry.headerLength - entry.writtenName.count,
        entry.storedSize
          <= limit - ZipEntry.headerLength - entry.writtenName.count - entry.offset
      else { throw ZipProblem("its data overlaps other parts of the archive", entry) }
      entries[index].limit = limit
      limit = entry.offset
    }
  }

  private func refuseSizes() throws(ZipProblem) {
    var sum = 0
    for entry in entries {
      guard entry.size <= Self.largestSum - sum else {
        throw ZipProblem(
          "its entries have more than \(Self.largestSum >> 30) GiB together, which is the limit")
      }
      sum += entry.size
      let (most, overflow) = entry.storedSize.multipliedReportingOverflow(by: 1000)
      if entry.size > 1 << 20, !overflow, entry.size > most {
        throw ZipProblem("grows to more than 1,000 times its size, which is the limit", entry)
      }
    }
  }
}

/// Why an archive or one of its entries cannot be read.
@_spi(Engine) public struct ZipProblem: Error, Hashable, Sendable {
  /// The message, which does not contain the name of the archive.
  public let message: String
  /// The entry's name. Nil if the problem is about the whole archive.
  public let entry: [UInt8]?

  init(_ message: String, _ entry: ZipEntry? = nil) {
    self.init(message, named: entry?.name)
  }

  init(_ message: String, named name: [UInt8]?) {
    self.message = message
    entry = name
  }

  static let otherFile = ZipProblem("is not a ZIP archive")
  static let truncated = ZipProblem(
    "is not a complete ZIP archive: its end is missing, or something was added to it")
}

/// The record at the end of the directory: the place of the directory, and the number of its
/// entries.
private struct ZipEnd {
  var start = 0
  var length = 0
  var count = 0

  /// The size of the record without its comment.
  private static let size = 22
  private static let mark: [UInt8] = [0x50, 0x4B, 5, 6]

  init(size: Int, _ read: ZipDirectory.Read) throws(ZipProblem) {
    let tail = min(size, Self.size + 0xFFFF)
    guard let bytes = read(size - tail, tail), let at = Self.place(in: bytes) else {
      throw .truncated
    }
    let end = size - tail + at
    var record = ZipRecord(Array(bytes[(at + 4)..<(at + Self.size)]))
    let disks = [record.two(), record.two()]
    let counts = [record.two(), record.two()]
    (length, start, count) = (record.four(), record.four(), counts[1])
    var directoryEnd = end
    let isLarge =
      counts[1] == 0xFFFF || length == 0xFFFF_FFFF || start == 0xFFFF_FFFF || disks[0] == 0xFFFF
    if isLarge, let large = try Self.large(before: end, read) {
      (start, length, count, directoryEnd) = large
    } else if disks != [0, 0] || counts[0] != counts[1] {
      throw ZipProblem("is one part of an archive in several files; join the files")
    }
    // Bytes before the archive would shift every offset.
    guard start >= 0, length >= 0, start <= directoryEnd, length == directoryEnd - start else {
      throw .truncated
    }
  }

  /// The place of the last record whose comment ends with the file.
  private static func place(in bytes: [UInt8]) -> Int? {
    var at = bytes.count - size
    while at >= 0 {
      if bytes[at] == mark[0], bytes[at..<(at + 4)].elementsEqual(mark),
        at + size + Int(bytes[at + 20]) + Int(bytes[at + 21]) << 8 == bytes.count
      {
        return at
      }
      at -= 1
    }
    return nil
  }

  /// The contents of the record for large archives (Zip64, sections 4.3.14 and 4.3.15). Nil if
  /// there is none.
  private static func large(
    before end: Int, _ read: ZipDirectory.Read
  ) throws(ZipProblem) -> (start: Int, length: Int, count: Int, end: Int)? {
    guard end >= 20, let bytes = read(end - 20, 20) else { return nil }
    var locator = ZipRecord(bytes)
    guard locator.four() == 0x0706_4B50 else { return nil }
    let disk = locator.four()
    guard let place = locator.eight(), locator.four() <= 1, disk == 0, place <= end - 20 - 56,
      let bytes = read(place, 56)
    else { throw .truncated }
    var record = ZipRecord(bytes)
    guard record.four() == 0x0606_4B50, let rest = record.eight(), rest == end - 20 - place - 12
    else { throw .truncated }
    record.skip(4)
    let disks = [record.four(), record.four()]
    guard disks == [0, 0], let here = record.eight(), let all = record.eight(), here == all,
      let length = record.eight(), let start = record.eight()
    else { throw .truncated }
    return (start, length, all, place)
  }
}

/// Reads the numbers of an archive. They are little-endian. Numbers after the end are 0.
struct ZipRecord {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// The number of bytes that follow.
  var rest: Int { max(0, bytes.count - place) }

  mutating func two() -> Int { number(2) }
  mutating func four() -> Int { number(4) }

  /// The next 8-byte number. Nil if no file can be so large.
  mutating func eight() -> Int? {
    let low = number(4)
    let high = number(4)
    return high < 1 << 28 ? high << 32 | low : nil
  }

  mutating func skip(_ count: Int) { place += count }

  /// The next bytes. Nil if there are fewer bytes.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= rest else { return nil }
    defer { place += count }
    return Array(bytes[place..<(place + count)])
  }

  private mutating func number(_ count: Int) -> Int {
    defer { place += count }
    guard count <= rest else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
  }
}
