/// The bearer token of `--bearer-file` or `--bearer-env`. Errors do not repeat the values of these
/// options, because a user may have written the token itself there.
enum BearerToken {
  /// In bytes; longer than any real token.
  static let longest = 64 << 10

  /// Without the white space around it; nil without these options.
  static func read(_ arguments: Arguments, _ console: Console) throws(ToolError) -> String? {
    if let variable = arguments.text(.bearerVariable) {
      let name = isPlainName(variable) ? "`\(variable)`" : "that `--bearer-env` names"
      guard let text = console.environment[variable] else {
        throw ToolError("the variable \(name) is not set or is empty")
      }
      return try token(Array(text.utf8), "the variable \(name)")
    }
    guard let file = arguments.argument(.bearerFile) else { return nil }
    if file == "-" {
      return try token(
        try read(InputReader(console), "standard input"), "standard input (`--bearer-file -`)")
    }
    let name = "the file that `--bearer-file` names"
    let path = InputPath(file.bytes)
    if case .missing(let reason) = path.kind { throw ToolError("\(name): \(reason)") }
    guard let open = try? InputFile(path) else { throw ToolError("\(name) cannot be read") }
    return try token(try read(InputReader(open), name), name)
  }

  private static func read(
    _ reader: InputReader, _ name: String
  ) throws(ToolError) -> [UInt8] {
    guard let bytes = try? reader.rest(upTo: longest + 1) else {
      throw ToolError("\(name) cannot be read")
    }
    guard bytes.count <= longest else { throw ToolError("\(name) is too long for a bearer token") }
    return bytes
  }

  private static func token(_ bytes: [UInt8], _ name: String) throws(ToolError) -> String {
    let text = bytes[...].withoutSpaceAround
    guard !text.isEmpty else { throw ToolError("\(name) contains no token") }
    guard text.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw ToolError(
        "\(name) contains a space, a line break or a non-ASCII character besides the token")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text is certainly a variable name: words of capital letters, each with at most two
  /// digits at its end. A token has more digits or lower-case letters.
  private static func isPlainName(_ text: String) -> Bool {
    text.utf8.count <= 40
      && text.utf8.split(separator: UInt8(ascii: "_")).allSatisfy { word in
        let digits = word.drop { 0x41...0x5A ~= $0 }
        return digits.count <= 2
          && digits.allSatisfy { 0x30...0x39 ~= $0 }
      }
  }
}
