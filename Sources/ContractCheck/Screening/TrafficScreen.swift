@_spi(Engine) public import JSONTape

/// A first look at one value after another: most traffic is right, and what is right need not be read
/// twice.
///
/// Each thread has its own. Whatever is out of the ordinary is left to the full check, so that there
/// is one place that knows what to say.
@_spi(Engine) public protocol TrafficScreen {
  /// What becomes of the value at the root of a tape when it certainly gives rise to no finding and no
  /// note; nil where only the full check can tell.
  mutating func outcome(of cursor: TapeCursor) -> Checker.Outcome?

  /// The same of an entry of a HAR.
  mutating func outcome(of entry: HAREntry) -> Checker.Outcome?

  /// The same of a file that holds one value; its name stands in what is said of it.
  mutating func look(atFile cursor: TapeCursor, name: String) -> FileLook?
}

/// What a first look at a file told.
@_spi(Engine) public struct FileLook: Sendable {
  /// What became of its one value, without a finding.
  public let outcome: Checker.Outcome
  /// What was assumed of it.
  public let note: String?
}

extension TrafficScreen {
  /// By default every entry gets the full check.
  public mutating func outcome(of entry: HAREntry) -> Checker.Outcome? { nil }

  /// By default a file is no other than a line.
  public mutating func look(atFile cursor: TapeCursor, name: String) -> FileLook? {
    outcome(of: cursor).map { FileLook(outcome: $0, note: nil) }
  }
}
