@_spi(Engine) import ContractCheck

/// The contracts of `--contract` with the severities of `--rule`.
enum ContractArguments {
  /// Prints the contracts' warnings to standard error.
  static func contracts(
    _ arguments: Arguments, of project: Project, _ console: Console
  ) throws(ToolError) -> LoadedContracts {
    let rules = project.rules
    // Contracts may add rules, so that all are known only once these are read.
    let overrides = try overrides(arguments, known: nil)
    var loaded = LoadedContracts()
    for name in arguments.all(.contract) {
      let (contract, files) = try contract(name, rules: rules, overrides)
      loaded.files += files
      if !arguments.has(.quiet) { warn(of: contract, console) }
      loaded.contracts.append(contract)
    }
    let known =
      rules.own.ids + loaded.contracts.flatMap { $0.ownRules.rules.map(\.id) }
    _ = try self.overrides(arguments, known: known)
    try project.verifyRules(known)
    if !arguments.has(.quiet) {
      for idle in IdleRule.all(in: loaded.contracts) { console.inform(idle.description) }
    }
    return loaded
  }

  static func warn(of contract: Contract, _ console: Console) {
    for warning in contract.warnings { console.inform(warning.description) }
  }

  /// Takes the name of a bundled contract or a file. Also returns the files that were read.
  static func contract(
    _ argument: Argument, rules: RuleOverrides = RuleOverrides(),
    _ overrides: [String: Severity?] = [:]
  ) throws(ToolError) -> (contract: Contract, files: [InputPath]) {
    try read(argument) { name throws(Checker.UnknownName) in
      try Contract.bundled(name, rules: rules, overrides: overrides)
    } file: { bytes, name, companions throws(ContractError) in
      try Contract(bytes, name: name, rules: rules, overrides: overrides, companions: companions)
    }
  }

  static func document(_ argument: Argument) throws(ToolError) -> ContractDocument {
    try read(argument) { name throws(Checker.UnknownName) in
      try ContractDocument.bundled(name)
    } file: { bytes, name, companions throws(ContractError) in
      try ContractDocument(bytes, name: name, companions: companions)
    }.0
  }

  private static func read<Read>(
    _ argument: Argument, bundled: (String) throws(Checker.UnknownName) -> Read,
    file: ([UInt8], String, Contract.Companions) throws(ContractError) -> Read
  ) throws(ToolError) -> (Read, files: [InputPath]) {
    let name = argument.text
    if Contract.bundledNames.contains(name) {
      do {
        return (try bundled(name), [])
      } catch {
        throw ToolError(error.message)
      }
    }
    let path = InputPath(argument.bytes)
    let bytes: [UInt8]
    do {
      bytes = try InputFile(path).readAll()
    } catch {
      throw ToolError(unknown(name, error.message))
    }
    var files = [path]
    do {
      let contract = try file(bytes, name) { name throws(Contract.CompanionError) in
        files.append(path.folder.appending(Array(name.utf8)))
        return try path.folder.companion(named: name)
      }
      return (contract, files)
    } catch {
      throw ToolError(error.description)
    }
  }

  private static func unknown(_ name: String, _ reason: String) -> String {
    guard !name.contains("/"), !name.contains(".") else { return reason }
    let near = NearestName.of(name, among: Contract.bundledNames)
    return "there is no contract `\(name)`" + NearestName.suggestion(near)
      + "; `schemacheck contracts` lists the bundled ones"
  }

  /// The severities that `--rule` sets; nil turns a rule off.
  static func overrides(
    _ arguments: Arguments, known: [String]?
  ) throws(ToolError) -> [String: Severity?] {
    var overrides: [String: Severity?] = [:]
    for (id, severity) in arguments.pairs(.rule) {
      if let known, !known.contains(id) {
        throw ToolError("there is no rule `\(id)`", near: NearestName.of(id, among: known))
      }
      overrides[id] = .some(Severity(rawValue: severity))
    }
    return overrides
  }
}

/// Bundled contracts have no files.
struct LoadedContracts {
  var contracts: [Contract] = []
  var files: [InputPath] = []
}
