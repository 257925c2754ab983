@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds mistakes by names and shapes, without a contract.
///
/// A rule that only guesses gives a warning. Nothing is reported if the author may have written the
/// body in this way on purpose. An error is a mistake that nobody makes on purpose. Each rule
/// defines its severity without a contract (``Rule/lint``). If the user sets a severity, all
/// findings of the rule have this severity.
package struct Linter: CaptureValidator {
  /// The rules that need no contract.
  package static let rules = Rule.catalogue.filter { $0.lint != nil }

  /// The rules of the project that need no contract.
  @_spi(Engine) public let ownRules: OwnRules
  fileprivate let overrides: [String: Severity?]
  /// The reason why the rules of the project cannot be checked together. Nil if they can be
  /// checked.
  package let ownRulesError: ContractError?
  fileprivate let secretNames: OwnSecretNames?
  fileprivate let severities: LintSeverities
  fileprivate let settings: RuleSettings
  /// The texts in captures that stand for missing values.
  package var placeholders = Placeholders.standard
  /// The form of dates that is allowed in addition to ISO 8601 in UTC or with an offset. Nil for no
  /// other form.
  package var dateProfile: DateProfile?
  /// The differences between files of one folder.
  @_spi(Engine) public var siblings = SiblingDifferences()

  /// Creates a linter with the user's severities.
  ///
  /// - Parameters:
  ///   - overrides: Severities by rule id; nil turns a rule off. Ids of rules that need a contract
  ///     have no effect.
  ///   - own: The rules of the project. Rules that need an operation, a status or another part of a
  ///     contract are ignored.
  package init(overrides: [String: Severity?] = [:], own: OwnRules = OwnRules()) {
    ownRules = own.withoutContract
    do throws(ContractError) {
      if !ownRules.isEmpty { _ = try Contract.open(ownRules.about(nil), overrides: overrides) }
      ownRulesError = nil
    } catch {
      ownRulesError = error
    }
    self.overrides = overrides
    secretNames = OwnSecretNames(own.rules)
    severities = LintSeverities(overrides: overrides)
    var settings = RuleSettings.standard
    for rule in Self.rules { settings[rule].severity = severities.severity(of: rule) }
    self.settings = settings
  }

  /// Whether the files of a folder must be compared with each other.
  @_spi(Engine) public var comparesSiblings: Bool {
    [Rule.explicitNull, .keyCase].contains { severities.severity(of: $0) != nil }
  }

  /// A linter for one thread.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator { LintValidator(self) }
}

/// Checks both messages of exchanges. Names are remembered, because they repeat within a capture.
private final class LintValidator: ExchangeValidator {
  private let linter: Linter
  private let names = NameTable()
  private let own: OpenRules

  func severity(of rule: Rule) -> Severity? { linter.settings[rule].severity }

  init(_ linter: Linter) {
    self.linter = linter
    own = OpenRules(linter.ownRules, linter.overrides)
  }

  /// Without a contract, every value is a body.
  func describes(_ value: TapeCursor) -> Bool { true }

  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    guard let names = linter.secretNames else { return result(of: exchange, in: &source) }
    return names.hold { result(of: exchange, in: &source) }
  }

  private func result(of exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    var run = CheckRun(source: source)
    defer { source = run.source }
    var exchange = exchange
    let isTemplated = exchange.fillTemplates(linter.placeholders)
    if !exchange.isBare || exchange.unit != nil {
      run.reference = ExchangeReference(exchange, method: exchange.method)
    }
    let request = exchange.isBare ? nil : lint(.request, of: exchange, &run)
    let response = lint(.response, of: exchange, &run)
    run.reportRepeatedKeys(of: exchange, linter.settings)
    var count = ExchangeCount(request == .checked ? .checked : response)
    count.isTemplated = isTemplated
    if exchange.request.absence == nil {
      count.request = request.flatMap { MessageCount($0, isBodyDue: false) }
    }
    count.response = MessageCount(response, isBodyDue: false)
    return run.result(count)
  }

  private func lint(
    _ part: Exchange.Part, of exchange: Exchange, _ run: inout CheckRun
  ) -> Checker.Outcome {
    let message = exchange[part]
    guard let body = message.body else {
      return .skipped((message.absence ?? .noBody).rawValue)
    }
    guard exchange.isBare || isMeantAsJSON(message, body) else {
      return .skipped(SkipReason.nonJSON.rawValue)
    }
    run.reference?.part = part
    guard let document = run.document(of: body, linter.settings) else { return .checked }
    let context = LintContext(
      part: exchange.isBare ? nil : part, status: exchange.status,
      query: exchange.url.map { URLParts($0) }, severities: linter.severities,
      dateProfile: linter.dateProfile)
    let isFile = exchange.isBare && exchange.unit == nil
    let siblings = isFile ? linter.siblings.byFile[run.source.name] ?? [] : []
    run.report(
      LintViolations(in: document, context, names, siblings),
      own.reader(of: document, part, of: exchange), of: body, document, linter.settings)
    return .checked
  }

  /// Whether a body should be read as JSON. A JSON media type is enough. Under another media type,
  /// the body must be a JSON object or array. Without a media type, it must begin like an object or
  /// an array.
  private func isMeantAsJSON(_ message: Message, _ body: Body) -> Bool {
    let type = message.mediaType.flatMap { MediaType($0) }
    if type?.isJSON ?? false { return true }
    let text = body.bytes.dropFirst(ByteOrderMark.length(in: body.bytes))
    let first = text.first { !ASCIIByte.isSpace($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return type == nil || (try? JSONDocument(body.bytes)) != nil
  }
}

struct LintContext {
  /// The message. Nil for a bare body, because it may be a request or a response.
  let part: Exchange.Part?
  let status: Int?
  let query: URLParts?
  let severities: LintSeverities
  var dateProfile: DateProfile?

  var isRequest: Bool { part == .request }
  var isBare: Bool { part == nil }
}

struct LintSeverities: Sendable {
  private var overrides: [String: Severity?]
  private(set) var parts: [LintPart] = []

  init(overrides: [String: Severity?]) {
    self.overrides = overrides
    parts = Linter.rules.filter { severity(of: $0) != nil }.flatMap { $0.lint?.parts ?? [] }
  }

  /// The severity; nil if the rule is off.
  func severity(of rule: Rule, isGuess: Bool = false, isNote: Bool = false) -> Severity? {
    guard let lint = rule.lint else { return nil }
    if let override = overrides[rule.id] { return override }
    return min(lint.severity, isNote ? .note : isGuess ? .warning : .error)
  }
}
