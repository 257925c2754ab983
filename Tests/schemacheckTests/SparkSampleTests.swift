import Foundation
import JSONTape
import TestSupport
import Testing

/// `samples/spark`: the same findings from 1 and from 8 partitions.
@Suite struct SparkSampleTests {
  /// A `python3` with pyspark: `SCHEMACHECK_ENGINES_PYTHON`, or the one on the path.
  private static let python =
    ProcessInfo.processInfo.environment["SCHEMACHECK_ENGINES_PYTHON"] ?? "python3"

  private static let hasSpark =
    (try? run([python, "-c", "import pyspark"]))?.status == 0
    && (try? run(["java", "-version"]))?.status == 0

  @Test(
    .enabled(
      if: hasSpark, "Java and a python3 with pyspark are needed (SCHEMACHECK_ENGINES_PYTHON)"))
  func partitionsMakeNoDifference() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<24).map { number in
      let name = number % 3 == 0 ? "latitude" : "lat"
      return """
        {"id": "r\(number)", "method": "GET", "url": "https://h/api/v1/locations/public", \
        "status": \(number % 5 == 0 ? 304 : 200), "responseBody": {"locations": \
        [{"id": \(number), "name": "Caf\\u00e9 é", "\(name)": 1}], "pagination": null}}
        """
    }
    let traffic = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let tool = PackageFolder.product("schemacheck")
    // 40: most are empty.
    let reports = try [1, 8, 40].map { partitions in
      let run = try Self.run([
        Self.python,
        PackageFolder.url.appendingPathComponent("samples/spark/check_traffic.py").path, traffic,
        "--contract", "fotolokashen", "--partitions", "\(partitions)", "--tool", tool,
      ])
      #expect(run.status == 1, "\(run.errors)")
      return run.output
    }
    #expect(reports[0] == reports[1] && reports[0] == reports[2])
    let report = reports[0].split(separator: "\n").map(String.init)
    let summary = try JSONDocument(report.last ?? "").root["summary"]
    #expect(summary?["exchanges"]?.int == 24)
    #expect(summary?["checked"]?.int == 19)
    let found = try report.dropLast().map { try JSONDocument($0).root }
    #expect(found.count == summary?["errors"]?.int.map { $0 + (summary?["warnings"]?.int ?? 0) })
    #expect(
      found.filter { $0["rule"]?.string == "coordinate-names" }
        .compactMap { $0["exchange"]?["id"]?.string }
        == ["r12", "r18", "r21", "r3", "r6", "r9"])
  }

  private static func run(_ words: [String]) throws -> Program.Outcome {
    try Program.run(
      words, variables: ["SPARK_LOCAL_IP": "127.0.0.1", "SPARK_MASTER": "local[2]"])
  }
}
