import ContractCheck
import JSONSchema
import JSONTape

/// Finds the documents that a schema refers to: in the folders of `--resolve`, and in the schema's own
/// folder for references without a scheme.
struct SchemaFolders: Sendable {
  private var mounts: [(prefix: String, folder: InputPath)] = []
  private let home: InputPath

  /// - Parameters: pairs of a URI prefix and a folder, and the file of the schema
  init(_ pairs: [(name: String, value: String)], schema: Argument) throws(ToolError) {
    home = InputPath(schema.bytes).folder
    for (prefix, folder) in pairs {
      let path = InputPath(folder)
      guard case .folder = path.kind else {
        throw ToolError("`--resolve`: `\(folder)` is not a folder")
      }
      mounts.append((prefix, path))
    }
    // The longest prefix has priority.
    mounts.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  /// The document of a URI; nil if no folder contains it.
  @Sendable func source(_ uri: String) throws(SchemaError) -> SchemaRegistry.Source? {
    for mount in mounts where uri.hasPrefix(mount.prefix) {
      if let source = try read(uri.dropFirst(mount.prefix.count), in: mount.folder) {
        return source
      }
    }
    // A reference without a scheme, in a schema without one, is a path from the schema's folder.
    guard !uri.isEmpty, !uri.hasPrefix("/"), !uri.contains(":") else { return nil }
    return try read(uri[...], in: home)
  }

  /// Reads a path below a folder; nil for a path that leads out of it.
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
      if let bytes { return try SchemaRegistry.Source(reading: bytes, name: file.text) }
    }
    return nil
  }
}

extension InputPath {
  /// The bytes of a file in this folder that a contract or a schema refers to; nil if there is none. A
  /// link out of the folder is not followed.
  func companion(named name: String) throws(Contract.CompanionError) -> [UInt8]? {
    let file = appending(Array(name.utf8))
    guard file.exists, let real = file.real, let folder = self.real else { return nil }
    guard real.name(in: folder) != nil else {
      throw Contract.CompanionError("a link leads it out of the folder")
    }
    guard file.isRegularFile else { throw Contract.CompanionError("it is no file") }
    do {
      return try InputFile(file).readAll()
    } catch {
      throw Contract.CompanionError(error.message)
    }
  }
}
