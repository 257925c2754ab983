@_spi(Engine) import ContractCheck

/// Reads the files that a capture names as bodies, only within the capture's folder: never through
/// `..` or links.
struct BodyFileReader: Sendable {
  private let capture: InputPath

  /// In bytes.
  static let longest = 64 << 20
  static let stubFolder = Array("__files".utf8)
  static let mappings = Array("mappings".utf8)

  init(_ capture: InputPath) { self.capture = capture }

  var files: BodyFiles {
    BodyFiles { name, folder in
      let path: InputPath
      switch self.path(of: Array(name.utf8), in: folder) {
      case .success(let found): path = found
      case .failure(let failure): return .failure(failure)
      }
      do throws(ToolError) {
        let file = try InputFile(path)
        guard file.state.size <= Self.longest else {
          return .failure(.unreadable("it has more than \(Self.longest >> 20) MiB"))
        }
        return .success(
          BodyFiles.File(name: Input.file(path).name, bytes: file.bytes(0..<file.state.size)))
      } catch {
        return .failure(.unreadable(error.message))
      }
    }
  }

  /// The path of a regular file that is where its name says, without links below the folder.
  func path(
    of name: [UInt8], in folder: BodyFiles.Folder
  ) -> Result<InputPath, BodyFiles.Failure> {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let dots = [Array(".".utf8), Array("..".utf8)]
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "\\")),
      parts.allSatisfy({ !$0.isEmpty && !dots.contains(Array($0)) })
    else { return .failure(.outside) }
    // Only archives have files that belong to one another by their names.
    if folder == .partner { return .failure(.absent) }
    for root in folders(folder) {
      let path = root.appending(name)
      guard path.isThere else { continue }
      guard let real = path.real, let base = root.real, real.name(in: base) == name,
        path.isRegularFile
      else { return .failure(.outside) }
      return .success(path)
    }
    return .failure(.absent)
  }

  /// Where a file may be. Stubs have their files in `__files` beside them, or beside `mappings`, in
  /// which they are.
  private func folders(_ folder: BodyFiles.Folder) -> [InputPath] {
    let own = capture.folder
    guard folder == .files else { return [own] }
    var folders = [own.appending(Self.stubFolder)]
    let parts = own.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if let index = parts.lastIndex(where: { $0.elementsEqual(Self.mappings) }) {
      let root = Array(parts[..<index].joined(separator: [UInt8(ascii: "/")]))
      let isRooted = own.bytes.first == UInt8(ascii: "/") && root.isEmpty
      folders.append(InputPath(isRooted ? [0x2F] : root).appending(Self.stubFolder))
    }
    return folders
  }
}

extension UnitValidator {
  /// The next captures are of this input. Standard input is in no folder, so that the files it names
  /// cannot be read.
  func begin(_ input: Input) {
    switch input {
    case .file(let path): traffic.bodyFiles = BodyFileReader(path).files
    case .entry(let entry): traffic.bodyFiles = entry.bodyFiles(validation.zlib)
    case .standardInput, .url: traffic.bodyFiles = nil
    }
  }
}
