@_spi(Engine) import ContractCheck
import Dispatch

/// Judges files of a folder, several at a time, with the same result as one after the other.
///
/// Files that are large or pass as streams are left to whoever emits.
struct FilePipeline {
  /// How many threads check.
  let jobs: Int
  /// The number of the validator that an input has.
  var number: @Sendable (Input) -> Int = { _ in 0 }
  /// A worker's validator by its number.
  let validator: @Sendable (_ number: Int) -> TrafficValidator
  /// The format of all files; nil to tell it from the content.
  var format: CaptureFormat?
  /// What is printed for a file instead of its findings; nil for a run that reports findings.
  var output: (@Sendable (Input, _ bytes: [UInt8]) -> LineJudgement)?

  /// The largest file that is read beforehand, in bytes.
  static let largest = 1 << 20
  /// The most files that are judged before the first of them is reported.
  private static let batch = 128

  /// - Parameter emit: Called for each input in order, on the calling thread, with what was judged of
  ///   it already; answers whether to go on.
  func run(_ inputs: [Input], emit: (Input, FileJudgement?) -> Bool) {
    let workers = (0..<jobs).map { _ in Worker(self) }
    var start = 0
    while start < inputs.count {
      let batch = inputs[start..<min(inputs.count, start + Self.batch)]
      let counter = Counter(batch.indices)
      let results = Results(batch.count)
      let work: @Sendable (Int) -> Void = { number in
        while let index = counter.next() {
          results[index - batch.startIndex] = workers[number].judge(batch[index])
        }
      }
      if jobs == 1 {
        work(0)
      } else {
        DispatchQueue.concurrentPerform(iterations: jobs, execute: work)
      }
      for (offset, input) in batch.enumerated() where !emit(input, results[offset]) { return }
      start = batch.endIndex
    }
  }

  /// Hands out indexes, each once.
  private final class Counter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "schemacheck.files")
    private var rest: Range<Int>

    init(_ indexes: Range<Int>) { rest = indexes }

    func next() -> Int? { queue.sync { rest.popFirst() } }
  }

  /// A place for each file of a batch, which the thread that judges the file alone writes.
  private final class Results: @unchecked Sendable {
    private let memory: UnsafeMutableBufferPointer<FileJudgement?>

    init(_ count: Int) {
      memory = .allocate(capacity: count)
      memory.initialize(repeating: nil)
    }

    deinit {
      memory.deinitialize()
      memory.deallocate()
    }

    subscript(index: Int) -> FileJudgement? {
      get { memory[index] }
      set { memory[index] = newValue }
    }
  }

  /// What belongs to one thread at a time.
  private final class Worker: @unchecked Sendable {
    private let pipeline: FilePipeline
    private var validators: [Int: TrafficValidator] = [:]
    private let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FilePipeline.largest + 64, alignment: 16)

    init(_ pipeline: FilePipeline) { self.pipeline = pipeline }

    deinit { memory.deallocate() }

    func judge(_ input: Input) -> FileJudgement? {
      guard case .file(let path) = input, let count = read(path), count > 0 else { return nil }
      memory[count..<count + 64].initializeMemory(as: UInt8.self, repeating: 0)
      let padded = UnsafeRawBufferPointer(rebasing: memory[..<(count + 64)])
      if let output = pipeline.output {
        let bytes = Array(memory[..<count])
        let format = pipeline.format ?? CaptureFormat.detect(bytes)
        return format == .ndjson
          ? nil : FileJudgement(byteCount: count, format: format, [output(input, bytes)])
      }
      var judgements: [LineJudgement] = []
      var findings: [Finding] = []
      let format = validator(pipeline.number(input)).check(
        file: padded, of: input.name, format: pipeline.format
      ) {
        findings += $0
        return findings.count <= FileJudgement.mostFindings
      } _: { result in
        var result = result
        if case .checked(var checked) = result {
          checked.findings = findings + checked.findings
          findings = []
          result = .checked(checked)
        }
        judgements.append(LineJudgement(result: result))
      }
      // Nothing is said of what is read as it passes.
      if judgements.isEmpty { return nil }
      return FileJudgement(byteCount: count, format: format, judgements)
    }

    private func validator(_ number: Int) -> TrafficValidator {
      if let known = validators[number] { return known }
      let validator = pipeline.validator(number)
      validators[number] = validator
      return validator
    }

    /// Reads a regular file whole; nil where that fails, which is for whoever emits to say.
    private func read(_ path: InputPath) -> Int? {
      // Opening a pipe and closing it again would be the end of whoever writes to it.
      guard path.isRegularFile, let file = try? InputFile(path) else { return nil }
      var count = 0
      while true {
        let free = UnsafeMutableRawBufferPointer(rebasing: memory[count..<FilePipeline.largest])
        guard !free.isEmpty, let added = try? file.read(into: free) else { return nil }
        if added == 0 { return count }
        count += added
      }
    }
  }
}

/// What was judged of a file beforehand.
struct FileJudgement: Sendable {
  let byteCount: Int
  let format: CaptureFormat
  /// What was said, exchange by exchange.
  let judgements: [LineJudgement]

  /// More findings are not kept: they are made when they are reported.
  static let mostFindings = 200

  /// What was said; nil where that is too much to keep.
  init?(byteCount: Int, format: CaptureFormat, _ judgements: [LineJudgement]) {
    let count = judgements.reduce(0) { count, judgement in
      guard case .checked(let result) = judgement.result else { return count }
      return count + result.findings.count
    }
    guard count <= Self.mostFindings else { return nil }
    self.byteCount = byteCount
    self.format = format
    self.judgements = judgements
  }
}
