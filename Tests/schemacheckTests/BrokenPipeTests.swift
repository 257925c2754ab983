import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct BrokenPipeTests {
  /// SIGPIPE ends the run without a word; where the signal is blocked, the failed write is an error.
  @Test(.enabled(if: Program.isThere("bash"), "bash is needed"))
  func aReaderThatStopsReadingEndsTheRunQuietly() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"type":"string"}"#, to: "schema.json")
    // A line is printed for each value: more than a pipe holds.
    let values = try folder.write(String(repeating: "1\n", count: 20_000), to: "values.ndjson")
    let run = try Program.run([
      "bash", "-c",
      #""$1" validate --schema "$2" "$3" -q --output flag | head -n 1; exit "${PIPESTATUS[0]}""#,
      "bash", PackageFolder.product("schemacheck"), schema, values,
    ])
    #expect(run.output.split(separator: "\n").count == 1)
    if run.status != 128 + 13 {
      #expect(run.status == ExitCode.error.rawValue)
      #expect(run.errors == "schemacheck: standard output: Broken pipe\n")
    } else {
      #expect(run.errors == "")
    }
  }
}
