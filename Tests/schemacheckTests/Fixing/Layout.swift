import JSONTape

/// JSON that can be changed and written in any layout.
indirect enum LaidOut {
  case object([(name: String, value: LaidOut)])
  case array([LaidOut])
  case scalar(String)

  init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.properties.map { ($0.name, LaidOut($0.value)) })
    case .array: self = .array(node.elements.map(LaidOut.init))
    default: self = .scalar(node.text)
    }
  }

  /// The value with each object's properties changed, the innermost first.
  func changing(
    _ change: ([(name: String, value: LaidOut)]) -> [(name: String, value: LaidOut)]
  ) -> LaidOut {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map { $0.changing(change) })
    case .object(let properties):
      .object(change(properties.map { ($0.name, $0.value.changing(change)) }))
    }
  }

  var isNull: Bool { if case .scalar("null") = self { true } else { false } }

  /// The decoded text of a string.
  var string: String? {
    guard case .scalar(let text) = self else { return nil }
    return try? JSONDocument(text).root.string
  }

  var number: String? {
    guard case .scalar(let text) = self, JSONNumber(text) != nil else { return nil }
    return text
  }
}

/// How JSON is written.
struct Layout: Sendable {
  let name: String
  /// Nil on a single line.
  var indent: String?
  var newline = "\n"
  var comma = ","
  var colon = ":"
  /// Whether the names that no mistake touches are written with an escape.
  var escapesNames = false
  var mark = ""
  var end = ""

  static let all = [
    Layout(name: "minified"),
    Layout(name: "spaced", comma: ", ", colon: ": ", end: "\n"),
    Layout(name: "two", indent: "  ", colon: ": ", end: "\n"),
    Layout(name: "four", indent: "    ", colon: ": "),
    Layout(name: "tabs", indent: "\t", colon: " : ", end: "\n\n"),
    Layout(name: "crlf", indent: "  ", newline: "\r\n", colon: ": ", end: "\r\n"),
    Layout(name: "mark", indent: " ", colon: ":", mark: "\u{FEFF}"),
    Layout(name: "escapes", indent: "  ", colon: ": ", escapesNames: true),
  ]

  var hasLines: Bool { indent != nil || !end.isEmpty || !mark.isEmpty }

  func text(_ value: LaidOut, plain: Set<String>) -> String {
    mark + write(value, depth: 0, plain) + end
  }

  private func write(_ value: LaidOut, depth: Int, _ plain: Set<String>) -> String {
    func list(_ items: [String], _ open: String, _ close: String) -> String {
      guard let first = items.first else { return open + close }
      guard let indent else {
        return open + first + items.dropFirst().map { comma + $0 }.joined() + close
      }
      let line = newline + String(repeating: indent, count: depth + 1)
      return open + line + items.joined(separator: "," + line) + newline
        + String(repeating: indent, count: depth) + close
    }
    switch value {
    case .scalar(let text): return text
    case .array(let elements):
      return list(elements.map { write($0, depth: depth + 1, plain) }, "[", "]")
    case .object(let properties):
      return list(
        properties.map {
          name($0.name, plain) + colon + write($0.value, depth: depth + 1, plain)
        }, "{", "}")
    }
  }

  private func name(_ name: String, _ plain: Set<String>) -> String {
    guard escapesNames, !plain.contains(name), let first = name.unicodeScalars.first,
      first.isASCII
    else { return JSONWriter.quoted(name) }
    let code = String(first.value, radix: 16)
    let escape = "\\u" + String(repeating: "0", count: 4 - code.count) + code
    return "\"\(escape)" + JSONWriter.quoted(String(name.dropFirst())).dropFirst()
  }
}

/// How a body stands in a capture.
struct Wrapping: Sendable {
  let name: String
  let ending: String
  /// Whether a body may have lines, or a byte order mark.
  var takesLines = true
  let write: @Sendable (_ body: String, _ url: String, _ method: String, _ status: Int) -> String

  /// The content of a JSON string, as one tool or another escapes it.
  private static func escaped(_ text: String, isStrict: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "/" where isStrict: escaped += "\\/"
      case _ where isStrict && scalar.value > 0x7E:
        for unit in String(scalar).utf16 {
          let code = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static let all = [
    Wrapping(name: "har", ending: "har") { body, url, method, status in
      #"{"log":{"version":"1.2","entries":[{"request":{"method":"\#(method)","url":"\#(url)"},"#
        + #""response":{"status":\#(status),"content":{"mimeType":"application/json","#
        + #""text":"\#(escaped(body, isStrict: true))"}}}]}}"#
    },
    Wrapping(name: "pretty", ending: "har") { body, url, method, status in
      """
      {
        "log": {
          "entries": [
            {
              "response": {
                "content": {
                  "text": "\(escaped(body, isStrict: false))",
                  "mimeType": "application/json"
                },
                "status": \(status)
              },
              "request": {
                "url": "\(url)",
                "method": "\(method)"
              }
            }
          ],
          "version": "1.2"
        }
      }
      """.replacing("\n", with: "\r\n")
    },
    Wrapping(name: "record", ending: "ndjson") { body, url, method, status in
      #"{"method":"\#(method)","url":"\#(url)","status":\#(status),"#
        + #""responseBody": "\#(escaped(body, isStrict: false))"}"# + "\n"
    },
    Wrapping(name: "inline", ending: "ndjson", takesLines: false) { body, url, method, status in
      #"{"responseBody": \#(body),"method":"\#(method)","url":"\#(url)","status":\#(status)}"#
    },
    Wrapping(name: "dump", ending: "http") { body, url, method, status in
      let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      return "\(method) /\(parts[3]) HTTP/1.1\r\nHost: \(parts[2])\r\n\r\n"
        + "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\r\n" + body
    },
  ]
}
