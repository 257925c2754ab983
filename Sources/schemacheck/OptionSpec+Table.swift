@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns
import JSONSchema

extension OptionSpec {
  // What to check against.
  static let contract = OptionSpec(
    name: "contract", short: "c", value: .text("NAME|FILE"), isRepeatable: true,
    help: "a bundled contract or an OpenAPI file; the first contract that matches is used")
  static let rulesContract = OptionSpec(
    name: contract.name, short: contract.short, value: contract.value, isRepeatable: true,
    help: "also use the rules of this contract: a bundled contract or an OpenAPI file")
  static let namedContract = OptionSpec(
    name: contract.name, short: contract.short, value: contract.value,
    help: "the same as the first argument")
  static let operation = OptionSpec(
    name: "operation", value: .text("OPERATION"), excludes: ["schema"],
    help: "check everything against this operation and ignore URLs: \"GET /path\" or an "
      + "operationId")
  static let onlyOperation = OptionSpec(
    name: "only-operation", value: .text("PATTERN"), isRepeatable: true, excludes: ["all"],
    help:
      "use only these operations: \"GET /orders*\", a path or an operationId, with `*` for any "
      + "text; exchanges of other operations are only counted")
  static let onlyRequests = OptionSpec(
    name: onlyOperation.name, value: onlyOperation.value, isRepeatable: true,
    help: "use only these requests: \"GET /orders*\" or a path, with `*` for any text; other "
      + "requests are only counted")
  static let status = OptionSpec(
    name: "status", value: .integer("STATUS", 100...599),
    defaultText: "the lowest documented 2xx",
    help: "the status of the response, with --operation")
  static let request = OptionSpec(name: "request", help: "the body is a request body")
  static let requests = OptionSpec(
    name: "requests", excludes: ["server"], help: "check only requests, not responses")
  static let refusedRequests = OptionSpec(
    name: "refused", help: "also check requests that the server refused with a documented 4xx")
  static let webhook = OptionSpec(
    name: "webhook", value: .text("NAME"),
    excludes: ["operation", "request", "schema", "server", "status"],
    help: "the inputs are requests of this webhook of the contract; only requests are checked, as "
      + "with --requests")
  static let componentSchema = OptionSpec(
    name: "schema", value: .text("NAME"),
    help: "check the body against this component schema of the contract")
  static let inputFormat = OptionSpec(
    name: "input-format", value: .choice("FORMAT", CaptureFormat.allCases.map(\.rawValue)),
    defaultText: "detected from the content",
    help: """
      the format of the inputs (log: servers and gateways; tap: Envoy; vcr: also vcrpy and go-vcr)
      """)
  static let basePath = OptionSpec(
    name: "base-path", value: .basePath("PATH"),
    help: "a prefix such as /wp-json/app/v1 that requests have and the paths of the contract do "
      + "not have")
  static let hosts = OptionSpec(
    name: "hosts", value: .choice("WHICH", HostUse.Choice.allCases.map(\.rawValue)),
    defaultText: "`documented` if any exchange has a documented host, else `all`",
    help: "the hosts whose exchanges are checked, if the contract's servers name hosts")
  static let rule = OptionSpec(
    name: "rule", value: .ruleSetting("RULE=SEVERITY"), isRepeatable: true,
    help: "set the severity of a rule: " + list(Rule.levels)
      + " (\(Rule.alwaysOn.joined(separator: " and ")) cannot be off)")
  static let instanceFormat = OptionSpec(
    name: inputFormat.name,
    value: .choice("FORMAT", [CaptureFormat.json, .ndjson].map(\.rawValue)),
    defaultText: "detected from the content",
    help: "one value per file, or one value per line")
  static let schemaFile = OptionSpec(
    name: "schema", value: .text("FILE"), help: "the JSON Schema to validate against")
  static let resolve = OptionSpec(
    name: "resolve", value: .assignment("PREFIX=FOLDER"), isRepeatable: true,
    help: "read `$ref`s that start with this URI prefix from a folder; nothing is downloaded")
  static let draft = OptionSpec(
    name: "draft", value: .choice("DRAFT", Dialect.names),
    defaultText: Dialect.names[0],
    help: "the version of schemas without `$schema`")
  static let noFormatAssertion = OptionSpec(
    name: "no-format-assertion", help: "do not check `format`")

