public import Foundation

/// Other programs that tests run.
public enum Program {
  /// What a program did.
  public struct Outcome: Sendable {
    /// The exit status.
    public var status: Int32
    /// What it printed.
    public var output: String
    /// What it printed on standard error.
    public var errors: String
  }

  /// Whether a program of this name is on the path.
  public static func isThere(_ name: String) -> Bool {
    (try? run(["sh", "-c", "command -v \(name)"]))?.status == 0
  }

  /// Runs a program that is on the path, to its end.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - folder: Where it works; here where nil.
  ///   - variables: What its environment has beside ours.
  /// - Throws: when no process can be started.
  public static func run(
    _ words: [String], in folder: URL? = nil, variables: [String: String] = [:]
  ) throws -> Outcome {
    let files = try TemporaryFolder()
    let (output, errors) = (try files.write("", to: "out"), try files.write("", to: "err"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      variables, uniquingKeysWith: { $1 })
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
