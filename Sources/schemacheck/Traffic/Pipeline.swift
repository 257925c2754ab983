@_spi(Engine) import ContractCheck
import Dispatch

/// Validates the units of inputs on several threads and hands them on in the order of the input, so that
/// what comes out is the same for any number of threads.
///
/// A source hands out units: small files, slices of lines, slices of HAR entries. A batch of them is
/// validated, each unit by one thread; then the units are handed on and the next batch begins.
struct Pipeline: Sendable {
  let validation: Validation
  private let workers: [Worker]

  /// - Parameter needsResults: Whether reports need more of valid exchanges than their number.
  init(jobs: Int, _ validation: Validation, showsLines: Bool, needsResults: Bool) {
    self.validation = validation
    workers = (0..<jobs).map { _ in
      Worker(validation, showsLines: showsLines, needsResults: needsResults)
    }
  }

  var jobs: Int { workers.count }

  /// The validator of the calling thread, while no batch is at work.
  func validator(for input: Input) -> UnitValidator { workers[0].validator(for: input) }

  /// Validates everything that a source hands out. `emit` is called for each unit in order, on the calling
  /// thread, and returns whether to go on.
  func run<Source: UnitSource>(_ source: Source, emit: (Source.Unit) -> Bool) {
    while !source.isAtEnd {
      source.beginBatch()
      each(jobs) { number in
        while let unit = source.next() { unit.validate(by: workers[number]) }
      }
      let batch = source.numberedBatch()
      let incomplete = batch.filter(\.isIncomplete)
      each(incomplete.count) { incomplete[$0].complete() }
      for unit in batch where !emit(unit) { return }
    }
  }

  /// Runs the iterations on as many threads; one on the calling thread alone.
  private func each(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count < 2 || jobs < 2 { return (0..<count).forEach(body) }
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}

/// What hands out the units of a pipeline, in the order of the input.
protocol UnitSource: AnyObject, Sendable {
  associatedtype Unit: PipelineUnit
  /// Whether there is nothing more to hand out.
  var isAtEnd: Bool { get }
  /// Begins a batch: the units of the last one are over.
  func beginBatch()
  /// The next unit of the batch, for any thread; nil at the batch's end and at that of the input.
  func next() -> Unit?
  /// The units of the batch, each with its place in the input. All threads are done with them.
  func numberedBatch() -> [Unit]
}

/// A part of the input. One thread after the other has it: the batches of a pipeline see to that.
protocol PipelineUnit: AnyObject, Sendable {
  /// Validates the unit, as far as that needs no place in the input.
  func validate(by worker: Worker)
  /// Whether something is left to do when the place is known.
  var isIncomplete: Bool { get }
  /// Does what is left.
  func complete()
}

extension PipelineUnit {
  var isIncomplete: Bool { false }
  func complete() {}
}

/// What belongs to one thread at a time: iteration k of a batch touches worker k alone.
final class Worker: @unchecked Sendable {
  private let validation: Validation
  private let showsLines: Bool
  private let needsResults: Bool
  private var validators: [Int: UnitValidator] = [:]
  private var memory: UnsafeMutableRawBufferPointer?

  /// The largest file that is read ahead of its turn, in bytes.
  static let largestFile = 1 << 20

  init(_ validation: Validation, showsLines: Bool, needsResults: Bool) {
    self.validation = validation
    self.showsLines = showsLines
    self.needsResults = needsResults
  }

  deinit { memory?.deallocate() }

  /// The thread's validator for inputs that are validated alike.
  func validator(for input: Input) -> UnitValidator {
    let number = validation.number(input)
    if let known = validators[number] { return known }
    let validator = UnitValidator(
      validation, number, showsLines: showsLines, needsResults: needsResults)
    validators[number] = validator
    return validator
  }

  /// The result of a whole file; nil for one that has to wait for its turn: it is large, a stream, cannot
  /// be read, or has very many findings.
  func result(ofFile input: Input, format: CaptureFormat?) -> FileResult? {
    guard case .file(let path) = input, !validation.isStream(format) else { return nil }
    return result(of: input, format: format) { Self.read(path, into: $0) }
  }

  /// The result of a text that a file is to hold.
  func result(of text: FixSource, _ edits: TextEdits, of input: Input, format: CaptureFormat?)
    -> FileResult?
  {
    let read = text.reader(of: edits)
    return result(of: input, format: format) { memory in
      let count = read(UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.largestFile]))
      return (0..<Self.largestFile).contains(count) ? count : nil
    }
  }

  private func result(
    of input: Input, format: CaptureFormat?, read: (UnsafeMutableRawBufferPointer) -> Int?
  ) -> FileResult? {
    let memory = memory ?? .allocate(byteCount: Self.largestFile + 64, alignment: 16)
    self.memory = memory
    guard let count = read(memory), count > 0 else { return nil }
    memory[count..<count + 64].initializeMemory(as: UInt8.self, repeating: 0)
    let padded = UnsafeRawBufferPointer(rebasing: memory[..<(count + 64)])
    return validator(for: input).result(ofFile: padded, input, format: format)
  }

  /// Reads a regular file whole; nil where that fails, which is said when it is its turn.
  private static func read(
    _ path: InputPath, into memory: UnsafeMutableRawBufferPointer
  ) -> Int? {
    // Opening a pipe and closing it again would end its writer.
    guard path.isRegularFile, let file = try? InputFile(path) else { return nil }
    var count = 0
    while true {
      let free = UnsafeMutableRawBufferPointer(rebasing: memory[count..<largestFile])
      guard !free.isEmpty, let added = try? file.read(into: free) else { return nil }
      if added == 0 { return count }
      count += added
    }
  }
}

/// Hands out inputs as a whole.
final class FileSource<Result: Sendable>: UnitSource, @unchecked Sendable {
  private let inputs: [Input]
  private let work: @Sendable (Input, Worker) -> Result?
  private let queue = DispatchQueue(label: "schemacheck.files")
  private var start = 0
  private var units: [Unit] = []

  /// The most inputs that are validated before the first of them is handed on.
  private static var batchSize: Int { 128 }

  /// An input with what a thread made of it.
  final class Unit: PipelineUnit, @unchecked Sendable {
    let input: Input
    private let work: @Sendable (Input, Worker) -> Result?
    /// Nil for an input that waits for its turn.
    private(set) var result: Result?

    init(_ input: Input, _ work: @escaping @Sendable (Input, Worker) -> Result?) {
      self.input = input
      self.work = work
    }

    func validate(by worker: Worker) { result = work(input, worker) }
  }

  /// - Parameter work: What is done with an input ahead of its turn; nil where it has to wait for it.
  init(_ inputs: [Input], work: @escaping @Sendable (Input, Worker) -> Result?) {
    self.inputs = inputs
    self.work = work
  }

  var isAtEnd: Bool { start + units.count == inputs.count }

  func beginBatch() {
    start += units.count
    units = []
  }

  func next() -> Unit? {
    queue.sync {
      guard units.count < Self.batchSize, !isAtEnd else { return nil }
      let unit = Unit(inputs[start + units.count], work)
      units.append(unit)
      return unit
    }
  }

  func numberedBatch() -> [Unit] { units }
}
