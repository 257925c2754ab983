import ContractCheck

/// A progress line on a terminal. Nothing is shown in the first second.
struct ProgressLine {
  private let console: Console
  private let isOn: Bool
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var isShown = false

  init(console: Console, isQuiet: Bool) {
    self.console = console
    isOn = !isQuiet && console.environment.errorIsTerminal && console.environment["TERM"] != "dumb"
    next = clock.now + .seconds(1)
  }

  /// At most ten times per second.
  mutating func show(_ text: @autoclosure () -> String) {
    guard isOn, clock.now >= next else { return }
    next = clock.now + .milliseconds(100)
    isShown = true
    console.writeError(Array("\r\u{1B}[K\(SafeText.line(text()))".utf8))
  }

  mutating func clear() {
    guard isShown else { return }
    isShown = false
    console.writeError(Array("\r\u{1B}[K".utf8))
  }
}
