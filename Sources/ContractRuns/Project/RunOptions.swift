@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import ContractCheck
internal import ContractReports

/// The options of a run over inputs, from the command line or from the code that starts the run.
/// ``Project`` completes them from a configuration.
package struct RunOptions: Sendable {
  package var inputs: [Operand] = []

  // What to check against.
  package var contracts: [ContractName] = []
  /// The severities in the order of the command line. Nil turns a rule off.
  package var severitySettings: [(rule: String, severity: Severity?)] = []
  /// The assumption about bare bodies.
  package var assumption = Checker.Assumption()
  package var checksRequestsAlone = false
  package var checksRefused = false
  /// The only operations that are checked. Empty for all operations.
  package var onlyOperations: [OperationPattern] = []
  package var basePath: BasePath?
  /// What to do with unknown hosts. Nil if the inputs decide.
  package var hosts: HostUse.Choice?
  /// The format of the inputs. If it is nil, the format is detected.
  package var format: CaptureFormat?
  /// The record layouts of the configuration.
  package var records: [RecordMapping] = []
  /// The texts in captures that stand for other values.
  package var placeholders = Placeholders.standard

  // The conditions of the exit status.
  /// The minimum severity that fails the run. Nil means error.
  package var failOn: Severity?
  /// Whether everything must be checked without assumptions.
  package var isStrict = false
  /// The fewest exchanges that must be checked.
  package var minimumChecked: Int?
  package var exitsZero = false
  /// Whether a run without any check succeeds.
  package var allowsEmpty = false

  // The output.
  package var isQuiet = false
  package var explainsMatches = false
  /// The maximum number of findings that are printed. Further findings are only counted.
  package var maximumFindings: Int?
  package var split: ExchangeSplit?
  package var keepsStatistics = false
  /// The reports. Empty for text on standard output. Nil for the reports of the configuration.
  package var reports: [ReportTarget]?

  // Known findings.
  package var baseline: InputPath?
  /// Whether entries without findings are removed from the baseline.
  package var updatesBaseline = false
  /// Whether an update adds new findings.
  package var growsBaseline = false
  /// Whether entries without findings fail the run.
  package var isBaselineStrict = false
  /// Whether the run fails if there are more known findings than in the baseline.
  package var failsOnGrowth = false

  /// The number of threads. Nil for one thread for each processor.
  package var jobs: Int?

  // Live URLs.
  /// The method of requests to URLs that are inputs.
  package var method = "GET"
  /// Whether requests to all operations are sent to ``server``. If so, no inputs are read.
  package var isSweep = false
  package var server: String?
  /// The values of parameters for these requests.
  package var parameters: [(name: String, value: String)] = []

  package init() {}
}

extension RunOptions {
  /// The severities by rule. Nil turns a rule off.
  package var severities: [String: Severity?] {
    Dictionary(severitySettings.map { ($0.rule, $0.severity) }) { $1 }
  }

  /// - Throws: if no contract has the operation or schema of the assumption.
  package func checker(_ contracts: [Contract]) throws(RunError) -> Checker {
    do {
      var checker = try Checker(contracts: contracts, assumption: assumption)
      checker.checksRequestsAlone = checksRequestsAlone
      checker.checksRefused = checksRefused
      checker.onlyOperations = onlyOperations
      try checker.verifyOnlyOperations()
      checker.placeholders = placeholders
      checker.explainsMatches = explainsMatches
      let isByClient = reports?.contains { $0.format.splitsByClient } ?? false
      checker.split = split ?? (isByClient ? .client : nil)
      checker.basePath = basePath
      return checker
    } catch {
      throw RunError(error.message)
    }
  }
}
