@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck

/// The content of an archive. It has inputs, files that belong to an input, and files that are not
/// read.
struct ArchiveContent {
  private(set) var inputs: [Input] = []
  /// The errors of entries that should be read and cannot be.
  private(set) var errors: [RunError] = []
  /// The number of files by extension.
  private(set) var filesNotRead: [String: Int] = [:]

  /// - Parameter extensions: The extensions of captures and fixtures.
  init(_ archive: Archive, _ extensions: [String]) {
    let layout = ArchiveLayout(archive)
    for (index, entry) in archive.entries.enumerated() where !entry.isFolder {
      guard !Self.isPassedOver(entry.name) else { continue }
      switch layout.role(of: entry.name, extensions) {
      case .input: inputs.append(.entry(ArchiveEntry(archive: archive, index: index)))
      case .part: break
      case .archive:
        let place = Input.file(archive.path.entry(named: entry.name)).name
        errors.append(
          RunError(
            "\(place): is an archive or compressed data within an archive; unpack the archive"))
      case .other: InputExpansion.count(.file(InputPath(entry.name)), in: &filesNotRead)
      }
    }
  }

  /// Whether a file is hidden or belongs to the operating system's own data.
  private static func isPassedOver(_ name: [UInt8]) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/"))
    return parts.contains { $0.first == UInt8(ascii: ".") }
      || parts.first.map { $0.elementsEqual("__MACOSX".utf8) } ?? false
      || parts.dropLast().contains { CaptureName.isSkipped(folder: Array($0)) }
  }
}

/// The structure of the archives that tools write.
private struct ArchiveLayout {
  enum Role {
    case input
    /// The entry belongs to another entry, so it is not an input itself. The other entry may refer
    /// to it.
    case part
    /// An archive inside the archive.
    case archive
    case other
  }

  private let isProxyman: Bool
  /// The sessions of Charles: `3` for `3-meta.json`, with its folder.
  private var sessions: Set<[UInt8]> = []
  private var isTrace = false
  private var hasHAR = false

  init(_ archive: Archive) {
    isProxyman = archive.path.bytes.hasEnding(".proxymanlogv2")
    for name in archive.entries.lazy.map(\.name) {
      if name.hasEnding("-meta.json") {
        sessions.insert(Array(name.dropLast("-meta.json".utf8.count)))
      }
      if name.hasEnding(".network") { isTrace = true }
      if name.hasEnding(".har") { hasHAR = true }
    }
  }

  func role(of name: [UInt8], _ extensions: [String]) -> Role {
    let last = name.split(separator: UInt8(ascii: "/")).last ?? []
    if isTrace, name.hasEnding(".network") { return .input }
    let isOfTrace =
      name.starts(with: "resources/".utf8) || name.hasEnding(".trace") || name.hasEnding(".stacks")
    if isTrace, isOfTrace { return .part }
    if hasHAR, CaptureName.isBodyOfHAR(Array(last)) { return .part }
    if let dash = name.lastIndex(of: UInt8(ascii: "-")), sessions.contains(Array(name[..<dash])) {
      let rest = name[(dash + 1)...]
      if ["req.", "res."].contains(where: { rest.starts(with: $0.utf8) }) { return .part }
    }
    if isProxyman, last.starts(with: "request_".utf8) { return .input }
    if CaptureName.isArchive(name) || name.hasEnding(".gz") { return .archive }
    return CaptureName.isCapture(Array(last), extensions: extensions) ? .input : .other
  }
}

extension [UInt8] {
  /// Whether a name has an extension in lower case.
  package func hasEnding(_ ending: String) -> Bool {
    count >= ending.utf8.count
      && suffix(ending.utf8.count).elementsEqual(ending.utf8) {
        ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1
      }
  }
}
