import ContractCheck
import JSONTape

/// What of a capture could not be read, in words.
struct CaptureTrouble: Sendable {
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
