@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import TestSupport

extension FuzzTarget {
  /// The directory of ZIP archives and the headers of their entries: what is accepted stays within
  /// the file and within the bounds, and no two entries share a byte.
  static let archive = FuzzTarget(name: "archive", weight: 20, seeds: \.archives) { input, _, _ in
    var wrong: String?
    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      if offset < 0 || count < 0 {
        wrong = "\(count) bytes at \(offset)"
        return nil
      }
      guard offset <= input.count, count <= input.count - offset else { return nil }
      return Array(input[offset..<(offset + count)])
    }
    let directory: ZipDirectory
    do throws(ZipProblem) {
      directory = try ZipDirectory(size: input.count, read)
    } catch {
      return FuzzOutcome(error.message.isEmpty ? "a refusal without words" : wrong, else: .refused)
    }
    var used: [Range<Int>] = []
    for entry in directory.entries {
      if let fault = complaint(about: entry.name) { return .wrong(fault) }
      do throws(ZipProblem) {
        let start = try entry.start(read)
        guard start >= 0, entry.storedSize <= input.count - start else {
          return .wrong("an entry at \(start) of \(entry.storedSize) bytes")
        }
        used.append(start..<(start + entry.storedSize))
      } catch {
        if error.message.isEmpty { return .wrong("a refusal without words") }
      }
    }
    used.sort { $0.lowerBound < $1.lowerBound }
    for (first, second) in zip(used, used.dropFirst()) where first.upperBound > second.lowerBound {
      return .wrong("entries share bytes: \(first), \(second)")
    }
    return FuzzOutcome(wrong)
  }

  private static func complaint(about name: [UInt8]) -> String? {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isWrong =
      name.contains(UInt8(ascii: "\\"))
      || parts.contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
      || !name.isEmpty && parts.contains { $0.isEmpty }
    return isWrong ? "an entry has the name \(String(decoding: name, as: UTF8.self))" : nil
  }
}
