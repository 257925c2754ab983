@_spi(Engine) import ContractCheck
import JSONTape

extension OriginalFile {
  private static let pieceSize = 1 << 18

  /// Everything in the file.
  var all: [UInt8] { bytes(0..<state.size) }

  /// Writes the file anew with edits, unless it changed since it was opened.
  ///
  /// - Parameter target: the file's own path, free of symbolic links
  func replace(at target: InputPath, by edits: TextEdits) throws(InputTrouble) {
    let replacement = try FileReplacement(of: target, over: state)
    // What edits take away, to be sure at the end that nothing else was there.
    let removed = edits.edits.map { bytes($0.range.offset..<$0.range.end) }
    let read = FixSource.file(self).reader(of: edits)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(buffer)
      guard count >= 0 else { throw InputTrouble(path: path, code: errno) }
      if count == 0 { break }
      try replacement.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    let state = state
    try replacement.commit { new throws(InputTrouble) in
      let now = try OriginalFile(target)
      return now.holds(removed, between: edits, asIn: new) && FileState(target) == state
    }
  }

  /// Whether the file holds what is kept of it in a new one, and what was taken away.
  private func holds(
    _ removed: [[UInt8]], between edits: TextEdits, asIn new: Int32
  ) -> Bool {
    var before = 0
    var after = 0
    for (edit, removed) in zip(edits.edits, removed) {
      let kept = edit.range.offset - before
      guard isSame(from: before, count: kept, asIn: new, from: after),
        bytes(edit.range.offset..<edit.range.end) == removed
      else { return false }
      before = edit.range.end
      after += kept + edit.text.count
    }
    return isSame(from: before, count: state.size - before, asIn: new, from: after)
  }

  private func isSame(from offset: Int, count: Int, asIn other: Int32, from start: Int) -> Bool {
    var done = 0
    while done < count {
      let length = min(Self.pieceSize, count - done)
      let own = bytes(offset + done..<offset + done + length)
      let others = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
        count = max(0, pread(other, buffer.baseAddress, length, off_t(start + done)))
      }
      guard own.count == length, own == others else { return false }
      done += length
    }
    return true
  }
}