  // What to print.
  static let reportFile = OptionSpec(
    name: "output", short: "o", value: .text("FILE"), defaultText: "standard output",
    help: "the file for the report; without --format, the ending of its name sets the format")
  static let format = OptionSpec(
    name: "format", short: "f", value: .report("FORMAT[=FILE]", ReportFormat.all.map(\.name)),
    isRepeatable: true,
    defaultText: ReportFormat.all[0].name,
    help: "report format, and the file to write it to: " + list(ReportFormat.all.map(\.name)))
  static let schemaFormat = OptionSpec(
    name: format.name, short: format.short,
    value: .report(
      "FORMAT[=FILE]", ReportFormat.all.map(\.name) + OutputFormat.allCases.map(\.rawValue)),
    isRepeatable: true, defaultText: format.defaultText,
    help: format.help + "; or JSON Schema's own output, one JSON object per line: "
      + list(OutputFormat.allCases.map(\.rawValue)))
  static let coverageFormat = OptionSpec(
    name: format.name, short: "f",
    value: .report("FORMAT[=FILE]", CoverageFormat.allCases.map(\.rawValue)), isRepeatable: true,
    defaultText: CoverageFormat.allCases[0].rawValue,
    help: "coverage format, and the file to write it to: "
      + list(CoverageFormat.allCases.map(\.rawValue)))
  static let coverageFile = OptionSpec(
    name: "coverage", value: .text("[FORMAT=]FILE"), isRepeatable: true, excludes: ["max-findings"],
    help: "also write the coverage of the contracts to FILE; its ending sets the format: .json, "
      + ".html, .info (lcov) or .txt")
  static let client = OptionSpec(
    name: "client", value: .text("NAME"), defaultText: "all clients of the contract",
    help: "use only this client, by its name in `clients`")
  static let explainedClient = OptionSpec(
    name: client.name, value: client.value,
    help:
      "print how one client decodes bodies: a name in `clients`, or a decoder such as Gson")
  static let trafficCoverage = OptionSpec(
    name: coverageFile.name, value: .text("FILE"),
    help: "a file of `coverage --format json`: each finding says whether the traffic had the part "
      + "that the change removes")
  static let minimumCoverage = OptionSpec(
    name: "min", value: .integer("PERCENT", 0...100),
    help: "fail if less than this share of the cells of all contracts was seen")
  static let updateRatchet = OptionSpec(
    name: "update-ratchet", excludes: ["only-operation"],
    help: "write the coverage of this run to \(CoverageRatchet.fileName), but never lower a number "
      + "in the file")
  static let failOn = OptionSpec(
    name: "fail-on", value: .choice("SEVERITY", Severity.allCases.reversed().map(\.rawValue)),
    defaultText: "error",
    help: "the run fails if a finding has at least this severity")
  static let comparisonFormat = OptionSpec(
    name: format.name, short: "f", value: .choice("FORMAT", ["text", "json"]), defaultText: "text",
    help: "report format")
  static let failOnNew = OptionSpec(
    name: failOn.name, value: failOn.value, defaultText: "error",
    help: "the run fails if a new group has at least this severity")
  static let strict = OptionSpec(
    name: "strict",
    help: "fail the run if anything was not checked or was only assumed, even with --exit-zero")
  static let minimumChecked = OptionSpec(
    name: "min-checked", value: .integer("N", 1...Int.max), excludes: ["changed-since"],
    help: "fail the run if fewer than N exchanges were checked, even with --exit-zero")
  static let exitZero = OptionSpec(name: "exit-zero", help: "exit 0 even if there are findings")
  static let allowEmpty = OptionSpec(
    name: "allow-empty", help: "exit 0 even if nothing was checked")
  static let maximumFindings = OptionSpec(
    name: "max-findings", value: .integer("N", 1...Int.max),
    help: "print at most N findings; the others are counted")
  static let by = OptionSpec(
    name: "by", value: .split("KEY"),
    help: "also count each mistake for each value of this key of the exchange: header:NAME, "
      + "client, host or day")
  static let before = OptionSpec(
    name: "before", value: .text("REPORT"),
    help: "with `--format html`: an earlier json or ndjson report to compare with")
  static let statistics = OptionSpec(
    name: "stats",
    help:
      "print bytes, exchanges, bytes per second and peak memory; with a contract, also counts by "
      + "operation")
  static let colour = OptionSpec(
    name: "color", value: .choice("WHEN", ColourMode.allCases.map(\.rawValue)),
    defaultText: "auto, on a terminal unless NO_COLOR is set",
    help: "when to use colour")
  static let jobs = OptionSpec(
    name: "jobs", short: "j", value: .integer("N", 1...64),
    defaultText: "one per processor; 2 for requests",
    help: "number of threads, and of requests at the same time; it does not change the output")
  static let threads = OptionSpec(
    name: jobs.name, short: "j", value: jobs.value, defaultText: "one per processor",
    help: "number of threads; it does not change the output")
  static let quiet = OptionSpec(
    name: "quiet", short: "q", help: "on standard error, print only what was not checked")
  static let watch = OptionSpec(
    name: "watch",
    excludes: [
      "coverage", "update-baseline", "output", "bearer-file", "record",
    ],
    help: watchHelp("an input, a contract, the configuration or the baseline"))
  static let lintWatch = OptionSpec(
    name: watch.name, excludes: watch.excludes,
    help: watchHelp("an input, the configuration or the baseline"))
  static let schemaWatch = OptionSpec(
    name: watch.name, excludes: watch.excludes, help: watchHelp("an input or the schema"))

