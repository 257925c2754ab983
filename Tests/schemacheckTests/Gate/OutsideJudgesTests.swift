import Foundation
import TestSupport
import Testing

/// Verdicts beside those of validators that nobody here wrote. `.ci/judges` installs them and goes on
/// for long; this is its short run, with those that are here.
@Suite struct OutsideJudgesTests {
  private static let isThere = ["jsonschema", "jsonschema_rs", "openapi_schema_validator"]
    .allSatisfy { (try? Python.run("import \($0)")) == "" }

  @Test(
    .enabled(
      if: isThere,
      "python3 with jsonschema, jsonschema-rs and openapi-schema-validator is needed"))
  func noVerdictDiffers() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      [
        "bash", ".ci/judges", "--short", "--seed", "\(TestSeed.seed(29))", "--differences",
        folder.path + "/differences.jsonl",
      ], in: PackageFolder.url,
      variables: ["SCHEMACHECK": PackageFolder.product("schemacheck"), "JUDGES": "/nowhere"])
    #expect(run.status == 0, "\(run.output.suffix(4000)) \(run.errors.suffix(1000))")
  }
}
