@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck
@_spi(Engine) import JSONTape

/// How a run checks inputs: with contracts, with the rules of `lint`, or with one schema. All
/// threads use the same validation.
package struct Validation: Sendable {
  /// Whether exchanges are read. If not, each value is validated separately.
  let readsExchanges: Bool
  /// The number of an input. Inputs with the same number share a validator.
  let number: @Sendable (Input) -> Int
  /// Creates one thread's validator for a number.
  let validator:
    @Sendable (_ number: Int, _ showsLines: Bool, _ needsResults: Bool) -> TrafficValidator
  /// Decompresses captures and bodies.
  var zlib = Zlib.system
  /// The input from which the texts come. Nil if each input is read directly. The files that a
  /// capture names are in the folder of this input.
  package var source: Input?
  /// Whether an exchange may depend on earlier exchanges in its file. If so, one thread checks the
  /// whole file.
  var isOrdered = false
  /// Whether the entries of an input must be read in order at present.
  var isSequential: @Sendable (Input) -> Bool = { _ in false }
  /// The record layouts of the configuration.
  var records: [RecordMapping] = []
  /// Prints text for a value instead of its findings.
  package var output: Output?

  package init(
    readsExchanges: Bool, number: @escaping @Sendable (Input) -> Int,
    validator: @escaping @Sendable (Int, Bool, Bool) -> TrafficValidator
  ) {
    self.readsExchanges = readsExchanges
    self.number = number
    self.validator = validator
  }

  package typealias Output = @Sendable (_ value: [UInt8], _ name: String) -> ExchangeResult

  /// Whether inputs with a format are read in pieces.
  func isStream(_ format: CaptureFormat?) -> Bool {
    format == .ndjson || format == .har && readsExchanges
  }
}

extension Validation {
  package init(
    checkers: [some CaptureValidator], number: @escaping @Sendable (Input) -> Int = { _ in 0 }
  ) {
    self.init(readsExchanges: true, number: number) {
      TrafficValidator(checkers[$0], showsLines: $1, needsResults: $2)
    }
  }
}

/// Validates on one thread and reuses its memory.
final class UnitValidator {
  let validation: Validation
  let traffic: TrafficValidator
  /// Parses entries that are read outside their stream.
  private(set) lazy var entries = HAREntryParser()

  /// The maximum number of findings of a file that is validated in advance. A file with more
  /// findings is validated again at its turn.
  private static let mostFindings = 200

  init(_ validation: Validation, _ number: Int, _ needs: ReportSet.Needs) {
    self.validation = validation
    traffic = validation.validator(number, needs.lines, needs.exchanges || needs.verdicts)
    traffic.listsPlainLines = needs.verdicts
    traffic.settlesPlainLines = !needs.exchanges
    traffic.records = validation.records
    traffic.decompressor = validation.zlib.decompressor
  }

  func check(_ entry: HAREntry, of input: Input, _ yield: (ExchangeResult) -> Void) {
    traffic.check(entry, of: input.name) { yield(.unit($0)) }
  }

  /// Checks a buffer, which must have 64 zero bytes after it. Returns the format. For a stream,
  /// `yield` is not called. Exchanges are skipped after `isWanted` returns false.
  func check(
    file padded: ByteView, of input: Input, format: CaptureFormat?,
    while isWanted: () -> Bool = { true }, _ yield: (ExchangeResult) -> Void
  ) -> CaptureFormat {
    guard let output = validation.output else {
      return traffic.check(file: padded, of: input.name, format: format, while: isWanted) {
        yield(.unit($0))
      }
    }
    let bytes = Array(padded.dropLast(64))
    let format = format ?? CaptureFormat.detect(bytes)
    if format != .ndjson { yield(output(bytes, input.name)) }
    return format
  }

  /// The result of a buffer, which must have 64 zero bytes after it. Nil for a stream, or if there
  /// are very many findings.
  func result(
    ofFile padded: ByteView, _ input: Input, format: CaptureFormat?
  ) -> FileResult? {
    var results: [ExchangeResult] = []
    var findingCount = 0
    var isWhole = true
    traffic.holdCounts()
    let format = check(file: padded, of: input, format: format, while: { isWhole }) {
      results.append($0)
      findingCount += $0.result?.findings.count ?? 0
      isWhole = isWhole && findingCount <= Self.mostFindings && $0.result?.rest == nil
    }
    isWhole = isWhole && !validation.isStream(format)
    traffic.settleCounts(isKept: isWhole)
    guard isWhole else { return nil }
    return FileResult(byteCount: padded.count - 64, format: format, exchanges: results)
  }
}
