import ContractRuns

/// Reads the bearer token of `--bearer-file` or `--bearer-env`. Error messages do not repeat the
/// values of these options, because a user may have written the token itself there.
enum BearerToken {
  /// The token without white space around it. Nil without these options.
  static func read(_ arguments: Arguments, _ console: Console) throws(RunError) -> String? {
    var secret = try SecretText.variable(of: .bearerVariable, arguments, console)
    if secret == nil { secret = try SecretText.file(of: .bearerFile, arguments, console) }
    guard let secret else { return nil }
    guard secret.bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw RunError(
        "\(secret.name) contains a space, a line break or a non-ASCII character in addition to the "
          + "token")
    }
    return secret.text
  }
}

/// A secret that is not on the command line.
struct SecretText {
  /// The name of its source in errors.
  let name: String
  /// The bytes without white space around them. They are never empty.
  let bytes: [UInt8]

  /// The maximum number of bytes. No real secret in a header is longer.
  static let longest = 64 << 10

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// - Parameter what: The kind of secret, for errors.
  init(_ bytes: [UInt8], _ name: String, what: String) throws(RunError) {
    let text = Array(bytes[...].withoutSpaceAround)
    guard !text.isEmpty else { throw RunError("\(name) contains no \(what)") }
    guard bytes.count <= Self.longest else { throw RunError("\(name) is too long for a \(what)") }
    self.bytes = text
    self.name = name
  }

  /// The value of the variable that an option names. Nil without the option.
  static func variable(
    of option: OptionSpec, what: String = "token", _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> SecretText? {
    guard let variable = arguments.text(option) else { return nil }
    return try Self.variable(variable, of: option, what: what, console)
  }

  static func variable(
    _ variable: String, of option: OptionSpec, what: String, _ console: Console
  ) throws(RunError) -> SecretText {
    let isShown = isPlainName(variable)
    let name = isShown ? "`\(variable)`" : "in `--\(option.name)`"
    guard let text = console.environment[variable] else {
      throw RunError(
        "the variable \(name) is not set or is empty"
          + (isShown ? "" : " (the name is not shown, because it may be the secret itself)"))
    }
    return try SecretText(Array(text.utf8), "the variable \(name)", what: what)
  }

  /// The content of the file that an option names, or of standard input. Nil without the option.
  static func file(
    of option: OptionSpec, _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> SecretText? {
    guard let file = arguments.argument(option) else { return nil }
    if file == "-" {
      let name = "standard input (`--\(option.name) -`)"
      return try SecretText(
        try read(InputReader(console), "standard input"), name, what: "token")
    }
    return try Self.file(file.bytes, of: option, what: "token")
  }

  static func file(
    _ path: [UInt8], of option: OptionSpec, what: String
  ) throws(RunError) -> SecretText {
    let name = "the file in `--\(option.name)`"
    let path = InputPath(path)
    if case .missing(let reason) = path.kind {
      throw RunError(
        "\(name): \(reason) (the name is not shown, because it may be the secret "
          + "itself)")
    }
    guard let open = try? InputFile(path) else { throw RunError("\(name) cannot be read") }
    return try SecretText(try read(InputReader(open), name, what: what), name, what: what)
  }

  private static func read(
    _ reader: InputReader, _ name: String, what: String = "bearer token"
  ) throws(RunError) -> [UInt8] {
    guard let bytes = try? reader.rest(upTo: longest + 1) else {
      throw RunError("\(name) cannot be read")
    }
    guard bytes.count <= longest else { throw RunError("\(name) is too long for a \(what)") }
    return bytes
  }

  /// Whether a text is certainly a variable name. Such a name has words of capital letters. Each
  /// word has at most two digits at its end. A token has more digits, or lower-case letters.
  private static func isPlainName(_ text: String) -> Bool {
    text.utf8.count <= 40
      && text.utf8.split(separator: UInt8(ascii: "_")).allSatisfy { word in
        let digits = word.drop { 0x41...0x5A ~= $0 }
        return digits.count <= 2
          && digits.allSatisfy { 0x30...0x39 ~= $0 }
      }
  }
}
