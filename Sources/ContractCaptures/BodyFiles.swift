internal import JSONTape

/// Reads files with bodies to which captures refer, for example by WireMock's `bodyFileName` or by
/// `content._file` in a HAR.
///
/// The library opens no files itself. So a program must pass this value for each capture.
public struct BodyFiles: Sendable {
  /// The place of a file with a body.
  public enum Folder: Hashable, Sendable {
    /// In the folder of the capture.
    case beside
    /// In the folder `__files` of the capture's stubs.
    case files
    /// A file whose name differs from the capture's name only in the last word. For example, the
    /// capture is `3-meta.json`, and the file is `3-res.json`.
    case partner
  }

  /// A file that was read.
  package struct File: Sendable {
    /// Its name in findings.
    package let name: String
    /// All bytes of the file.
    package let bytes: [UInt8]

    /// Creates a file from its parts.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Why a file cannot be read.
  public enum Failure: Error, Hashable, Sendable {
    /// The capture is from standard input, so it is in no folder.
    case noFolder
    case absent
    /// The name leads out of the folder.
    case outside
    /// The path contains a symbolic link.
    case link
    /// The file cannot be read for this reason.
    case unreadable(String)
  }

  private let readFile: @Sendable (_ name: String, _ folder: Folder) -> Result<File, Failure>
  /// Captures often name the same file repeatedly.
  private let last = Last()

  /// The last file that was read. Only one thread uses it at a time.
  private final class Last: @unchecked Sendable {
    var file: (name: String, folder: Folder, result: Result<File, Failure>)?
    /// The number of bytes of all files that were read.
    var byteCount = 0
  }

  /// The maximum number of bytes for one capture.
  private static let most = 1 << 30

  /// - Parameter read: Reads the file with a name as the capture writes it. The result must not be
  ///   used by several threads at once.
  package init(_ read: @escaping @Sendable (String, Folder) -> Result<File, Failure>) {
    readFile = read
  }

  func read(_ name: String, _ folder: Folder) -> Result<File, Failure> {
    if let file = last.file, file.name == name, file.folder == folder { return file.result }
    guard last.byteCount < Self.most else {
      return .failure(
        .unreadable(
          "the body files of the capture have more than \(Self.most >> 30) "
            + "GiB together"))
    }
    let result = readFile(name, folder)
    if case .success(let file) = result { last.byteCount += file.bytes.count }
    last.file = (name, folder, result)
    return result
  }
}

extension BodyFiles.Failure {
  /// The failure as a predicate of the file.
  var words: String {
    switch self {
    case .noFolder:
      "which cannot be found: the capture comes from standard input, so its folder is unknown"
    case .absent: "which does not exist"
    case .outside: "which is not read: it is outside of the capture's folder"
    case .link: "which is not read: it is a link, or a folder above it is a link"
    case .unreadable(let reason): "which cannot be read: \(reason)"
    }
  }
}

extension Exchange {
  /// The files with bodies to which the capture refers.
  @_spi(Engine) public var bodyFiles: [(name: String, folder: BodyFiles.Folder)] {
    Part.allCases.compactMap { part in
      guard case .file(let value, let partner) = self[part].content else { return nil }
      return bodyFile(value, partner)
    }
  }

  private func bodyFile(
    _ value: CapturedValue, _ partner: String?
  ) -> (name: String, folder: BodyFiles.Folder) {
    (partner ?? value.string ?? "", partner != nil ? .partner : origin == .stub ? .files : .beside)
  }

  /// Reads the bodies in other files. A body that cannot be read becomes missing.
  ///
  /// - Parameter files: Reads files. Without it, no file can be read.
  /// - Returns: The problems. Nil if no body is in another file.
  mutating func loadFiles(_ files: BodyFiles?) -> [CaptureProblem]? {
    var problems: [CaptureProblem]?
    for part in Part.allCases {
      guard case .file(let value, let partner) = self[part].content else { continue }
      problems = problems ?? []
      var message = self[part]
      let (name, folder) = bodyFile(value, partner)
      if origin == .stub, Template.isIn(name.utf8) {
        self[part].content = .absent(.templated)
        continue
      }
      switch files?.read(name, folder) ?? .failure(.noFolder) {
      // There is no file for a body that the tool did not keep.
      case .failure(.absent) where partner != nil: message.content = .absent(.noBody)
      case .success(let file) where file.bytes.allSatisfy(ASCIIByte.isSpace):
        message.content = .absent(.noBody)
        message.emptyBody = value.range
      case .success(let file):
        let source = SourceFile(name: file.name, bytes: file.bytes, mention: value.range)
        message.content = .body(Body(bytes: file.bytes, map: .otherFile(source)))
      case .failure(let failure):
        message.content = .absent(.undecodable)
        let shown = folder == .files && failure == .absent ? "__files/\(name)" : name
        problems?.append(
          CaptureProblem(
            kind: .bodyFile(part, name: shown, failure), index: index, unit: unit,
            range: value.range))
      }
      self[part] = message
    }
    return problems
  }
}
