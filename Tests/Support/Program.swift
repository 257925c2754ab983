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

  /// Where on the path a program of this name is; nil if there is none.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a program of this name is on the path.
  public static func isThere(_ name: String) -> Bool { path(of: name) != nil }

  /// Runs a program that is on the path, to its end.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - input: What it reads on standard input.
  ///   - folder: Where it works; here where nil.
  ///   - variables: What its environment has beside ours, or lacks where nil.
  /// - Throws: when no process can be started.
  public static func run(
    _ words: [String], input: String = "", in folder: URL? = nil,
    variables: [String: String?] = [:]
  ) throws -> Outcome {
    // Files, since a pipe that is full would hold up the program, and one that nobody reads end us.
    let files = try TemporaryFolder()
    let (output, errors) = (try files.write("", to: "out"), try files.write("", to: "err"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in variables { environment[name] = value }
    process.environment = environment
    process.standardInput = FileHandle(forReadingAtPath: try files.write(input, to: "in"))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try text(output), errors: try text(errors))
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}
