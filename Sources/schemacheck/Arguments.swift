@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns
import JSONTape

/// One argument as the shell passed it. An argument consists of bytes, because file names need not
/// be UTF-8.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  init(stringLiteral text: String) { self.init(text) }

  /// The argument as text. Bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

struct Arguments: Sendable {
  private var values: [String: [Argument]] = [:]
  var operands: [Argument] = []

  /// Parses the arguments after the command's name. In this initialiser, each option checks its
  /// values. So the accessors below only convert values.
  init(_ arguments: some Collection<Argument>, of command: CommandSpec) throws(RunError) {
    let options = command.options
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 else {
        operands.append(argument)
        continue
      }
      let token = OptionToken(argument)
      let option = try token.option(of: command, options)
      if let others = token.rest(behind: option) { rest = [others] + rest }
      let value = try token.value(for: option, rest: &rest)
      // In earlier versions, `--output` gave the format.
      let isFormat =
        option == .reportFile && options.contains(.schemaFormat)
        && OutputFormat(rawValue: value.text) != nil
      values[isFormat ? OptionSpec.format.name : option.name, default: []].append(value)
    }
    if options.contains(.namedContract), let contract = values[OptionSpec.contract.name]?.last {
      operands.insert(contract, at: 0)
    }
  }

  func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }

  /// The argument of an option. If there are several, the last argument is used.
  func argument(_ option: OptionSpec) -> Argument? { values[option.name]?.last }

  func text(_ option: OptionSpec) -> String? { argument(option)?.text }

  func all(_ option: OptionSpec) -> [Argument] { values[option.name] ?? [] }

  func integer(_ option: OptionSpec) -> Int? { text(option).flatMap { Int($0) } }

  func pointers(_ option: OptionSpec) -> [JSONPointer] {
    all(option).compactMap { ContractPointer.parse($0.text) }
  }

  func byteCount(_ option: OptionSpec) -> Int? { text(option).flatMap { ByteCount.parse($0) } }

  func duration(_ option: OptionSpec) -> Duration? { text(option).flatMap { TimeSpan.parse($0) } }

  /// The pairs of a repeatable `NAME=VALUE` option, in order.
  func pairs(_ option: OptionSpec) -> [(name: String, value: String)] {
    all(option).compactMap { argument in
      let text = argument.text
      guard let equals = text.firstIndex(of: "=") else { return nil }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
  }

  /// Prints a text, or writes it to the file of `--output`.
  func print(_ text: String, _ console: Console) throws(RunError) {
    guard let file = argument(.outputFile) else { return console.print(text) }
    try ReportFile.write(Array(text.utf8), to: InputPath(file.bytes))
  }

  /// Checks the number of operands. Checks relations between options, unless the configuration may
  /// add some.
  func verify(_ command: CommandSpec) throws(RunError) {
    let count = command.operands.count
    if operands.count < count.lowerBound {
      throw RunError(
        "`\(command.name)` needs \(command.operands.name); see `schemacheck \(command.name) --help`"
      )
    }
    if operands.count > count.upperBound {
      let extra = operands[count.upperBound].text
      throw RunError("`\(command.name)` does not take `\(extra)`")
    }
    let options = command.options
    if !options.contains(.configuration) { try verifyRelations(among: options) }
  }

  /// - Parameter others: The names of the options that the configuration sets.
  func verifyRelations(
    among options: [OptionSpec], besides others: Set<String> = []
  ) throws(RunError) {
    let given = options.filter { has($0) || others.contains($0.name) }
    for option in given {
      if let other = given.first(where: { option.excludes.contains($0.name) }) {
        throw RunError("`--\(option.name)` and `--\(other.name)` cannot be used together")
      }
      if option.excludesInputs, let input = operands.first?.text {
        let name = Operand.isURL(input) ? URLRedaction.redact(input) : input
        throw RunError("`--\(option.name)` takes no INPUT; remove `\(name)`")
      }
      if let needed = options.first(where: { $0.name == option.requires }), !given.contains(needed)
      {
        throw RunError("`--\(option.name)` needs `\(needed.usage)`\(option.alternative)")
      }
    }
  }
}

/// One argument that begins with a dash. It is `--name`, `--name=value`, `-n`, `-nvalue`, or
/// combined switches such as `-qk`.
struct OptionToken {
  /// The option with its dashes, without the value.
  let written: String
  private let attached: Argument?

  init(_ argument: Argument) {
    let bytes = argument.bytes
    if bytes.starts(with: "--".utf8) {
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
      written = String(decoding: bytes[..<equals], as: UTF8.self)
      attached =
        equals < bytes.endIndex ? Argument(bytes: Array(bytes[(equals + 1)...])) : nil
    } else {
      written = String(decoding: bytes.prefix(2), as: UTF8.self)
      attached = bytes.count > 2 ? Argument(bytes: Array(bytes[2...])) : nil
    }
  }

  var needsNext: Bool { attached == nil }

  /// The options after a switch of one letter: `-f json` in `-qf json`.
  func rest(behind option: OptionSpec) -> Argument? {
    guard option.value == nil, !written.hasPrefix("--"), let attached else { return nil }
    return Argument(bytes: [UInt8(ascii: "-")] + attached.bytes)
  }

  func option(among options: [OptionSpec]) -> OptionSpec? {
    if written.hasPrefix("--") {
      let name = written.dropFirst(2)
      return options.first { $0.name == name }
    }
    return options.first { $0.short.map { "-\($0)" } == written }
  }

  /// - Parameter options: The options of the command.
  func option(
    of command: CommandSpec, _ options: [OptionSpec]
  ) throws(RunError) -> OptionSpec {
    if let option = option(among: options) { return option }
    if let why = OptionSpec.refused[String(written.drop { $0 == "-" })] {
      throw RunError("there is no option `\(written)`: \(why)")
    }
    if let other = CommandSpec.all.first(where: { option(among: $0.options) != nil }) {
      throw RunError(
        "`\(command.name)` has no option `\(written)`; `schemacheck \(other.name)` has it")
    }
    let near = NearestName.of(written, among: options.map { "--\($0.name)" })
    throw RunError("unknown option `\(written)`", near: near)
  }

  /// The attached value, or the next element of `rest`. The value of a switch is empty.
  func value(
    for option: OptionSpec, rest: inout ArraySlice<Argument>
  ) throws(RunError) -> Argument {
    guard let name = option.valueName else {
      if attached != nil, written.hasPrefix("--") {
        throw RunError("`\(written)` takes no value")
      }
      return ""
    }
    guard let value = attached ?? rest.popFirst() else {
      throw RunError("`\(written)` needs a value (\(name))")
    }
    if let error = option.error(in: value.text) { throw error }
    return value
  }
}
