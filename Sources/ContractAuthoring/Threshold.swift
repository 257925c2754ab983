internal import ContractCheck

/// Decides whether values that differ from the other values change a contract. `infer` and `amend`
/// use a threshold for types, null, enums and properties.
///
/// By default, there must be at least 20 values. At least two values and more than 1 % of all
/// values must differ. Rarer differences are probably mistakes.
@_spi(Engine) public struct Threshold: Sendable {
  private let mostly: Mostly
  /// The fewest values that prove something.
  let samples: Int

  /// The usual threshold. There must be at least 20 values, and more than 1 % of them must differ.
  static let usual = Threshold(mostly: .usual, samples: 20)

  private init(mostly: Mostly, samples: Int) {
    self.mostly = mostly
    self.samples = max(1, samples)
  }

  /// - Parameters:
  ///   - mostly: The share of equal values, such as `0.99`. If at least this share is equal, the
  ///     other values count as mistakes.
  ///   - samples: The minimum number of values. For both parameters, nil means the usual number.
  /// - Returns: Nil if the share is not a number between 0 and 1.
  public init?(mostly: String?, samples: Int?) {
    guard let share = mostly == nil ? .usual : mostly.flatMap({ Mostly($0) }) else { return nil }
    self.init(mostly: share, samples: samples ?? Self.usual.samples)
  }

  /// The minimum number of values that differ. Fewer values may be an accident.
  var fewest: Int { min(2, samples) }

  /// Whether so few of the values differ that these are probably mistakes.
  func isRare(_ count: Int, of total: Int) -> Bool {
    count < fewest || mostly.holds(without: count, of: total)
  }
}
