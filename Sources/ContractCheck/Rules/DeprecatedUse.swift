@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

extension Rule {
  /// Reports deprecated parts. The schemas of requests find deprecated properties;
  /// ``ContractValidator`` finds operations and parameters.
  static let deprecatedUse = Rule(
    id: "deprecated-use",
    summary: "a request that uses something that the contract marks as "
      + "deprecated",
    rationale: "the server may stop supporting what is deprecated; then the request fails",
    source: "`deprecated` of the contract; the headers `Deprecation` and `Sunset` of the response",
    link: "https://www.rfc-editor.org/rfc/rfc8594",
    since: "0.2.0",
    severity: .note,
    form: .owns([.demands(Ownership.Selector(part: .request, isDeprecated: true), .absence)]),
    message: .template("`{name}` is deprecated", label: deprecatedAdvice),
    exchanges: (
      wrong: "GET /v1/places, which has `deprecated: true` in the contract",
      right: "GET /v2/places, which replaces it"
    ),
    marksKeys: true)

  static let deprecatedAdvice = "use the replacement"

  static func deprecated(_ operation: Operation) -> FindingText {
    FindingText(message: "`\(operation.name)` is deprecated", label: deprecatedAdvice)
  }
}

/// The deprecated parts of an operation.
package struct DeprecatedParts: Sendable {
  let isOperation: Bool
  let parameters: [Operation.Parameter]

  /// Collects the deprecated parts. Nil if there are none.
  init?(_ operation: JSONNode, _ parameters: [Operation.Parameter]) {
    isOperation = operation["deprecated"]?.bool ?? false
    // If the schema is deprecated, the check of the schema finds it.
    self.parameters = parameters.filter {
      $0.node["deprecated"]?.bool == true && $0.schema?["deprecated"]?.bool != true
    }
    if !isOperation, self.parameters.isEmpty { return nil }
  }
}

extension ContractValidator {
  func checkDeprecated<Sink: ExchangeSink>(
    _ exchange: Exchange, _ match: RouteMatch, _ url: URLBytes, _ sink: inout Sink
  ) throws(Sink.Stop) {
    let operation = match.operation
    // The tool's own requests say nothing about an app.
    guard let deprecated = operation.deprecated, checker.sent == nil,
      operation.settings[.deprecatedUse].severity != nil
    else { return }
    sink.note { $0.reference?.part = .request }
    defer { sink.note { $0.reference?.part = .response } }
    let whole = exchange.urlRange ?? exchange.start
    if deprecated.isOperation {
      try sink.violated {
        $0.add(
          .deprecatedUse, operation.settings, at: whole,
          .told(Rule.deprecated(operation), shape: "operation"))
      }
    }
    var fields: [RawField]?
    for parameter in deprecated.parameters {
      let (found, places) = uses(parameter, exchange, match, url, &fields)
      let value: ParameterValue?
      switch found {
      case .absent: continue
      case .malformed(let text): value = .text(text)
      case .values(let values): value = values.first?.first
      }
      try sink.violated {
        $0.report(.deprecated, of: parameter, value, operation.settings, places($0))
      }
    }
  }

  private func uses(
    _ parameter: Operation.Parameter, _ exchange: Exchange, _ match: RouteMatch, _ url: URLBytes,
    _ fields: inout [RawField]?
  ) -> (Operation.Parameter.Found, (CheckRun) -> CheckRun.ParameterTexts) {
    let whole = exchange.urlRange ?? exchange.start
    switch parameter.location {
    case .path:
      let value = match.parameters.first { $0.name == parameter.name }
      return (
        .values([]),
        { run in
          CheckRun.ParameterTexts(whole: value.map { run.place(of: $0, in: exchange) } ?? whole)
        }
      )
    case .query:
      let place = exchange.addressDetails?.query?.place(ofParameter: parameter.name) ?? whole
      return (
        read(parameter, of: match.operation, in: url.query, &fields),
        { run in
          run.query(of: exchange).map {
            CheckRun.ParameterTexts(bodies: [$0.0], offset: $0.1, whole: place)
          } ?? CheckRun.ParameterTexts(whole: place)
        }
      )
    case .header, .cookie:
      let (found, bodies) = read(parameter, in: exchange.request.headers)
      return (found, { _ in CheckRun.ParameterTexts(bodies: bodies, whole: whole) })
    }
  }

  /// Adds the dates in the response to findings about deprecated parts.
  func addSunset(of exchange: Exchange, to findings: inout [Finding]) {
    guard findings.contains(where: { $0.rule == Rule.deprecatedUse.id }),
      let times = Sunset(exchange.response.headers).words
    else { return }
    for index in findings.indices where findings[index].rule == Rule.deprecatedUse.id {
      findings[index].message += " (\(times))"
    }
  }
}

/// The dates when something became deprecated and when it ends. Source: RFC 9745 (`Deprecation`),
/// RFC 8594 (`Sunset`).
struct Sunset {
  private let start: CalendarDate?
  private let end: CalendarDate?

  init(_ headers: HeaderFields) {
    func day(_ name: String) -> CalendarDate? {
      headers[name].first.flatMap { Self.day(String(decoding: $0.bytes, as: UTF8.self)) }
    }
    start = day("deprecation")
    end = day("sunset")
  }

  /// The dates as a text. Nil if the response contains no date.
  var words: String? {
    let parts = [start.map { "since \($0)" }, end.map { "ends \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads HTTP dates (RFC 9110, section 5.6.7), seconds since 1970 after `@`, and dates that begin
  /// with `YYYY-MM-DD`.
  static func day(_ text: String) -> CalendarDate? {
    if text.utf8.first == UInt8(ascii: "@") { return Timestamp(String(text.dropFirst()))?.day }
    if let day = CalendarDate(String(text.prefix(10))) { return day }
    let words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
    guard words.count >= 4 else { return nil }
    // The forms are `Sun, 06 Nov 1994 …`, `Sunday, 06-Nov-94 …` and `Sun Nov  6 08:49:37 1994`.
    let isOld = months.contains(words[1])
    guard let month = months.firstIndex(of: words[isOld ? 1 : 2]),
      let day = Int(words[isOld ? 2 : 1]),
      var year = Int(words[isOld ? words.count - 1 : 3])
    else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return CalendarDate(year: year, month: month + 1, day: day)
  }
}
