internal import Foundation
internal import JSONTape

/// A file to which whole lines are added. Each line is one write. If a line cannot be written
/// completely, it is removed again, and no more lines are written.
final class RecordingFile: @unchecked Sendable {
  private let lock = NSLock()
  private var file: OwnFile?
  private var words: String?

  /// The reason why no more lines are written. Nil if there is no problem.
  var failure: String? { lock.withLock { words } }

  init(_ path: String) {
    do throws(OwnFile.Failure) {
      let opened = try OwnFile(appendingTo: path)
      if let failure = Self.endLastLine(of: opened) { throw failure }
      file = opened
    } catch {
      words = "\(path): \(error.words)"
    }
  }

  func append(_ line: [UInt8]) {
    lock.withLock {
      guard let failure = file.flatMap({ Self.append(line, to: $0) }) else { return }
      // With later lines, the recording would seem to be complete.
      file = nil
      words = failure.words
    }
  }

  private static func append(_ line: [UInt8], to file: OwnFile) -> OwnFile.Failure? {
    file.alone {
      let end = file.size
      let failure = file.write(line)
      if failure != nil { file.cut(to: end) }
      return failure
    }
  }

  /// The maximum length of a last line that is checked, in bytes.
  private static let longestLine = 64 << 20

  /// If a process was ended, it may have left a part of a record. This part is removed. Any other
  /// text gets the missing line feed.
  private static func endLastLine(of file: OwnFile) -> OwnFile.Failure? {
    file.alone {
      let end = file.size
      guard end > 0, file.bytes(end - 1..<end) != [0x0A] else { return nil }
      let first = max(0, end - longestLine)
      let last = file.bytes(first..<end)
      let start = last.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let isRecord = last[start...].first == UInt8(ascii: "{") && (start > 0 || first == 0)
      if !isRecord || (try? JSONDocument(last[start...])) != nil { return file.write([0x0A]) }
      file.cut(to: first + start)
      return nil
    }
  }
}
