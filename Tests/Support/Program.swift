public import Foundation

/// Other programs that tests run.
public enum Program {
  /// The result of a program.
  public struct Outcome: Sendable {
    /// The exit status.
    public var status: Int32
    /// The standard output.
    public var output: String
    /// The standard error output.
    public var errors: String
  }

  /// The place of a program in the path; nil if there is none.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a program is in the path.
  public static func isThere(_ name: String) -> Bool { path(of: name) != nil }

  /// Runs a program in the path to its end.
  ///
  /// - Parameters:
  ///   - words: The program's name and its arguments.
  ///   - input: The standard input.
  ///   - folder: The working folder; nil for the current one.
  ///   - variables: Environment variables to add, or to remove if nil.
  /// - Throws: if no process can be started.
  public static func run(
    _ words: [String], input: String = "", in folder: URL? = nil,
    variables: [String: String?] = [:]
  ) throws -> Outcome {
    // Files are used, because a full pipe would stop the program, and a closed pipe would end this
    // process.
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
