public import Foundation

/// Expected output, byte for byte, in the folder `Goldens` beside a test.
///
/// A golden is never updated by itself: only `RECORD_GOLDENS=1` writes one, and such a run fails.
public enum Golden {
  /// The difference between `actual` and the golden `name`; nil if they are equal.
  public static func difference(
    of actual: String, from name: String, beside test: String = #filePath
  ) -> String? {
    difference(
      of: actual,
      at: URL(fileURLWithPath: test).deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent(name))
  }

  /// The difference between `actual` and a file; nil if they are equal.
  public static func difference(of actual: String, at golden: URL) -> String? {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      return record(actual, at: golden)
    }
    let name = golden.lastPathComponent
    guard let data = try? Data(contentsOf: golden) else {
      return "\(name) is not there; RECORD_GOLDENS=1 writes it"
    }
    return difference(of: actual, from: String(decoding: data, as: UTF8.self), name: name)
  }

  private static func record(_ text: String, at golden: URL) -> String {
    do {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: golden)
      return "\(golden.lastPathComponent) is recorded: look at it, then run without RECORD_GOLDENS"
    } catch {
      return "\(golden.lastPathComponent) cannot be written: \(error)"
    }
  }

  /// The first line that differs, in both texts.
  private static func difference(
    of actual: String, from expected: String, name: String
  ) -> String? {
    // The texts are compared as bytes, because `==` would accept canonically equivalent texts.
    if actual.utf8.elementsEqual(expected.utf8) { return nil }
    let actualLines = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(actualLines, expectedLines).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let found = same < actualLines.count ? actualLines[same].debugDescription : "the end"
    let wanted = same < expectedLines.count ? expectedLines[same].debugDescription : "the end"
    return "\(name), line \(same + 1): expected \(wanted), found \(found)"
  }
}
