@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// The entries of `bodies` in a new configuration. If all files of a folder belong to the same
/// operation, the entry is a glob, because a new file may also belong to this operation. If not,
/// there is an entry for each file.
struct BodyEntries {
  /// A file of the project, relative to the configuration's folder.
  struct Body {
    let file: String
    /// The assumption. Nil if no entry may match the file.
    let assumption: Checker.Assumption?

    /// Whether the name can be written. A name with glob characters cannot be written as a path.
    fileprivate var isWritable: Bool { !GlobPattern.isGlob(file) && !file.contains("\\") }
  }

  typealias Entry = (file: String, assumption: Checker.Assumption)

  /// The entries in the order of the configuration. The first entry that matches a file is used.
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
    // The assumption of most files comes last. So the entries of the other files are found first.
    let order = groups.sorted {
      ($0.value.count, $0.value[0].file) < ($1.value.count, $1.value[0].file)
    }
    guard let most = order.last, most.value.count > 1,
      bodies.allSatisfy({ isSame($0, most.key) && ($0.assumption == most.key || $0.isWritable) })
    else { return bodies.compactMap(literal) }
    let others = order.dropLast().flatMap { $0.value.compactMap(literal) }
    return others + [("\(kind.folder)*\(kind.ending)", most.key)]
  }

  /// Whether a body belongs to the same operation or schema. The status may differ.
  private static func isSame(_ body: Body, _ assumption: Checker.Assumption) -> Bool {
    guard let own = body.assumption else { return false }
    return own.operation == assumption.operation && own.schema == assumption.schema
      && own.isRequest == assumption.isRequest
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
