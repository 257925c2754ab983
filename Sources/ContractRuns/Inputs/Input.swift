@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck

/// A text that says what a run must check, before files and folders are searched.
package enum Operand: Hashable, Sendable {
  case standardInput
  case url(String)
  /// A file, a folder or a glob.
  case path(InputPath)

  /// Creates an operand from bytes as the user wrote them. They are `-`, a URL, or a path.
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes == [UInt8(ascii: "-")] {
      self = .standardInput
    } else if Self.isURL(text) {
      self = .url(text)
    } else {
      self = .path(InputPath(bytes))
    }
  }

  package static func isURL(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// A hint if a text may be a URL without a scheme. Otherwise empty.
  static func hint(_ text: String) -> String {
    let host = text.prefix { $0 != "/" && $0 != "?" }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    let isPort = parts.count == 2 && UInt16(parts[1]) != nil
    let name = parts.first.map(String.init) ?? ""
    let isName =
      name.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D
          || $0 == 0x2E
      }
    guard !name.isEmpty, isName, parts.count == 1 || isPort,
      isPort || name == "localhost"
        || host.count < text.count && name.split(separator: ".").count > 1
    else { return "" }
    let isHere = name == "localhost" || name.hasPrefix("127.")
    return "; for a URL, write `\(isHere ? "http" : "https")://\(text)`"
  }

  package var isURL: Bool { if case .url = self { true } else { false } }

  /// The text as the user wrote it. Bytes that are not UTF-8 become U+FFFD.
  package var text: String {
    switch self {
    case .standardInput: "-"
    case .url(let url): url
    case .path(let path): path.text
    }
  }

  /// The text for messages, with the secrets of a URL masked.
  package var shown: String {
    if case .url(let url) = self { URLRedaction.redact(url) } else { text }
  }
}

/// One input of a run.
package enum Input: Hashable, Sendable {
  case file(InputPath)
  case entry(ArchiveEntry)
  case standardInput
  case url(String)
  /// A text that is not from a file.
  case memory(name: String, [UInt8])

  /// The name in findings, with secrets masked.
  package var name: String {
    switch self {
    case .file(let path): Redaction.fileName(path.text)
    case .entry(let entry): Redaction.fileName(entry.place.text)
    case .standardInput: "<stdin>"
    case .memory(let name, _): name
    case .url(let url): URLRedaction.redact(url)
    }
  }

  /// The path for globs. For an entry, it is like `a.zip!b.json`. Nil if the input is no file.
  package var place: InputPath? {
    switch self {
    case .file(let path): path
    case .entry(let entry): entry.place
    case .standardInput, .url, .memory: nil
    }
  }

  /// The file to open. For an entry, the archive.
  package var file: InputPath? {
    if case .entry(let entry) = self { entry.archive.path } else { place }
  }

  /// The paths, relative to a folder, that a glob may match. For an entry, also the archive's path.
  func places(in folder: InputPath) -> [[UInt8]] {
    let paths = file == place ? [file] : [place, file]
    return paths.compactMap { $0?.relative(to: folder) }
  }

  /// Whether the input can be read only once, because it is standard input or a pipe.
  var isStream: Bool {
    switch self {
    case .standardInput: true
    case .file(let path): !path.isRegularFile
    case .entry, .memory, .url: false
    }
  }

  /// Whether the input can be opened at any time without delay.
  package var isRegularFile: Bool {
    switch self {
    case .file(let path): path.isRegularFile
    case .entry, .memory: true
    case .standardInput, .url: false
    }
  }
}
