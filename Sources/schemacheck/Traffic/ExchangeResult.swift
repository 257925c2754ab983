@_spi(Engine) import ContractCheck

/// What the full check says of one exchange or value.
enum ExchangeResult: Sendable {
  case unit(UnitResult)
  /// What is printed for a value instead of its findings, which are only counted.
  case output([UInt8], Checker.Result)

  /// The outcome with findings and notes; nil of what could not be read.
  var result: Checker.Result? {
    switch self {
    case .unit(.checked(let result)), .output(_, let result): result
    case .unit(.problem): nil
    }
  }

  /// The outcome of an exchange of which there is nothing more to say.
  var plainOutcome: Checker.Outcome? {
    guard case .unit(.checked(let result)) = self, result.isClean, result.notes.isEmpty,
      result.exchange == nil, result.explanation == nil
    else { return nil }
    return result.outcome
  }
}

/// What was validated of a file ahead of its turn.
struct FileResult: Sendable {
  let byteCount: Int
  let format: CaptureFormat
  let exchanges: [ExchangeResult]

  /// Whether everything was read and nothing was found.
  var isClean: Bool {
    exchanges.allSatisfy {
      if case .unit(.checked(let result)) = $0 { result.isClean } else { false }
    }
  }
}
