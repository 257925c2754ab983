import ContractCheck
import Foundation
import TestSupport

/// An input that once failed: a file whose name says how to run it, `TARGET.SEED.ITERATION`, with `_`
/// for a space in the target's name, and perhaps an ending.
struct FailedInput: Sendable {
  let name: String
  let target: String
  /// Of the target's own choices.
  let seed: UInt64
  let iteration: UInt64
  let bytes: [UInt8]

  /// Those that are checked in. Every run begins with them.
  static let folder = PackageFolder.url.appendingPathComponent("Tests/schemacheck-fuzz/Found").path

  /// The file's name for an input.
  static func name(_ target: String, _ seed: UInt64, _ iteration: UInt64) -> String {
    "\(target.replacingOccurrences(of: " ", with: "_")).\(seed).\(iteration)"
  }

  /// Nil for a name that says something else, and for a file that cannot be read.
  init?(file path: String) {
    name = String(path.split(separator: "/").last ?? "")
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, let seed = UInt64(parts[1]), let iteration = UInt64(parts[2]),
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    target = parts[0].replacingOccurrences(of: "_", with: " ")
    self.seed = seed
    self.iteration = iteration
    bytes = Array(data)
  }

  /// What is wrong; nil if the input is fine now.
  ///
  /// The choices of a target may have changed since, so that other ones are tried as well.
  func complaint(of target: FuzzTarget, _ context: FuzzContext) -> String? {
    for other in 0..<8 as Range<UInt64> {
      var choices = SeededGenerator(choicesOf: seed &+ other, iteration: iteration)
      CrashNote.begin(target: target.name, seed: seed, iteration: iteration, bytes)
      let outcome = target.run(bytes, context, &choices)
      CrashNote.end()
      if case .wrong(let wrong) = outcome { return wrong }
    }
    return nil
  }
}
