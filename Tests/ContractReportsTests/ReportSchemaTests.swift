import ContractCheck
import Foundation
import TestSupport
import Testing

/// The JSON report against its schema, by an implementation of JSON Schema that is not ours.
@Suite struct ReportSchemaTests {
  @Test(.enabled(if: SchemaReaders.hasPython, "python3 with jsonschema is needed"))
  func reportsAreAsTheirSchemaSays() throws {
    #expect(try Self.complaints(about: SampleFindings.report("json")) == "")
    #expect(try Self.complaints(about: SampleFindings.report("json", [], Summary())) == "")
    var hiding = Summary()
    for fate in [FindingFate.suppressed, .baselined, .expected] {
      hiding.count(.error, fate)
    }
    #expect(try Self.complaints(about: SampleFindings.report("json", [], hiding)) == "")
  }

  @Test(.enabled(if: SchemaReaders.hasPython, "python3 with jsonschema is needed"))
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
    return try SchemaReaders.complaints(about: report, schema: schema)
  }
}
