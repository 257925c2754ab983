@_spi(Engine) @testable import ContractCaptures
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck
@testable import schemacheck_fuzz

/// A short run of the fuzzer. A longer one, with sanitizers: `.ci/fuzz`.
@Suite struct FuzzRunTests {
  private static func options(_ iterations: Int) -> FuzzOptions {
    var options = FuzzOptions()
    options.iterations = iterations
    options.seed = 42
    options.corpus = [
      PackageFolder.url.appendingPathComponent("schemas").path,
      PackageFolder.url.appendingPathComponent("Tests/ContractCheckTests/WrongBodies").path,
    ]
    return options
  }

  /// A few inputs for each target; the gate runs many more.
  @Test func inputsBreakNoPromise() {
    var run = FuzzRun(Self.options(TestSeed.rounds(4_000)))
    run.run { _ in }
    #expect(run.complaints.map(\.text) == [])
    #expect(run.tallies.count == 25)
    for (name, tally) in run.tallies {
      #expect(tally.iterations > 16, "\(name) ran \(tally.iterations) times")
      // A target that refuses everything is not fuzzed beyond its front door.
      #expect(tally.accepted * 20 > tally.iterations, "\(name) accepted \(tally.accepted)")
    }
  }

  @Test func everyLayoutHasAnInput() throws {
    // Lines come in arrays as well.
    let json = FuzzCorpus.layouts.flatMap { [$0, [0x5B] + $0 + [0x5D]] }
      .compactMap { try? JSONDocument($0) }.map { CaptureTape($0, base: 0).root }
    let yaml = FuzzCorpus.layouts.compactMap { (try? CaptureDocument(yaml: $0))?.root }
    let roots = json + yaml
    for kind in CaptureFormat.kinds {
      #expect(roots.contains { kind.layout.isMeant($0) }, "\(kind.format.rawValue)")
    }
  }

  @Test func inputsThatOnceFailed() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: FailedInput.folder)
      .filter { !$0.hasPrefix(".") }
    var run = FuzzRun(Self.options(0))
    run.run { _ in }
    #expect(run.complaints.map(\.text) == [])
    #expect(run.replayed == files.count && files.count >= 3)
    // A file that no target runs is not passed over.
    var options = Self.options(0)
    options.replays = [FailedInput.folder + "/none.1.2"]
    var other = FuzzRun(options)
    other.run { _ in }
    #expect(other.complaints.map(\.text) == ["cannot be read, or is named after no target"])
  }

  @Test func inputsDependOnSeedAndIterationAlone() throws {
    func inputs(from start: UInt64, _ count: Int) throws -> [String: Data] {
      let folder = try TemporaryFolder()
      var options = Self.options(count)
      options.start = start
      options.saves = folder.path
      var run = FuzzRun(options)
      run.run { _ in }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try names.reduce(into: [:]) {
        $0[$1] = try Data(contentsOf: folder.url.appendingPathComponent($1))
      }
    }
    let all = try inputs(from: 0, 40)
    #expect(all.count == 40)
    #expect(Set(all.values).count > 35)
    for (name, input) in try inputs(from: 30, 10) { #expect(all[name] == input, "\(name)") }
  }

  @Test func unknownOptionsAreRefused() {
    #expect(FuzzOptions(["--seed", "7", "a", "--iterations", "3", "b"])?.corpus == ["a", "b"])
    #expect(FuzzOptions(["--seed", "-1"]) == nil)
    #expect(FuzzOptions(["--sed", "1"]) == nil)
    #expect(FuzzOptions(["--iterations"]) == nil)
    #expect(FuzzOptions(["--iterations", "-5"]) == nil)
  }
}
