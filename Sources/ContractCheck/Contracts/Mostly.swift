internal import JSONTape

/// How often a rule must be satisfied. Example: with `"mostly": 0.999`, a mistake is only a note if
/// fewer than 1 of 1,000 exchanges have the mistake.
package struct Mostly: Hashable, Sendable {
  /// The number of exchanges in a billion that may have the mistake.
  private let allowed: Int

  private static let billion = 1_000_000_000

  /// At least 99 of 100 exchanges.
  package static let usual = Self(allowed: billion / 100)

  private init(allowed: Int) { self.allowed = allowed }

  /// Reads a share; nil if it is not a number between 0 and 1.
  init?(_ node: JSONNode) {
    guard node.kind == .number, let share = Double(node.text), share > 0, share < 1 else {
      return nil
    }
    allowed = Int((Double(Self.billion) * (1 - share)).rounded())
  }

  /// Reads a share such as `0.99`; nil if it is not a number between 0 and 1.
  package init?(_ text: String) {
    guard let node = try? JSONDocument(text) else { return nil }
    self.init(node.root)
  }

  /// Whether this number of exchanges is less than the limit.
  package func allows(_ exchanges: Int, of evaluated: Int) -> Bool {
    let found = exchanges.multipliedFullWidth(by: Self.billion)
    let most = evaluated.multipliedFullWidth(by: allowed)
    return (found.high, found.low) < (most.high, most.low)
  }

  /// Whether at least this share remains if the other exchanges do not count.
  package func holds(without others: Int, of all: Int) -> Bool {
    let found = others.multipliedFullWidth(by: Self.billion)
    let most = all.multipliedFullWidth(by: allowed)
    return (found.high, found.low) <= (most.high, most.low)
  }
}
