@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) @testable import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Bodies that a recorder stored compressed are checked like those that it decoded.
@Suite(.enabled(if: Zlib.system.problem() == nil, "zlib is not here")) struct CompressedBodyTests {
  /// Two mistakes; and a text that deflate really compresses.
  private static let wrong = Array(
    #"{"a": [1, 1, 1, 1, 1, 1, 1, 1], "at": {"lat": "1.5", "lng": 2.5}, "user": {"lat": 95, "lng": 1}}"#
      .utf8)
  private static let right = Array(#"{"lat": 1.5, "lng": 2.5}"#.utf8)

  private static func har(
    _ content: String, coding: String? = "gzip", type: String = "application/json"
  ) -> String {
    let field = coding.map { #"{"name": "Content-Encoding", "value": "\#($0)"}"# } ?? ""
    return #"""
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://a.test/x"},
       "response": {"status": 200, "headers": [\#(field)],
        "content": {"mimeType": "\#(type)", \#(content)}}}]}}
      """#
  }

  /// The body in the forms that HARs have: base64, chunks of PollyJS, one character for each byte.
  private static func contents(_ data: [UInt8]) -> [String] {
    let half = data.count / 2
    let (head, tail) = (Array(data[..<half]), Array(data[half...]))
    func chunks(_ write: ([UInt8]) -> String) -> String {
      #""text": "[\"\#(write(head))\", \"\#(write(tail))\"]""#
    }
    let escaped = data.map { byte in
      String(decoding: [0x5C] + Array("u00".utf8) + Array(Deflated.hex([byte]).utf8), as: UTF8.self)
    }.joined()
    return [
      #""text": "\#(Deflated.base64(data))", "encoding": "base64""#,
      chunks(Deflated.hex) + #", "_isBinary": true"#,
      chunks(Deflated.base64) + #", "_isBinary": true"#,
      chunks(Deflated.base64) + #", "encoding": "base64""#,
      #""text": "\#(Deflated.hex(data))", "_isBinary": true"#,
      #""text": "\#(Deflated.base64(data))", "_isBinary": true"#,
      #""text": "\#(Deflated.base64(data))""#,
      #""text": "\#(escaped)""#,
    ]
  }

  private func lint(_ har: String, _ more: String...) -> Scenario {
    Scenario.run(["lint", "-", "-f", "concise"] + more, input: har)
  }

  /// The findings do not depend on how the body is stored; their place is that of the string.
  @Test func everyWayToKeepABodyHasTheSameFindings() throws {
    let plain = lint(Self.har(Self.contents(Self.wrong)[0], coding: nil))
    #expect(Self.messages(plain).count == 2, "\(plain.output)")
    #expect(plain.code == .findings)
    var packed = [
      ("gzip", Deflated.gzip(Self.wrong)), ("x-gzip", Deflated.gzip(Self.wrong)),
      ("deflate", Deflated.zlib(Self.wrong)), ("deflate", Deflated.raw(Self.wrong)),
      ("gzip", Deflated.zlib(Self.wrong)), ("deflate", Deflated.gzip(Self.wrong)),
      ("identity", Deflated.gzip(Self.wrong)),
      ("deflate, gzip", Deflated.gzip(Deflated.zlib(Self.wrong))),
      ("gzip", Deflated.gzip(Array(Self.wrong[..<40])) + Deflated.gzip(Array(Self.wrong[40...]))),
    ]
    if Program.isThere("python3") {
      let text = "b'''\(String(decoding: Self.wrong, as: UTF8.self))'''"
      for (coding, bits) in [("gzip", 31), ("deflate", 15), ("deflate", -15)] {
        packed.append((coding, try Deflated.python(text, bits: bits)))
      }
    }
    for (coding, data) in packed {
      for content in Self.contents(data) {
        let scenario = lint(Self.har(content, coding: coding))
        #expect(scenario.code == .findings, "\(coding): \(content): \(scenario.errors)")
        #expect(Self.messages(scenario) == Self.messages(plain), "\(coding): \(content)")
        #expect(scenario.errors == plain.errors)
      }
    }
  }

  /// Without the places, which differ by the length of the properties before.
  private static func messages(_ scenario: Scenario) -> [Substring] {
    scenario.output.split(separator: "\n").map { $0.drop { $0 != " " } }
  }

  @Test func contractsJudgeCompressedBodies() throws {
    let body = Array(
      #"""
      {"locations": [{"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
       "latitude": 37.7, "lng": -122.4, "type": null, "rating": null, "caption": null,
       "savedAt": "2026-01-15T12:30:00.000Z", "photos": [],
       "user": {"id": 1, "username": "u", "firstName": null, "lastName": null, "avatar": null}}],
       "pagination": {"page": 1, "limit": 20, "total": 1, "totalPages": 1, "hasMore": false}}
      """#.utf8)
    func check(_ data: [UInt8], _ coding: String?) -> Scenario {
      let har = Self.har(
        #""text": "\#(Deflated.base64(data))", "encoding": "base64""#, coding: coding
      )
      .replacing("https://a.test/x", with: "https://a.test/api/v1/locations/public?page=1&limit=20")
      return Scenario.run(["check", "-", "-c", "fotolokashen", "-f", "concise"], input: har)
    }
    let plain = check(body, nil)
    #expect(plain.output.contains("error[coordinate-names] coordinate is named `latitude`"))
    for (data, coding) in [
      (Deflated.gzip(body), "gzip"), (Deflated.zlib(body), "deflate"),
      (Deflated.raw(body), "deflate"),
    ] {
      let packed = check(data, coding)
      #expect(packed.output == plain.output && packed.errors == plain.errors)
      #expect(packed.code == .findings)
    }
    let valid = Array(String(decoding: body, as: UTF8.self).replacing("latitude", with: "lat").utf8)
    let right = check(Deflated.gzip(valid), "gzip")
    #expect(right.code == .clean && right.output.isEmpty, "\(right.errors)")
    #expect(right.errors == "no findings\n1 of 1 exchange checked\n")
  }

  /// A body that decodes to nothing is as certainly empty as a body without bytes.
  @Test func aBodyWithoutTextIsEmpty() {
    for text in ["", " \n"] {
      for content in Self.contents(Deflated.gzip(Array(text.utf8))) {
        let har = Self.har(content).replacing("https://a.test/x", with: "https://a.test/posts")
        let scenario = Scenario.run("check", "-", "-c", "social-posts", "-f", "concise", input: har)
        #expect(
          scenario.output.contains(":3:55: error[decodable] the body is empty;"),
          "\(content): \(scenario.everything)")
        #expect(scenario.code == .findings)
      }
    }
  }

  @Test func recordsAndDumps() throws {
    let data = Deflated.gzip(Self.wrong)
    let plain = #"{"method": "GET", "url": "https://a.test/x", "status": 200, "responseBody": "#
    let record =
      #"{"method": "GET", "url": "https://a.test/x", "status": 200, "responseHeaders": "#
      + #"{"content-encoding": "gzip"}, "responseBody": "\#(Deflated.base64(data))"}"#
    let expected = Self.messages(
      lint(plain + String(decoding: Self.wrong, as: UTF8.self) + "}\n"))
    #expect(expected.count == 2)
    let packed = lint(record + "\n")
    #expect(Self.messages(packed) == expected)
    let column = record.count - Deflated.base64(data).count - 2
    #expect(packed.output.hasPrefix("<stdin>:1:\(column): "), "\(packed.output)")

    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    let start = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    let plainDump = Scenario.run(
      ["lint", "-", "-f", "concise"], bytes: bytes(start + "\r\n") + Self.wrong)
    #expect(Self.messages(plainDump).count == 2)
    let head = start + "Content-Encoding: gzip\r\n"
    let size = String(data.count - 16, radix: 16)
    let whole = bytes(head + "\r\n") + data
    var chunked = bytes(head + "Transfer-Encoding: chunked\r\n\r\n10\r\n")
    chunked += data[..<16]
    chunked += bytes("\r\n\(size)\r\n")
    chunked += data[16...]
    chunked += bytes("\r\n0\r\n\r\n")
    let measured = bytes(head + "Content-Length: \(data.count)\r\n\r\n") + data
    let dumps: [[UInt8]] = [whole, whole + bytes("\r\n"), measured, chunked]
    for dump in dumps {
      let scenario = Scenario.run(["lint", "-", "-f", "concise"], bytes: dump)
      #expect(Self.messages(scenario) == Self.messages(plainDump), "\(scenario.everything)")
      #expect(scenario.code == .findings)
    }
  }

  @Test func whatIsDecodedAlreadyStaysAsItIs() {
    for coding in ["gzip", "deflate", "br", "zstd", "gzip, br"] {
      for text in [#"{\"lat\": 1.5, \"lng\": 2.5}"#, "80", "  [1]", #"\"text\""#] {
        let scenario = lint(Self.har(#""text": "\#(text)""#, coding: coding))
        #expect(scenario.code == .clean, "\(coding): \(text): \(scenario.everything)")
      }
      let broken = lint(Self.har(#""text": "oops""#, coding: coding))
      #expect(broken.output.contains("error[json-syntax]"), "\(coding)")
    }
  }

  @Test func whatCannotBeDecodedIsSkipped() throws {
    let gzip = Deflated.gzip(Self.right)
    let spoiled = gzip[..<12] + [gzip[12] ^ 0xFF] + gzip[13...]
    let cases: [([UInt8], String, String)] = [
      (Array(gzip.dropLast(9)), "gzip", "is gzip data that ends too soon"),
      (Array(spoiled), "gzip", "is broken gzip data"),
      (gzip + [1], "gzip", "is gzip data with bytes after its end"),
      (
        [0x0B, 2, 0x80] + Array("not really".utf8), "br",
        "is still compressed (br); only gzip and deflate can be decoded, so record it without "
          + "compression"
      ),
      (
        [0x28, 0xB5, 0x2F, 0xFD, 0, 0], "zstd",
        "is still compressed (zstd); only gzip and deflate can be decoded, so record it without "
          + "compression"
      ),
      (
        Array(Deflated.zlib(Self.right).dropLast(2)), "deflate",
        "is deflate data that ends too soon"
      ),
    ]
    for (data, coding, words) in cases {
      let content = #""text": "\#(Deflated.base64(data))", "encoding": "base64""#
      let scenario = lint(Self.har(content, coding: coding))
      #expect(scenario.output.isEmpty && scenario.code == .error)
      #expect(
        scenario.errors == """
          schemacheck: <stdin>:3:55: the response body \(words)
          no findings
          0 of 1 exchange checked
          not checked: 1 undecodable body

          """)
      // Nobody reads a picture as JSON.
      let picture = lint(Self.har(content, coding: coding, type: "image/png"), "--allow-empty")
      #expect(picture.code == .clean && picture.errors.contains("not checked: 1 non-JSON"))
    }
  }

  @Test func withoutZlibNothingIsDecoded() throws {
    let missing = Zlib { "it was not found (tried libz.so.1)" }
    let har = Self.har(Self.contents(Deflated.gzip(Self.right))[0])
    let scenario = Scenario.run(["lint", "-"], bytes: Array(har.utf8), zlib: missing)
    #expect(scenario.code == .error)
    #expect(
      scenario.errors == """
        schemacheck: <stdin>:3:55: the response body is compressed (gzip), and zlib cannot be used: \
        it was not found (tried libz.so.1)
        no findings
        0 of 1 exchange checked
        not checked: 1 undecodable body

        """)
    let plain = Self.har(Self.contents(Self.right)[0])
    #expect(
      Scenario.run(["lint", "-"], bytes: Array(plain.utf8), zlib: missing).code == .clean)
  }

  @Test(.enabled(if: Program.isThere("python3"), "python3 is not here"))
  func aBodyIsBounded() throws {
    let words =
      "is gzip data that becomes too large: the limit is 64 MiB, and 1,000 times the compressed "
      + "size if that is more than 1 MiB"
    // 2 MiB that are 1 in 1,024; then 65 MiB at 1 in 500; then what is within both.
    for (expression, isRight) in [
      ("b' ' * (2 << 20) + b'1'", false),
      ("(b' ' * 2000 + b'1234567890,abcdef') * (65 << 10) ", false),
      ("b' ' * (1 << 19) + b'1'", true),
    ] {
      let data = try Deflated.python(expression, bits: 31)
      let scenario = lint(
        Self.har(#""text": "\#(Deflated.base64(data))", "encoding": "base64""#))
      #expect(scenario.errors.contains(words) != isRight, "\(expression): \(scenario.errors)")
      #expect(scenario.code == (isRight ? .clean : .error))
    }
  }

  /// Changed compressed bytes lead to findings or to a line, and never stop the tool.
  @Test func mutatedDataNeverStopsTheTool() throws {
    var generator = SeededGenerator(seed: 7)
    let sources = [
      Deflated.gzip(Self.wrong), Deflated.zlib(Self.wrong), Deflated.raw(Self.wrong),
    ]
    for round in 0..<600 {
      var data = sources[round % 3]
      for _ in 0...(round % 4) where !data.isEmpty {
        let index = Int(generator.next() % UInt64(data.count))
        switch generator.next() % 3 {
        case 0: data[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: data.remove(at: index)
        default: data.removeSubrange(index...)
        }
      }
      let decompressor = Zlib.system.decompressor
      for wrapping in [Decompressor.Wrapping.gzip, .zlib, .raw] {
        let result = decompressor.decompress(data, wrapping, 1000)
        if case .success(let bytes) = result { #expect(bytes.count <= 1000) }
      }
      let content = Self.contents(data)[round % 8]
      let scenario = lint(Self.har(content, coding: round % 2 == 0 ? "gzip" : "deflate"))
      #expect(scenario.errors.split(separator: "\n").count <= 5, "\(scenario.errors)")
    }
  }

  @Test func compressedBodiesAreNotFixed() throws {
    let folder = try TemporaryFolder()
    let body = Array(#"{"locations": [{"latitude": 1.5, "lng": 2.5}]}"#.utf8)
    let har = Self.har(Self.contents(Deflated.gzip(body))[0])
    let file = try folder.write(
      har.replacing("https://a.test/x", with: "https://a.test/api/v1/locations/public"),
      to: "a.har")
    let before = try InputFile(InputPath(file)).readAll()
    let scenario = Scenario.run("fix", file, "-c", "fotolokashen", "-f", "concise")
    #expect(try InputFile(InputPath(file)).readAll() == before)
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors.contains(" not fixed: the body is compressed\n"), "\(scenario.errors)")
  }
}
