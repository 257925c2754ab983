import ContractCheck

/// A folder whose files a contract or a schema may refer to.
struct ReferenceFolder {
  private let path: InputPath

  init(of file: InputPath) { path = file.folder }

  init(_ path: InputPath) { self.path = path }

  /// The bytes of a file of the folder; nil where there is none. A link out of the folder is not
  /// followed: a contract or a schema decides over nothing but its own files.
  func read(_ name: String) throws(Contract.CompanionError) -> [UInt8]? {
    let file = path.appending(Array(name.utf8))
    guard file.exists, let real = file.real, let folder = path.real else { return nil }
    guard real.name(in: folder) != nil else {
      throw Contract.CompanionError("a link leads it out of the folder")
    }
    guard file.isRegularFile else { throw Contract.CompanionError("it is no file") }
    do {
      return try InputFile(file).readAll()
    } catch {
      throw Contract.CompanionError(error.message)
    }
  }
}
