/// Runs programs of `python3`, if it is installed, to read our output with other libraries.
public enum Python {
  /// The output of a program, or `failed` if it ends with an error.
  ///
  /// - Throws: if no process can be started.
  public static func run(_ program: String, _ input: String = "") throws -> String {
    let run = try Program.run(["python3", "-W", "ignore", "-c", program], input: input)
    return run.status == 0 ? run.output : "failed"
  }
}
