@_spi(Engine) internal import JSONTape

/// A kind of file that holds exchanges, is recognised and cannot be read; with what to do instead.
public struct UnsupportedCapture: Hashable, Sendable {
  /// What the file is, with its article: `a Postman collection`.
  public let name: String
  /// What to do to get a file that can be read.
  public let advice: String

  /// The one line to print, without the file's name.
  var message: String { "this is \(name), which cannot be checked yet; \(advice)" }

  static let stubs = UnsupportedCapture(
    name: "a WireMock mappings file", advice: "`schemacheck lint` reads its responses")

  private static let archive = UnsupportedCapture(
    name: "an archive", advice: "unpack it and check its files")
  private static let saveBody = "save the response bodies as .json files, or record a HAR"
  private static let exportHAR = "export the session as a HAR"

  /// A kind that the root of a JSON document tells.
  private static let documents:
    [(capture: UnsupportedCapture, isMeant: @Sendable (CapturedValue) -> Bool)] = [
      (UnsupportedCapture(name: "a Postman collection", advice: saveBody), { isPostman($0) }),
      (
        UnsupportedCapture(name: "a Newman report", advice: saveBody),
        { $0["run"]?["executions"]?.kind == .array }
      ),
      (
        UnsupportedCapture(name: "a Charles session", advice: exportHAR),
        { root in
          guard let first = root.first else { return false }
          return first["protocolVersion"] != nil && first["actualPort"] != nil
        }
      ),
      (
        UnsupportedCapture(name: "a Pact file", advice: saveBody),
        { $0["consumer"] != nil && $0["provider"] != nil && $0["interactions"]?.kind == .array }
      ),
      (
        UnsupportedCapture(name: "a DVR cassette", advice: saveBody),
        { root in
          guard let first = root["interactions"]?.first else { return false }
          return first["request"]?.kind == .object && first["response"]?.kind == .object
        }
      ),
      (
        UnsupportedCapture(
          name: "an Insomnia export", advice: "it holds requests without responses; record a HAR"),
        { $0["__export_format"] != nil && $0["resources"]?.kind == .array }
      ),
      (
        UnsupportedCapture(name: "a Mockoon environment", advice: saveBody),
        { $0["endpointPrefix"] != nil && $0["routes"]?.kind == .array }
      ),
      (
        UnsupportedCapture(
          name: "an Envoy tap",
          advice: "write each exchange as a line with `method`, `url`, `status` and `responseBody`"),
        { $0["http_buffered_trace"] != nil || $0["http_streamed_trace_segment"] != nil }
      ),
      (
        UnsupportedCapture(
          name: "a PollyJS local-storage recording", advice: "save its `log` object as .har"),
        { root in
          let log = root.count == 1 ? root.firstMember?["log"] : nil
          return log?["version"] != nil && log?["creator"] != nil && log?["entries"]?.kind == .array
        }
      ),
    ]

  /// A kind that the first bytes of a file tell.
  private static let texts: [(start: String, capture: UnsupportedCapture)] = [
    ("PK\u{3}\u{4}", archive), ("7z", archive), ("Rar!", archive), ("BZh", archive),
    ("http_interactions:\n", UnsupportedCapture(name: "a VCR cassette", advice: saveBody)),
    ("interactions:\n", UnsupportedCapture(name: "a vcrpy cassette", advice: saveBody)),
    ("meta {", UnsupportedCapture(name: "a Bruno request", advice: saveBody)),
    ("--> ", UnsupportedCapture(name: "an OkHttp log", advice: saveBody)),
    ("###", UnsupportedCapture(name: "an HTTP request file", advice: saveBody)),
  ]

  /// By the ending of the file's name, whatever the file holds.
  private static let names: [(ending: String, capture: UnsupportedCapture)] = [
    (".chlz", UnsupportedCapture(name: "a Charles session", advice: exportHAR)),
    (".chls", UnsupportedCapture(name: "a Charles session", advice: exportHAR)),
    (".proxymanlogv2", UnsupportedCapture(name: "a Proxyman session", advice: exportHAR)),
    (".flow", UnsupportedCapture(name: "a mitmproxy dump", advice: exportHAR)),
    (".flows", UnsupportedCapture(name: "a mitmproxy dump", advice: exportHAR)),
    (".mitm", UnsupportedCapture(name: "a mitmproxy dump", advice: exportHAR)),
  ]

