import ContractRuns

/// Whether to use colour. `--color` decides this. Without `--color`, environment variables decide.
/// Without them, the stream decides.
enum ColourMode: String, CaseIterable, Sendable {
  case auto, always, never

  /// `NO_COLOR` (no-color.org) has priority over `CLICOLOR_FORCE` (bixense.com/clicolors).
  func isOn(environment: Environment, isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment["NO_COLOR"] != nil { return false }
    if let force = environment["CLICOLOR_FORCE"], force != "0" { return true }
    if environment["TERM"] == "dumb" { return false }
    return isTerminal
  }
}
