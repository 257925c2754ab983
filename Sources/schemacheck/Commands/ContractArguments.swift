import ContractCheck

/// The contracts that `--contract` and `--rule` ask for.
enum ContractArguments {
  /// Bundled by name, otherwise from a file; what is amiss in one and was read as it was meant is
  /// said on standard error.
  static func contracts(
    _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> [Contract] {
    let overrides = try overrides(arguments)
    var contracts: [Contract] = []
    for name in arguments.all(.contract) {
      let contract = try contract(name, overrides)
      if !arguments.has(.quiet) { warn(of: contract, console) }
      contracts.append(contract)
    }
    return contracts
  }

  /// Prints a contract's warnings.
  static func warn(of contract: Contract, _ console: Console) {
    for warning in contract.warnings { console.inform(warning.description) }
  }

  /// The contract of a name or a file.
  static func contract(
    _ argument: Argument, _ overrides: [String: Severity?] = [:]
  ) throws(UsageError) -> Contract {
    try read(argument) { name throws(Checker.UnknownName) in
      try Contract.bundled(name, overrides: overrides)
    } file: { bytes, name, companions throws(ContractError) in
      try Contract(bytes, name: name, overrides: overrides, companions: companions)
    }
  }

  /// The document of a name or a file.
  static func document(_ argument: Argument) throws(UsageError) -> ContractDocument {
    try read(argument) { name throws(Checker.UnknownName) in
      try ContractDocument.bundled(name)
    } file: { bytes, name, companions throws(ContractError) in
      try ContractDocument(bytes, name: name, companions: companions)
    }
  }

  private static func read<Read>(
    _ argument: Argument, bundled: (String) throws(Checker.UnknownName) -> Read,
    file: ([UInt8], String, Contract.Companions) throws(ContractError) -> Read
  ) throws(UsageError) -> Read {
    let name = argument.text
    if Contract.bundledNames.contains(name) {
      do {
        return try bundled(name)
      } catch {
        throw UsageError(error.message)
      }
    }
    let path = InputPath(argument.bytes)
    let bytes: [UInt8]
    do {
      bytes = try InputFile(path).readAll()
    } catch {
      throw UsageError(unknown(name, error.message))
    }
    let folder = ReferenceFolder(of: path)
    do {
      return try file(bytes, name) { path throws(Contract.CompanionError) in
        try folder.read(path)
      }
    } catch {
      throw UsageError(error.description)
    }
  }

  /// What to say of a name that is neither bundled nor a readable file.
  private static func unknown(_ name: String, _ reason: String) -> String {
    guard !name.contains("/"), !name.contains(".") else { return reason }
    let near = NearestName.of(name, among: Contract.bundledNames)
    return "there is no contract `\(name)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
      + "; `schemacheck contracts` lists the bundled ones"
  }

  /// The severities that `--rule` sets; nil turns a rule off.
  static func overrides(
    _ arguments: Arguments, known: [String] = Rule.catalogue.map(\.id)
  ) throws(UsageError) -> [String: Severity?] {
    var overrides: [String: Severity?] = [:]
    for (id, severity) in arguments.pairs(.rule) {
      guard known.contains(id) else {
        let near = NearestName.of(id, among: known)
        throw UsageError(
          "there is no rule `\(id)`" + (near.map { "; did you mean `\($0)`?" } ?? ""))
      }
      overrides[id] = .some(Severity(rawValue: severity))
    }
    return overrides
  }
}
