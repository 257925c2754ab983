import ContractRuns

/// The files that changed since a revision, or since the common ancestor of this revision and the
/// current one. The changes may be committed, staged or unstaged. New files count unless git
/// ignores them.
struct GitChanges {
  private let top: InputPath
  /// The changed files, relative to the top folder.
  private let changed: Set<GitName>
  private static let git = Git(purpose: "`--changed-since`")

  /// - Throws: if git, the repository or the revision does not exist
  init(since revision: Argument) throws(RunError) {
    // Git would read it as an option.
    guard revision.bytes.first != UInt8(ascii: "-"), !revision.bytes.contains(0) else {
      throw RunError("`--changed-since` takes a revision, not `\(revision.text)`")
    }
    let top = try Self.line(["rev-parse", "--show-toplevel"]) { words in
      "`--changed-since` needs a git repository: \(words)"
    }
    var names: [[UInt8]]
    if try Self.git.run(["rev-list", "--all", "-n", "1"]).output.isEmpty {
      // Before the first commit, every file is new.
      names = try Self.names(["-C", Argument(bytes: top), "ls-files", "-z"])
    } else {
      names = try Self.names(changedSince: revision)
    }
    names += try Self.names([
      "-C", Argument(bytes: top), "ls-files", "--others", "--exclude-standard", "-z",
    ])
    // Git may spell the path differently from the file system.
    self.top = InputPath(top).resolved
    changed = Self.set(of: names)
  }

  /// The files that git knows and that differ from the common ancestor.
  private static func names(changedSince revision: Argument) throws(RunError) -> [[UInt8]] {
    let commit = try line([
      "rev-parse", "--verify", "--quiet", Argument(bytes: revision.bytes + Array("^{commit}".utf8)),
    ]) { _ in
      "`--changed-since`: git has no revision `\(revision.text)` here (a shallow clone has only "
        + "some revisions)"
    }
    // Changes on the other branch after the common ancestor do not count.
    let base = try git.run(["merge-base", Argument(bytes: commit), "HEAD"])
    let isKnown = base.status == 0 && base.output.last == UInt8(ascii: "\n")
    let start = isKnown ? Array(base.output.dropLast()) : commit
    let options: [Argument] = [
      "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
      "--ignore-submodules=none",
    ]
    return try names(
      ["-c", "diff.relative=false", "diff"] + options + [Argument(bytes: start), "--"])
  }

  /// Whether a file changed. Also true for a link to a changed file. Nil outside the repository.
  func contains(_ file: InputPath) -> Bool? {
    let names = names(of: file)
    return names.isEmpty ? nil : names.contains { Self.contains($0, changed) }
  }

  /// Whether a file in a folder or below it changed or was deleted.
  func hasChanges(in folder: InputPath) -> Bool {
    guard var name = folder.name(in: top) else { return false }
    if name.last == UInt8(ascii: "/") { name.removeLast() }
    return changed.contains { $0.isInside(name) }
  }

  /// The files that git ignores. Their changes are not known.
  func ignored(among files: some Collection<InputPath>) throws(RunError) -> Set<InputPath> {
    var ignored: Set<InputPath> = []
    var rest = files.map { (file: $0, names: names(of: $0)) }[...]
    while !rest.isEmpty {
      // The number of arguments is limited.
      let batch = rest.prefix(256)
      rest = rest.dropFirst(256)
      let options: [Argument] = [
        "--literal-pathspecs", "-C", Argument(bytes: top.bytes), "ls-files", "--others",
        "--ignored",
        "--exclude-standard", "-z", "--",
      ]
      let names = try Self.names(options + batch.flatMap(\.names).map { Argument(bytes: $0) })
      let found = Self.set(of: names)
      for (file, names) in batch where names.contains(where: { Self.contains($0, found) }) {
        ignored.insert(file)
      }
    }
    return ignored
  }

  /// The names of the file and of its link's target. Empty outside the repository. A deleted folder
  /// has no links.
  private func names(of file: InputPath) -> [[UInt8]] {
    [file.realPlace ?? file, file.real].compactMap { $0?.name(in: top) }
  }

  private static func contains(_ name: [UInt8], _ set: Set<GitName>) -> Bool {
    // A nested repository counts as changed as a whole.
    name.indices.contains { name[$0] == UInt8(ascii: "/") && set.contains(GitName(name[..<$0])) }
      || set.contains(GitName(name[...]))
  }

  /// Git writes a slash after the name of a nested repository.
  private static func set(of names: [[UInt8]]) -> Set<GitName> {
    Set(names.map { GitName($0.last == UInt8(ascii: "/") ? $0.dropLast() : $0[...]) })
  }

  private static func line(
    _ arguments: [Argument], refusal: (_ words: String) -> String
  ) throws(RunError) -> [UInt8] {
    let line = try git.output(of: arguments, refusal: refusal) {
      $0.last == UInt8(ascii: "\n") && $0.count > 1
    }
    return line.dropLast()
  }

  /// Git ends each name with a zero byte.
  private static func names(_ arguments: [Argument]) throws(RunError) -> [[UInt8]] {
    try git.output(of: arguments) { "`--changed-since`: git: \($0)" }.split(separator: 0).map(
      Array.init)
  }
}

/// A name for comparison. On Darwin, git composes accents, but the file system does not. So on
/// Darwin, names are compared as text, in which canonically equivalent strings are equal. On other
/// systems, names are compared as bytes.
enum GitName: Hashable {
  case bytes(ArraySlice<UInt8>)
  case text(String)

  #if canImport(Darwin)
    static let isText = true
  #else
    static let isText = false
  #endif

  init(_ name: ArraySlice<UInt8>, isText: Bool = isText) {
    self = isText ? .text(String(decoding: name, as: UTF8.self)) : .bytes(name)
  }

  /// Whether the file is in a folder or below it.
  func isInside(_ folder: [UInt8]) -> Bool {
    let start = GitName(folder.isEmpty ? [] : (folder + [UInt8(ascii: "/")])[...])
    return switch (self, start) {
    case (.bytes(let name), .bytes(let start)): name.starts(with: start)
    case (.text(let name), .text(let start)): name.hasPrefix(start)
    case (.bytes, .text), (.text, .bytes): false
    }
  }
}
