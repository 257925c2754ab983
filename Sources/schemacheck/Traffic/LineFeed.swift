import Dispatch

/// Hands the lines of an input out slice by slice, in their order, to whichever thread asks.
///
/// What changes does so on the queue, or while no other thread is at work.
final class LineFeed: @unchecked Sendable {
  private let reader: InputReader
  private let slices: [LineSlice]
  private let queue = DispatchQueue(label: "schemacheck.lines")
  /// The beginning of a line whose end is still to be read; nil at the end of the input.
  private var left: [UInt8]?
  private var offset = 0
  private var count = 0
  /// Why reading ended early; what came before is still checked.
  private(set) var trouble: InputTrouble?

  /// - Parameter head: What was read of the input already.
  init(head: [UInt8], _ reader: InputReader, slices: [LineSlice]) {
    self.reader = reader
    self.slices = slices
    left = head
  }

  /// Whether there may be more to read.
  var goesOn: Bool { left != nil && trouble == nil }

  /// The slices of the batch so far.
  var filled: ArraySlice<LineSlice> { slices[..<count] }

  /// Begins a batch: what the slices held is over.
  func begin() { count = 0 }

  /// The batch's next slice; nil at its end and at that of the input.
  func next() -> LineSlice? {
    queue.sync {
      guard count < slices.count, trouble == nil, let left else { return nil }
      let slice = slices[count]
      slice.offset = offset
      do throws(InputTrouble) {
        self.left = try slice.fill(after: left, from: reader)
      } catch {
        trouble = error
        return nil
      }
      offset += slice.byteCount
      count += 1
      return slice
    }
  }
}
