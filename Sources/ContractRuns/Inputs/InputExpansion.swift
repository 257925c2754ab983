@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck

/// Expands operands (files, folders, globs, `-` and URLs) to inputs, sorted by name, without
/// duplicates. An input that does not exist is an error. The other inputs are still checked.
package struct InputExpansion {
  package private(set) var inputs: [Input] = []
  /// Files that the operands name. Files from folders and globs are not included.
  package private(set) var named: Set<InputPath> = []
  private(set) var errors: [RunError] = []
  /// The number of files in folders that are no captures according to their names, by extension.
  private(set) var filesNotRead: [String: Int] = [:]
  /// Lines about the first of these files, with reasons.
  private(set) var notRead: [String] = []
  /// Regular files that were found in folders or by globs.
  private(set) var unnamed: Set<Input> = []
  /// The visited folders. They are kept so that a cycle of links ends.
  private var walked: Set<FileState.Identity> = []
  /// The paths with an error. Each error is reported once.
  private var told: Set<InputPath> = []

  let extensions: [String]

  package init(_ operands: [Operand], extensions: [String] = Self.extensions) {
    self.extensions = extensions
    for operand in operands {
      switch operand {
      case .standardInput: inputs.append(.standardInput)
      case .url(let url): inputs.append(.url(url))
      case .path(let path): expand(path)
      }
    }
    for path in named { unnamed.remove(.file(path)) }
    var seen: Set<Input> = []
    inputs = inputs.filter { seen.insert($0).inserted }.sorted {
      $0.sortKey.precedes($1.sortKey)
    }
  }

  /// Drops files that the run reads for another purpose, for example as a contract. A file that an
  /// operand names stays an input.
  package mutating func leaveOut(_ files: [InputPath]) {
    for path in remove(files) {
      Self.count(.file(path), in: &filesNotRead)
      addNotRead(path, "the run uses the file as a contract, as rules or as a baseline")
    }
  }

  /// Drops files that a HAR of the run names as bodies. They are checked together with the HAR.
  package mutating func leaveOutBodies(_ zlib: Zlib) {
    func isHAR(_ input: Input) -> Bool { input.place?.bytes.hasEnding(".har") ?? false }
    guard unnamed.contains(where: { !isHAR($0) }) else { return }
    var entries: Set<Input> = []
    var files: [InputPath] = []
    for input in inputs where isHAR(input) {
      if case .entry(let entry) = input { entries.formUnion(entry.bodies(zlib).map(Input.entry)) }
      guard case .file(let path) = input else { continue }
      let reader = BodyFileReader(path)
      if reader.mayNameFiles(zlib) { files += reader.places(zlib) }
    }
    _ = remove(files)
    inputs.removeAll(where: entries.contains)
    unnamed.subtract(entries)
  }

  /// Removes files that no operand names, and returns them.
  private mutating func remove(_ files: [InputPath]) -> [InputPath] {
    let names = Set(files.map(\.lastName))
    let identities = Set(files.compactMap(\.identity))
    var removed: [InputPath] = []
    for case .file(let path) in inputs where names.contains(path.lastName) {
      guard let identity = path.identity, identities.contains(identity),
        unnamed.remove(.file(path)) != nil
      else { continue }
      removed.append(path)
    }
    let gone = Set(removed)
    inputs.removeAll { if case .file(let path) = $0 { gone.contains(path) } else { false } }
    return removed
  }

  private mutating func expand(_ path: InputPath) {
    guard !path.bytes.isEmpty else {
      errors.append(RunError("an input has an empty name"))
      return
    }
    switch path.kind {
    case .file:
      named.insert(path)
      if Archive.isArchive(path) { return addEntries(of: path, isNamed: true) }
      inputs.append(.file(path))
    case .folder: walk(named: path)
    case .missing(let reason):
      guard GlobPattern.isGlob(path.text) else {
        errors.append(RunError("\(path.text): \(reason)\(Operand.hint(path.text))"))
        return
      }
      let before = inputs.count
      let errorsBefore = errors.count
      for pattern in GlobPattern.alternatives(of: path.text) {
        expandGlob(pattern, in: path.base)
      }
      if inputs.count == before, errors.count == errorsBefore {
        errors.append(RunError("\(path.text): no file matches"))
      }
    }
  }
}

