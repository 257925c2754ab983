extension CommandSpec {
  /// The answer of a command whose engine is not part of the build.
  func unavailable(_ console: Console) -> ExitCode {
    console.complain("`\(name)` is not part of this build")
    return .trouble
  }
}
