@_spi(Engine) import ContractCheck
import Dispatch

/// Judges newline-delimited JSON of any length in a fixed amount of memory, on several threads, with
/// the same result as on one.
///
/// A batch of slices is read, looked at and, where the look leaves doubt, checked in full; then it is
/// emptied in the order of the input, and the next batch is read.
struct LinePipeline {
  /// How many threads look and check.
  let jobs: Int
  /// A worker's first look; nil where every line needs the full check.
  let screen: @Sendable () -> (any TrafficScreen)?
  /// The full check of a line.
  let judge: @Sendable (NDJSONLine) -> LineJudgement

  /// - Parameters:
  ///   - head: What was read of the input already.
  ///   - emit: Called for each slice in the order of the input, on the calling thread; answers whether
  ///     to go on.
  func run(
    head: [UInt8], _ reader: InputReader, emit: (LineSlice) -> Bool
  ) throws(InputTrouble) {
    let feed = LineFeed(head: head, reader, slices: slices(reader))
    let workers = (0..<jobs).map { _ in Worker(screen()) }
    var line = 0
    while feed.goesOn {
      feed.begin()
      // Whoever is free reads the next slice and looks at it, while others look at theirs.
      each(jobs) { number in
        while let slice = feed.next() { workers[number].look(at: slice) }
      }
      let batch = feed.filled
      for slice in batch {
        slice.firstLine = line
        line += slice.look.lineCount
      }
      let doubtful = batch.filter { !$0.look.doubtful.isEmpty }
      each(doubtful.count) { Self.check(doubtful[$0], judge) }
      for slice in batch where !emit(slice) { return }
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

  private static func check(_ slice: LineSlice, _ judge: (NDJSONLine) -> LineJudgement) {
    slice.judgements = slice.look.doubtful.map { line, bytes in
      judge(
        NDJSONLine(
          bytes: Array(slice.block[bytes]), index: slice.firstLine + line,
          offset: slice.offset + bytes.lowerBound))
    }
  }

  /// What belongs to one thread at a time: iteration k of a batch touches worker k alone.
  private final class Worker: @unchecked Sendable {
    private let screen: LineScreen

    init(_ screen: (any TrafficScreen)?) { self.screen = LineScreen(screen) }

    func look(at slice: LineSlice) {
      slice.look = screen.look(at: slice.block)
      slice.judgements = []
    }
  }
}
