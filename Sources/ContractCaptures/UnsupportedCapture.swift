@_spi(Engine) internal import JSONTape

/// A kind of file with exchanges that is recognised, but cannot be read. A hint says what to do.
public struct UnsupportedCapture: Hashable, Sendable {
  /// The kind of the file, with its article: `a Bruno request`.
  package let name: String
  /// How to get a file that can be read.
  package let advice: String

  /// The one line to print, without the file's name.
  var message: String { "this is \(name), which cannot be read; \(advice)" }

  private static let archive = UnsupportedCapture(
    name: "an archive", advice: "unpack it and check its files")
  private static let saveBody = "save the response bodies as .json files, or record a HAR"
  private static let exportHAR = "export the session as a HAR"
  private static let noResponses = "it has requests without responses; record a HAR"

  static let yaml = UnsupportedCapture(
    name: "a YAML file without recorded exchanges", advice: "bodies are JSON")

  /// The kinds that are recognised by the root of a JSON document.
  private static let documents:
    [(capture: UnsupportedCapture, isMeant: @Sendable (CapturedValue) -> Bool)] = [
      (
        UnsupportedCapture(name: "an Insomnia export", advice: noResponses),
        { $0["__export_format"] != nil && $0["resources"]?.kind == .array }
      ),
      (
        UnsupportedCapture(name: "a Hoppscotch collection", advice: noResponses),
        { root in
          let collection = root.first ?? root
          return collection["v"] != nil && collection["folders"]?.kind == .array
            && collection["requests"]?.kind == .array
        }
      ),
      (
        UnsupportedCapture(
          name: "a Mockoon environment",
          advice: "start it, record its responses as a HAR, and check the HAR"),
        { $0["endpointPrefix"] != nil && $0["routes"]?.kind == .array }
      ),
      (
        UnsupportedCapture(
          name: "a file of Mountebank imposters",
          advice: "start it, record its responses as a HAR, and check the HAR"),
        { root in
          root["imposters"]?.kind == .array
            || root["protocol"] != nil && root["port"] != nil && root["stubs"]?.kind == .array
        }
      ),
      (
        bruno,
        { root in
          root["brunoConfig"] != nil
            || root["version"] != nil && root["name"] != nil
              && root["type"]?.string == "collection"
        }
      ),
      (
        UnsupportedCapture(
          name: "a Postman environment", advice: "it has only variables; export the collection"),
        { $0["_postman_variable_scope"] != nil }
      ),
      (
        UnsupportedCapture(
          name: "a Postman collection of version 1", advice: "export it as a collection v2.1"),
        { $0["order"]?.kind == .array && $0["requests"]?.kind == .array }
      ),
      (
        UnsupportedCapture(
          name: "results of a Postman run without bodies",
          advice: "run Newman with the `json` reporter"),
        { $0["collection_id"] != nil && $0["results"]?.kind == .array }
      ),
      (
        UnsupportedCapture(
          name: "a streamed Envoy tap", advice: "set the tap to buffer: `http_buffered_trace`"),
        { $0["http_streamed_trace_segment"] != nil }
      ),
    ]

  /// The kinds that are recognised by the first bytes of a file.
  private static let texts: [(start: String, capture: UnsupportedCapture)] = [
    (
      "PK\u{3}\u{4}",
      UnsupportedCapture(
        name: "a ZIP archive in a pipe", advice: "save it as a file and name that file")
    ), ("7z", archive), ("Rar!", archive), ("BZh", archive),
    ("meta {", bruno), ("info:\n", bruno), ("bplist", proxyman),
    (
      "type: collection.insomnia",
      UnsupportedCapture(name: "an Insomnia export", advice: noResponses)
    ),
    (
      "_type: export\n__export_format:",
      UnsupportedCapture(name: "an Insomnia export", advice: noResponses)
    ),
    (
      "--> ",
      UnsupportedCapture(name: "an OkHttp log", advice: "record a HAR, or dump with `curl -i`")
    ),
    ("Starting ATS Diagnostics", nscurl), ("Load(", nscurl),
    ("###", UnsupportedCapture(name: "an HTTP request file", advice: saveBody)),
  ]

  private static let bruno = UnsupportedCapture(
    name: "a Bruno request", advice: "export the collection as a Postman collection")

  private static let proxyman = UnsupportedCapture(
    name: "a binary property list", advice: "export the session of Proxyman as a HAR")

  private static let textLog = UnsupportedCapture(
    name: "a log in text", advice: "let the server write JSON lines with the bodies in them")

  private static let nscurl = UnsupportedCapture(
    name: "output of nscurl", advice: "request the same URL with `curl -i`")

  /// The kinds that are recognised by the end of the file's name. The content does not matter.
  private static let names: [(ending: String, capture: UnsupportedCapture)] = [
    (
      ".chls",
      UnsupportedCapture(
        name: "a Charles session in binary", advice: "export it as .chlsj, or as a HAR")
    ),
    (".flow", mitmproxy), (".flows", mitmproxy), (".mitm", mitmproxy),
  ]

