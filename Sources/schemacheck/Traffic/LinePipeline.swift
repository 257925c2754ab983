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
    // Starting threads costs some microseconds a batch, which larger slices spread.
    let slices = (0..<jobs).map { _ in LineSlice(size: jobs > 1 ? 1 << 20 : 256 << 10) }
    let workers = (0..<jobs).map { _ in Worker(screen()) }
    var left: [UInt8]? = head
    var offset = 0
    var line = 0
    var trouble: InputTrouble?
    while let rest = left, trouble == nil {
      var filled = 0
      var open: [UInt8]? = rest
      while let bytes = open, filled < jobs {
        slices[filled].offset = offset
        do {
          open = try slices[filled].fill(after: bytes, from: reader)
        } catch {
          // What came before is still checked.
          trouble = error
          break
        }
        offset += slices[filled].byteCount
        filled += 1
      }
      left = open
      let batch = slices[..<filled]
      each(filled) { workers[$0].look(at: batch[$0]) }
      for slice in batch {
        slice.firstLine = line
        line += slice.look.lineCount
      }
      if batch.contains(where: { !$0.look.doubtful.isEmpty }) {
        each(filled) { workers[$0].check(batch[$0], judge) }
      }
      for slice in batch where !emit(slice) { return }
    }
    if let trouble { throw trouble }
  }

  /// Runs the iterations on as many threads; one on the calling thread alone.
  private func each(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count < 2 { return (0..<count).forEach(body) }
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }

  /// What belongs to one thread at a time: iteration k of a batch touches worker k alone.
  private final class Worker: @unchecked Sendable {
    private let screen: LineScreen

    init(_ screen: (any TrafficScreen)?) { self.screen = LineScreen(screen) }

    func look(at slice: LineSlice) {
      slice.look = screen.look(at: slice.block)
      slice.judgements = []
    }

    func check(_ slice: LineSlice, _ judge: (NDJSONLine) -> LineJudgement) {
      slice.judgements = slice.look.doubtful.map { line, bytes in
        judge(
          NDJSONLine(
            bytes: Array(slice.block[bytes]), index: slice.firstLine + line,
            offset: slice.offset + bytes.lowerBound))
      }
    }
  }
}
