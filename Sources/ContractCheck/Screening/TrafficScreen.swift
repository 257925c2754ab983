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
}

extension TrafficScreen {
  /// By default every entry gets the full check.
  public mutating func outcome(of entry: HAREntry) -> Checker.Outcome? { nil }
}
