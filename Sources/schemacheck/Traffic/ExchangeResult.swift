@_spi(Engine) import ContractCheck
import JSONTape

/// What the full check says of one exchange or value.
struct ExchangeResult: Sendable {
  /// Its outcome with findings and notes.
  var result: Checker.Result?
  /// Why it could not be read.
  private(set) var error: CaptureError?
  /// What is printed for it instead of findings.
  var output: [UInt8]?

  init(_ result: Checker.Result) { self.result = result }

  /// What the library says of a unit of the input of this name.
  init(_ result: UnitResult, of name: String) {
    switch result {
    case .checked(let result): self.result = result
    case .problem(let problem, let position):
      error = CaptureError(problem, in: name, at: position)
    }
  }

  /// The outcome of an exchange of which there is nothing more to say.
  var plainOutcome: Checker.Outcome? {
    guard let result, error == nil, output == nil, result.isClean, result.notes.isEmpty,
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
    exchanges.allSatisfy { $0.error == nil && $0.result?.isClean ?? true }
  }
}

/// What of a capture could not be read, in words.
struct CaptureError: Sendable {
  /// One line for standard error, with the place.
  let message: String
  /// The exchange that it was found in; nil for the file as a whole.
  let reference: ExchangeReference?
  /// Whether only one of the exchange's bodies is lost.
  let isOfBody: Bool

  init(_ problem: CaptureProblem, in name: String, at position: TextPosition) {
    message = "\(name):\(position.line):\(position.column): \(problem.message)"
    reference = problem.index.map { ExchangeReference(index: $0, unit: problem.unit) }
    isOfBody = problem.isOfBody
  }

  /// Whether an exchange is lost, and not only one of its bodies, or the whole file.
  var isOfExchange: Bool { !isOfBody && reference != nil }
}
