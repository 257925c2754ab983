@_spi(Engine) package import ContractReports
internal import ContractCheck
internal import JSONTape

package struct ConfigurationFile: Sendable {
  package let path: InputPath
  package let configuration: Configuration

  package init(_ path: InputPath) throws(RunError) {
    try self.init(path, InputFile(path).readAll())
  }

  package init(_ path: InputPath, _ bytes: [UInt8]) throws(RunError) {
    self.path = path
    do {
      configuration = try Configuration(bytes, name: path.text) {
        name throws(Contract.CompanionError) in try path.folder.companion(named: name)
      }
    } catch {
      throw RunError(error.description)
    }
  }

  package static func find(from start: InputPath) -> InputPath? {
    var folder = start
    for _ in 0...start.segments.count {
      let path = folder.appending(Array(Configuration.fileName.utf8))
      if path.exists { return path }
      folder = folder.appending(Array("..".utf8))
    }
    return nil
  }

  package var folder: InputPath { path.folder }

  /// Makes a path in the file relative to the working folder.
  package func resolve(_ text: String) -> InputPath {
    if text.hasPrefix("/") { return InputPath(text) }
    let path = folder.appending(Array(text.utf8))
    // The name in findings must not look like an option.
    if path.bytes.first == UInt8(ascii: "-") {
      return InputPath(Array("./".utf8) + path.bytes, in: path.base)
    }
    guard path.bytes.starts(with: "../".utf8) else { return path }
    // `../here/file` is shortened to `file`.
    let short = path.relative(to: InputPath([], in: path.base))
    return InputPath(short.isEmpty ? [UInt8(ascii: ".")] : short, in: path.base)
  }

  /// The target of `FORMAT`, `FORMAT=FILE` or `FORMAT=-`.
  func target(of entry: Configuration.Entry) -> ReportTarget? {
    ReportTarget(Array(entry.text.utf8)) { resolve(String(decoding: $0, as: UTF8.self)) }
  }

  /// A line `FILE:LINE:COLUMN: message`.
  func line(_ message: String, at position: TextPosition) -> String {
    ConfigurationError(message, file: path.text, position: position).description
  }
}
