import Foundation

/// The seeds of tests with random input. In the short run they are fixed, so that the result is
/// always the same; they are new where `SCHEMACHECK_LONG` is 1. A failing test prints its seed.
public enum TestSeed {
  /// Whether the long run is requested.
  public static let isLong = ProcessInfo.processInfo.environment["SCHEMACHECK_LONG"] == "1"

  /// The seed of a test: its own number, or a new one in the long run.
  public static func seed(_ fixed: UInt64) -> UInt64 {
    isLong ? UInt64.random(in: 0...UInt64.max) : fixed
  }

  /// The number of rounds of a test: ten times as many in the long run.
  public static func rounds(_ count: Int) -> Int { isLong ? count * 10 : count }
}
