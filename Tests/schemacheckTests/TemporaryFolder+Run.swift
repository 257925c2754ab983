import Foundation
import TestSupport

@testable import schemacheck

/// Runs of the tool on the files of a folder. In the output, paths are relative to the folder.
extension TemporaryFolder {
  /// A folder with one file.
  convenience init(_ text: String, as name: String) throws {
    try self.init()
    try write(text, to: name)
  }

  func run(_ arguments: [String], input: String = "") -> Scenario {
    var run = Scenario.run(arguments, input: input)
    run.output = run.output.replacing(path + "/", with: "")
    run.errors = run.errors.replacing(path + "/", with: "")
    return run
  }

  /// Runs a command on a file with this text. `check` uses the folder's contract: `api.yaml` or
  /// `api.json`.
  func run(_ command: String, on text: String, _ name: String, _ options: [String]) throws
    -> Scenario
  {
    let file = try write(text, to: name)
    guard command == "check" else { return run([command, "--no-config", file] + options) }
    let contract = ["api.yaml", "api.json"].map { path + "/" + $0 }
      .first { FileManager.default.fileExists(atPath: $0) }
    return run(
      ["check", "--no-config", file, "-c", contract ?? "", "-f", "concise"] + options)
  }
}
