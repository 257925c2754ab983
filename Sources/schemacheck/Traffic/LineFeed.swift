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
  /// How many bytes the batch has so far.
  private var byteCount = 0
  private let budget: Int
  /// Why reading ended early; what came before is still checked.
  private(set) var trouble: InputTrouble?

  /// - Parameters:
  ///   - head: What was read of the input already.
  ///   - budget: How many bytes end a batch: lines that are longer than slices make these grow, and the
  ///     fewer of them do the less they hold together.
  init(head: [UInt8], _ reader: InputReader, slices: [LineSlice], budget: Int = 32 << 20) {
    self.reader = reader
    self.budget = budget
    self.slices = slices
    left = head
  }

  /// Whether there may be more to read.
  var goesOn: Bool { left != nil && trouble == nil }

  /// The slices of the batch so far.
  var filled: ArraySlice<LineSlice> { slices[..<count] }

  /// Begins a batch: what the slices held is over.
  func begin() {
    count = 0
    byteCount = 0
  }

  /// The batch's next slice; nil at its end and at that of the input.
  func next() -> LineSlice? {
    queue.sync {
      guard count < slices.count, byteCount < budget, trouble == nil, let left else {
        return nil
      }
      let slice = slices[count]
      slice.offset = offset
      do throws(InputTrouble) {
        self.left = try slice.fill(after: left, from: reader)
      } catch {
        trouble = error
        return nil
      }
      offset += slice.byteCount
      byteCount += slice.byteCount
      count += 1
      return slice
    }
  }
}
