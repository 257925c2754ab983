@_spi(Engine) import ContractCheck
import ContractRuns
@_spi(Engine) import JSONTape

extension InputFile {
  private static let pieceSize = 1 << 18

  func all() throws(RunError) -> [UInt8] {
    guard state.size <= InputReader.longestUnit else {
      throw RunError(
        "\(path.text): has more than \(InputReader.longestUnit >> 30) GiB, the limit for a diff")
    }
    return bytes(0..<state.size)
  }

  /// Writes the file with its edits, unless it changed after it was opened. `target` must have no
  /// symbolic links.
  func replace(at target: InputPath, by edits: TextEdits) throws(RunError) {
    let replacement = try FileReplacement(of: target, over: state)
    // The removed text confirms at the end that the file did not change.
    let removed = edits.edits.map { bytes($0.range.offset..<$0.range.end) }
    let read = FixSource.file(self).reader(of: edits)
    let buffer = ByteRoom(allocating: Self.pieceSize)
    defer { buffer.deallocate() }
    while true {
      let count = read(buffer)
      guard count >= 0 else { throw RunError(path: path, code: errno) }
      if count == 0 { break }
      try replacement.write(buffer[..<count].bytes)
    }
    let state = state
    try replacement.commit { new throws(RunError) in
      let now = try InputFile(toFix: target)
      return now.holds(removed, between: edits, asIn: new) && FileState(target) == state
    }
  }

  /// Whether the file is still the old file. It must equal the new file except for the edits, and
  /// have the removed text at the places of the edits.
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
      let others = [UInt8](filling: length) {
        // Bound: `length`, which is the capacity.
        pread(other, $0.memory.baseAddress, length, off_t(start + done))
      }
      guard own.count == length, own == others else { return false }
      done += length
    }
    return true
  }
}

/// The folders in which a run may write. They are the folders of its operands and the working
/// folder. If a symbolic link leads out of them, it is not followed for writing.
struct FixTree: Sendable {
  private let roots: [InputPath]

  init(_ operands: [Operand]) {
    var roots = [InputPath(".")]
    for case .path(let path) in operands {
      switch path.kind {
      case .folder: roots.append(path)
      case .file: roots.append(path.folder)
      case .missing:
        // The part of a glob before its first wildcard.
        let literal = path.bytes.prefix { !Self.wildcards.contains($0) }
        roots.append(InputPath(Array(literal)).folder)
      }
    }
    self.roots = roots.compactMap(\.real)
  }

  /// The folder of a file.
  init(around file: InputFile) { roots = [file.path.folder].compactMap(\.real) }

  private static let wildcards = Array("*?[{".utf8)

  /// The target file of a path, if the run may write it.
  func target(of path: InputPath) throws(RunError) -> InputPath {
    guard let target = path.real else { throw RunError(path: path, code: errno) }
    guard roots.contains(where: { target.name(in: $0) != nil }) else {
      throw RunError(
        "\(path.text): leads to \(target.text), which is not among the inputs, so it is not fixed")
    }
    return target
  }

  /// The target file of an open file, unless it is read-only.
  func writableTarget(of file: InputFile) throws(RunError) -> InputPath {
    let target = try target(of: file.path)
    guard file.state.isWritable else {
      throw RunError("\(Input.file(file.path).name): is read-only; not fixed")
    }
    return target
  }

  /// The path in a diff. It is relative to the working folder if the file is inside that folder.
  func shownPath(of target: InputPath) -> [UInt8] {
    InputPath(".").real.flatMap { target.name(in: $0) } ?? target.bytes
  }
}
