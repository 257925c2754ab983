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
/// A change of a component is one finding, even if the component is used often. If two texts of a
/// contract have the same meaning, this is no change.
public struct ContractDiff: Sendable {
  /// The findings, one for each change. The findings are in the order of the files. The places of
  /// findings are places in the new document.
  public let findings: [Finding]
  /// The number of operations in the old document, in the new document, and in both documents.
  public let operations: (old: Int, new: Int, both: Int)
  /// The parts that were not compared, with one line for each part. Empty if everything was
  /// compared.
  public let omissions: [String]

  /// Compares the contract of the released apps with the new contract.
  ///
  /// - Parameters:
  ///   - overrides: The severities by `ChangeRule.id`. A change whose severity is nil is ignored.
  ///   - showsLines: Whether findings show the line of the document.
  ///   - coverage: The coverage of the old contract by traffic. With this coverage, findings say
  ///     whether a removed part occurred in traffic.
  /// - Complexity: O(*n*) in the size of the documents if their schemas have the same structure.
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

/// A contract as it is written. The contract consists of a document and the files to which the
/// document refers. A comparison needs the names, branches and places in these files. A compiled
/// `Contract` no longer contains all names, branches and places.
public struct ContractDocument: Sendable {
  /// The compiled contract.
  public let contract: Contract

  let files: ContractFiles
  let registry: SchemaRegistry
  let layout: OpenAPILayout

  /// Reads and compiles a contract, like `Contract.init(_:name:overrides:companions:)`.
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
