@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck

/// The result of the check of one exchange or value.
package enum ExchangeResult: Sendable {
  case unit(UnitResult)
  /// A text to print for a value. The findings of the value are only counted.
  case output([UInt8], Checker.Result)

  /// The result. Nil for a part that could not be read.
  var result: Checker.Result? {
    switch self {
    case .unit(.checked(let result)), .output(_, let result): result
    case .unit(.problem), .unit(.late): nil
    }
  }

  /// The same result for a text that begins `count` lines later.
  func moved(byLines count: Int) -> ExchangeResult {
    switch self {
    case .unit(let result): .unit(result.moved(byLines: count))
    case .output(let bytes, let result): .output(bytes, result.moved(byLines: count))
    }
  }

  /// The count, if there is nothing else to report.
  var plainCount: ExchangeCount? {
    guard case .unit(.checked(let result)) = self, result.isClean, result.notes.isEmpty,
      result.exchange == nil, result.explanation == nil, result.converted == nil
    else { return nil }
    return result.count
  }
}

/// A file that was validated before its turn.
package struct FileResult: Sendable {
  let byteCount: Int
  let format: CaptureFormat
  let exchanges: [ExchangeResult]

  /// Whether everything was read and there are no findings.
  package var isClean: Bool {
    exchanges.allSatisfy {
      if case .unit(.checked(let result)) = $0 { result.isClean } else { false }
    }
  }
}
