import ContractCheck
import Foundation
import TestSupport
import Testing

/// The JSON report against its schema, by an implementation of JSON Schema that is not ours.
@Suite struct ReportSchemaTests {
  /// Whether `python3` with `jsonschema` is at hand.
  private static let hasValidator = (try? python("import jsonschema", "")) == ""

  private static let validation = """
    import json, sys, jsonschema
    report, schema = json.load(sys.stdin)
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = jsonschema.Draft202012Validator(schema).iter_errors(report)
    print("\\n".join(e.json_path + ": " + e.message for e in errors), end="")
    """

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is needed"))
  func reportsAreAsTheirSchemaSays() throws {
    #expect(try Self.complaints(about: SampleFindings.report("json")) == "")
    #expect(try Self.complaints(about: SampleFindings.report("json", [], Summary())) == "")
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is needed"))
  func theSchemaRefusesOtherThings() throws {
    let report = try SampleFindings.report("json", [SampleFindings.coordinate()])
    for (part, other) in [
      ("\"rule\":", "\"Rule\":"), ("\"line\":412", "\"line\":0"), ("\"error\"", "\"fatal\""),
      ("\"part\":\"response\"", "\"part\":\"answer\""), ("\"instance\":\"/", "\"instance\":\"x/"),
    ] {
      let changed = report.replacingOccurrences(of: part, with: other)
      #expect(changed != report)
      #expect(try Self.complaints(about: changed) != "")
    }
  }

  private static func complaints(about report: String) throws -> String {
    let schema = try String(
      contentsOf: PackageFolder.url.appendingPathComponent("schemas/report.schema.json"),
      encoding: .utf8)
    return try python(validation, "[\(report),\(schema)]")
  }

  /// What a Python program prints, or `failed` when it cannot run.
  private static func python(_ program: String, _ input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore", "-c", program]
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : "failed"
  }
}
