import ContractCheck
import JSONSchema

extension OptionSpec {
  // What to check against.
  static let contract = OptionSpec(
    name: "contract", short: "c", value: .text("NAME|FILE"), isRepeatable: true,
    help: "a bundled contract or an OpenAPI 3 file; the first that matches wins")
  static let operation = OptionSpec(
    name: "operation", value: .text("OPERATION"),
    help: "what a bare body answers: \"GET /path\" or an operationId")
  static let status = OptionSpec(
    name: "status", value: .integer("STATUS", 100...599),
    help: "the status of a bare body (the lowest documented 2xx)")
  static let request = OptionSpec(
    name: "request", help: "bare bodies are request bodies")
  static let componentSchema = OptionSpec(
    name: "schema", value: .text("NAME"), help: "check bare bodies against this component schema")
  static let inputFormat = OptionSpec(
    name: "input-format", value: .choice("FORMAT", CaptureFormat.allCases.map(\.rawValue)),
    help: "how to read the inputs (told from the content)")
  static let rule = OptionSpec(
    name: "rule", value: .ruleSetting("RULE=SEVERITY"), isRepeatable: true,
    help: "weigh a rule otherwise: \(RuleLevel.allNames.joined(separator: ", "))")
  static let instanceFormat = OptionSpec(
    name: inputFormat.name,
    value: .choice("FORMAT", [CaptureFormat.json, .ndjson].map(\.rawValue)),
    help: "one value a file or one a line (told from the content)")
  static let schemaFile = OptionSpec(
    name: "schema", value: .text("FILE"), help: "the JSON Schema to validate against")
  static let resolve = OptionSpec(
    name: "resolve", value: .assignment("PREFIX=FOLDER"), isRepeatable: true,
    help: "read `$ref`s to URIs with this prefix from a folder; nothing is fetched")
  static let draft = OptionSpec(
    name: "draft", value: .choice("DRAFT", Dialect.all.map(\.name)),
    help: "the dialect of schemas without `$schema` (\(Dialect.all[0].name))")
  static let noFormatAssertion = OptionSpec(
    name: "no-format-assertion", help: "`format` says nothing of validity")

  // What to print.
  static let output = OptionSpec(
    name: "output", value: .choice("FORMAT", OutputFormat.allCases.map(\.rawValue)),
    help: "print JSON Schema's own output, one JSON object a line, in place of a report")
  static let format = OptionSpec(
    name: "format", short: "f", value: .report("FORMAT[=FILE]"), isRepeatable: true,
    help: "how to report (\(ReportFormat.all[0].name)), and the file to write it to: "
      + ReportFormat.all.map(\.name).joined(separator: ", "))
  static let failOn = OptionSpec(
    name: "fail-on", value: .choice("SEVERITY", Severity.allCases.reversed().map(\.rawValue)),
    help: "the least severity that exits 1 (error)")
  static let exitZero = OptionSpec(
    name: "exit-zero", help: "exit 0 also when there are findings")
  static let allowEmpty = OptionSpec(
    name: "allow-empty", help: "nothing to check is no error (for parts of a whole)")
  static let maximumFindings = OptionSpec(
    name: "max-findings", value: .integer("N", 1...Int.max),
    help: "stop after so many findings and say so")
  static let statistics = OptionSpec(
    name: "stats", help: "print bytes, exchanges, bytes per second and peak memory")
  static let colour = OptionSpec(
    name: "color", value: .choice("WHEN", ColourMode.allCases.map(\.rawValue)),
    help: "colour (auto: on a terminal, unless NO_COLOR)")
  static let jobs = OptionSpec(
    name: "jobs", short: "j", value: .integer("N", 1...64),
    help: "threads that check (as many as processors); the output is the same")
  static let quiet = OptionSpec(
    name: "quiet", short: "q", help: "no counts and no progress on standard error")
  static let explainMatch = OptionSpec(
    name: "explain-match",
    help: "say on standard error why each exchange matched, and what of it was not checked")

  // Configuration and known findings.
  static let configuration = OptionSpec(
    name: "config", value: .text("FILE"),
    help: "the configuration (the nearest \(Configuration.fileName) from here up)")
  static let noConfiguration = OptionSpec(name: "no-config", help: "read no configuration")
  static let baseline = OptionSpec(
    name: "baseline", value: .text("FILE"), help: "do not report the findings that FILE knows")
  static let updateBaseline = OptionSpec(
    name: "update-baseline", help: "remove from the baseline what is not found again")
  static let allowGrowth = OptionSpec(
    name: "allow-growth", help: "with --update-baseline: add what is new, too")
  static let baselineTarget = OptionSpec(
    name: baseline.name, value: .text("FILE"),
    help: "where to write it (that of the configuration, else \(Baseline.fileName))")
  static let allowMore = OptionSpec(
    name: allowGrowth.name, help: "add what a baseline that is there does not know")
  static let strictBaseline = OptionSpec(
    name: "strict-baseline", help: "exit 1 where the baseline knows what is not found again")
  static let changedSince = OptionSpec(
    name: "changed-since", value: .text("REV"),
    help: "only inputs that git says changed; all where a contract or the configuration did")

  // A first configuration.
  static let force = OptionSpec(
    name: "force", help: "overwrite a configuration and a baseline that are there")
  static let guess = OptionSpec(
    name: contract.name, short: "c", value: .text("NAME|FILE"), isRepeatable: true,
    help: "take this contract (guessed from the captures)")

  // Live URLs.
  static let server = OptionSpec(
    name: "server", value: .text("SERVER|URL"),
    help: "a server of the contract (local, staging, production) or a base URL")
  static let all = OptionSpec(
    name: "all", help: "send every GET operation of the contract to --server")
  static let parameter = OptionSpec(
    name: "param", value: .assignment("NAME=VALUE"), isRepeatable: true,
    help: "the value of a path or query parameter; OPERATIONID.NAME=VALUE for one operation")
  static let method = OptionSpec(
    name: "method", value: .text("METHOD"), help: "send this method (GET)")
  static let bearerFile = OptionSpec(
    name: "bearer-file", value: .text("FILE"),
    help: "read the bearer token from a file, or from standard input (-)")
  static let bearerVariable = OptionSpec(
    name: "bearer-env", value: .text("VARIABLE"),
    help: "read the bearer token from an environment variable")
  static let timeout = OptionSpec(
    name: "timeout", value: .integer("SECONDS", 1...86_400), help: "for each request (30)")
  static let maximumBody = OptionSpec(
    name: "max-body", value: .byteCount("BYTES"), help: "the longest body to accept (64M)")
  static let allowHTTP = OptionSpec(
    name: "allow-http", help: "plain http to other hosts than this one")
  static let certificates = OptionSpec(
    name: "cacert", value: .text("FILE"), help: "trust these certificate authorities (PEM)")

  // Every command.
  static let version = OptionSpec(name: "version", help: "print the version")
  static let help = OptionSpec(name: "help", short: "h", help: "print this help")

  /// Options that people try because other tools have them, and why this one does not.
  static let refused: [String: String] = {
    let why = """
      a token in an argument is seen by every process and kept in the shell's history; use \
      `--bearer-env NAME`, `--bearer-file FILE` or `--bearer-file -` (standard input)
      """
    return ["bearer": why, "token": why, "bearer-token": why]
  }()
}
