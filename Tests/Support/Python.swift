/// Programs for `python3`, where one is on the path: other people's readers of what we write.
public enum Python {
  /// What a program prints, or `failed` when it ends with an error.
  ///
  /// - Throws: when no process can be started.
  public static func run(_ program: String, _ input: String = "") throws -> String {
    let run = try Program.run(["python3", "-W", "ignore", "-c", program], input: input)
    return run.status == 0 ? run.output : "failed"
  }
}
