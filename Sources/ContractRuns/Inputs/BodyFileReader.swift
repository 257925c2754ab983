@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCheck

/// Reads the files to which a capture refers as bodies. The files must be inside the capture's
/// folder. Their paths must have no `..` and no links.
package struct BodyFileReader: Sendable {
  private let capture: InputPath

  /// The most bytes of a file.
  static let longest = 64 << 20
  static let tooLong = BodyFiles.Failure.unreadable("it has more than \(longest >> 20) MiB")
  private static let stubFolder = Array("__files".utf8)
  private static let mappings = Array("mappings".utf8)

  package init(_ capture: InputPath) { self.capture = capture }

  var files: BodyFiles {
    BodyFiles { name, folder in
      let path: InputPath
      switch self.path(of: Array(name.utf8), in: folder) {
      case .success(let found): path = found
      case .failure(let failure): return .failure(failure)
      }
      do throws(RunError) {
        let file = try InputFile(path)
        guard file.state.size <= Self.longest else { return .failure(Self.tooLong) }
        return .success(
          BodyFiles.File(name: Input.file(path).name, bytes: file.bytes(0..<file.state.size)))
      } catch {
        return .failure(.unreadable(error.message))
      }
    }
  }

  /// The path of a regular file at the place that its name gives. There must be no links below the
  /// folder.
  func path(
    of name: [UInt8], in folder: BodyFiles.Folder
  ) -> Result<InputPath, BodyFiles.Failure> {
    guard let name = Self.plain(name) else { return .failure(.outside) }
    // Only archives have files that belong together by their names.
    if folder == .partner { return .failure(.absent) }
    for root in folders(folder) {
      let path = root.appending(name)
      guard path.isThere else { continue }
      // `__files` may also be a link.
      guard let real = path.real, let base = folder == .files ? root.realPlace : root.real,
        real.name(in: base) == name
      else { return .failure(.link) }
      guard path.isRegularFile else {
        return .failure(
          .unreadable(path.kind == .folder ? "it is a folder" : "it is not a regular file"))
      }
      return .success(path)
    }
    return .failure(.absent)
  }

  /// A name without `.` and `..`. Nil if the name leads out of its folder.
  static func plain(_ name: [UInt8]) -> [UInt8]? {
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "\\")) else { return nil }
    var parts: [ArraySlice<UInt8>] = []
    for part in name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      switch Array(part) {
      case []: return nil
      case Array(".".utf8): continue
      case Array("..".utf8): if parts.popLast() == nil { return nil }
      default: parts.append(part)
      }
    }
    return parts.isEmpty ? nil : Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Whether a HAR contains the name of a property with a file. This takes much less time than to
  /// read the HAR.
  func mayNameFiles(_ zlib: Zlib) -> Bool {
    guard let file = try? InputFile(capture), file.state.isRegularFile else { return false }
    let reader = InputReader(file, zlib)
    let mark = Array("_file\"".utf8)
    var bytes: [UInt8] = []
    while let piece = try? reader.next(), !piece.isEmpty {
      bytes = bytes.suffix(mark.count - 1) + piece
      let isFound = bytes.withByteView { view in
        var place = 0
        while place + mark.count <= view.count {
          if view[place] == mark[0],
            mark.indices.allSatisfy({ view[place + $0] == mark[$0] })
          {
            return true
          }
          place += 1
        }
        return false
      }
      if isFound { return true }
    }
    return false
  }

  /// The possible places of the files that the capture names, even if they do not exist. Empty for
  /// a capture that cannot be read.
  package func places(_ zlib: Zlib) -> [InputPath] {
    let reader = (try? InputFile(capture)).map { InputReader($0, zlib) }
    return Self.names(reader, in: Input.file(capture).name).flatMap { name, folder in
      let name = Self.plain(Array(name.utf8))
      return name.map { name in folders(folder).map { $0.appending(name) } } ?? []
    }
  }

  /// The names of files in a capture. Empty for a capture that cannot be read.
  static func names(
    _ reader: InputReader?, in capture: String
  ) -> [(name: String, folder: BodyFiles.Folder)] {
    var names: [(name: String, folder: BodyFiles.Folder)] = []
    guard let reader, let head = try? InputRun.Head(reader) else { return [] }
    try? CaptureItem.each(
      in: head.bytes, named: capture, as: nil,
      next: { held throws(RunError) in
        try reader.verify(length: held)
        return try reader.next()
      }, { if case .exchange(let exchange) = $0 { names += exchange.bodyFiles } })
    return names
  }

  /// The folders that may contain a file. Stubs have their files in `__files`, beside the stubs or
  /// beside their folder `mappings`.
  package func folders(_ folder: BodyFiles.Folder) -> [InputPath] {
    let own = capture.folder
    guard folder == .files else { return [own] }
    var folders = [own.appending(Self.stubFolder)]
    let parts = own.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if let index = parts.lastIndex(where: { $0.elementsEqual(Self.mappings) }) {
      let root = Array(parts[..<index].joined(separator: [UInt8(ascii: "/")]))
      let isRooted = own.bytes.first == UInt8(ascii: "/") && root.isEmpty
      folders.append(
        InputPath(isRooted ? [0x2F] : root, in: own.base).appending(Self.stubFolder))
    }
    return folders
  }
}

extension UnitValidator {
  /// Begins the captures of an input. Standard input and texts in memory have no folder, so the
  /// files that they name cannot be read.
  func begin(_ input: Input) {
    switch validation.source ?? input {
    case .file(let path): traffic.bodyFiles = BodyFileReader(path).files
    case .entry(let entry): traffic.bodyFiles = entry.bodyFiles(validation.zlib)
    case .standardInput, .url, .memory: traffic.bodyFiles = nil
    }
  }
}
