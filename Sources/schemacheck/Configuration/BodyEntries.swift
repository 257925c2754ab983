@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// The entries of `bodies` in a new configuration: a glob for the files of a folder with the same
/// assumption, if it matches no other files.
struct BodyEntries {
  /// A file of the project, relative to the configuration's folder.
  struct Body {
    let file: String
    /// The assumption; nil if no entry may match the file.
    let assumption: Checker.Assumption?

    /// Whether the name can be written: a name with glob characters cannot be a path.
    fileprivate var isWritable: Bool { !GlobPattern.isGlob(file) && !file.contains("\\") }
  }

  typealias Entry = (file: String, assumption: Checker.Assumption)

  /// The entries in the order of the configuration: the first that matches a file is used.
  let entries: [Entry]

  init(_ bodies: [Body]) {
    let folders = Dictionary(grouping: bodies) { Self.kind(of: $0.file) }
    let kinds = folders.keys.sorted { ($0.folder, $0.ending) < ($1.folder, $1.ending) }
    let entries = kinds.flatMap { Self.entries(of: folders[$0] ?? [], $0) }
    // A run uses the same matching.
    self.entries = Self.agree(entries, with: bodies) ? entries : bodies.compactMap(Self.literal)
  }

  /// The common facts of the files that one glob may match.
  private struct Kind: Hashable {
    /// The folder with the slash at its end.
    let folder: String
    /// The extension with its dot.
    let ending: String
  }

  private static func kind(of file: String) -> Kind {
    let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    let name = file[slash...]
    return Kind(
      folder: String(file[..<slash]),
      ending: name.lastIndex(of: ".").map { String(name[$0...]) } ?? "")
  }

  private static func literal(_ body: Body) -> Entry? {
    guard body.isWritable, let assumption = body.assumption else { return nil }
    return (body.file, assumption)
  }

  private static func entries(of bodies: [Body], _ kind: Kind) -> [Entry] {
    let isWritable = !GlobPattern.isGlob(kind.folder + kind.ending) && !kind.folder.contains("\\")
    guard isWritable else { return [] }
    var groups: [Checker.Assumption: [Body]] = [:]
    for body in bodies {
      if let assumption = body.assumption { groups[assumption, default: []].append(body) }
    }
    // The assumption of most files comes last, so that the entries of the others are found first.
    let order = groups.sorted {
      ($0.value.count, $0.value[0].file) < ($1.value.count, $1.value[0].file)
    }
    var entries: [Entry] = []
    for (number, (assumption, group)) in order.enumerated() {
      let others = bodies.filter { $0.assumption != assumption }
      let isLast = number == order.count - 1 && others.allSatisfy { $0.assumption != nil }
      let glob =
        group.count < 2
        ? nil
        : isLast && others.allSatisfy(\.isWritable)
          ? "\(kind.folder)*\(kind.ending)" : narrowGlob(of: group, besides: others, kind)
      if let glob {
        entries.append((glob, assumption))
      } else {
        entries += group.compactMap(literal)
      }
    }
    return entries
  }

  /// A glob by words that the names begin or end with, such as `user-*.json`.
  private static func narrowGlob(of group: [Body], besides others: [Body], _ kind: Kind) -> String?
  {
    let names = group.map { $0.file.dropFirst(kind.folder.count).dropLast(kind.ending.count) }
    let globs = [
      "\(kind.folder)\(sharedWords(names.map { Array($0) }))*\(kind.ending)",
      "\(kind.folder)*\(String(sharedWords(names.map { $0.reversed() }).reversed()))\(kind.ending)",
    ]
    let widest = "\(kind.folder)*\(kind.ending)"
    return globs.first { glob in
      guard glob != widest, !GlobPattern.isGlob(glob.replacing("*", with: "")),
        !glob.contains("\\"), let pattern = PathGlob(glob)
      else { return false }
      return !others.contains { pattern.matches(Array($0.file.utf8)) }
    }
  }

  /// The characters with which all names begin, up to the last end of a word.
  private static func sharedWords(_ names: [[Character]]) -> String {
    guard var shared = names.first?[...] else { return "" }
    for name in names.dropFirst() {
      shared = shared.prefix(zip(shared, name).prefix { $0 == $1 }.count)
    }
    let end = shared.lastIndex { !$0.isLetter && !$0.isNumber }
    return end.map { String(shared[...$0]) } ?? ""
  }

  /// Whether each file gets its own assumption. The assumption of a file without an entry is
  /// guessed again.
  private static func agree(_ entries: [Entry], with bodies: [Body]) -> Bool {
    let globs = entries.map { PathGlob($0.file) }
    return bodies.allSatisfy { body in
      let path = Array(body.file.utf8)
      let found = globs.firstIndex { $0?.matches(path) ?? false }.map { entries[$0].assumption }
      return found == body.assumption || found == nil && !body.isWritable
    }
  }
}
