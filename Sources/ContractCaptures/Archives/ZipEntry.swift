/// A file or a folder of an archive, as the central directory describes it (section 4.3.12).
@_spi(Engine) public struct ZipEntry: Hashable, Sendable {
  /// The name, such as `a/b.json`. The parts of the name are never `.` and never empty.
  public let name: [UInt8]
  /// The name as it is written in the archive.
  let writtenName: [UInt8]
  /// The offset of the entry's own header.
  let offset: Int
  /// Where the next entry or the directory begins.
  var limit = 0
  private let flags: Int
  private let method: Int
  private let host: Int
  private let attributes: Int
  /// The CRC-32 of the entry's data (section 4.4.7).
  public let checksum: UInt32
  /// The size of the data in the archive, in bytes.
  public let storedSize: Int
  /// The decompressed size, in bytes.
  public let size: Int

  /// The length of the header before the data, without the name.
  static let headerLength = 30

  init(_ record: inout ZipRecord) throws(ZipProblem) {
    guard record.rest >= 46, record.four() == 0x0201_4B50 else { throw .truncated }
    host = record.two() >> 8
    record.skip(2)
    flags = record.two()
    method = record.two()
    record.skip(4)
    checksum = UInt32(truncatingIfNeeded: record.four())
    let (stored, full) = (record.four(), record.four())
    let lengths = (name: record.two(), extra: record.two(), comment: record.two())
    let disk = record.two()
    record.skip(2)
    attributes = record.four()
    let start = record.four()
    guard let name = record.take(lengths.name), let extra = record.take(lengths.extra),
      record.take(lengths.comment) != nil
    else { throw .truncated }
    writtenName = name
    self.name = try Self.path(name)
    var large = Self.large(extra)
    func whole(_ number: Int) -> Int? { number == 0xFFFF_FFFF ? large.eight() : number }
    guard let size = whole(full), let storedSize = whole(stored), let offset = whole(start),
      disk == 0 || disk == 0xFFFF
    else { throw ZipProblem("its sizes in the directory are wrong", named: self.name) }
    (self.size, self.storedSize, self.offset) = (size, storedSize, offset)
  }

  /// Whether the entry is a folder. A folder has no data.
  public var isFolder: Bool { writtenName.last == UInt8(ascii: "/") }

  /// Whether the entry's data is compressed with Deflate. If not, the data is stored without
  /// compression.
  public var isDeflated: Bool { method == 8 }

  /// The reason why the entry's data cannot be read. Nil if the data can be read.
  public var refusal: ZipProblem? {
    // Bits 0, 6 and 13 mean encryption or patches (section 4.4.4).
    if flags & 0x2041 != 0 { return ZipProblem("is encrypted; unpack the archive", self) }
    if isLink { return ZipProblem("is a link, which is not followed", self) }
    guard method == 0 || method == 8 else {
      return ZipProblem(
        "is compressed by method \(method); only stored and deflated entries are read", self)
    }
    guard method == 8 || size == storedSize else {
      return ZipProblem("its sizes in the directory are wrong", self)
    }
    return nil
  }

  /// A symbolic link of Unix or macOS.
  private var isLink: Bool { (host == 3 || host == 19) && attributes >> 28 == 0xA }

  /// The offset of the entry's data in the archive. The header of the entry gives this offset
  /// (section 4.3.7).
  ///
  /// - Throws: An error if the header and the directory differ. Then other programs may read other
  ///   contents from the archive.
  public func start(_ read: ZipDirectory.Read) throws(ZipProblem) -> Int {
    if let refusal { throw refusal }
    let length = Self.headerLength + writtenName.count
    guard let bytes = read(offset, length) else { throw mismatch }
    var record = ZipRecord(bytes)
    guard record.four() == 0x0403_4B50 else { throw mismatch }
    record.skip(2)
    let flags = record.two()
    guard flags & 0x2041 == 0, record.two() == method else { throw mismatch }
    record.skip(4)
    let checksum = record.four()
    let (stored, full) = (record.four(), record.four())
    let (nameLength, extraLength) = (record.two(), record.two())
    guard nameLength == writtenName.count, record.take(nameLength) == writtenName else {
      throw mismatch
    }
    let start = offset + length + extraLength
    guard start <= limit, storedSize <= limit - start else {
      throw ZipProblem("its data overlaps other parts of the archive", self)
    }
    // With bit 3, the sizes and the checksum follow the data.
    if flags & 8 != 0, checksum == 0, stored == 0, full == 0 { return start }
    guard var large = read(offset + length, extraLength).map(Self.large) else { throw mismatch }
    func whole(_ number: Int) -> Int? { number == 0xFFFF_FFFF ? large.eight() : number }
    guard whole(full) == size, whole(stored) == storedSize, checksum == Int(self.checksum) else {
      // Some writers leave zeros in the Zip64 field.
      guard flags & 8 != 0 else { throw mismatch }
      return start
    }
    return start
  }

  private var mismatch: ZipProblem {
    ZipProblem("its own header differs from the archive's directory", self)
  }

  /// The numbers of a large entry (section 4.5.3).
  private static func large(_ extra: [UInt8]) -> ZipRecord {
    var fields = ZipRecord(extra)
    while fields.rest >= 4 {
      let (id, length) = (fields.two(), fields.two())
      guard let field = fields.take(length) else { break }
      if id == 1 { return ZipRecord(field) }
    }
    return ZipRecord([])
  }

  /// The name without `.` and empty parts.
  ///
  /// - Throws: For a name that leads out of the archive on any system.
  private static func path(_ name: [UInt8]) throws(ZipProblem) -> [UInt8] {
    func refusal(_ why: String) -> ZipProblem { ZipProblem(why, named: name) }
    guard !name.contains(0) else { throw refusal("its name has a NUL byte") }
    guard !name.contains(UInt8(ascii: "\\")) else {
      throw refusal("its name has a backslash; make the archive again, with `/` between folders")
    }
    let hasDrive = name.count >= 2 && name[1] == UInt8(ascii: ":") && ASCIIByte.isLetter(name[0])
    guard name.first != UInt8(ascii: "/"), !hasDrive else {
      throw refusal("its name is an absolute path")
    }
    let parts = name.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    guard !parts.contains(Array("..".utf8)[...]) else {
      throw refusal("its name leads out of the archive")
    }
    guard !parts.isEmpty || name.last == UInt8(ascii: "/") else {
      throw refusal("it has no name")
    }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }
}
