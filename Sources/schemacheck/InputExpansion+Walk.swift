@_spi(Engine) import ContractCheck

extension InputExpansion {
  /// What a folder is searched for. A file that is named itself is read whatever it is called.
  static let extensions = ["har", "http", "json", "jsonl", "ndjson"]

  /// Folders that hold other people's files or built ones; hidden ones are passed over too.
  static let foldersPassedOver = [
    "Carthage", "DerivedData", "Pods", "bower_components", "node_modules",
  ]
  private static let folderExtensionsPassedOver = [
    "framework", "playground", "xcassets", "xcodeproj", "xcworkspace",
  ]
  /// JSON that says how a project is built.
  private static let filesPassedOver = [
    "composer.json", "jsconfig.json", "package-lock.json", "package.json", "tsconfig.json",
  ]

  /// Adds the captures of the folder that an operand names.
  mutating func walk(named folder: InputPath) {
    let before = inputs.count
    let troublesBefore = troubles.count
    walk(folder)
    if inputs.count == before, troubles.count == troublesBefore {
      let kinds = extensions.map { "*.\($0)" }.joined(separator: ", ")
      note(InputTrouble("\(folder.text): the folder holds none of \(kinds)"))
    }
  }

  /// Adds the captures of a folder and of those inside it, level by level: however deep they are,
  /// the call stack is not.
  private mutating func walk(_ root: InputPath) {
    var folders = [root]
    while let folder = folders.popLast() {
      guard let identity = folder.identity, walked.insert(identity).inserted else { continue }
      let entries: [InputPath.Entry]
      do {
        entries = try folder.entries()
      } catch {
        note(error)
        continue
      }
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let name = entry.name
        if entry.isRegularFile {
          if isCapture(name) { add(folder.appending(name)) }
          continue
        }
        let path = folder.appending(name)
        switch path.kind {
        case .folder: if !Self.isPassedOver(folder: name) { folders.append(path) }
        case .file:
          guard isCapture(name) else { continue }
          if path.isRegularFile {
            add(path)
          } else {
            note(InputTrouble("\(path.text): not a regular file; name it, or pipe it to `-`"))
          }
        // A link to nowhere, or a file that went away meanwhile.
        case .missing(let reason):
          if isCapture(name) { note(InputTrouble("\(path.text): \(reason)")) }
        }
      }
    }
  }

  // MARK: Globs

  /// Adds what a pattern without braces matches; a folder that it matches is walked.
  mutating func expandGlob(_ pattern: String) {
    let isAbsolute = pattern.hasPrefix("/")
    let parts = pattern.split(separator: "/").map(String.init)
    var found: Set<InputPath> = []
    // Work left: a folder, and the first part of the pattern that its names have to match.
    var open = [(folder: InputPath(isAbsolute ? "/" : ""), part: 0)]
    var seen: Set<GlobStep> = []
    while let (folder, index) = open.popLast() {
      guard index < parts.count else {
        found.insert(folder)
        continue
      }
      let part = parts[index]
      if part == "**" {
        // Once for a folder: links that lead back add nothing new.
        guard let identity = folder.identity, seen.insert(GlobStep(identity, index)).inserted else {
          continue
        }
        open.append((folder, index + 1))
        for name in (try? folder.names()) ?? []
        where name.first != UInt8(ascii: ".") && !Self.isPassedOver(folder: name) {
          let path = folder.appending(name)
          if path.kind == .folder {
            open.append((path, index))
          } else if index == parts.count - 1, isCapture(name) {
            found.insert(path)
          }
        }
      } else if GlobPattern.isGlob(part) {
        let glob = GlobPattern(part)
        for name in (try? folder.names()) ?? [] where glob.matches(name) {
          open.append((folder.appending(name), index + 1))
        }
      } else {
        let path = folder.appending(Array(part.utf8))
        if path.exists { open.append((path, index + 1)) }
      }
    }
    for path in found.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      switch path.kind {
      case .file: add(path)
      case .folder: walk(path)
      case .missing(let reason): note(InputTrouble("\(path.text): \(reason)"))
      }
    }
  }

  // MARK: Names

  private func isCapture(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return extensions.contains { text.hasSuffix(".\($0)") } && !Self.filesPassedOver.contains(text)
  }

  static func isPassedOver(folder name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return foldersPassedOver.contains(text)
      || folderExtensionsPassedOver.contains { text.hasSuffix(".\($0)") }
  }
}

/// A part of a pattern tried in a folder.
private struct GlobStep: Hashable {
  let folder: InputPath.Identity
  let part: Int

  init(_ folder: InputPath.Identity, _ part: Int) {
    self.folder = folder
    self.part = part
  }
}
