@_spi(Engine) package import ContractCheck

/// The name of a contract as a user writes it. It is a bundled contract, a file, or a URL.
package enum ContractName: Hashable, Sendable {
  case bundled(String)
  case file(InputPath)
  case url(String)

  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if Operand.isURL(text) {
      self = .url(text)
    } else {
      self = Contract.bundledNames.contains(text) ? .bundled(text) : .file(InputPath(bytes))
    }
  }

  package var text: String {
    switch self {
    case .bundled(let name): name
    case .file(let path): path.text
    case .url(let url): Operand.url(url).shown
    }
  }

  /// Loads the contract. Also returns the files that were read.
  ///
  /// - Parameter fetch: Reads a URL. Nil if URLs must not be read.
  package func contract(
    rules: RuleOverrides = RuleOverrides(), _ overrides: [String: Severity?] = [:],
    fetch: Console.Fetch? = nil
  ) throws(RunError) -> (contract: Contract, files: [InputPath]) {
    try read(fetch) { name throws(Checker.UnknownName) in
      try Contract.bundled(name, rules: rules, overrides: overrides)
    } file: { bytes, name, companions throws(ContractError) in
      try Contract(bytes, name: name, rules: rules, overrides: overrides, companions: companions)
    }
  }

  package func read<Read>(
    _ fetch: Console.Fetch? = nil,
    bundled: (String) throws(Checker.UnknownName) -> Read,
    file: ([UInt8], String, Contract.Companions) throws(ContractError) -> Read
  ) throws(RunError) -> (Read, files: [InputPath]) {
    let path: InputPath
    switch self {
    case .bundled(let name):
      do {
        return (try bundled(name), [])
      } catch {
        throw RunError(error.message)
      }
    case .file(let named): path = named
    case .url(let url):
      guard let fetch else { throw RunError("\(text): download it, and give the file") }
      do {
        return (
          try file(try fetch(url), text) { _ throws(Contract.CompanionError) in
            throw Contract.CompanionError(
              "only one document is read from a URL; download all files, and give the first file")
          }, []
        )
      } catch let error as ContractError {
        throw RunError(error.description)
      } catch {
        throw error as? RunError ?? RunError("\(text): it cannot be read")
      }
    }
    let bytes: [UInt8]
    do {
      bytes = try InputFile(path).readAll()
    } catch {
      throw RunError(unknown(error.message))
    }
    var files = [path]
    do {
      let contract = try file(bytes, text) { name throws(Contract.CompanionError) in
        files.append(path.folder.appending(Array(name.utf8)))
        return try path.folder.companion(named: name)
      }
      return (contract, files)
    } catch {
      throw RunError(error.description)
    }
  }

  private func unknown(_ reason: String) -> String {
    guard !text.contains("/"), !text.contains(".") else { return reason }
    let near = NearestName.of(text, among: Contract.bundledNames)
    return "there is no contract `\(text)`; `schemacheck contracts` lists the bundled contracts"
      + NearestName.suggestion(near)
  }
}

/// The contracts of a run, and their files. Bundled contracts have no files.
package struct LoadedContracts {
  package var contracts: [Contract] = []
  package var files: [InputPath] = []

  package init(files: [InputPath] = []) { self.files = files }
}

extension LoadedContracts {
  /// Loads the contracts of the options, with the severities of the options. Prints the contracts'
  /// warnings.
  package init(_ project: Project, _ console: Console) throws(RunError) {
    let options = project.options
    for name in options.contracts {
      let (contract, files) = try name.contract(
        rules: project.rules, options.severities, fetch: console.fetch)
      self.files += files
      if !options.isQuiet { contract.tellWarnings(console) }
      contracts.append(contract)
    }
    // Contracts may add rules, so all rules are known only now.
    let known = project.rules.own.ids + contracts.flatMap { $0.ownRules.rules.map(\.id) }
    try options.verifySeverities(known: known)
    try project.verifyRules(known)
    try project.verifyClients(contracts)
    if !options.isQuiet {
      for idle in IdleRule.all(in: contracts) { console.inform(idle.description) }
    }
  }
}

extension Contract {
  package func tellWarnings(_ console: Console) {
    for warning in warnings { console.inform(warning.description) }
  }
}

extension RunOptions {
  /// - Throws: if a severity is set for an unknown rule.
  package func verifySeverities(known: [String]) throws(RunError) {
    for id in severitySettings.map(\.rule) where !known.contains(id) {
      throw RunError("there is no rule `\(id)`", near: NearestName.of(id, among: known))
    }
  }
}

extension InputPath {
  /// A file that a contract or a schema refers to. Nil if there is none. Links that lead out of the
  /// folder are not followed.
  package func companion(named name: String) throws(Contract.CompanionError) -> [UInt8]? {
    let file = appending(Array(name.utf8))
    guard file.exists, let real = file.real, let folder = self.real else { return nil }
    guard real.name(in: folder) != nil else {
      throw Contract.CompanionError("a link leads out of the folder")
    }
    guard file.isRegularFile else { throw Contract.CompanionError("it is not a file") }
    do {
      return try InputFile(file).readAll()
    } catch {
      throw Contract.CompanionError(error.message)
    }
  }
}
