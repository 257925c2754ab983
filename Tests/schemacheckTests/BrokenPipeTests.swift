import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct BrokenPipeTests {
  /// The run ends, and says that it was cut short.
  @Test(.enabled(if: Program.isThere("bash"), "bash is needed"))
  func aReaderThatStopsReadingEndsTheRun() throws {
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
    // Each value is an error.
    #expect(run.status == ExitCode.findings.rawValue)
    #expect(
      run.errors.hasPrefix(
        "schemacheck: standard output was closed: the rest of the input was not read\n"))
  }
}
