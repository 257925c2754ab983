@_spi(Engine) internal import JSONTape

/// Decides which files and folders inside a folder are read. Only their names matter. A file that
/// the user gives directly is always read.
@_spi(Engine) public enum CaptureName {
  /// The extensions of captures and fixtures in JSON or HTTP.
  public static let extensions = endings { !$0.hasLayout }
  /// The ``extensions``, and the extensions of files that can contain only exchanges, not bare
  /// bodies. The list includes YAML, although most YAML files are not captures.
  public static let captures = extensions + endings { $0.hasLayout }

  private static func endings(_ isMeant: (CaptureFormat) -> Bool) -> [String] {
    CaptureFormat.all.filter(isMeant).flatMap(\.endings).sorted()
  }

  /// The extensions of ZIP archives: `zip`, and the extensions that some tools use.
  public static let archives = ["chlz", "proxymanlogv2", "zip"]

  /// Whether a file has the name of an archive.
  public static func isArchive(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = name[(dot + 1)...]
    return archives.contains { ASCIIByte.equalIgnoringCase(ending, $0.utf8) }
  }

  /// Folders with dependencies or build products, and folders with the bodies of stubs. These
  /// bodies are read together with the stubs. Hidden folders are also skipped.
  private static let skippedFolders = [
    "Carthage", "DerivedData", "Pods", "bower_components", "__files", "node_modules",
  ]
  private static let skippedFolderExtensions = [
    "framework", "playground", "xcassets", "xcodeproj", "xcworkspace",
  ]
  /// JSON files of build tools.
  private static let skippedFiles = [
    "composer.json", "jsconfig.json", "package-lock.json", "package.json", "tsconfig.json",
  ]

  /// Whether a file has the name of a capture or a fixture. The file may be compressed.
  public static func isCapture(
    _ name: [UInt8], extensions: [String] = Self.extensions
  ) -> Bool {
    // Most names end with one of these extensions as written, and belong to no other kind of file.
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot < name.count - 1,
      extensions.contains(where: { name[(dot + 1)...].elementsEqual($0.utf8) }),
      !skippedFiles.contains(where: { $0.utf8.count == name.count })
    {
      return true
    }
    var text = String(decoding: name, as: UTF8.self).lowercased()
    var extensions = extensions
    if isLog(text) { text = "x.log" }
    if text.hasSuffix(".gz") {
      text.removeLast(3)
      extensions.removeAll { archives.contains($0) }
    }
    return extensions.contains { text.hasSuffix(".\($0)") } && !skippedFiles.contains(text)
  }

  /// Whether a file is a log according to its name in small letters. It may be an older or a
  /// compressed log.
  static func isLog(_ name: some StringProtocol) -> Bool {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)[...]
    if parts.last == "gz" { parts.removeLast() }
    if let last = parts.last, !last.isEmpty, last.utf8.allSatisfy(ASCIIByte.isDigit) {
      parts.removeLast()
    }
    guard parts.count > 1, let ending = parts.last, ending.hasPrefix("log") else { return false }
    // `dateext` of logrotate writes `a.log-20261120`.
    let date = ending.dropFirst(3)
    return date.isEmpty
      || date.hasPrefix("-") && date.utf8.allSatisfy { ASCIIByte.isDigit($0) || $0 == 0x2D }
  }

  /// Whether a file is a log that does not contain exchanges. The name and the detected format
  /// decide this. The check is only for files that were found in a folder.
  public static func isOtherLog(_ name: String, _ format: CaptureFormat) -> Bool {
    format == .json && isLog(ASCIIByte.lowercased(name))
  }

  /// Whether a file beside a HAR has the name of a body in the HAR. Playwright uses a SHA-1 as the
  /// name of such a file. The body is read together with the HAR.
  public static func isBodyOfHAR(_ name: [UInt8]) -> Bool {
    name.count >= 40 && name.prefix(40).allSatisfy { $0.hexValue != nil }
      && (name.count == 40 || name[40] == UInt8(ascii: "."))
  }

  /// Whether a folder inside another folder is skipped.
  public static func isSkipped(folder name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return skippedFolders.contains(text)
      || skippedFolderExtensions.contains { text.hasSuffix(".\($0)") }
  }
}
