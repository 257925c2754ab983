@_spi(Engine) import ContractCheck
import JSONTape

/// What inputs are validated with: contracts, the rules of a lint, or one schema. Threads share it.
struct Validation: Sendable {
  /// Whether inputs hold exchanges; otherwise each value is validated for itself.
  let readsExchanges: Bool
  /// Inputs with the same number are validated alike.
  let number: @Sendable (Input) -> Int
  /// One thread's validator for inputs of a number.
  let validator:
    @Sendable (_ number: Int, _ showsLines: Bool, _ needsResults: Bool) -> TrafficValidator
  /// What is printed for a value instead of its findings.
  var output: Output?

  typealias Output = @Sendable (_ value: [UInt8], _ name: String) -> ExchangeResult

  /// Whether inputs of a format are read piece by piece.
  func isStream(_ format: CaptureFormat?) -> Bool {
    format == .ndjson || format == .har && readsExchanges
  }

  /// The format that an input's name tells, where it holds exchanges.
  func format(meantBy input: Input) -> CaptureFormat? {
    readsExchanges ? CaptureFormat.meant(byName: input.name) : nil
  }
}

extension Validation {
  /// Validation of exchanges by contracts, or by the rules that need none, by the number of an input.
  init(
    checkers: [some CaptureValidator], number: @escaping @Sendable (Input) -> Int = { _ in 0 }
  ) {
    self.init(readsExchanges: true, number: number) {
      TrafficValidator(checkers[$0], showsLines: $1, needsResults: $2)
    }
  }
}

/// Validates units on one thread, in memory that is kept.
final class UnitValidator {
  let validation: Validation
  let traffic: TrafficValidator
  /// Parses entries that are read apart from their stream.
  private(set) lazy var entries = HAREntryParser()

  /// More findings of a file are not kept: they are made when it is its turn.
  private static let mostFindings = 200

  init(_ validation: Validation, _ number: Int, showsLines: Bool, needsResults: Bool) {
    self.validation = validation
    traffic = validation.validator(number, showsLines, needsResults)
  }

  /// Validates an entry of a HAR.
  func check(_ entry: HAREntry, of input: Input, _ yield: (ExchangeResult) -> Void) {
    traffic.check(entry, of: input.name) { yield(.unit($0)) }
  }

  /// Validates a whole file, 64 zero bytes after it, and returns its format. `yield` gets the results,
  /// but none of a stream.
  func check(
    file padded: UnsafeRawBufferPointer, of input: Input, format: CaptureFormat?,
    _ yield: (ExchangeResult) -> Void
  ) -> CaptureFormat {
    if validation.readsExchanges {
      return traffic.check(file: padded, of: input.name, format: format) {
        yield(.unit($0))
      }
    }
    let bytes = Array(padded.dropLast(64))
    let format = format ?? CaptureFormat.detect(bytes)
    guard format != .ndjson else { return format }
    if let output = validation.output {
      yield(output(bytes, input.name))
    } else {
      _ = traffic.check(file: padded, of: input.name, format: .json) {
        yield(.unit($0))
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
