@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import ContractCheck
import Dispatch
@_spi(Engine) package import JSONTape

/// Checks the units of inputs on several threads, and passes on the results in the order of the
/// input. So the output is the same for any number of threads.
///
/// Units are small files or slices of lines or HAR entries. One thread validates a unit. The next
/// batch begins when all results of the batch are passed on.
package struct Pipeline: Sendable {
  let validation: Validation
  private let workers: [Worker]

  init(jobs: Int, _ validation: Validation, _ needs: ReportSet.Needs) {
    self.validation = validation
    workers = (0..<jobs).map { _ in
      Worker(validation, needs)
    }
  }

  package var jobs: Int { workers.count }

  /// The validator of an input. It is only for the calling thread, and only between batches.
  func validator(for input: Input) -> UnitValidator { workers[0].validator(for: input) }

  /// Calls `emit` for each unit in order, on the calling thread, until it returns false.
  package func run<Source: UnitSource>(_ source: Source, emit: (Source.Unit) -> Bool) {
    while !source.isAtEnd {
      source.beginBatch()
      each(min(jobs, source.largestBatch)) { number in
        while let unit = source.next() { unit.validate(by: workers[number]) }
      }
      let batch = source.numberedBatch()
      let incomplete = batch.filter(\.isIncomplete)
      each(min(jobs, incomplete.count)) { number in
        for index in stride(from: number, to: incomplete.count, by: jobs) {
          incomplete[index].complete()
        }
      }
      for unit in batch where !emit(unit) { return }
    }
  }

  /// Runs the iterations. A single iteration, or a pipeline with one job, runs on the calling
  /// thread.
  private func each(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count < 2 || jobs < 2 { return (0..<count).forEach(body) }
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}

/// Creates the units of a pipeline, in the order of the input.
package protocol UnitSource: AnyObject, Sendable {
  associatedtype Unit: PipelineUnit
  var isAtEnd: Bool { get }
  /// The maximum number of units in a batch. More threads are not needed.
  var largestBatch: Int { get }
  /// Releases the units of the last batch.
  func beginBatch()
  /// The next unit, for any thread. Nil at the end of the batch or of the input.
  func next() -> Unit?
  /// Sets the position of each unit in the input. It is called when all threads are done.
  func numberedBatch() -> [Unit]
}

/// A part of the input. Only one thread at a time uses it.
package protocol PipelineUnit: AnyObject, Sendable {
  /// Validates as much as possible without the position in the input.
  func validate(by worker: Worker)
  /// Whether `complete` has work to do once the position is known.
  var isIncomplete: Bool { get }
  func complete()
}

extension UnitSource {
  var largestBatch: Int { .max }
}

extension PipelineUnit {
  var isIncomplete: Bool { false }
  func complete() {}
}

/// The state of one thread. Only iteration k of a batch uses worker k.
package final class Worker: @unchecked Sendable {
  private let validation: Validation
  private let needs: ReportSet.Needs
  private var validators: [Int: UnitValidator] = [:]
  private var memory: ByteRoom?

  /// The largest file that is read before its turn, in bytes.
  static let largestFile = 1 << 20

  init(_ validation: Validation, _ needs: ReportSet.Needs) {
    self.validation = validation
    self.needs = needs
  }

  deinit { memory?.deallocate() }

  /// The validator of an input. Inputs with the same number share a validator.
  func validator(for input: Input) -> UnitValidator {
    let number = validation.number(input)
    let validator =
      validators[number]
      ?? UnitValidator(validation, number, needs)
    validators[number] = validator
    validator.begin(input)
    return validator
  }

  /// The result of a file. Nil if the file must wait for its turn. It must wait if it is large, is
  /// a stream, cannot be read, or has very many findings.
  ///
  /// - Parameter isRegular: Whether the file is known to be a regular file.
  package func result(ofFile input: Input, format: CaptureFormat?, isRegular: Bool = false)
    -> FileResult?
  {
    guard !validation.isStream(format) else { return nil }
    switch input {
    case .file(let path):
      // Opening and closing a pipe would end its writer.
      guard isRegular || path.isRegularFile else { return nil }
      return result(of: input, format: format) { read(path, into: $0) }
    case .entry(let entry): return result(of: input, format: format) { read(entry, into: $0) }
    case .standardInput, .url, .memory: return nil
    }
  }

  /// The outline of a file. Nil if the file is not one small bare body.
  func outline(ofFile input: Input) -> BodyOutline? {
    let read: (ByteRoom) -> Int?
    switch input {
    case .file(let path) where path.isRegularFile: read = { self.read(path, into: $0) }
    case .entry(let entry): read = { self.read(entry, into: $0) }
    case .file, .standardInput, .url, .memory: return nil
    }
    return padded(read).flatMap { validator(for: input).traffic.outline(ofFile: $0) }
  }

  /// The result of a text that is not yet written.
  ///
  /// - Parameter read: Reads the text in order and returns the number of bytes: 0 at the end,
  ///   negative on failure.
  package func result(
    of input: Input, format: CaptureFormat?, reading read: (ByteRoom) -> Int
  ) -> FileResult? {
    result(of: input, format: format) { memory in
      let count = read(memory[..<Self.largestFile])
      return (0..<Self.largestFile).contains(count) ? count : nil
    }
  }

  private func result(
    of input: Input, format: CaptureFormat?, read: (ByteRoom) -> Int?
  ) -> FileResult? {
    padded(read).flatMap { validator(for: input).result(ofFile: $0, input, format: format) }
  }

  /// The bytes that were read, followed by 64 bytes of 0. They are valid until the next call.
  private func padded(
    _ read: (ByteRoom) -> Int?
  ) -> ByteView? {
    let memory = memory ?? ByteRoom(allocating: Self.largestFile + 64)
    self.memory = memory
    guard let count = read(memory), count > 0 else { return nil }
    memory[count..<count + 64].clear()
    return memory[..<(count + 64)].bytes
  }

  /// Reads a regular file. Returns nil on failure. The failure is reported when the file is
  /// reported.
  private func read(
    _ path: InputPath, into memory: ByteRoom
  ) -> Int? {
    guard let file = try? InputFile(path) else { return nil }
    let size = file.state.size
    guard size < Self.largestFile else { return nil }
    // The size is known, so the end is known without another read.
    if size > 0,
      file.read(from: 0, into: memory[..<size]) == size,
      !GzipReader.isMark(memory[..<size].bytes)
    {
      return size
    }
    return read(InputReader(file, validation.zlib), into: memory)
  }

  /// Reads an entry of an archive. Returns nil on failure. The failure is reported when the entry
  /// is reported.
  private func read(_ entry: ArchiveEntry, into memory: ByteRoom) -> Int? {
    guard entry.file.size < Self.largestFile else { return nil }
    return (try? InputReader(entry, validation.zlib)).flatMap { read($0, into: memory) }
  }

  private func read(_ reader: InputReader, into memory: ByteRoom) -> Int? {
    var count = 0
    while true {
      let free = memory[count..<Self.largestFile]
      guard !free.isEmpty, let added = try? reader.read(into: free) else { return nil }
      if added == 0 { return count }
      count += added
    }
  }
}

package final class FileSource<Result: Sendable>: UnitSource, @unchecked Sendable {
  /// Work on results after the whole batch is done, on several threads.
  package struct Completion: Sendable {
    /// The file on which the work is done. Nil for no file. If there are several results for one
    /// file, only the first result is completed.
    let file: @Sendable (Result) -> FileState.Identity?
    let run: @Sendable (inout Result) -> Void

    package init(
      file: @escaping @Sendable (Result) -> FileState.Identity?,
      run: @escaping @Sendable (inout Result) -> Void
    ) {
      self.file = file
      self.run = run
    }
  }

  private let inputs: [Input]
  private let work: @Sendable (Input, Worker) -> Result?
  private let completion: Completion?
  private let lock = Lock()
  private var start = 0
  private var units: [Unit] = []

  /// The number of inputs that are validated before the first is emitted.
  private static var batchSize: Int { 128 }

  package final class Unit: PipelineUnit, @unchecked Sendable {
    package let input: Input
    private let work: @Sendable (Input, Worker) -> Result?
    /// The result. Nil for an input that waits for its turn.
    package private(set) var result: Result?
    fileprivate var completion: Completion?

    init(_ input: Input, _ work: @escaping @Sendable (Input, Worker) -> Result?) {
      self.input = input
      self.work = work
    }

    package func validate(by worker: Worker) { result = work(input, worker) }

    package var isIncomplete: Bool { completion != nil }

    package func complete() {
      guard var result else { return }
      // The result has no other owner, so everything that `run` drops is freed when it returns.
      self.result = nil
      completion?.run(&result)
      self.result = result
    }
  }

  /// - Parameter work: Runs before the input's turn. Returns nil if the input must wait.
  package init(
    _ inputs: [Input], completion: Completion? = nil,
    work: @escaping @Sendable (Input, Worker) -> Result?
  ) {
    self.inputs = inputs
    self.completion = completion
    self.work = work
  }

  package var isAtEnd: Bool { start + units.count == inputs.count }

  package var largestBatch: Int { inputs.count }

  package func beginBatch() {
    start += units.count
    units = []
  }

  package func next() -> Unit? {
    lock.hold {
      guard units.count < Self.batchSize, !isAtEnd else { return nil }
      let unit = Unit(inputs[start + units.count], work)
      units.append(unit)
      return unit
    }
  }

  package func numberedBatch() -> [Unit] {
    guard let completion else { return units }
    var files: Set<FileState.Identity> = []
    for unit in units {
      if let file = unit.result.flatMap(completion.file), files.insert(file).inserted {
        unit.completion = completion
      }
    }
    return units
  }
}
