internal import ContractCheck

/// When values that differ from the others change what a contract says, for types, null, enums and
/// properties alike. `infer` and `amend` share this decision.
///
/// There must be at least 20 values, and at least two of them, and more than 1 %, must differ. Those
/// that are rarer are probable mistakes.
@_spi(Engine) public struct Threshold: Sendable {
  private let mostly: Mostly
  /// Fewer values than these show nothing.
  let samples: Int

  /// Of 20 values, more than 1 %.
  static let usual = Threshold(mostly: .usual, samples: 20)

  private init(mostly: Mostly, samples: Int) {
    self.mostly = mostly
    self.samples = max(1, samples)
  }

  /// - Parameters:
  ///   - mostly: Where at least this share of values agrees, the others are rare: `0.99`.
  ///   - samples: The fewest values that show something; nil for the usual number, here and above.
  /// - Returns: Nil if the share is no number between 0 and 1.
  public init?(mostly: String?, samples: Int?) {
    guard let share = mostly == nil ? .usual : mostly.flatMap({ Mostly($0) }) else { return nil }
    self.init(mostly: share, samples: samples ?? Self.usual.samples)
  }

  /// Fewer values than these may be a slip.
  var fewest: Int { min(2, samples) }

  /// Whether so few of the values differ that they are probable mistakes.
  func isRare(_ count: Int, of total: Int) -> Bool {
    count < fewest || mostly.holds(without: count, of: total)
  }
}
