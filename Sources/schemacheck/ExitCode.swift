/// What a run answers to the shell.
enum ExitCode: Int32, Hashable, Sendable {
  /// Nothing at or above `--fail-on`.
  case clean = 0
  case findings = 1
  /// The tool could not do its work: usage, unreadable input, broken contract, network, nothing
  /// checked.
  case trouble = 2
}