  private static let mitmproxy = UnsupportedCapture(
    name: "a mitmproxy dump",
    advice: "export it as a HAR: `mitmdump -nr FILE --set hardump=FILE.har`")

  /// The maximum number of properties at the root. A document with more properties is treated as a
  /// body.
  static let mostProperties = 64

  /// The kind of a JSON document. Nil if the document may be a body.
  ///
  /// - Complexity: O(*n*) in the properties of a small root.
  init?(_ root: CapturedValue) {
    guard root.kind == .array || root.kind == .object && root.count <= Self.mostProperties,
      let found = Self.documents.first(where: { $0.isMeant(root) })
    else { return nil }
    self = found.capture
  }

  /// The kind of a file that is not JSON. Nil if the file may be broken JSON.
  init?(_ bytes: [UInt8], name: String) {
    let name = name.lowercased()
    if let found = Self.names.first(where: { name.hasSuffix($0.ending) }) {
      self = found.capture
      return
    }
    let start = Self.start(of: bytes)
    // The signature of a tar archive comes after the first file's name and attributes.
    if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      self = Self.archive
      return
    }
    if let found = Self.texts.first(where: { start.starts(with: $0.start.utf8) }) {
      self = found.capture
    } else if Self.isMitmproxy(start) {
      self = Self.mitmproxy
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      // The error of the body says that this is UTF-16.
      return nil
    } else if CaptureName.isLog(name), start.starts(with: "{\n".utf8) {
      self.init(
        name: "a list of JSON values on several lines",
        advice: "write each value on one line, such as with `jq -c .`")
    } else if Self.isTextLog(start) || CaptureName.isLog(name) {
      self = Self.textLog
    } else if Self.isRequest(start) {
      self.init(name: "an HTTP request file", advice: Self.saveBody)
    } else {
      return nil
    }
  }

  private init(name: String, advice: String) {
    self.name = name
    self.advice = advice
  }

  /// The start of the text, without carriage returns and leading white space.
  private static func start(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let lines = bytes.prefix(4096).filter { $0 != ASCIIByte.carriageReturn }
    return lines.drop(while: ASCIIByte.isSpace)
  }

  /// A mitmproxy dump begins with the lengths of its first parts: `1853:7:version;`, `99:4:type;`.
  private static func isMitmproxy(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.prefix(40).split(separator: UInt8(ascii: ":"), maxSplits: 2)
    guard parts.count == 3, let length = Int(String(decoding: parts[1], as: UTF8.self)),
      parts.prefix(2).allSatisfy({ $0.allSatisfy(ASCIIByte.isDigit) })
    else { return false }
    let names = ["version", "type", "websocket", "request", "response", "id", "error"]
    return names.contains { $0.utf8.count == length && parts[2].starts(with: "\($0);".utf8) }
  }

  /// Whether the first line begins with a date, contains a request, or has JSON after other text.
  private static func isTextLog(_ text: ArraySlice<UInt8>) -> Bool {
    if beginsWithDate(text) { return true }
    let first = text.first ?? 0
    guard first != UInt8(ascii: "{"), first != UInt8(ascii: "["), first != UInt8(ascii: "\"") else {
      return false
    }
    let line = String(decoding: text.prefix { $0 != ASCIIByte.lineFeed }, as: UTF8.self)
    return line.contains("\"") && line.contains(" HTTP/") || line.contains(" --> ")
      || line.hasPrefix("Started ") && line.contains(" \"/")
      || ASCIIByte.isDigit(first) && line.hasSuffix("}") && line.contains(" {\"")
  }

  /// Whether a text begins with a date and further text: `2026-11-28T10:00:00`, `[28/Nov/2026 `.
  private static func beginsWithDate(_ text: ArraySlice<UInt8>) -> Bool {
    let shapes = ["0000-00-00T", "0000-00-00 ", "0000/00/00 ", "[00/aaa/0000", "[0000-00-00"]
    return shapes.contains { shape in
      let start = text.prefix(shape.utf8.count)
      return start.count == shape.utf8.count
        && zip(shape.utf8, start).allSatisfy { kind, byte in
          switch kind {
          case UInt8(ascii: "0"): ASCIIByte.isDigit(byte)
          case UInt8(ascii: "a"): ASCIIByte.isLetter(byte)
          default: byte == kind
          }
        }
    }
  }

  /// Whether a text begins with a request line without a version, as in request files of editors.
  private static func isRequest(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix { $0 != ASCIIByte.lineFeed }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count == 2 else { return false }
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    return methods.contains { words[0].elementsEqual($0.utf8) }
      && (words[1].starts(with: "http".utf8) || words[1].starts(with: "{{".utf8)
        || words[1].starts(with: "/".utf8))
  }
}
