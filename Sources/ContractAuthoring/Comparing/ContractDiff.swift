@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The effects of a contract's change on released apps.
///
/// ```swift
/// let diff = ContractDiff(old: released, new: proposed)
/// let breaking = diff.findings.filter { $0.severity == .error }
/// ```
///
/// A change of a component is one finding, even if the component is used often. A different
/// spelling with the same meaning is no change.
public struct ContractDiff: Sendable {
  /// The findings, one for each change. Their places are in the new document, and they are in the
  /// order of the files.
  public let findings: [Finding]
  /// The number of operations in the old document, in the new document, and in both.
  public let operations: (old: Int, new: Int, both: Int)
  /// The parts that were not compared, one line each; empty if everything was compared.
  public let omissions: [String]

  /// Compares the contract of the released apps with its replacement.
  ///
  /// - Parameters:
  ///   - overrides: Severities by `ChangeRule.id`; nil ignores this kind of change.
  ///   - showsLines: Whether findings show their source line.
  ///   - coverage: The use of the old contract in traffic. With it, findings say whether a removed
  ///     thing occurred.
  /// - Complexity: O(*n*) in the size of the documents if their schemas correspond.
  public init(
    old: ContractDocument, new: ContractDocument, overrides: [String: Severity?] = [:],
    showsLines: Bool = true, coverage: Coverage? = nil
  ) {
    self.init(
      old: old, new: new, overrides: overrides, showsLines: showsLines, coverage: coverage,
      limit: SchemaComparison.mostSteps, most: 10_000)
  }

  /// Compares two contracts with limits on steps and findings, for tests.
  init(
    old: ContractDocument, new: ContractDocument, overrides: [String: Severity?] = [:],
    showsLines: Bool = true, coverage: Coverage? = nil, limit: Int, most: Int
  ) {
    var comparison = OperationComparison(old: old, new: new, limit: limit)
    comparison.run()
    let (inSchemas, isComplete) = comparison.schemas.changesWithOperations()
    var omissions = comparison.oldReader.omissions + comparison.newReader.omissions
    if comparison.schemas.isCut {
      omissions.append(
        "the schemas of the two documents are too complex, so a part of them was not compared")
    }
    if !isComplete {
      omissions.append("the number of operations that a change affects is not complete")
    }
    var writer = ChangeFindings(
      comparison: comparison, contract: new.contract.name, overrides: overrides,
      showsLines: showsLines, traffic: ChangeTraffic(coverage, of: old.contract.name))
    if let coverage, writer.traffic == nil {
      let names = coverage.contracts.map { SafeText.line($0.name) }.joined(separator: ", ")
      omissions.append(
        "the coverage file is about \(names), not about \(old.contract.name), so it shows nothing "
          + "about this change")
    }
    findings = writer.findings(of: comparison.changes + inSchemas, atMost: most)
    if writer.leftOut > 0 {
      omissions.append(
        "\(writer.leftOut) further changes are not listed: a report lists at most \(most) changes")
    }
    operations = (
      old.contract.operations.count, new.contract.operations.count, comparison.pairCount
    )
    self.omissions = omissions
  }
}

/// A contract as it is written: the document and the files that it refers to. A comparison needs
/// names, branches and places that a compiled `Contract` no longer has.
public struct ContractDocument: Sendable {
  /// The compiled contract.
  public let contract: Contract

  let files: ContractFiles
  let registry: SchemaRegistry
  let layout: OpenAPILayout

  /// Reads and compiles a contract; see `Contract.init(_:name:overrides:companions:)`.
  ///
  /// - Throws: `ContractError` with the place of the first error.
  public init(
    _ bytes: some Collection<UInt8>, name: String, rules: RuleOverrides = RuleOverrides(),
    companions: Contract.Companions = { _ throws(Contract.CompanionError) in nil }
  ) throws(ContractError) {
    let document = try ContractText.document(bytes, name: name)
    files = try ContractFiles(document, name: name, companions: companions)
    var reader = try OpenAPIReader(files, name: name, rules: rules, overrides: [:])
    contract = try reader.contract()
    registry = reader.compiler.outlines.registry
    layout = reader.layout
  }

  /// A contract that is part of the library.
  ///
  /// - Throws: `Checker.UnknownName` if there is no contract with this name.
  public static func bundled(
    _ name: String, rules: RuleOverrides = RuleOverrides()
  ) throws(Checker.UnknownName) -> ContractDocument {
    let text = try Contract.bundledText(name)
    do {
      // Positions then refer to the readable file.
      return try ContractDocument(Contract.laidOut(text), name: name, rules: rules)
    } catch {
      throw Checker.UnknownName(message: "\(error)")
    }
  }

  var root: JSONNode { files.files[0].document.root }
}
