import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Parts in a transfer encoding or in another character set than UTF-8.
@Suite struct PartCodingTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: t, version: '1'}
      paths:
        /up:
          post:
            requestBody:
              content:
                multipart/form-data:
                  schema:
                    type: object
                    properties:
                      num: {type: integer}
                      text: {type: string, maxLength: 3}
                      price: {const: 5€}
                      meta: {type: object, properties: {t: {type: string, maxLength: 3}}}
                      list: {type: array, items: {type: integer}}
                      code: {type: string, contentEncoding: base64, maxLength: 4}
                      file: {type: string, format: binary}
                  encoding: {list: {style: form, explode: false}}
            responses: {'204': {description: d}}
      """, to: "c.yaml")
  }

  /// The findings, and what the run says of parts that were not checked.
  private func check(_ name: String, _ headers: String, _ content: [UInt8], asText: Bool) throws
    -> (found: [String], run: Scenario)
  {
    let body =
      Array(
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(headers)\r\n\r\n".utf8)
      + content + Array("\r\n--b--\r\n".utf8)
    let text =
      asText
      ? String(
        decoding: try JSONEncoder().encode(String(decoding: body, as: UTF8.self)), as: UTF8.self)
      : #""\#(Data(body).base64EncodedString())", "requestBodyEncoding": "base64""#
    let record =
      #"{"method": "POST", "url": "/up", "requestHeaders": {"Content-Type": "multipart/form-data; boundary=b"}, "status": 204, "requestBody": \#(text)}"#
    let run = Scenario.run(
      ["check", "-", "-c", contract, "--no-config", "-f", "concise", "--requests"],
      input: record + "\n")
    let found = run.output.split(separator: "\n").map { line in
      String(line.split(separator: "form: ").last?.prefix { $0 != "(" } ?? "")
    }
    return (found, run)
  }

  private static let latin1 = "Content-Type: text/plain; charset=ISO-8859-1"
  private static let windows = "Content-Type: text/plain; charset=\"Windows-1252\""
  private static let json = "Content-Type: application/json"
  private static let base64 = "Content-Transfer-Encoding: BASE64"
  private static let quoted = "Content-Transfer-Encoding: quoted-printable"
  private static let long = "`text` has 4 characters; at most 3 are allowed  "

  static let cases: [(name: String, headers: String, content: [UInt8], found: [String])] = [
    ("num", latin1, Array("x".utf8), ["`num` is a string; the contract says an integer  "]),
    ("num", latin1 + "\r\nContent-Transfer-Encoding: 8bit", Array("7".utf8), []),
    (
      "num", "Content-Type: text/plain; charset=UTF8", Array("x".utf8),
      ["`num` is a string; the contract says an integer  "]
    ),
    ("text", latin1, [0xE9, 0xE9, 0xE9], []),
    ("text", latin1, [0xE9, 0xE9, 0xE9, 0xE9], [long]),
    ("price", windows, [0x35, 0x80], []),
    (
      "meta", json + "; charset=ISO-8859-1", Array(#"{"t":1}"#.utf8),
      ["`t` is a number; the contract says a string  "]
    ),
    // JSON is always UTF-8.
    ("meta", json + "; charset=ISO-8859-1", Array(#"{"t":"ééé"}"#.utf8), []),
    (
      "meta", json + "\r\n" + base64, Array("eyJ0Ijox\r\nfQ==".utf8),
      ["`t` is a number; the contract says a string  "]
    ),
    (
      "meta", json + "\r\n" + quoted, Array("{\"t\"=3A=\r\n1}".utf8),
      ["`t` is a number; the contract says a string  "]
    ),
    ("text", quoted, Array("=C3=A9=C3=A9=C3=A9".utf8), []),
    ("text", latin1 + "\r\n" + quoted, Array("=E9=E9=E9=E9".utf8), [long]),
    ("list", base64, Array("MSwy".utf8), []),
    ("list", base64, Array("MSx4".utf8), ["element 1 is a string; the contract says an integer  "]),
    // The schema describes the text in base64.
    ("code", base64, Array("MSwy".utf8), []),
    ("code", base64, Array("MSwyMSwy".utf8), ["`code` has 8 characters; at most 4 are allowed  "]),
    ("file", base64, Array("%".utf8), []),
  ]

  @Test(arguments: cases.indices) func partsAreDecoded(_ index: Int) throws {
    let one = Self.cases[index]
    let isText = String(decoding: one.content, as: UTF8.self).utf8.elementsEqual(one.content)
    for asText in isText ? [true, false] : [false] {
      let (found, run) = try check(one.name, one.headers, one.content, asText: asText)
      #expect(found == one.found, "\(run.everything)")
      #expect(run.errors.contains("1 of 1"), "\(run.everything)")
      #expect(!run.errors.contains("not checked"), "\(run.everything)")
    }
  }

  @Test(
    arguments: [
      (
        "num", "Content-Type: text/plain; charset=utf-16", [0x00, 0x78],
        "its encoding `utf-16` cannot"
      ),
      ("list", "Content-Transfer-Encoding: x-uuencode", [0x78], "its encoding `x-uuencode` cannot"),
      ("meta", json + "\r\n" + base64, [0x25], "its encoding `base64` cannot"),
      ("text", quoted, Array("=C3=X".utf8), "its encoding `quoted-printable` cannot"),
      ("text", "Content-Type: text/plain", [0xE9, 0xE9, 0xE9, 0xE9], "it is not UTF-8"),
    ] as [(String, String, [UInt8], String)])
  func whatCannotBeReadIsCounted(
    _ name: String, _ headers: String, _ content: [UInt8], _ reason: String
  ) throws {
    let (found, run) = try check(name, headers, content, asText: false)
    #expect(found == [])
    #expect(
      run.errors.contains("the part `\(name)` of `POST /up` was not checked: \(reason)"),
      "\(run.everything)")
    #expect(run.errors.contains("1 undecodable body"), "\(run.everything)")
    #expect(run.code == .error, "\(run.everything)")
  }

  /// Each part that cannot be read is named with its own reason.
  @Test func everyReasonIsTold() throws {
    let more = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n"
    let content = Array("x\r\n\(more)".utf8) + [0xE9, 0xE9]
    let (found, run) = try check(
      "list", "Content-Transfer-Encoding: x-uuencode", content, asText: false)
    #expect(found == [])
    #expect(
      run.errors.contains(
        "2 parts of `POST /up` were not checked: `list`: its encoding `x-uuencode` cannot be read; "
          + "`text`: it is not UTF-8\n"), "\(run.everything)")
  }

  /// A recorder that keeps text has read the character set, or has lost the characters.
  @Test func textOfRecorders() throws {
    let read = try check("text", Self.latin1, Array("ééé".utf8), asText: true)
    #expect(read.found == [] && read.run.errors.contains("1 of 1"), "\(read.run.everything)")
    let lost = try check("text", Self.latin1, Array("\u{FFFD}abc".utf8), asText: true)
    #expect(lost.found == [] && lost.run.code == .error, "\(lost.run.everything)")
  }
}