  /// A document with more members than this at its root is a body.
  private static let mostMembers = 64

  /// The kind of a JSON document; nil for one that may be a body.
  ///
  /// - Complexity: O(*n*) in the members of a small root.
  init?(_ root: CapturedValue) {
    if let record = UnsupportedCapture(record: root) {
      self = record
      return
    }
    guard root.kind == .array || root.kind == .object && root.count <= Self.mostMembers,
      let found = Self.documents.first(where: { $0.isMeant(root) })
    else { return nil }
    self = found.capture
  }

  /// The kind of a file that is not JSON; nil for one that may be broken JSON.
  init?(_ bytes: [UInt8], name: String) {
    let name = name.lowercased()
    if let found = Self.names.first(where: { name.hasSuffix($0.ending) }) {
      self = found.capture
      return
    }
    let start = Self.start(of: bytes)
    // The signature of a tar archive stands behind the first file's name and state.
    if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      self = Self.archive
      return
    }
    if let found = Self.texts.first(where: { start.starts(with: $0.start.utf8) }) {
      self = found.capture
    } else if Self.isRequest(start) {
      self.init(name: "an HTTP request file", advice: Self.saveBody)
    } else {
      return nil
    }
  }

  /// The kind of a record of an exchange; nil for one that can be read, and for a body.
  init?(record: CapturedValue) {
    guard record.kind == .object, record.count <= Self.mostMembers, record["method"] == nil,
      record["url"] == nil
    else { return nil }
    let advice =
      "write each exchange as a line with `method`, `url`, `status` and `responseBody`"
    if let request = record["request"], let response = record["response"],
      request["method"] != nil,
      request["uri"] != nil || request["url"]?.string?.hasPrefix("http") == true,
      response["status"] != nil
    {
      self.init(name: "a record with `request` and `response`", advice: advice)
    } else if record["request_uri"] != nil || record["request_method"] != nil,
      record["status"] != nil
    {
      self.init(name: "a record of an access log", advice: advice)
    } else {
      return nil
    }
  }

  private init(name: String, advice: String) {
    self.name = name
    self.advice = advice
  }

  /// Without carriage returns, leading white space and the line that begins a YAML document.
  private static func start(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let lines = bytes.prefix(4096).filter { $0 != ASCIIByte.carriageReturn }
    let start = lines.drop(while: ASCIIByte.isSpace)
    let isYAML = start.starts(with: "---\n".utf8)
    return isYAML ? start.dropFirst(3).drop(while: ASCIIByte.isSpace) : start
  }

  /// Whether a text begins with a request line without a version, as request files of editors do.
  private static func isRequest(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix { $0 != ASCIIByte.lineFeed }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count == 2 else { return false }
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    return methods.contains { words[0].elementsEqual($0.utf8) }
      && (words[1].starts(with: "http".utf8) || words[1].starts(with: "{{".utf8)
        || words[1].starts(with: "/".utf8))
  }

  private static func isPostman(_ root: CapturedValue) -> Bool {
    guard let info = root["info"], root["item"]?.kind == .array else { return false }
    return info["_postman_id"] != nil || info["schema"]?.string?.contains("getpostman.com") == true
  }
}

extension CapturedValue {
  fileprivate var count: Int { cursor.isContainer(index) ? cursor.count(index) : 0 }

  /// The first element of an array.
  fileprivate var first: CapturedValue? {
    kind == .array && count > 0 ? at(cursor.firstChild(index)) : nil
  }

  /// The value of the first member.
  fileprivate var firstMember: CapturedValue? {
    kind == .object && count > 0 ? at(cursor.firstChild(index) + 1) : nil
  }
}
