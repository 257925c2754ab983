import ContractCheck
import JSONTape

/// What the full check says of one exchange or value.
struct ExchangeResult: Sendable {
  /// Its outcome with findings and notes.
  var result: Checker.Result?
  /// Why it could not be read.
  private(set) var error: CaptureError?
  /// What is printed for it instead of findings.
  var output: [UInt8]?
  /// The check of a line or file that is so long that its findings may be too many to keep: it runs
  /// when it is their turn to be reported, and hands them on.
  private(set) var deferred: (@Sendable (_ wantsMore: ([Finding]) -> Bool) -> Checker.Result)?

  /// The longest line whose findings are kept, in bytes.
  private static let longest = 1 << 20

  init(_ result: Checker.Result) { self.result = result }

  init(_ error: CaptureError) { self.error = error }

  /// The result of a check of so many bytes, now or, of very many, later.
  init(
    byteCount: Int,
    check: @escaping @Sendable (_ wantsMore: ([Finding]) -> Bool) -> Checker.Result
  ) {
    if byteCount > Self.longest {
      deferred = check
      return
    }
    var findings: [Finding] = []
    var result = check {
      findings += $0
      return true
    }
    if !findings.isEmpty { result.findings.insert(contentsOf: findings, at: 0) }
    self.result = result
  }
}

/// What was validated of a file ahead of its turn.
struct FileResult: Sendable {
  let byteCount: Int
  let format: CaptureFormat
  /// What became of its one value, and what was assumed of it, if the fast path knows.
  var outcome: Checker.Outcome?
  var note: String?
  /// The results of the full check.
  var exchanges: [ExchangeResult] = []

  /// Whether everything was read and nothing was found.
  var isClean: Bool {
    exchanges.allSatisfy {
      $0.error == nil && $0.deferred == nil && $0.result?.findings.isEmpty ?? true
    }
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
