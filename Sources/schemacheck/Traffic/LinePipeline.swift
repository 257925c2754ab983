@_spi(Engine) import ContractCheck
import Dispatch

/// Judges newline-delimited JSON of any length in a fixed amount of memory, on several threads, with
/// the same result as on one.
///
/// A batch of slices is read and checked; then it is emptied in the order of the input, and the next
/// batch is read.
struct LinePipeline {
  /// How many threads check.
  let jobs: Int
  /// What findings call the input.
  let name: String
  /// A worker's validator.
  let validator: @Sendable () -> TrafficValidator
  /// What is printed for a line instead of its findings; nil for a run that reports findings.
  var output: (@Sendable (NDJSONLine) -> LineJudgement)?

  /// - Parameters:
  ///   - head: What was read of the input already.
  ///   - emit: Called for each slice in the order of the input, on the calling thread; answers whether
  ///     to go on.
  func run(
    head: [UInt8], _ reader: InputReader, emit: (LineSlice) -> Bool
  ) throws(InputTrouble) {
    let feed = LineFeed(head: head, reader, slices: slices(reader))
    let workers = (0..<jobs).map { _ in Worker(self) }
    var line = 0
    while feed.goesOn {
      feed.begin()
      // A thread that is free reads the next slice and checks it.
      each(jobs) { number in
        while let slice = feed.next() { workers[number].check(slice) }
      }
      for slice in feed.filled {
        slice.firstLine = line
        line += slice.results.lineCount
        if !emit(slice) { return }
      }
    }
    if let trouble = feed.trouble { throw trouble }
  }

  /// What a batch is read into: of a file so much that starting threads costs nothing beside it, of a
  /// pipe one slice a thread, so that what comes through it is soon told.
  private func slices(_ reader: InputReader) -> [LineSlice] {
    if jobs == 1 { return [LineSlice(size: 256 << 10)] }
    let count = reader.isRegularFile ? jobs * 8 : jobs
    return (0..<count).map { _ in LineSlice(size: min(512 << 10, (32 << 20) / count)) }
  }

  /// Runs the iterations on as many threads; one on the calling thread alone.
  private func each(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count < 2 || jobs < 2 { return (0..<count).forEach(body) }
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }

  /// What belongs to one thread at a time: iteration k of a batch touches worker k alone.
  private final class Worker: @unchecked Sendable {
    private let validator: TrafficValidator
    private let pipeline: LinePipeline

    init(_ pipeline: LinePipeline) {
      self.pipeline = pipeline
      validator = pipeline.validator()
    }

    func check(_ slice: LineSlice) {
      slice.results = LineResults()
      slice.judgements = []
      guard let output = pipeline.output else {
        slice.results = validator.check(
          lines: slice.block, at: slice.offset, of: pipeline.name)
        return
      }
      var splitter = NDJSONSplitter()
      let bytes = Array(slice.block.dropLast(64))
      let judge = { (line: NDJSONLine) in
        let moved = NDJSONLine(
          bytes: line.bytes, index: line.index, offset: slice.offset + line.offset)
        slice.judgements.append(output(moved))
      }
      splitter.feed(bytes, judge)
      splitter.finish(judge)
      slice.results.lineCount = bytes.count { $0 == UInt8(ascii: "\n") }
    }
  }
}