  private static func watchHelp(_ what: String) -> String {
    "check again when \(what) changes, and show the new findings; Ctrl-C ends this"
  }

  static let explainMatch = OptionSpec(
    name: "explain-match",
    help: "print why each exchange matched its operation, and what was not checked")

  // Configuration and known findings.
  static let configuration = OptionSpec(
    name: "config", value: .text("FILE"), excludes: ["no-config"],
    defaultText: "the nearest \(Configuration.fileName), from here upwards",
    help: "the configuration")
  static let noConfiguration = OptionSpec(name: "no-config", help: "read no configuration")
  static let baseline = OptionSpec(
    name: "baseline", value: .text("FILE"), help: "hide findings listed in FILE")
  static let updateBaseline = OptionSpec(
    name: "update-baseline", requires: "baseline", excludes: ["changed-since", "max-findings"],
    help: "remove entries from the baseline whose findings are gone")
  static let allowGrowth = OptionSpec(
    name: "allow-growth", requires: "update-baseline",
    help: "also add new findings and larger counts to the baseline")
  static let baselineTarget = OptionSpec(
    name: baseline.name, value: .text("FILE"),
    defaultText: "the baseline of the configuration, else \(Baseline.fileName)",
    help: "the file to write")
  static let allowMore = OptionSpec(
    name: allowGrowth.name,
    help: "add new findings and larger counts to a baseline that exists already")
  static let strictBaseline = OptionSpec(
    name: "strict-baseline", requires: "baseline", help: "fail if the baseline has stale entries")
  static let failOnGrowth = OptionSpec(
    name: "fail-on-growth", requires: "baseline",
    help: "fail if a finding is more frequent than in the baseline")
  static let failOnMore = OptionSpec(
    name: failOnGrowth.name,
    help: "also fail if a group is at least ten times more frequent and has the severity of "
      + "--fail-on")
  static let changedSince = OptionSpec(
    name: "changed-since", value: .text("REV"),
    help: "check only inputs that changed since this git revision; check all inputs if a contract "
      + "or the configuration changed")

  // A first contract.
  static let contractFile = OptionSpec(
    name: "output", short: "o", value: .text("FILE"), defaultText: "standard output",
    help: "the file to write: YAML, or JSON if its name ends in .json")
  static let overwrite = OptionSpec(name: "force", help: "overwrite an existing file")
  static let examples = OptionSpec(
    name: "examples",
    help: "put a recorded body of each kind into the contract, with secrets masked")
  static let acceptAll = OptionSpec(
    name: "accept-all", help: "put rare values into the contract, too, and list no mistakes")

  // A first configuration.
  static let force = OptionSpec(
    name: "force", help: "overwrite an existing configuration and baseline")
  static let guess = OptionSpec(
    name: contract.name, short: "c", value: .text("NAME|FILE"), isRepeatable: true,
    defaultText: "the contracts that fit the captures",
    help: "use this contract")

