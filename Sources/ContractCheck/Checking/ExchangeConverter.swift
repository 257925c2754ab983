@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// Writes captured exchanges in one format. The converter reads the same inputs as a ``Checker``,
/// but reports no findings.
@_spi(Engine) public struct ExchangeConverter: CaptureValidator {
  /// The output format.
  public enum Target: Hashable, Sendable {
    /// The entries of a HAR.
    case har
    /// The lines of an NDJSON file.
    case records
  }

  private let target: Target
  private let keepsSecrets: Bool
  fileprivate let secretNames: OwnSecretNames?

  /// - Parameters:
  ///   - keepsSecrets: Whether secrets are kept. If not, they are replaced.
  ///   - rules: The values that these rules mark as secret are replaced, too.
  package init(to target: Target, keepsSecrets: Bool, rules: OwnRules = OwnRules()) {
    self.target = target
    self.keepsSecrets = keepsSecrets
    secretNames = OwnSecretNames(rules.rules)
  }

  /// A converter for one thread.
  public func exchangeValidator() -> any ExchangeValidator { ConvertingValidator(self) }

  /// Why an exchange is not converted. The summary of a run counts the exchanges by reason.
  public enum Omission: String, CaseIterable, Sendable {
    /// A body without its exchange.
    case bareBody = "bare-body"
    /// The capture does not contain the method or the URL.
    case noURL = "no-url"
    /// There is a response, but the capture does not contain its status.
    case noStatus = "no-status"
  }

  fileprivate func result(_ exchange: Exchange) -> Checker.Result {
    if let omission = omission(of: exchange) {
      return Checker.Result(outcome: .skipped(omission.rawValue), findings: [])
    }
    var record = ExchangeRecord(
      method: exchange.method, url: exchange.url, status: exchange.status)
    record.keepsSecrets = keepsSecrets
    record.time = exchange.time
    // The expectations of a live check decide verdicts, so they are kept.
    record.expected = SentRequest(recorded: exchange)?.expected
    record.verdict = LiveVerdict(recorded: exchange) ?? LiveVerdict()
    if target == .har, exchange.unit == .entry { record.har = HARDetails(exchange.record) }
    // In a record with headers, other headers would count as missing.
    let headers = exchange.request.headers
    record.requestHeaders = headers.areCaptured ? headers.all : []
    record.requestType = exchange.request.mediaType
    record.requestBody = body(of: exchange.request)
    if record.requestBody == .none { record.requestFields = exchange.request.fields }
    record.responseHeaders = exchange.response.headers.all
    record.responseType = exchange.response.mediaType
    record.responseBody = body(of: exchange.response)
    var result = Checker.Result(outcome: .checked, findings: [])
    result.converted = target == .har ? record.harEntry() : record.line()
    return result
  }

  /// A record needs fewer facts than an entry of a HAR.
  private func omission(of exchange: Exchange) -> Omission? {
    if exchange.isBare { return .bareBody }
    let isAnswered = exchange.response.absence == nil
    if target == .har {
      if exchange.method == nil || exchange.url == nil { return .noURL }
      return exchange.status == nil && isAnswered ? .noStatus : nil
    }
    let isKnown = exchange.method != nil && exchange.url != nil
    let hasBody = isAnswered || exchange.request.absence == nil
    let isPlaced = exchange.status != nil || exchange.url != nil || exchange.method != nil
    return isKnown || hasBody && isPlaced ? nil : .noURL
  }

  private func body(of message: Message) -> ExchangeRecord.Body {
    if message.emptyBody != nil { return .bytes([]) }
    switch message.absence {
    case .truncated?, .undecodable?, .omitted?: return .leftOut(message.absence?.rawValue ?? "")
    default: return message.body.map { .bytes($0.bytes) } ?? .none
    }
  }
}

private final class ConvertingValidator: ExchangeValidator {
  private let converter: ExchangeConverter

  init(_ converter: ExchangeConverter) { self.converter = converter }

  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    converter.secretNames?.hold { converter.result(exchange) } ?? converter.result(exchange)
  }
}
