@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import ContractCheck
internal import ContractReports

/// The options of a run over inputs: of the command line, or of the code that starts the run.
/// ``Project`` completes them with those of a configuration.
package struct RunOptions: Sendable {
  package var inputs: [Operand] = []

  // What to check against.
  package var contracts: [ContractName] = []
  /// In the order of the command line; nil turns a rule off.
  package var severitySettings: [(rule: String, severity: Severity?)] = []
  /// What bare bodies are.
  package var assumption = Checker.Assumption()
  package var checksRequestsAlone = false
  package var basePath: BasePath?
  /// Nil if the inputs decide.
  package var hosts: HostUse.Choice?
  /// Nil to detect the format of each input.
  package var format: CaptureFormat?
  /// The shapes of records that the configuration maps.
  package var records: [RecordMapping] = []
  /// What stands for other values in captures.
  package var placeholders = Placeholders.standard

  // What decides the exit status.
  /// Nil means error.
  package var failOn: Severity?
  /// Whether everything must be checked, and nothing assumed.
  package var isStrict = false
  package var exitsZero = false
  /// Whether a run that checks nothing succeeds.
  package var allowsEmpty = false

  // What is printed.
  package var isQuiet = false
  package var explainsMatches = false
  /// The rest is counted.
  package var maximumFindings: Int?
  package var split: ExchangeSplit?
  package var keepsStatistics = false
  /// Empty for text on standard output; nil for what the configuration says.
  package var reports: [ReportTarget]?

  // Known findings.
  package var baseline: InputPath?
  /// Whether entries whose finding is gone are removed from the baseline.
  package var updatesBaseline = false
  /// Whether an update adds new findings.
  package var growsBaseline = false
  /// Whether entries whose finding is gone fail the run.
  package var isBaselineStrict = false

  /// The number of threads; nil for one per processor.
  package var jobs: Int?

  // Live URLs.
  /// The method of requests to URLs that are inputs.
  package var method = "GET"
  /// Whether all operations are sent to ``server``, in place of inputs.
  package var isSweep = false
  package var server: String?
  /// Values of parameters of a sweep.
  package var parameters: [(name: String, value: String)] = []

  package init() {}
}

extension RunOptions {
  /// Nil turns a rule off.
  package var severities: [String: Severity?] {
    Dictionary(severitySettings.map { ($0.rule, $0.severity) }) { $1 }
  }

  /// - Throws: if no contract has what the options assume of bodies.
  package func checker(_ contracts: [Contract]) throws(RunError) -> Checker {
    do {
      var checker = try Checker(contracts: contracts, assumption: assumption)
      checker.checksRequestsAlone = checksRequestsAlone
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
