@_spi(Engine) internal import ContractCheck

/// The files of folders and globs, as `schemacheck check` finds them.
struct FixtureFiles {
  /// Relative to the folder where relative, sorted by their bytes, each once.
  private(set) var paths: [String] = []
  /// Those that were found in folders or by globs, and not named.
  private(set) var unnamed: Set<String> = []
  /// What could not be found or read, a line each.
  private(set) var problems: [String] = []
  /// What relative paths are relative to, with a slash at its end.
  private let base: String
  /// Visited folders, so that a cycle of links ends.
  private var walked: Set<FixtureFile.Identity> = []

  /// - Parameter inputs: Files, folders and globs.
  init(_ inputs: [String], in base: String) {
    self.base = base
    for input in inputs { add(input) }
    paths = Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    unnamed = Set(paths).subtracting(inputs)
  }

  private static let extensions = CaptureName.captures + CaptureName.archives

  private mutating func add(_ input: String) {
    let found: FixtureFile
    do {
      found = try fixture(input, in: base)
    } catch {
      guard GlobPattern.isGlob(input) else {
        problems.append("\(input): \(error.reason)")
        return
      }
      let before = (paths.count, problems.count)
      for pattern in GlobPattern.alternatives(of: input) { addMatches(of: pattern) }
      if before == (paths.count, problems.count) { problems.append("\(input): no file matches") }
      return
    }
    let before = (paths.count, problems.count)
    take(found, input)
    if found.kind == .folder, before == (paths.count, problems.count) {
      let kinds = CaptureName.captures.map { "*.\($0)" }.joined(separator: ", ")
      problems.append("\(input): the folder contains none of \(kinds)")
    }
  }

  private mutating func take(_ file: FixtureFile, _ path: String) {
    switch file.kind {
    case .file where CaptureName.isArchive(Array(path.utf8)):
      problems.append("\(path): an archive; check it with `schemacheck check`")
    case .file: paths.append(path)
    case .folder: walk(path)
    case .other: problems.append("\(path): not a regular file")
    }
  }

  /// Without recursion, so that deep folders cannot overflow the call stack.
  private mutating func walk(_ root: String) {
    var folders = [root]
    while let folder = folders.popLast() {
      for name in names(in: folder) {
        let path = Self.path(folder, name)
        let isCapture = CaptureName.isCapture(Array(name.utf8), extensions: Self.extensions)
        do {
          let file = try fixture(path, in: base)
          if file.kind == .folder {
            if !CaptureName.isSkipped(folder: Array(name.utf8)) { folders.append(path) }
          } else if isCapture {
            take(file, path)
          }
        } catch {
          // A broken link, or a file that was deleted meanwhile.
          if isCapture { problems.append("\(path): \(error.reason)") }
        }
      }
    }
  }

  /// The names in a folder that are not hidden; none for a folder that was visited.
  private mutating func names(in folder: String) -> [String] {
    do {
      let found = try fixture(folder, in: base)
      guard walked.insert(found.identity).inserted else { return [] }
      return try found.names().filter { !$0.hasPrefix(".") }
    } catch {
      problems.append("\(folder): \(error.reason)")
      return []
    }
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension FixtureFiles {
  /// A place to look at, and the part of the glob that comes next.
  private struct Step: Hashable {
    let path: String
    let part: Int
  }

  /// Takes a glob without braces.
  private mutating func addMatches(of pattern: String) {
    let parts = pattern.split(separator: "/").map(String.init)
    var open = [Step(path: pattern.hasPrefix("/") ? "/" : "", part: 0)]
    // By folder and part, so that a cycle of links ends.
    var seen: [Int: Set<FixtureFile.Identity>] = [:]
    while let step = open.popLast() {
      guard let found = try? fixture(step.path.isEmpty ? "." : step.path, in: base) else {
        noteUnreadable(step.path)
        continue
      }
      guard step.part < parts.count else {
        take(found, step.path)
        continue
      }
      guard found.kind == .folder else { continue }
      let part = parts[step.part]
      let isAny = part == "**"
      if isAny {
        guard seen[step.part, default: []].insert(found.identity).inserted else { continue }
        // At its end it means everything in the folder.
        if step.part == parts.count - 1 {
          walk(step.path)
          continue
        }
        open.append(Step(path: step.path, part: step.part + 1))
      }
      guard isAny || GlobPattern.isGlob(part) else {
        let path = Self.path(step.path, part)
        // What is not there does not match.
        if (try? fixture(path, in: base)) != nil {
          open.append(Step(path: path, part: step.part + 1))
        } else {
          noteUnreadable(path)
        }
        continue
      }
      let glob = GlobPattern(part)
      do {
        for name in try found.names() {
          let path = Self.path(step.path, name)
          if !isAny {
            if glob.matches(name.utf8) { open.append(Step(path: path, part: step.part + 1)) }
          } else if !name.hasPrefix("."), !CaptureName.isSkipped(folder: Array(name.utf8)),
            (try? fixture(path, in: base))?.kind == .folder
          {
            open.append(Step(path: path, part: step.part))
          }
        }
      } catch {
        problems.append("\(step.path): \(error.reason)")
      }
    }
  }

  /// For a path that cannot be looked at, for another reason than that nothing is there.
  private mutating func noteUnreadable(_ path: String) {
    do {
      _ = try fixture(path, in: base)
    } catch {
      if !error.isAbsence { problems.append("\(path): \(error.reason)") }
    }
  }
}