extension Input {
  fileprivate var sortKey: [UInt8] {
    place?.bytes ?? Array(name.utf8)
  }
}

extension InputExpansion {
  /// The extensions for files in folders. A file that the user names is always read.
  package static let extensions = CaptureName.captures + CaptureName.archives

  private mutating func walk(named folder: InputPath) {
    // Another operand contains it.
    if let identity = folder.identity, walked.contains(identity) { return }
    let before = inputs.count
    let errorsBefore = errors.count
    walk(folder)
    if inputs.count == before, errors.count == errorsBefore {
      let kinds = extensions.map { "*.\($0)" }.joined(separator: ", ")
      errors.append(RunError("\(folder.text): the folder contains none of \(kinds)"))
    }
  }

  /// Visits everything in a folder without recursion. So deep folders cannot overflow the call
  /// stack.
  private mutating func walk(_ root: InputPath) {
    var folders = [root]
    while let folder = folders.popLast() {
      guard let identity = folder.identity, walked.insert(identity).inserted else { continue }
      let entries: [(name: [UInt8], isRegularFile: Bool)]
      do {
        entries = try folder.entries()
      } catch {
        errors.append(error)
        continue
      }
      let hasHAR = entries.contains { $0.name.hasEnding(".har") }
      names: for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let name = entry.name
        if hasHAR, CaptureName.isBodyOfHAR(name) { continue }
        if entry.isRegularFile {
          if isCapture(name) {
            addUnnamed(folder.appending(name))
          } else {
            countNotRead(folder.appending(name))
          }
          continue
        }
        let path = folder.appending(name)
        switch path.kind {
        case .folder: if !CaptureName.isSkipped(folder: name) { folders.append(path) }
        case .file:
          guard isCapture(name) else {
            countNotRead(path)
            continue
          }
          addFound(path)
        case .missing(let reason):
          if isClosed(folder, reason) { break names }
          // This is a broken link, or a file that was just deleted.
          if isCapture(name) { errors.append(RunError("\(path.text): \(reason)")) }
        }
      }
    }
  }

  /// Expands a pattern without braces. Adds the matching files, and the captures in matching
  /// folders.
  private mutating func expandGlob(_ pattern: String, in base: [UInt8]) {
    let isAbsolute = pattern.hasPrefix("/")
    let parts = pattern.split(separator: "/").map(String.init)
    var found: Set<InputPath> = []
    // The folders to visit, each with the index of the part of the pattern for its names.
    var open = [(folder: InputPath(isAbsolute ? [0x2F] : [], in: base), part: 0)]
    var seen: [Int: Set<FileState.Identity>] = [:]
    while let (folder, index) = open.popLast() {
      guard index < parts.count else {
        found.insert(folder)
        continue
      }
      let part = parts[index]
      if part == "**" {
        // Each folder is visited once, so that a cycle of links ends.
        guard let identity = folder.identity,
          seen[index, default: []].insert(identity).inserted
        else { continue }
        open.append((folder, index + 1))
        names: for name in names(in: folder)
        where name.first != UInt8(ascii: ".") && !CaptureName.isSkipped(folder: name) {
          let path = folder.appending(name)
          switch path.kind {
          case .folder: open.append((path, index))
          case .file: if index == parts.count - 1, isCapture(name) { found.insert(path) }
          case .missing(let reason):
            if isClosed(folder, reason) { break names }
            noteUnreachable(path, reason)
          }
        }
      } else if GlobPattern.isGlob(part) {
        let glob = GlobPattern(part)
        for name in names(in: folder) where glob.matches(name) {
          let path = folder.appending(name)
          if case .missing(let reason) = path.kind, isClosed(folder, reason) { break }
          open.append((path, index + 1))
        }
      } else {
        let path = folder.appending(Array(part.utf8))
        if case .missing(let reason) = path.kind {
          if !isClosed(folder, reason) { noteUnreachable(path, reason) }
        } else {
          open.append((path, index + 1))
        }
      }
    }
    for path in found.sorted(by: { $0.bytes.precedes($1.bytes) }) {
      switch path.kind {
      case .file: addFound(path)
      case .folder: walk(path)
      case .missing(let reason): errors.append(RunError("\(path.text): \(reason)"))
      }
    }
  }

  /// Adds a file that the user does not name. A pipe is not added, because the run would wait for
  /// its writer.
  private mutating func addFound(_ path: InputPath) {
    if path.isRegularFile {
      addUnnamed(path)
    } else if told.insert(path).inserted {
      errors.append(
        RunError(
          "\(path.text): not a regular file; give the file itself as INPUT, or "
            + "pipe it to `-`"))
    }
  }

  /// Whether a folder can be listed but not entered. Then no file in the folder can be read. This
  /// counts as one error.
  private mutating func isClosed(_ folder: InputPath, _ reason: String) -> Bool {
    guard reason == systemMessage(EACCES), !folder.canBeEntered else { return false }
    if told.insert(folder).inserted { errors.append(RunError("\(folder.text): \(reason)")) }
    return true
  }

  /// Reports a path that a glob cannot reach, unless there is simply no such file.
  private mutating func noteUnreachable(_ path: InputPath, _ reason: String) {
    let isAbsent = [ENOENT, ENOTDIR].contains { reason == systemMessage($0) }
    if !isAbsent { errors.append(RunError("\(path.text): \(reason)")) }
  }

  private mutating func names(in folder: InputPath) -> [[UInt8]] {
    if case .missing(let reason) = folder.kind { noteUnreachable(folder, reason) }
    guard folder.kind == .folder else { return [] }
    do {
      return try folder.entries().map { $0.name }
    } catch {
      errors.append(error)
      return []
    }
  }

  /// If there are very many extensions, the further ones are counted together. Very long extensions
  /// are also counted together.
  private mutating func countNotRead(_ path: InputPath) {
    let kind = Self.kind(of: path.bytes)
    Self.count(kind, in: &filesNotRead)
    let words = kind.hasPrefix(".") ? "with this extension" : kind
    addNotRead(
      path,
      "in folders, files \(words) are not read; to read such a file, give the file "
        + "itself as INPUT")
  }

  private mutating func addNotRead(_ path: InputPath, _ reason: String) {
    guard notRead.count < Self.mostLines else { return }
    notRead.append("\(Input.file(path).name): not read: \(reason)")
  }

  private static let mostLines = 200

  /// Counts a file by its extension, or by `without extension`.
  static func count(_ input: Input, in counts: inout [String: Int]) {
    guard let path = input.place else { return }
    count(kind(of: path.bytes), in: &counts)
  }

  static func count(_ kind: String, in counts: inout [String: Int]) {
    let isLong = kind.hasPrefix(".") && kind.utf8.count > 12
    let isOther = counts[kind] == nil && (counts.count >= 100 || isLong)
    counts[isOther ? "others" : kind, default: 0] += 1
  }

  /// - Parameter path: A name or a path.
  private static func kind(of path: [UInt8]) -> String {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    let text = String(decoding: name, as: UTF8.self)
    return text.lastIndex(of: ".").map { text[$0...].lowercased() } ?? "without extension"
  }

  private mutating func addUnnamed(_ path: InputPath) {
    if CaptureName.isArchive(path.bytes) { return addEntries(of: path, isNamed: false) }
    inputs.append(.file(path))
    unnamed.insert(.file(path))
  }

  /// Adds the content of an archive as if it were a folder. If no entry of an archive can be read
  /// and the user names the archive, this is an error. Otherwise the archive counts as a file that
  /// is not read.
  private mutating func addEntries(of path: InputPath, isNamed: Bool) {
    let archive: Archive
    do throws(RunError) {
      archive = try Archive(path)
    } catch {
      errors.append(error)
      return
    }
    let content = ArchiveContent(archive, extensions)
    guard !content.inputs.isEmpty || !content.errors.isEmpty else {
      // Archives inside an archive are not read.
      let kinds = extensions.filter { !CaptureName.archives.contains($0) }
      let list = kinds.map { "*.\($0)" }.joined(separator: ", ")
      let reason = "the archive contains none of \(list)"
      if isNamed {
        errors.append(RunError("\(Input.file(path).name): \(reason)"))
      } else {
        Self.count(.file(path), in: &filesNotRead)
        addNotRead(path, reason)
      }
      return
    }
    inputs += content.inputs
    unnamed.formUnion(content.inputs)
    errors += content.errors
    for (kind, count) in content.filesNotRead {
      for _ in 0..<count { Self.count(kind, in: &filesNotRead) }
    }
  }

  private func isCapture(_ name: [UInt8]) -> Bool {
    CaptureName.isCapture(name, extensions: extensions)
  }
}
