import ContractCheck

/// What a command line and the configuration ask for together: the file fills in what the arguments
/// leave open.
struct Project {
  let file: ConfigurationFile?
  /// The arguments with those of the file.
  private(set) var arguments: Arguments
  /// The argument for which less is looked at than the configuration names.
  private var narrowing: String?
  /// Whether the contracts are those of the configuration.
  private(set) var usesOwnContracts = false

  private init(_ arguments: Arguments, file: ConfigurationFile?) {
    self.arguments = arguments
    self.file = file
  }

  /// Arguments of a command that goes by no configuration.
  init(withoutConfiguration arguments: Arguments) { self.init(arguments, file: nil) }

  /// Arguments with the configuration that they, the environment or the folders from here up name.
  init(
    _ arguments: Arguments, of command: CommandSpec, _ console: Console
  ) throws(UsageError) {
    try self.init(arguments, of: command, file: ConfigurationFile.of(arguments, console))
  }

  /// Arguments with a configuration.
  ///
  /// - Parameter writesBaseline: whether the baseline is updated, and may be a new one
  init(
    _ arguments: Arguments, of command: CommandSpec, file: ConfigurationFile?,
    writesBaseline: Bool = false
  ) throws(UsageError) {
    self.init(arguments, file: file)
    try fill(command.options)
    if writesBaseline { writeBaseline() }
    try verify()
  }

  /// Whether everything is looked at that the configuration names, so that what was not found is not
  /// there.
  var isWhole: Bool { narrowing == nil }

  /// The settings of rules, over which those of the arguments apply.
  var rules: RuleOverrides { configuration.rules }

  var configuration: Configuration { file?.configuration ?? Configuration() }

  /// The files that say how to judge.
  func files(with contracts: LoadedContracts) -> [InputPath] {
    let baseline = arguments.argument(.baseline).map { InputPath($0.bytes) }
    return contracts.files + [file?.path, baseline].compactMap { $0 }
  }

  // MARK: Filling in

  private mutating func fill(_ options: [OptionSpec]) throws(UsageError) {
    guard let file else { return }
    let configuration = file.configuration
    var values: [(OptionSpec, [Argument])] = [
      (.failOn, configuration.failOn.map { [Argument($0.rawValue)] } ?? []),
      (.format, configuration.formats.map { Argument(Self.format($0.text, file)) }),
    ]
    if options.contains(.contract) {
      var contracts: [Argument] = []
      usesOwnContracts = !arguments.has(.contract)
      if !usesOwnContracts, !configuration.contracts.isEmpty { narrowing = "--contract" }
      for entry in configuration.contracts where usesOwnContracts {
        contracts.append(try contract(entry, file))
      }
      values.append((.contract, contracts))
      // Findings of a lint are others than those of a check.
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
  ) throws(UsageError) -> Argument {
    if Contract.bundledNames.contains(entry.text) { return Argument(entry.text) }
    let path = file.resolve(entry.text)
    guard path.exists else {
      let near = NearestName.of(entry.text, among: Contract.bundledNames)
      throw UsageError(
        file.line(
          "there is no contract `\(entry.text)`, bundled or beside this file"
            + (near.map { "; did you mean `\($0)`?" } ?? ""), at: entry.position))
    }
    return path.argument
  }

  /// `FORMAT=FILE` with the file as seen from the working folder.
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

  // MARK: Demands

  private func verify() throws(UsageError) {
    for option in [OptionSpec.updateBaseline, .strictBaseline]
    where arguments.has(option) && !arguments.has(.baseline) {
      throw UsageError("`--\(option.name)` needs `--baseline FILE`")
    }
    if arguments.has(.allowGrowth), !arguments.has(.updateBaseline) {
      throw UsageError("`--allow-growth` goes with `--update-baseline`")
    }
    guard arguments.has(.updateBaseline) else { return }
    if let narrowing {
      throw UsageError(
        "a baseline is updated from everything that the configuration names: leave out `\(narrowing)`"
      )
    }
    for option in [OptionSpec.changedSince, .maximumFindings] where arguments.has(option) {
      throw UsageError("`--\(option.name)` looks at a part; a baseline is updated from everything")
    }
  }
}

extension InputPath {
  /// The path as an operand: none is taken for an option or for standard input.
  var argument: Argument {
    Argument(bytes: bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes)
  }
}
