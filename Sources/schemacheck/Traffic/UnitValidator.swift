@_spi(Engine) import ContractCheck
import JSONTape

/// What inputs are validated with: contracts, the rules of a lint, or one schema. Threads share it.
protocol Validation: Sendable {
  /// Inputs with the same number are validated alike.
  func number(of input: Input) -> Int
  /// Whether inputs hold exchanges; otherwise each value is validated for itself.
  var readsExchanges: Bool { get }
  /// One thread's validator for inputs of a number.
  ///
  /// - Parameter needsResults: Whether the results of valid exchanges tell more than their outcome.
  func validator(_ number: Int, showsLines: Bool, needsResults: Bool) -> TrafficValidator
  /// Whether something is printed for each value instead of its findings.
  var printsValues: Bool { get }
  /// What is printed for a value, the `index`-th line of its input.
  func output(of bytes: [UInt8], named name: String, index: Int?) -> ExchangeResult?
}

extension Validation {
  var printsValues: Bool { false }
  func output(of bytes: [UInt8], named name: String, index: Int?) -> ExchangeResult? { nil }
}

/// Validation of exchanges by contracts, or by the rules that need none.
struct ExchangeValidation<ExchangeChecker: CaptureValidator>: Validation {
  /// What checks, by the number of an input.
  let checkers: [ExchangeChecker]
  var numberOfInput: @Sendable (Input) -> Int = { _ in 0 }

  func number(of input: Input) -> Int { numberOfInput(input) }

  var readsExchanges: Bool { true }

  func validator(_ number: Int, showsLines: Bool, needsResults: Bool) -> TrafficValidator {
    TrafficValidator(checkers[number], showsLines: showsLines, needsResults: needsResults)
  }
}

/// Validates units on one thread, in memory that is kept.
final class UnitValidator {
  let validation: any Validation
  private let number: Int
  private let showsLines: Bool
  private let usesFastPath: Bool
  private lazy var traffic = validation.validator(
    number, showsLines: showsLines, needsResults: !usesFastPath)
  /// Parses entries that are read apart from their stream.
  private(set) lazy var entries = HAREntryParser()

  /// More findings of a file are not kept: they are made when it is its turn.
  private static let mostFindings = 200

  init(_ validation: any Validation, _ number: Int, showsLines: Bool, usesFastPath: Bool) {
    self.validation = validation
    self.number = number
    self.showsLines = showsLines
    self.usesFastPath = usesFastPath
  }

  /// Validates a block of lines, 64 zero bytes after it, which begins at an offset of the input. Lines
  /// count from the first of the block.
  func check(lines block: UnsafeRawBufferPointer, at offset: Int, of input: Input) -> LineResults {
    traffic.check(lines: block, at: offset, of: input.name)
  }

  /// Validates an entry of a HAR.
  func check(_ entry: HAREntry, of input: Input, _ yield: (ExchangeResult) -> Void) {
    traffic.check(entry, of: input.name) { yield(ExchangeResult($0, of: input.name)) }
  }

  /// Validates a whole file, 64 zero bytes after it.
  ///
  /// - Returns: Its format; nothing is yielded of a stream.
  func check(
    file padded: UnsafeRawBufferPointer, of input: Input, format: CaptureFormat?,
    _ yield: (ExchangeResult) -> Void
  ) -> CaptureFormat {
    if validation.readsExchanges {
      return traffic.check(file: padded, of: input.name, format: format) {
        yield(ExchangeResult($0, of: input.name))
      }
    }
    let bytes = Array(padded.dropLast(64))
    let format = format ?? CaptureFormat.detect(bytes)
    guard format != .ndjson else { return format }
    if let output = validation.output(of: bytes, named: input.name, index: nil) {
      yield(output)
    } else {
      _ = traffic.check(file: padded, of: input.name, format: .json) {
        yield(ExchangeResult($0, of: input.name))
      }
    }
    return format
  }

  /// The result of a whole file, 64 zero bytes after it; nil for a stream, and for very many findings.
  func result(
    ofFile padded: UnsafeRawBufferPointer, _ input: Input, format: CaptureFormat?
  ) -> FileResult? {
    var results: [ExchangeResult] = []
    let format = check(file: padded, of: input, format: format) { results.append($0) }
    let findingCount = results.reduce(0) { $0 + ($1.result?.findings.count ?? 0) }
    guard !validation.isStream(format), findingCount <= Self.mostFindings,
      results.allSatisfy({ $0.result?.rest == nil })
    else { return nil }
    return FileResult(byteCount: padded.count - 64, format: format, exchanges: results)
  }
}

extension Validation {
  /// Whether inputs of a format are read piece by piece.
  func isStream(_ format: CaptureFormat?) -> Bool {
    format == .ndjson || format == .har && readsExchanges
  }

  /// The format that an input's name tells, where it holds exchanges.
  func format(meantBy input: Input) -> CaptureFormat? {
    readsExchanges ? CaptureFormat.meant(byName: input.name) : nil
  }
}
