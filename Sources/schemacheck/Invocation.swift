@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns

enum Invocation {
  case command(CommandSpec, Arguments)
  case help(CommandSpec?)
  case version
  case nothing

  init(_ arguments: [Argument]) throws(RunError) {
    guard let first = arguments.first else {
      self = .nothing
      return
    }
    if arguments.count == 1, let general = Self.general(OptionToken(first)) {
      self = general
      return
    }
    if first == "version", arguments.count == 1, !InputPath(first.bytes).exists {
      self = .version
      return
    }
    if first == "help" {
      self = .help(
        try arguments.dropFirst().first.map { name throws(RunError) in
          try Self.command(named: name.text)
        })
      return
    }
    let (command, rest) = try Self.command(in: arguments)
    // `--help` works even if the rest of the line is wrong.
    for argument in rest {
      if argument == "--" { break }
      guard let general = Self.general(OptionToken(argument)) else { continue }
      if case .version = general { self = .version } else { self = .help(command) }
      return
    }
    let parsed = try Arguments(rest, of: command)
    try parsed.verify(command)
    self = .command(command, parsed)
  }

  func run(_ console: Console) throws(RunError) -> ExitCode {
    switch self {
    case .command(let command, let arguments):
      guard arguments.has(.watch) else { return try command.run(arguments, console) }
      return try Watch(command, arguments, console).run()
    case .help(let command):
      let text = HelpText(console.environment)
      console.print(command.map(text.of) ?? text.full)
    case .version: console.print("schemacheck \(Release.version)\n")
    case .nothing:
      console.writeError(Array(HelpText(console.environment).short.utf8))
      return .error
    }
    return .clean
  }

  private static func general(_ token: OptionToken) -> Invocation? {
    switch token.option(among: [.version, .help])?.name {
    case OptionSpec.version.name: .version
    case OptionSpec.help.name: .help(nil)
    default: nil
    }
  }

  /// The command. If no command is named, it is `check`. The name may be at any place among the
  /// arguments.
  private static func command(
    in arguments: [Argument]
  ) throws(RunError) -> (CommandSpec, [Argument]) {
    guard let index = firstOperand(of: arguments) else { return (.check, arguments) }
    let name = arguments[index].text
    guard looksLikeName(name) else { return (.check, arguments) }
    var rest = arguments
    rest.remove(at: index)
    if let command = CommandSpec.named(name) { return (command, rest) }
    // A file without an extension may have any name.
    if index > 0 || InputPath(arguments[index].bytes).exists { return (.check, arguments) }
    return (try command(named: name), rest)
  }

  private static func command(named name: String) throws(RunError) -> CommandSpec {
    if let command = CommandSpec.named(name) { return command }
    let names = CommandSpec.all.map(\.name)
    throw RunError(
      "there is no command or file `\(name)`", near: NearestName.of(name, among: names),
      known: names)
  }

  private static func firstOperand(of arguments: [Argument]) -> Int? {
    lazy var options = CommandSpec.all.flatMap(\.options)
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      guard argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 else {
        return index
      }
      if argument == "--" { return nil }
      var token = OptionToken(argument)
      var option = token.option(among: options)
      while let known = option, let others = token.rest(behind: known) {
        token = OptionToken(others)
        option = token.option(among: options)
      }
      index += option?.value != nil && token.needsNext ? 2 : 1
    }
    return nil
  }

  private static func looksLikeName(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
    }
      && text != "-"
  }
}
