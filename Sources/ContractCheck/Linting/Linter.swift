@_spi(Engine) internal import JSONTape

/// Finds mistakes by name and by shape, without a contract.
///
/// What a contract would say is guessed here, so a rule that only guesses is a warning, and nothing
/// is said where a body may well mean what it says. Errors are what no API can have meant.
///
/// | rule | severity | why |
/// | --- | --- | --- |
/// | `json-syntax`, `duplicate-key` | error | RFC 8259 says so |
/// | `secret-exposure` | error | a captured response holds it |
/// | | warning | a bare body may be a request |
/// | `iso-dates` | error | impossible dates, `Date.toString()`, `Invalid Date` |
/// | | warning | an API may document epoch seconds or MySQL dates |
/// | `coordinate-range` | error | a pair is not on Earth, whatever it is called |
/// | | warning | some APIs send strings or halves on purpose |
/// | `coordinate-names` | warning | an API may use the other pair of names |
/// | `explicit-null` | warning | a member may be documented as optional |
/// | `pagination-shape` | warning | that it is a pagination is told by names |
/// | `pagination-arithmetic` | warning | likewise |
/// | `device-platform` | warning | other services have other platforms |
/// | `device-token` | warning | other services have other tokens |
/// | `key-case` | warning | the majority need not be right |
///
/// A severity that the user gives a rule holds for all its findings.
public struct Linter: CaptureJudge {
  /// The rules that need no contract, with what they weigh where nothing is guessed.
  static let table: [(rule: Rule, severity: Severity)] = [
    (.jsonSyntax, .error), (.duplicateKey, .error), (.secretExposure, .error),
    (.isoDates, .error), (.coordinateRange, .error), (.coordinateNames, .warning),
    (.explicitNull, .warning), (.paginationShape, .warning), (.paginationArithmetic, .warning),
    (.devicePlatform, .warning), (.deviceToken, .warning), (.keyCase, .warning),
  ]

  /// The rules that need no contract.
  public static var rules: [Rule] { table.map(\.rule) }

  private let severities: LintSeverities
  private let settings: RuleSettings

  /// A linter.
  ///
  /// - Parameter overrides: Severities by rule id; nil turns a rule off. Ids of rules that need a
  ///   contract change nothing.
  public init(overrides: [String: Severity?] = [:]) {
    severities = LintSeverities(overrides: overrides)
    var settings = RuleSettings.standard
    for rule in Self.rules { settings[rule].severity = severities.severity(of: rule) }
    self.settings = settings
  }

  /// Lints both messages of one exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  /// - Complexity: O(*n*) in the size of the exchange.
  public func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    check(exchange, in: &source, NameTable())
  }

  /// Lints everything in a capture.
  ///
  /// - Parameters:
  ///   - bytes: The whole capture.
  ///   - name: What it is called in findings.
  ///   - format: Its format, or nil to tell it from the content.
  ///   - showsLines: Whether findings show the line they are about.
  ///   - goesOn: Asked before each exchange whether more findings are wanted.
  ///   - yield: Called for each exchange in order.
  ///   - report: Called for what could not be read.
  public func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat?, showsLines: Bool,
    goesOn: ([Finding]) -> Bool, _ yield: (Exchange, Checker.Result) -> Void,
    problem report: (CaptureProblem) -> Void
  ) {
    var source = CaptureSource(name: name, bytes: bytes)
    source.showsLines = showsLines
    // The exchanges of a capture share most of their names.
    let names = NameTable()
    var isWanted = true
    (format ?? CaptureFormat.detect(bytes)).read(bytes) { item in
      isWanted = isWanted && goesOn([])
      guard isWanted else { return }
      switch item {
      case .exchange(let exchange): yield(exchange, check(exchange, in: &source, names))
      case .problem(let problem): report(problem)
      }
    }
  }

  private func check(
    _ exchange: Exchange, in source: inout CaptureSource, _ names: NameTable
  ) -> Checker.Result {
    var run = CheckRun(source: source)
    defer { source = run.source }
    if !exchange.isBare || exchange.unit != nil {
      run.reference = ExchangeReference(
        index: exchange.index, method: exchange.method,
        url: exchange.url.map(URLRedaction.redact), status: exchange.status,
        unit: exchange.unit, id: exchange.id)
    }
    let request = exchange.isBare ? nil : lint(.request, of: exchange, names, &run)
    let response = lint(.response, of: exchange, names, &run)
    return run.result(request == .checked ? .checked : response)
  }

  private func lint(
    _ part: Exchange.Part, of exchange: Exchange, _ names: NameTable, _ run: inout CheckRun
  ) -> Checker.Outcome {
    let message = exchange[part]
    guard let body = message.body else {
      return .skipped((message.absence ?? .noBody).rawValue)
    }
    guard exchange.isBare || isMeantAsJSON(message, body) else {
      return .skipped(SkipReason.nonJSON.rawValue)
    }
    run.reference?.part = part
    guard let document = run.checkSyntax(body, settings) else { return .checked }
    let context = LintContext(
      part: exchange.isBare ? nil : part, status: exchange.status,
      query: exchange.url.map { URLParts($0) }, severities: severities)
    let faults = document.withCursor { cursor in
      var walk = BodyWalk(document: document, cursor: cursor, context: context, names: names)
      return walk.run()
    }
    // Where an object has a key twice, two of its members are one place.
    var seen: Set<[String]> = []
    let unique = faults.filter { fault in
      seen.insert([fault.rule.id, fault.instance.description, fault.member ?? ""]).inserted
    }
    run.report(unique, of: body)
    return .checked
  }

  /// Whether a body is to be read as JSON: by its media type; where that says otherwise, if it is a
  /// JSON object or array all the same; where there is none, if it begins like one.
  private func isMeantAsJSON(_ message: Message, _ body: Body) -> Bool {
    let type = message.mediaType.flatMap { MediaType($0) }
    if type?.isJSON ?? false { return true }
    let text = body.bytes.dropFirst(ByteOrderMark.length(in: body.bytes))
    let first = text.first { !ASCIIByte.isSpace($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return type == nil || (try? JSONDocument(body.bytes)) != nil
  }
}

/// What is known of a body beside its bytes.
struct LintContext {
  /// Nil for a bare body, which may be either.
  let part: Exchange.Part?
  let status: Int?
  /// The URL that was asked for.
  let query: URLParts?
  let severities: LintSeverities

  var isRequest: Bool { part == .request }
  var isBare: Bool { part == nil }
}

/// What each rule weighs in a lint.
struct LintSeverities: Hashable, Sendable {
  private var certain: [String: Severity] = [:]
  private var guessed: [String: Severity] = [:]

  init(overrides: [String: Severity?]) {
    for (rule, severity) in Linter.table {
      if let override = overrides[rule.id] {
        certain[rule.id] = override
        guessed[rule.id] = override
      } else {
        certain[rule.id] = severity
        guessed[rule.id] = min(severity, .warning)
      }
    }
  }

  /// The severity of a finding; nil where its rule is off.
  func severity(of rule: Rule, isGuess: Bool = false) -> Severity? {
    isGuess ? guessed[rule.id] : certain[rule.id]
  }

  func isOn(_ rule: Rule) -> Bool { certain[rule.id] != nil }
}
