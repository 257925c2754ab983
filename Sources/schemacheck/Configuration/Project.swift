import ContractCheck

/// The arguments of a command, completed by the configuration.
struct Project {
  let file: ConfigurationFile?
  private(set) var arguments: Arguments
  /// As they were on the command line.
  let given: Arguments
  /// The argument that limits the run to some inputs of the configuration.
  private var narrowing: String?
  private(set) var usesOwnContracts = false

  init(withoutConfiguration arguments: Arguments) {
    self.arguments = arguments
    given = arguments
    file = nil
  }

  /// Finds the configuration: from the arguments, the environment, or this folder and those above.
  init(
    _ arguments: Arguments, of command: CommandSpec, _ console: Console
  ) throws(ToolError) {
    try self.init(arguments, of: command, file: ConfigurationFile.of(arguments, console))
  }

  /// With `writesBaseline` the run updates the baseline, which may not exist yet.
  init(
    _ arguments: Arguments, of command: CommandSpec, file: ConfigurationFile?,
    writesBaseline: Bool = false
  ) throws(ToolError) {
    self.arguments = arguments
    given = arguments
    self.file = file
    let options = command.options
    try fill(options)
    if writesBaseline { writeBaseline() }
    try self.arguments.verifyRelations(among: options)
    if self.arguments.has(.updateBaseline), let narrowing {
      throw ToolError(
        "a baseline update needs everything that the configuration names; remove `\(narrowing)`")
    }
  }

  /// Whether all inputs of the configuration are checked.
  var isWhole: Bool { narrowing == nil }

  /// Those of the arguments replace them.
  var rules: RuleOverrides { configuration.rules }

  /// The rules of the configuration and of those of its contracts that can be read.
  var readableRules: OwnRules {
    var own = rules.own
    guard let file else { return own }
    for entry in configuration.contracts {
      guard let name = try? contract(entry, file),
        let contract = try? ContractArguments.contract(name, rules: rules).contract
      else { continue }
      own.formUnion(contract.ownRules)
    }
    return own
  }

  /// Refuses rules of the configuration that no contract has added.
  func verifyRules(_ known: [String]) throws(ToolError) {
    guard let file else { return }
    for rule in configuration.unknownRules where !known.contains(rule.id) {
      let near = NearestName.suggestion(for: rule.id, among: known)
      throw ToolError(
        file.line("there is no rule `\(SafeText.line(rule.id))`\(near)", at: rule.position))
    }
  }

  var configuration: Configuration { file?.configuration ?? Configuration() }

  /// The files that affect the result: configuration, baseline and contracts.
  func files(with contracts: LoadedContracts) -> [InputPath] {
    let baseline = arguments.argument(.baseline).map { InputPath($0.bytes) }
    let rules = file.map { file in configuration.rules.own.files.map { file.resolve($0) } } ?? []
    return [file?.path, baseline].compactMap { $0 } + rules + contracts.files
  }

  private mutating func fill(_ options: [OptionSpec]) throws(ToolError) {
    guard let file else { return }
    let configuration = file.configuration
    var values: [(OptionSpec, [Argument])] = [
      (.failOn, configuration.failOn.map { [Argument($0.rawValue)] } ?? []),
      (.strict, configuration.isStrict ? ["true"] : []),
      (.format, configuration.formats.map { Argument(Self.format($0.text, file)) }),
    ]
    if options.contains(.contract) || options.contains(.rulesContract) {
      var contracts: [Argument] = []
      usesOwnContracts = !arguments.has(.contract)
      if !usesOwnContracts, !configuration.contracts.isEmpty { narrowing = "--contract" }
      for entry in configuration.contracts where usesOwnContracts {
        contracts.append(try contract(entry, file))
      }
      values.append((.contract, contracts))
      values.append((.basePath, configuration.basePath.map { [Argument($0.description)] } ?? []))
      // `lint` has other findings than `check`, so it does not use this baseline.
      values.append(
        (.baseline, configuration.baseline.map { [file.resolve($0.text).argument] } ?? []))
    }
    if arguments.has(.all) {
      if !configuration.inputs.isEmpty { narrowing = "--all" }
      values.append((.server, configuration.server.map { [Argument($0.text)] } ?? []))
      let given = Set(arguments.pairs(.parameter).map(\.name))
      let parameters = configuration.parameters.sorted { $0.key < $1.key }
      arguments.append(
        .parameter,
        parameters.filter { !given.contains($0.key) }.map { Argument("\($0.key)=\($0.value)") })
    } else if arguments.operands.isEmpty {
      arguments.operands = configuration.inputs.map { entry in
        InputExpansion.isURL(entry.text) ? Argument(entry.text) : file.resolve(entry.text).argument
      }
    } else if !configuration.inputs.isEmpty {
      narrowing = arguments.operands[0].text
    }
    for (option, values) in values where !arguments.has(option) {
      arguments.append(option, values)
    }
  }

  private func contract(
    _ entry: Configuration.Entry, _ file: ConfigurationFile
  ) throws(ToolError) -> Argument {
    if Contract.bundledNames.contains(entry.text) { return Argument(entry.text) }
    let path = file.resolve(entry.text)
    guard path.exists else {
      let near = NearestName.of(entry.text, among: Contract.bundledNames)
      throw ToolError(
        file.line(
          "there is no bundled contract and no file `\(entry.text)`"
            + NearestName.suggestion(near), at: entry.position))
    }
    return path.argument
  }

  /// `FORMAT=FILE` with a file relative to the working folder.
  private static func format(_ text: String, _ file: ConfigurationFile) -> String {
    guard let equals = text.firstIndex(of: "="), !text.hasSuffix("=-") else { return text }
    let path = file.resolve(String(text[text.index(after: equals)...]))
    return text[...equals] + path.text
  }

  private mutating func writeBaseline() {
    if !arguments.has(.baseline) {
      let usual = file?.resolve(Baseline.fileName) ?? InputPath(Baseline.fileName)
      arguments.append(.baseline, [usual.argument])
    }
    arguments.append(.updateBaseline, [""])
    let isThere = arguments.argument(.baseline).map { InputPath($0.bytes).exists } ?? false
    if !isThere { arguments.append(.allowGrowth, [""]) }
  }

}

extension InputPath {
  /// Cannot be read as an option or as `-`.
  var argument: Argument {
    Argument(bytes: bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes)
  }
}
