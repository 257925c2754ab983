import ContractCheck

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder whose files a contract or a schema may refer to.
struct ReferenceFolder {
  private let path: InputPath

  init(of file: InputPath) {
    let slash = file.bytes.lastIndex(of: UInt8(ascii: "/"))
    path = InputPath(slash.map { Array(file.bytes[...$0]) } ?? Array(".".utf8))
  }

  init(_ path: InputPath) { self.path = path }

  /// The bytes of a file of the folder; nil where there is none. A link out of the folder is not
  /// followed: a contract or a schema decides over nothing but its own files.
  func read(_ name: String) throws(Contract.CompanionError) -> [UInt8]? {
    let file = path.appending(Array(name.utf8))
    guard file.exists else { return nil }
    guard let real = Self.real(file), let folder = Self.real(path) else { return nil }
    let lead = folder.last == UInt8(ascii: "/") ? folder : folder + [UInt8(ascii: "/")]
    guard real.starts(with: lead) else {
      throw Contract.CompanionError("a link leads it out of the folder")
    }
    guard file.isRegularFile else { throw Contract.CompanionError("it is no file") }
    do {
      return try InputFile(file).readAll()
    } catch {
      throw Contract.CompanionError(error.message)
    }
  }

  /// The absolute path without links.
  private static func real(_ path: InputPath) -> [UInt8]? {
    guard let found = path.bytes.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(found) }
    return Array(String(cString: found).utf8)
  }
}
