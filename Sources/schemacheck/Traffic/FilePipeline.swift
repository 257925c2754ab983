@_spi(Engine) import ContractCheck
import Dispatch

/// Judges files of a folder, several at a time, with the same result as one after the other.
///
/// Files that are large or pass as streams are left to whoever emits.
struct FilePipeline {
  /// How many threads look and check.
  let jobs: Int
  /// The number of the judge that an input has.
  var number: @Sendable (Input) -> Int = { _ in 0 }
  /// A worker's first look by a judge; nil where every file needs the full check.
  let screen: @Sendable (_ number: Int) -> (any TrafficScreen)?
  /// The full check of a file that is read as a whole; nil where it is to be checked as it is emitted.
  let judge: @Sendable (Input, _ bytes: [UInt8]) -> FileJudgement?

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
    private var screens: [Int: FileScreen?] = [:]
    private let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FilePipeline.largest + 64, alignment: 16)

    init(_ pipeline: FilePipeline) { self.pipeline = pipeline }

    deinit { memory.deallocate() }

    func judge(_ input: Input) -> FileJudgement? {
      guard case .file(let path) = input, let count = read(path), count > 0 else { return nil }
      memory[count..<count + 64].initializeMemory(as: UInt8.self, repeating: 0)
      let padded = UnsafeRawBufferPointer(rebasing: memory[..<(count + 64)])
      if let look = screen(pipeline.number(input))?.look(at: padded, name: input.name) {
        return FileJudgement(byteCount: count, look)
      }
      return pipeline.judge(input, Array(memory[..<count]))
    }

    private func screen(_ number: Int) -> FileScreen? {
      if let known = screens[number] { return known }
      let screen = pipeline.screen(number).map { FileScreen($0) }
      screens[number] = .some(screen)
      return screen
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
  /// What the first look told; nil where the full check was needed.
  private(set) var look: FileLook?
  /// What the full check said, exchange by exchange.
  private(set) var judgements: [LineJudgement] = []

  /// More findings are not kept: they are made when they are reported.
  static let mostFindings = 200

  /// What the first look at a file told.
  init(byteCount: Int, _ look: FileLook) {
    self.byteCount = byteCount
    format = .json
    self.look = look
  }

  /// What the full check said; nil where that is too much to keep.
  init?(byteCount: Int, format: CaptureFormat, _ judgements: [LineJudgement]) {
    let count = judgements.reduce(0) { $0 + ($1.result?.findings.count ?? 0) }
    guard count <= Self.mostFindings else { return nil }
    self.byteCount = byteCount
    self.format = format
    self.judgements = judgements
  }
}
