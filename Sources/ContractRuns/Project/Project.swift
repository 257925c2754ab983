@_spi(Engine) package import ContractReports
@_spi(Engine) internal import ContractCaptures
package import ContractCheck

/// The options of a run, with the additional options from a configuration.
package struct Project {
  /// An option that the configuration may give. The value is the option's name on the command line.
  package enum Setting: String, Sendable {
    case server
    case baseline
  }

  package let file: ConfigurationFile?
  package private(set) var options: RunOptions
  /// The settings that come from the configuration.
  package private(set) var settings: Set<Setting> = []
  /// The options before the configuration was read.
  package let given: RunOptions
  /// The option that limits the run to some inputs or contracts of the configuration.
  private var narrowing: String?
  private(set) var usesOwnContracts = false

  /// Whether the run finds changes of a contract, not mistakes in traffic.
  private(set) var isOfChanges = false

  package init(withoutConfiguration options: RunOptions) {
    self.options = options
    given = options
    file = nil
  }

  /// Creates a project for a comparison of contracts. It uses only the suppressions of the
  /// configuration.
  package init(ofChanges options: RunOptions, _ file: ConfigurationFile?) {
    self.options = options
    given = options
    self.file = file
    isOfChanges = true
  }

  /// - Parameter usesContracts: Whether contracts are used. If not, only inputs, reports and the
  ///   conditions of failure are taken from the configuration.
  package init(
    _ options: RunOptions, usesContracts: Bool, file: ConfigurationFile?
  ) throws(RunError) {
    self.options = options
    given = options
    self.file = file
    if !options.onlyOperations.isEmpty { narrowing = "--only-operation" }
    if let file { try complete(from: file, usesContracts: usesContracts) }
  }

  /// Whether all inputs of the configuration are checked.
  var isWhole: Bool { narrowing == nil }

  /// - Throws: if the baseline would be updated from only a part of its inputs.
  package func verifyIsWhole() throws(RunError) {
    guard options.updatesBaseline, let narrowing else { return }
    throw RunError(
      "the baseline can be updated only if all inputs of the configuration are checked; remove "
        + "`\(narrowing)`")
  }

  /// Ignores the settings that say how much `check` must check.
  package mutating func dropDemands() {
    options.isStrict = false
    options.minimumChecked = nil
  }

  /// Updates the baseline. Creates it if it does not exist.
  package mutating func writeBaseline() throws(RunError) {
    let path =
      options.baseline ?? file?.resolve(Baseline.fileName) ?? InputPath(Baseline.fileName)
    options.baseline = path
    options.updatesBaseline = true
    if !path.exists { options.growsBaseline = true }
    try verifyIsWhole()
  }

  /// The rules of the configuration. Severities of the options have priority over them.
  package var rules: RuleOverrides { configuration.rules }

  /// The rules of the configuration, and the rules of its contracts that can be read.
  package var readableRules: OwnRules {
    var own = rules.own
    guard let file else { return own }
    for entry in configuration.contracts {
      guard let name = try? contract(entry, file),
        let contract = try? name.contract(rules: rules).contract
      else { continue }
      own.formUnion(contract.ownRules)
    }
    return own
  }

  /// Throws for rules of the configuration that none of these contracts and of its own has.
  package func verifyRules(comparing contracts: [Contract]) throws(RunError) {
    guard let file, !configuration.unknownRules.isEmpty else { return }
    var own = readableRules
    for contract in contracts { own.formUnion(contract.ownRules) }
    // A contract that cannot be read may have them.
    let areRead = configuration.contracts.allSatisfy {
      (try? contract($0, file).contract(rules: rules)) != nil
    }
    if areRead { try verifyRules(own.ids) }
  }

  /// Throws for rules of the configuration that no contract has added.
  func verifyRules(_ known: [String]) throws(RunError) {
    guard let file else { return }
    for rule in configuration.unknownRules where !known.contains(rule.id) {
      let near = NearestName.suggestion(for: rule.id, among: known + ChangeRule.catalogue.map(\.id))
      throw RunError(
        file.line("there is no rule `\(SafeText.line(rule.id))`\(near)", at: rule.position))
    }
  }

  /// Throws if `clients` names a contract that neither the run nor the configuration has.
  func verifyClients(_ loaded: [Contract]) throws(RunError) {
    guard let file else { return }
    let known = Set(loaded.map(\.name) + configuration.contracts.map(\.text)).sorted()
    for named in configuration.clientContracts
    where !known.contains(where: { $0 == named.id || $0.hasSuffix("/" + named.id) }) {
      let near = NearestName.suggestion(for: named.id, among: known)
      let hint = near.isEmpty ? "; the contracts are \(known.joined(separator: ", "))" : near
      throw RunError(
        file.line(
          "`clients` has clients for `\(SafeText.line(named.id))`, but there is no such "
            + "contract\(SafeText.line(hint))",
          at: named.position))
    }
  }

  package var configuration: Configuration { file?.configuration ?? Configuration() }

  /// The files that affect the result: configuration, baseline and contracts.
  package func files(with contracts: LoadedContracts) -> [InputPath] {
    let rules = file.map { file in configuration.rules.own.files.map { file.resolve($0) } } ?? []
    return [file?.path, options.baseline].compactMap { $0 } + rules + contracts.files
  }

  private mutating func complete(
    from file: ConfigurationFile, usesContracts: Bool
  ) throws(RunError) {
    let configuration = file.configuration
    options.failOn = options.failOn ?? configuration.failOn
    options.isStrict = options.isStrict || configuration.isStrict
    options.failsOnGrowth = options.failsOnGrowth || configuration.failsOnGrowth
    options.records = configuration.records
    if let placeholders = configuration.placeholders { options.placeholders = placeholders }
    options.reports = options.reports ?? configuration.formats.compactMap(file.target(of:))
    if usesContracts { try addContracts(of: file) }
    if options.isSweep {
      if !configuration.inputs.isEmpty { narrowing = "--all" }
      if options.server == nil, let server = configuration.server {
        options.server = server.text
        settings.insert(.server)
      }
      let given = Set(options.parameters.map(\.name))
      for (name, value) in configuration.parameters.sorted(by: { $0.key < $1.key })
      where !given.contains(name) {
        options.parameters.append((name, value))
      }
    } else if let first = options.inputs.first {
      if !configuration.inputs.isEmpty { narrowing = first.text }
    } else {
      options.inputs = configuration.inputs.map { entry in
        Operand.isURL(entry.text) ? .url(entry.text) : .path(file.resolve(entry.text))
      }
    }
    // The number is of all that the configuration names.
    if usesContracts, isWhole {
      options.minimumChecked = options.minimumChecked ?? configuration.minimumChecked
    }
  }

  private mutating func addContracts(of file: ConfigurationFile) throws(RunError) {
    usesOwnContracts = options.contracts.isEmpty
    if usesOwnContracts {
      for entry in configuration.contracts { options.contracts.append(try contract(entry, file)) }
    } else if !configuration.contracts.isEmpty {
      narrowing = "--contract"
    }
    options.basePath = options.basePath ?? configuration.basePath
    options.hosts = options.hosts ?? configuration.hosts
    // `lint` has other findings than `check`, so it does not use this baseline.
    if options.baseline == nil, let baseline = configuration.baseline {
      options.baseline = file.resolve(baseline.text)
      settings.insert(.baseline)
    }
  }

  private func contract(
    _ entry: Configuration.Entry, _ file: ConfigurationFile
  ) throws(RunError) -> ContractName {
    if Contract.bundledNames.contains(entry.text) { return .bundled(entry.text) }
    let path = file.resolve(entry.text)
    guard path.exists else {
      let near = NearestName.of(entry.text, among: Contract.bundledNames)
      throw RunError(
        file.line(
          "there is no bundled contract and no file `\(entry.text)`"
            + NearestName.suggestion(near), at: entry.position))
    }
    return .file(path)
  }
}
