/// The token that `--bearer-file` or `--bearer-env` leads to.
///
/// What stands after these options is not repeated in errors: somebody may have put the token itself
/// there.
enum BearerToken {
  /// More than any token, and little enough to read.
  static let longest = 64 << 10

  /// The token without the white space around it; nil where none is asked for.
  static func read(_ arguments: Arguments, _ console: Console) throws(UsageError) -> String? {
    if let variable = arguments.text(.bearerVariable) {
      guard let text = console.environment[variable] else {
        throw UsageError("the variable that `--bearer-env` names is not set, or is empty")
      }
      return try token(Array(text.utf8), "the variable that `--bearer-env` names")
    }
    guard let file = arguments.argument(.bearerFile) else { return nil }
    if file == "-" {
      return try token(
        try read(InputReader(console), "standard input"), "standard input (`--bearer-file -`)")
    }
    let name = "the file that `--bearer-file` names"
    let path = InputPath(file.bytes)
    if case .missing(let reason) = path.kind { throw UsageError("\(name): \(reason)") }
    guard let open = try? InputFile(path) else { throw UsageError("\(name) cannot be read") }
    return try token(try read(InputReader(open), name), name)
  }

  private static func read(
    _ reader: InputReader, _ name: String
  ) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= longest {
      guard let piece = try? reader.next() else { throw UsageError("\(name) cannot be read") }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw UsageError("\(name) is too long for a bearer token")
  }

  private static func token(_ bytes: [UInt8], _ name: String) throws(UsageError) -> String {
    var text = bytes[...]
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    guard !text.isEmpty else { throw UsageError("\(name) holds no token") }
    guard text.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw UsageError(
        "\(name) holds more than a token: a space, a line break or a character outside ASCII")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }
}
