import Foundation

/// The seeds of tests with random input: fixed in the short run, so that it says the same each time,
/// and fresh where `SCHEMACHECK_LONG` is 1. A test prints its seed when it fails.
public enum TestSeed {
  /// Whether the long run was asked for.
  public static let isLong = ProcessInfo.processInfo.environment["SCHEMACHECK_LONG"] == "1"

  /// The seed of a test: its own number, or a fresh one in the long run.
  public static func seed(_ fixed: UInt64) -> UInt64 {
    isLong ? UInt64.random(in: 0...UInt64.max) : fixed
  }

  /// How many rounds a test goes: ten times as many in the long run.
  public static func rounds(_ count: Int) -> Int { isLong ? count * 10 : count }
}
