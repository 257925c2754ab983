import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Files that are too large to be in memory end with one line, and quickly.
@Suite struct SparseFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.json", "a.http", "a.ndjson", "a"] {
      let path = try folder.write("", to: name)
      #expect(truncate(path, 100 << 30) == 0)
    }
    try folder.write("{}", to: "s.json")
  }

  private static let commands = [
    ["lint", "a.json"], ["lint", "a.http"], ["lint", "a.ndjson"],
    ["check", "s.json", "-c", "a.json"],
    ["check", "a", "-c", "fotolokashen", "--input-format", "http"],
    ["validate", "--schema", "s.json", "a.json"], ["validate", "--schema", "a.json", "s.json"],
    ["fix", "a.json", "-c", "fotolokashen"], ["fix", "a.http", "-c", "fotolokashen", "--diff"],
  ]

  @Test(arguments: commands)
  func oneLineAndExit2(_ words: [String]) throws {
    let start = Self.mostMemory
    let run = try Program.run([ProjectFolder.tool] + words, in: folder.url)
    #expect(run.status == 2)
    let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("schemacheck: ") }
    #expect(lines.count == 1, "\(run.errors)")
    #expect(lines.first?.hasSuffix("of more than 1 GiB, the limit") == true, "\(run.errors)")
    // Other tests' processes count too, so the bound is wide.
    #expect(Self.mostMemory <= max(start, 1 << 30))
  }

  /// Of any process that has ended, in bytes.
  private static var mostMemory: Int {
    var usage = rusage()
    // RUSAGE_CHILDREN, whose type differs between systems; Linux counts in KiB.
    guard getrusage(-1, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss << 10
    #endif
  }
}