  // Live URLs.
  static let server = OptionSpec(
    name: "server", value: .text("SERVER|URL"), requires: "all",
    alternative: "; to send one request, give its whole URL as INPUT",
    help: "a server of the contract (local, staging, production) or a base URL")
  static let all = OptionSpec(
    name: "all", requires: "server",
    excludes: ["operation", "status", "request", "schema", "method"], excludesInputs: true,
    help: "send every GET and HEAD operation of the contract to --server")
  static let parameter = OptionSpec(
    name: "param", value: .assignment("NAME=VALUE"), isRepeatable: true, requires: "all",
    help: "use this value for a path or query parameter, and not values from other responses; "
      + "OPERATIONID.NAME=VALUE sets the value for one operation")
  static let samples = OptionSpec(
    name: "samples", value: .integer("N", 1...1000), requires: "all", defaultText: "3",
    help: "for each parameter, use at most N values from each list")
  static let pages = OptionSpec(
    name: "pages", value: .integer("N", 1...1000), defaultText: "1",
    help:
      "request up to N pages of each list, one after the other, and check that the pages fit "
      + "together")
  static let method = OptionSpec(
    name: "method", value: .text("METHOD"), defaultText: "GET", help: "the HTTP method to send")
  static let body = OptionSpec(
    name: "body", value: .text("FILE"), requires: "method", excludes: ["all"],
    help: "send the content of FILE as the body")
  static let bodyType = OptionSpec(
    name: "body-type", value: .text("TYPE"), requires: "body", defaultText: "application/json",
    help: "the media type of --body")
  static let header = OptionSpec(
    name: "header", value: .text("NAME:VALUE"), isRepeatable: true,
    help: "send this header; NAME:env:VARIABLE reads the value from an environment variable, "
      + "NAME:@FILE from a file")
  static let basicVariable = OptionSpec(
    name: "basic-env", value: .text("VARIABLE"), excludes: ["bearer-env", "bearer-file"],
    help: "read NAME:PASSWORD from an environment variable, and send it as Basic authorization")
  static let cookieVariable = OptionSpec(
    name: "cookie-env", value: .text("VARIABLE"),
    help: "read the Cookie header from an environment variable")
  static let rate = OptionSpec(
    name: "rate", value: .rate("N/s"),
    help: "send at most N requests per second, over all connections")
  static let record = OptionSpec(
    name: "record", value: .text("FILE"),
    help:
      "write requests and responses to FILE, a new .har or .ndjson file, with secrets replaced; "
      + "`check` has the same findings in FILE")
  static let bearerFile = OptionSpec(
    name: "bearer-file", value: .text("FILE"), excludes: ["bearer-env"],
    help: "read the bearer token from a file, or from standard input (-)")
  static let bearerVariable = OptionSpec(
    name: "bearer-env", value: .text("VARIABLE"),
    help: "read the bearer token from an environment variable")
  static let timeout = OptionSpec(
    name: "timeout", value: .integer("SECONDS", 1...86_400),
    defaultText: "30",
    help: "time limit for each request")
  static let items = OptionSpec(
    name: "items", value: .integer("N", 1...1_000_000),
    help: "end a response that is a sequence, such as NDJSON or server-sent events, after N items")
  static let time = OptionSpec(
    name: "for", value: .duration("TIME"),
    help: "end a response that is a sequence after this time, such as 10s or 2m, and ignore "
      + "--timeout")
  static let maximumBody = OptionSpec(
    name: "max-body", value: .byteCount("BYTES"),
    defaultText: "64M",
    help: "size limit for each response body")
  static let allowHTTP = OptionSpec(
    name: "allow-http", help: "allow plain http also to other machines")
  static let expect = OptionSpec(
    name: "expect", value: .statuses("STATUSES"), isRepeatable: true,
    defaultText: "2XX",
    help: "the statuses that responses may have, such as 404 or 2XX,404; any other is an error")
  static let interval = OptionSpec(
    name: "interval", value: .integer("SECONDS", 1...86_400), requires: "watch",
    defaultText: "10", help: "how often --watch sends its requests again")
  static let certificates = OptionSpec(
    name: "cacert", value: .text("FILE"), help: "trust these certificate authorities (PEM)")
  static let auth = OptionSpec(
    name: "auth", value: .text("SCHEME:env:VAR"), isRepeatable: true,
    help: "read the secret of a security scheme from an environment variable; the secret is sent "
      + "with each operation that needs this scheme")
  static let clientCertificate = OptionSpec(
    name: "cert", value: .text("FILE"), help: "send this certificate of the client (PEM)")
  static let clientKey = OptionSpec(
    name: "key", value: .text("FILE"), requires: "cert",
    help: "the private key of --cert, if it is in another file (PEM)")
  static let insecure = OptionSpec(
    name: "insecure", short: "k",
    help: "accept any certificate of a server on this machine; servers on other machines need a "
      + "valid certificate")
  static let unixSocket = OptionSpec(
    name: "unix-socket", value: .text("FILE"), help: "send requests to this socket")
  static let addressOf = OptionSpec(
    name: "resolve", value: .text("HOST:PORT:IP"), isRepeatable: true,
    help: "connect to this address for a host and a port")
  static let allowContractURL = OptionSpec(
    name: "allow-contract-url",
    help: "read contracts also from URLs of other machines")

  // Every command.
  static let version = OptionSpec(name: "version", short: "V", help: "print the version")
  static let help = OptionSpec(name: "help", short: "h", help: "print this help")

  /// A list such as "a, b, c". It runs at every start. So it does not use `joined`, because the
  /// first use of `joined` creates types at run time.
  private static func list(_ names: [String]) -> String {
    var text = names.first ?? ""
    for name in names.dropFirst() { text += ", " + name }
    return text
  }

  /// Options that other tools have but this tool refuses. Each option has the reason.
  static let refused: [String: String] = {
    let why = """
      every process can see the arguments, and the shell keeps them in its history; use \
      `--bearer-env VARIABLE`, `--bearer-file FILE` or `--bearer-file -` (standard input)
      """
    return ["bearer": why, "token": why, "bearer-token": why]
  }()
}
