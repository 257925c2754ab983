@_spi(Engine) internal import JSONTape

/// Converts the paths of inputs for reports about a repository. The new paths are relative to the
/// repository's top folder. The new paths have no parts `.` or `..`. The character `/` separates
/// the parts of a path.
public struct ReportPaths: Sendable {
  private let folder: [Substring]
  private let root: [Substring]

  /// - Parameters:
  ///   - folder: The absolute path of the working folder. Empty if the folder is unknown.
  ///   - root: The repository's top folder. If the working folder is not inside this folder, the
  ///     working folder is used as the top folder.
  public init(folder: String = "", root: String? = nil) {
    let parts = Self.parts(folder)
    self.folder = parts
    let top = root.map(Self.parts) ?? parts
    self.root = parts.starts(with: top) ? top : parts
  }

  /// The path of an input. The path is absolute if the input is not in the top folder. A URL or
  /// another text stays unchanged.
  public func path(of name: String) -> String {
    guard !Self.isURL(name), !name.isEmpty else { return name }
    let isAbsolute = name.hasPrefix("/")
    if isAbsolute, folder.isEmpty { return name }
    var parts = isAbsolute ? [] : folder
    var climbed = 0
    for part in name.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil, !isAbsolute {
        climbed += 1
      }
    }
    if parts.starts(with: root), climbed == 0 {
      let rest = parts.dropFirst(root.count)
      return rest.isEmpty ? name : rest.joined(separator: "/")
    }
    if folder.isEmpty {
      return (Array(repeating: "..", count: climbed) + parts.map(String.init))
        .joined(separator: "/")
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path of an input as a URI reference (RFC 3986), and whether it is relative to the top
  /// folder.
  func uri(of name: String) -> (uri: String, isRelative: Bool) {
    if Self.isURL(name) { return (Self.encoded(name, allowing: ":/?#[]@!$&'()*+,;=%"), false) }
    let path = path(of: name)
    let encoded = Self.encoded(path, allowing: "/!")
    return path.hasPrefix("/") ? ("file://" + encoded, false) : (encoded, true)
  }

  private static func encoded(_ text: String, allowing others: String) -> String {
    PercentEncoding.encode(text.utf8, allowing: others)
  }

  private static func isURL(_ name: String) -> Bool {
    let start = name.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
