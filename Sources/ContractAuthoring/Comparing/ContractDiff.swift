@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// What a change of a contract means for released apps.
///
/// ```swift
/// let diff = ContractDiff(old: released, new: proposed)
/// let breaking = diff.findings.filter { $0.severity == .error }
/// ```
///
/// A change of a component is one finding, however often the component is
/// used. A different spelling of the same meaning is no change.
public struct ContractDiff: Sendable {
  /// One per change, at its place in the new document, in the order of the files.
  public let findings: [Finding]
  /// How many operations the old and the new document have, and how many are in both.
  public let operations: (old: Int, new: Int, both: Int)
  /// What was not compared, one line each; empty when everything was.
  public let omissions: [String]

  /// Compares the contract of the released apps with its replacement.
  ///
  /// - Parameters:
  ///   - overrides: Severities by `ChangeRule.id`; nil leaves a kind of change out.
  ///   - showsLines: Whether findings show their source line.
  ///   - coverage: What traffic had of the old contract, so that findings tell whether it has what
  ///     the change removes.
  /// - Complexity: O(*n*) in the size of the documents, where their schemas correspond.
  public init(
    old: ContractDocument, new: ContractDocument, overrides: [String: Severity?] = [:],
    showsLines: Bool = true, coverage: Coverage? = nil
  ) {
    self.init(
      old: old, new: new, overrides: overrides, showsLines: showsLines, coverage: coverage,
      limit: SchemaComparison.mostSteps, most: 10_000)
  }

  /// The same with limits on steps and findings, for tests.
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
        "the schemas of these two documents are too intricate to compare to the end; the rest was "
          + "not compared")
    }
    if !isComplete {
      omissions.append("not every operation that a change touches was counted")
    }
    var writer = ChangeFindings(
      comparison: comparison, contract: new.contract.name, overrides: overrides,
      showsLines: showsLines, traffic: ChangeTraffic(coverage, of: old.contract.name))
    if let coverage, writer.traffic == nil {
      let names = coverage.contracts.map { SafeText.line($0.name) }.joined(separator: ", ")
      omissions.append(
        "the coverage is of \(names), not of \(old.contract.name): it says nothing of this change")
    }
    findings = writer.findings(of: comparison.changes + inSchemas, atMost: most)
    if writer.leftOut > 0 {
      omissions.append("\(writer.leftOut) further changes are not told; \(most) are enough")
    }
    operations = (
      old.contract.operations.count, new.contract.operations.count, comparison.pairCount
    )
    self.omissions = omissions
  }
}

/// A contract as it is written: its document and the files it refers to. A compiled `Contract`
/// has lost what a comparison needs: names, branches, places.
public struct ContractDocument: Sendable {
  /// The compiled contract.
  public let contract: Contract

  let files: ContractFiles
  let registry: SchemaRegistry
  let layout: OpenAPILayout

  /// Reads and compiles a contract; see `Contract.init(_:name:overrides:companions:)`.
  ///
  /// - Throws: `ContractError` with the place of the first thing that is wrong.
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
  /// - Throws: `Checker.UnknownName` when there is none of that name.
  public static func bundled(_ name: String) throws(Checker.UnknownName) -> ContractDocument {
    let text = try Contract.bundledText(name)
    do {
      // Positions are then those of the file that people read.
      return try ContractDocument(Contract.laidOut(text), name: name)
    } catch {
      throw Checker.UnknownName(message: "\(error)")
    }
  }

  var root: JSONNode { files.files[0].document.root }
}
