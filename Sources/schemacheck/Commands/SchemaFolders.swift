@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns
import Dispatch
import JSONSchema
import JSONTape

/// Finds the documents to which a schema refers. The folders of `--resolve` are searched. For
/// references without a scheme, the schema's own folder is also searched.
struct SchemaFolders: Sendable {
  private var mounts: [(prefix: String, folder: InputPath)] = []
  private let home: InputPath
  private let found = FoundFiles()

  /// The documents found so far.
  var files: [InputPath] { found.paths }

  /// - Parameter pairs: URI prefixes with folders
  init(_ pairs: [(name: String, value: String)], schema: Argument) throws(RunError) {
    home = InputPath(schema.bytes).folder
    for (prefix, folder) in pairs {
      let path = InputPath(folder)
      guard case .folder = path.kind else {
        let shown = Redaction.shown(folder, ofProperty: prefix)
        throw RunError("`--resolve`: `\(shown)` is not a folder")
      }
      mounts.append((prefix, path))
    }
    // The longest prefix has priority.
    mounts.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  /// The document with a URI. Nil if no folder contains it.
  @Sendable func source(_ uri: String) throws(SchemaError) -> SchemaRegistry.Source? {
    for mount in mounts where uri.hasPrefix(mount.prefix) {
      if let source = try read(uri.dropFirst(mount.prefix.count), in: mount.folder) {
        return source
      }
    }
    // In a schema without a scheme, a reference without a scheme is a path from the schema's
    // folder.
    guard !uri.isEmpty, !uri.hasPrefix("/"), !uri.contains(":") else { return nil }
    return try read(uri[...], in: home)
  }

  /// The content of a file. Nil if the path leads out of the folder.
  private func read(
    _ reference: Substring, in folder: InputPath
  ) throws(SchemaError) -> SchemaRegistry.Source? {
    let path = PercentEncoding.decode(reference.prefix { $0 != "?" }.utf8)
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard !parts.isEmpty, !parts.contains(Array("..".utf8)[...]), !path.contains(0) else {
      return nil
    }
    let relative = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    for suffix in ["", ".json", ".yaml", ".yml"] {
      let name = relative + Array(suffix.utf8)
      let file = folder.appending(name)
      guard case .file = file.kind else { continue }
      let bytes: [UInt8]?
      do throws(Contract.CompanionError) {
        bytes = try folder.companion(named: String(decoding: name, as: UTF8.self))
      } catch {
        throw SchemaError(
          message: error.reason, document: "", name: file.text, pointer: JSONPointer(), offset: 0,
          position: TextPosition(line: 1, column: 1))
      }
      guard let bytes else { continue }
      found.add(file)
      return try SchemaRegistry.Source(reading: bytes, name: file.text)
    }
    return nil
  }
}

private final class FoundFiles: @unchecked Sendable {
  private let queue = DispatchQueue(label: "schemacheck.schemas")
  private var all: [InputPath] = []

  var paths: [InputPath] { queue.sync { all } }

  func add(_ path: InputPath) { queue.sync { all.append(path) } }
}
