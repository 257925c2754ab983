import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The archives that tools write: one traffic in each of them has the findings of its HAR, and the
/// bytes at each place are the same text.
@Suite(.enabled(if: Zlib.system.problem() == nil, "zlib is not here")) struct ToolArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Sample {
    var method = "GET"
    let path: String
    var status = 200
    var request: String?
    var response: String?
    var type = "application/json"
  }

  private static let pagination =
    #""pagination": {"total": 1, "page": 1, "limit": 20, "totalPages": 1, "hasMore": false}"#

  private static let samples = [
    Sample(
      path: "/api/v1/locations/public?page=1",
      response:
        "{\n  \"locations\": [{\"id\": 1, \"name\": \"é “A”\", \"latitude\": 37.77, \"lng\": 2}],\n  "
        + pagination + "\n}"),
    Sample(
      method: "POST", path: "/api/devices/register",
      request: "{\"platform\": \"iOS\",\n\t\"deviceToken\": \"ab\"}",
      response: "{\"success\": \"yes\"}"),
    Sample(path: "/api/v1/nowhere", response: "{}"),
    Sample(path: "/api/v1/locations/friends", status: 304),
    Sample(path: "/api/v1/locations/friends", response: "{\"locations\": [}"),
    Sample(path: "/picture", response: "PNG", type: "image/png"),
  ]

  // MARK: Writers

  private static func quoted(_ text: String) -> String { JSONWriter.quoted(text) }

  private static func headers(_ sample: Sample) -> String {
    #"[{"name": "Content-Type", "value": "\#(sample.type)"}]"#
  }

  /// An entry of a HAR; `body` writes the body of a message.
  private static func entry(_ sample: Sample, _ body: (String?, _ part: String) -> String) -> String
  {
    let post = sample.request.map {
      #", "postData": {"mimeType": "application/json"\#(body($0, "req"))}"#
    }
    return
      #"{"startedDateTime": "2026-11-03T09:14:00Z", "request": {"method": "\#(sample.method)", "#
      + #""url": "https://api.unitedwerise.org\#(sample.path)", "headers": []\#(post ?? "")}, "#
      + #""response": {"status": \#(sample.status), "headers": \#(headers(sample)), "#
      + #""content": {"mimeType": "\#(sample.type)"\#(body(sample.response, "res"))}}}"#
  }

  private static var har: String {
    let entries = samples.map { sample in
      entry(sample) { text, _ in text.map { ", \"text\": \(quoted($0))" } ?? "" }
    }
    return #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#
  }

  private static var charles: ZipWriter {
    var entries: [ZipWriter.Entry] = []
    for (number, sample) in samples.enumerated() {
      let parts = sample.path.split(separator: "?", maxSplits: 1).map(String.init)
      let query = parts.count > 1 ? quoted(parts[1]) : "null"
      let meta =
        #"{"status": "COMPLETE", "method": "\#(sample.method)", "protocolVersion": "HTTP/1.1", "#
        + #""scheme": "https", "host": "api.unitedwerise.org", "port": 443, "actualPort": 443, "#
        + #""path": "\#(parts[0])", "query": \#(query), "tunnel": false, "#
        + #""request": {"mimeType": \#(sample.request == nil ? "null" : quoted(sample.type)), "#
        + #""header": {"headers": []}}, "response": {"status": \#(sample.status), "#
        + #""header": {"headers": \#(headers(sample))}}}"#
      entries.append(ArchiveTests.deflated("\(number)-meta.json", meta))
      let ending = sample.type == "image/png" ? "dat" : "json"
      if let text = sample.request {
        entries.append(ArchiveTests.deflated("\(number)-req.json", text))
      }
      if let text = sample.response {
        entries.append(ArchiveTests.deflated("\(number)-res.\(ending)", text))
      }
    }
    return ZipWriter(entries)
  }

  private static var proxyman: ZipWriter {
    let entries = samples.enumerated().map { number, sample in
      func data(_ text: String?) -> String {
        text.map { #", "bodyData": "\#(Deflated.base64(Array($0.utf8)))""# } ?? ""
      }
      let field =
        #"{"key": {"name": "Content-Type", "nameInLowercase": "content-type"}, "value": "#
        + #""\#(sample.type)", "isEnabled": true}"#
      let text =
        #"{"request": {"method": {"name": "\#(sample.method)"}, "host": "api.unitedwerise.org", "#
        + #""port": 443, "isSSL": true, "scheme": "https", "fullPath": "\#(sample.path)", "#
        + #""header": {"entries": [\#(sample.request == nil ? "" : field)]}\#(data(sample.request))}, "#
        + #""response": {"status": {"code": \#(sample.status), "phrase": ""}, "#
        + #""header": {"entries": [\#(field)]}\#(data(sample.response))}}"#
      return ArchiveTests.deflated("request_\(number)_abc", text)
    }
    return ZipWriter(entries)
  }

  /// - Parameter folder: Of the bodies.
  private static func playwright(_ folder: String, property: String) -> (String, [ZipWriter.Entry])
  {
    var bodies: [ZipWriter.Entry] = []
    let lines = samples.enumerated().map { number, sample in
      entry(sample) { text, part in
        guard let text else { return "" }
        let digits = String(repeating: "\(number)\(part == "req" ? "a" : "b")", count: 20)
        let name = digits + (sample.type == "image/png" ? ".png" : ".json")
        bodies.append(ArchiveTests.deflated(folder + name, text))
        return #", "\#(property)": "\#(name)""#
      }
    }
    return (lines.joined(separator: "\n"), bodies)
  }

  private static var trace: ZipWriter {
    let (lines, bodies) = playwright("resources/", property: "_sha1")
    let snapshots = lines.split(separator: "\n").map {
      #"{"type": "resource-snapshot", "snapshot": \#($0)}"# + "\n"
    }
    return ZipWriter(
      [
        ArchiveTests.stored("trace.trace", "{\"type\": \"context-options\"}\n"),
        ArchiveTests.deflated("trace.network", snapshots.joined()),
      ] + bodies)
  }

  private static var harZip: ZipWriter {
    let (lines, bodies) = playwright("", property: "_file")
    let entries = lines.split(separator: "\n").joined(separator: ",\n")
    return ZipWriter(
      [ArchiveTests.deflated("har.har", "{\"log\": {\"entries\": [\(entries)]}}")] + bodies)
  }

  // MARK: Tests

  private struct Found: Hashable {
    let what: String
    let file: String
    let offset: Int
    let length: Int
  }

  private func check(_ path: String) throws -> (found: [Found], scenario: Scenario) {
    let scenario = Scenario.run(
      "check", path, "-c", "fotolokashen", "-c", "unitedwerise-devices", "-f", "json")
    let root = try JSONDocument(scenario.output).root
    let found = (root["findings"]?.elements.map { $0 } ?? []).map { finding in
      let exchange = finding["exchange"]
      let what = [
        finding["rule"]?.string, finding["instance"]?.string, finding["member"]?.string,
        exchange?["method"]?.string, exchange?["url"]?.string, exchange?["part"]?.string,
      ].map { $0 ?? "-" }.joined(separator: " ")
      return Found(
        what: what, file: finding["file"]?.string ?? "", offset: finding["offset"]?.int ?? -1,
        length: finding["length"]?.int ?? -1)
    }
    return (found, scenario)
  }

  @Test(arguments: ["s.chlz", "s.proxymanlogv2", "trace.zip", "har.zip"])
  func sameFindingsAsTheHAR(name: String) throws {
    let har = try check(try folder.write(Self.har, to: "s.har"))
    #expect(Set(har.found.map(\.what)).count > 8, "\(har.found)")
    let zip =
      switch name {
      case "s.chlz": Self.charles
      case "s.proxymanlogv2": Self.proxyman
      case "trace.zip": Self.trace
      default: Self.harZip
      }
    let path = try folder.write(zip.bytes, to: name)
    let (found, scenario) = try check(path)
    #expect(found.map(\.what).sorted() == har.found.map(\.what).sorted(), "\(scenario.errors)")
    #expect(
      scenario.errors.replacing(" in 6 files", with: " in 1 file") == har.scenario.errors,
      "\(scenario.errors) \(har.scenario.errors)")
    // Base64 has one place for the whole string.
    guard name != "s.proxymanlogv2" else { return }
    let texts = Dictionary(
      uniqueKeysWithValues: zip.entries.map {
        ("\(path)!\(String(decoding: $0.name, as: UTF8.self))", $0)
      })
    for finding in found where !finding.what.hasPrefix("unknown-route") {
      #expect(
        finding.file.hasSuffix("a.json") || finding.file.hasSuffix("b.json")
          || finding.file.hasSuffix("-req.json") || finding.file.hasSuffix("-res.json"))
      #expect(texts[finding.file] != nil, "\(finding.file)")
    }
    #expect(found.contains { $0.file.hasSuffix("-req.json") || $0.file.hasSuffix("1a.json") })
  }

  /// The bytes at each place in an entry are those at the place in the HAR.
  @Test(arguments: ["s.chlz", "trace.zip", "har.zip"])
  func placesHoldTheSameText(name: String) throws {
    let harText = Array(Self.har.utf8)
    let har = try check(try folder.write(Self.har, to: "s.har")).found
    let zip = name == "s.chlz" ? Self.charles : name == "trace.zip" ? Self.trace : Self.harZip
    let path = try folder.write(zip.bytes, to: name)
    let found = try check(path).found
    var compared = 0
    for finding in found
    where finding.file.hasSuffix(".json") && !finding.file.hasSuffix("meta.json") {
      let entry = try #require(
        zip.entries.first { finding.file == "\(path)!\(String(decoding: $0.name, as: UTF8.self))" })
      let other = try #require(har.first { $0.what == finding.what })
      let own = try Self.inflated(entry)[finding.offset..<(finding.offset + finding.length)]
      let same = harText[other.offset..<(other.offset + other.length)]
      let plain = (try? JSONDocument("\"\(String(decoding: same, as: UTF8.self))\""))?.root.string
      #expect(plain == String(decoding: own, as: UTF8.self), "\(finding)")
      compared += 1
    }
    #expect(compared > 6)
  }

  /// The text of a deflated entry: blocks that are stored.
  private static func inflated(_ entry: ZipWriter.Entry) throws -> [UInt8] {
    var text: [UInt8] = []
    var rest = entry.data[...]
    while rest.count > 5 {
      let start = rest.startIndex
      let count = Int(rest[start + 1]) | Int(rest[start + 2]) << 8
      text += rest[(start + 5)..<(start + 5 + count)]
      rest = rest[(start + 5 + count)...]
    }
    return text
  }

  /// A body that an exchange names and the archive lacks is said; a body that Charles did not keep
  /// is none.
  @Test func absentBodies() throws {
    var trace = Self.trace
    trace.entries.removeAll { $0.name.starts(with: "resources/0b".utf8) }
    let scenario = try check(try folder.write(trace.bytes, to: "trace.zip")).scenario
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("trace.zip!trace.network:1:"), "\(scenario.errors)")
    #expect(scenario.errors.contains("which does not exist"), "\(scenario.errors)")
    var charles = Self.charles
    charles.entries.removeAll { $0.name.starts(with: "0-res".utf8) }
    let kept = try check(try folder.write(charles.bytes, to: "s.chlz")).scenario
    #expect(kept.code == .findings && kept.errors.contains("1 no body"), "\(kept.errors)")
  }

  @Test func namesLeadNowhereElse() throws {
    for name in ["../s.har", "/etc/passwd", "resources/../../s.har", "har.har/../s.har"] {
      let har = Self.entry(Self.samples[0]) { _, part in
        part == "res" ? #", "_file": "\#(name)""# : ""
      }
      let zip = ZipWriter([
        ArchiveTests.stored("a/har.har", "{\"log\": {\"entries\": [\(har)]}}"),
        ArchiveTests.stored("s.har", Self.har),
      ])
      let scenario = try check(try folder.write(zip.bytes, to: "h.zip")).scenario
      #expect(scenario.code == .error, "\(name)")
      #expect(scenario.errors.contains("h.zip!a/har.har:1:"), "\(scenario.errors)")
    }
  }

  /// A body with a name of its own is checked once.
  @Test func namesOfTheirOwn() throws {
    let har = Self.entry(Self.samples[0]) { _, part in
      part == "res" ? #", "_file": "b/own.json""# : ""
    }
    let zip = ZipWriter([
      ArchiveTests.stored("a/har.har", "{\"log\": {\"entries\": [\(har)]}}"),
      ArchiveTests.stored("a/b/own.json", "{}"), ArchiveTests.stored("a/other.json", "{}"),
    ])
    let scenario = try check(try folder.write(zip.bytes, to: "h.zip")).scenario
    #expect(scenario.errors.contains("of 2 exchanges checked"), "\(scenario.errors)")
  }

  @Test(arguments: ["s.chlz", "trace.zip"]) func theyAreConverted(name: String) throws {
    let zip = name == "s.chlz" ? Self.charles : Self.trace
    let path = try folder.write(zip.bytes, to: name)
    let out = "\(folder.path)/out.har"
    let scenario = Scenario.run("convert", path, "-o", out)
    #expect(scenario.code == .clean, "\(scenario.errors)")
    let expected = try check(path).found.map(\.what).sorted()
    #expect(try check(out).found.map(\.what).sorted() == expected)
  }
}
