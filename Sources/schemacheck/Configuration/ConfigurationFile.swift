import ContractCheck
import JSONTape

struct ConfigurationFile: Sendable {
  let path: InputPath
  let configuration: Configuration

  static let variable = "SCHEMACHECK_CONFIG"

  init(_ path: InputPath) throws(ToolError) {
    try self.init(path, InputFile(path).readAll())
  }

  init(_ path: InputPath, _ bytes: [UInt8]) throws(ToolError) {
    self.path = path
    do {
      configuration = try Configuration(bytes, name: path.text) {
        name throws(Contract.CompanionError) in try path.folder.companion(named: name)
      }
    } catch {
      throw ToolError(error.description)
    }
  }

  /// Named by the arguments or the environment, or found in the nearest folder upwards.
  static func of(
    _ arguments: Arguments, _ console: Console
  ) throws(ToolError) -> ConfigurationFile? {
    if arguments.has(.noConfiguration) { return nil }
    if let named = arguments.argument(.configuration) {
      return try ConfigurationFile(InputPath(named.bytes))
    }
    if let named = console.environment[variable] {
      return try ConfigurationFile(InputPath(named))
    }
    return try find(from: InputPath("")).map { path throws(ToolError) in
      try ConfigurationFile(path)
    }
  }

  static func find(from start: InputPath) -> InputPath? {
    var folder = start
    for _ in 0...start.segments.count {
      let path = folder.appending(Array(Configuration.fileName.utf8))
      if path.exists { return path }
      folder = folder.appending(Array("..".utf8))
    }
    return nil
  }

  var folder: InputPath { path.folder }

  /// A path in the file becomes relative to the working folder.
  func resolve(_ text: String) -> InputPath {
    if text.hasPrefix("/") { return InputPath(text) }
    let path = folder.appending(Array(text.utf8))
    guard path.bytes.starts(with: "../".utf8) else { return path }
    // `../here/file` is `file`.
    let short = path.relative(to: InputPath(""))
    return short.isEmpty ? InputPath(".") : InputPath(short)
  }

  /// `FILE:LINE:COLUMN: message`.
  func line(_ message: String, at position: TextPosition) -> String {
    ConfigurationError(message, file: path.text, position: position).description
  }
}
