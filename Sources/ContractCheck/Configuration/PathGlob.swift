/// A glob over paths that are relative to a folder: `Tests/**/*.json`, `captures/{a,b}.har`.
///
/// `*`, `?` and `[a-z]` stay within a name, `**` stands for any number of folders, `{a,b}` for
/// either. What matches a folder matches everything in it. Names that begin with a dot are matched
/// by a literal dot only.
public struct PathGlob: Hashable, Sendable, CustomStringConvertible {
  /// The glob as it is written.
  public let description: String

  private enum Part: Hashable, Sendable {
    case anyFolders
    case name(GlobPattern)
  }

  private let alternatives: [[Part]]

  /// The glob that a text writes; nil where it is empty or absolute.
  public init?(_ text: String) {
    guard !text.isEmpty, !text.hasPrefix("/") else { return nil }
    description = text
    alternatives = GlobPattern.alternatives(of: text).map { path in
      path.split(separator: "/").filter { $0 != "." }.map {
        $0 == "**" ? .anyFolders : .name(GlobPattern($0))
      }
    }
  }

  /// Whether the glob matches a path or one of the folders that lead to it.
  ///
  /// - Parameter path: The path's bytes, relative to the glob's folder.
  /// - Complexity: The product of the lengths of path and glob.
  public func matches(_ path: some Collection<UInt8>) -> Bool {
    let names = path.split(separator: UInt8(ascii: "/"))
    return alternatives.contains { Self.matches(names, $0) }
  }

  private static func matches(_ names: [some Collection<UInt8>], _ parts: [Part]) -> Bool {
    // All the parts that the next name may have to match, at once: no way is tried twice.
    var open = Array(repeating: false, count: parts.count + 1)
    enter(0, &open, parts)
    for name in names where !open[parts.count] {
      var next = Array(repeating: false, count: parts.count + 1)
      for (index, part) in parts.enumerated() where open[index] {
        switch part {
        case .anyFolders:
          if name.first != UInt8(ascii: ".") { enter(index, &next, parts) }
        case .name(let glob):
          if glob.matches(name) { enter(index + 1, &next, parts) }
        }
      }
      open = next
    }
    return open[parts.count]
  }

  private static func enter(_ index: Int, _ open: inout [Bool], _ parts: [Part]) {
    var index = index
    open[index] = true
    while index < parts.count, parts[index] == .anyFolders {
      index += 1
      open[index] = true
    }
  }
}
