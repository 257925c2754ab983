import TestSupport
@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import JSONTape

/// One way to write an example's body.
struct ExampleText {
  let name: String
  let body: [UInt8]
  /// Findings that the way of writing adds.
  var beside: [FindingPlace] = []

  static func all(of example: RuleExample, in file: ContractFile) throws -> [ExampleText] {
    let asIs = ExampleText(name: "as is", body: Array(example.body.utf8))
    guard let tree = try? JSONTree(example.body) else {
      // What is not JSON cannot be laid out anew; its white space can be changed all the same.
      let windows = example.body.split(separator: " ").joined(separator: "\r\n")
      let tight = example.body.split(separator: " ").joined()
      return [
        asIs, ExampleText(name: "CRLF", body: Array(windows.utf8)),
        ExampleText(name: "minified", body: Array(tight.utf8)),
      ]
    }
    var texts = [
      asIs, ExampleText(name: "minified", body: Array(tree.text().utf8)),
      ExampleText(name: "pretty", body: Array(tree.text(space: .pretty).utf8)),
      ExampleText(name: "CRLF", body: Array(tree.text(space: .windows).utf8)),
      ExampleText(name: "odd spaces", body: Array(tree.text(space: .odd).utf8)),
    ]
    guard case .object = tree else { return texts }
    let emoji = tree.adding("😀", .string("é"), to: [], first: true)
    let schema = schema(of: example, in: file)
    let isOpen = schema?["properties"] == nil || schema?["additionalProperties"] != nil
    for (name, space) in [("emoji first", JSONSpace.none), ("emoji first, pretty", .pretty)] {
      texts.append(
        ExampleText(
          name: name, body: Array(emoji.text(space: space).utf8),
          beside: isOpen ? [] : [FindingPlace(rule: "undocumented-field", instance: "/😀")]))
    }
    return texts
  }

  /// The schema that judges the example, found in the document.
  private static func schema(of example: RuleExample, in file: ContractFile) -> JSONNode? {
    let root = file.document.root
    let parts = example.operation.split(separator: " ").map(String.init)
    guard parts.count == 2 else {
      return root["components"]?["schemas"]?[example.operation].map(file.resolve)
    }
    let operation = root["paths"]?[parts[1]]?[parts[0].lowercased()]
    let message =
      example.isRequest
      ? operation?["requestBody"]
      : operation?["responses"]?["200"] ?? operation?["responses"]?["2XX"]
    let content = message.map(file.resolve)?["content"]?["application/json"]
    return content?["schema"].map(file.resolve)
  }
}

/// One kind of file that a body comes in.
struct ExampleCarrier: Sendable {
  enum Coding: Sendable {
    case plain, escaped, base64
  }

  let name: String
  let format: CaptureFormat
  let coding: Coding
  let hasURL: Bool
  let carry: @Sendable (_ body: [UInt8], RuleExample) -> [UInt8]

  static let all: [ExampleCarrier] = [
    ExampleCarrier(name: "bare", format: .json, coding: .plain, hasURL: false) { body, _ in body },
    ExampleCarrier(name: "bare with a mark", format: .json, coding: .plain, hasURL: false) {
      body, _ in [0xEF, 0xBB, 0xBF] + body
    },
    ExampleCarrier(name: "HAR", format: .har, coding: .escaped, hasURL: true) {
      har(quoted($0), "", $1)
    },
    ExampleCarrier(name: "HAR, all escaped", format: .har, coding: .escaped, hasURL: true) {
      har(escaped($0), "", $1)
    },
    ExampleCarrier(name: "HAR, base64", format: .har, coding: .base64, hasURL: true) {
      har(JSONWriter.quoted(Data($0).base64EncodedString()), #", "encoding": "base64""#, $1)
    },
    ExampleCarrier(name: "NDJSON, text", format: .ndjson, coding: .escaped, hasURL: true) {
      record(quoted($0), $1)
    },
    ExampleCarrier(name: "HTTP message", format: .http, coding: .plain, hasURL: false) {
      body, example in
      let head =
        example.isRequest
        ? "POST /é HTTP/1.1\r\nHost: h\r\n"
        : "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-Name: é\r\n"
      return Array(
        "\(head)Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        + body
    },
  ]

  private static func quoted(_ body: [UInt8]) -> String {
    JSONWriter.quoted(String(decoding: body, as: UTF8.self))
  }

  /// Every character as `\uXXXX`, so that no offset is the same by chance.
  private static func escaped(_ body: [UInt8]) -> String {
    let units = String(decoding: body, as: UTF8.self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(units.joined())\""
  }

  private static func url(_ example: RuleExample) -> String {
    "https://h/é" + (example.query.isEmpty ? "" : "?\(example.query)")
  }

  private static func har(_ text: String, _ encoding: String, _ example: RuleExample) -> [UInt8] {
    let content = #"{"mimeType": "application/json", "text": \#(text)\#(encoding)}"#
    let request =
      example.isRequest
      ? #"{"method": "POST", "url": "\#(url(example))", "postData": \#(content)}"#
      : #"{"method": "GET", "url": "\#(url(example))"}"#
    let response = example.isRequest ? #"{"mimeType": ""}"# : content
    let status = 200
    return Array(
      """
      {"log": {"version": "1.2", "creator": {"name": "é"}, "entries": [
        {"request": \(request),
         "response": {"status": \(status), "content": \(response)}}]}}
      """.utf8)
  }

  private static func record(_ text: String, _ example: RuleExample) -> [UInt8] {
    let property = example.isRequest ? "requestBody" : "responseBody"
    return Array(
      (#"{"method": "GET", "url": "\#(url(example))", "status": 200, "#
        + #""\#(property)": \#(text)}"# + "\n").utf8)
  }
}
