@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A cassette of VCR, vcrpy, Betamax, PHP-VCR, EasyVCR or go-vcr, in YAML or JSON.
  public static let vcr = CaptureFormat(
    rawValue: "vcr", noun: "a VCR cassette",
    mark: "it has no `http_interactions`, and no `interactions` with a `uri` or a `code`",
    endings: ["yaml", "yml"], layouts: [ruby, java, python, go, easy, php])

  /// Whether one of the first lines begins with a name that a cassette or a HAR in YAML has. The
  /// name may be in quotes.
  @_spi(Engine) public static func mayBeCassette(_ bytes: [UInt8]) -> Bool {
    func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || ASCIIByte.isSpace(byte) }
    let lines = bytes.prefix(4096).split(separator: ASCIIByte.lineFeed)
    func isNamed(_ names: [String], after isMark: (UInt8) -> Bool = { _ in false }) -> Bool {
      lines.contains { line in
        let name = line.drop { isMark($0) || isQuote($0) }
          .prefix { $0 != UInt8(ascii: ":") && !isQuote($0) }
        return names.contains { name.elementsEqual($0.utf8) }
      }
    }
    if isNamed(["http_interactions", "interactions"]) { return true }
    // PHP-VCR and PollyJS begin with an array or a `log`.
    let first = lines.first { !$0.allSatisfy(ASCIIByte.isSpace) }
    return first?.first == UInt8(ascii: "-") && isNamed(["request"], after: isMark)
      || first.map { ASCIIByte.trimmed($0).elementsEqual("log:".utf8) } ?? false
  }

  private static let ruby = CaptureLayout(
    origin: .cassette,
    isMeant: { $0["http_interactions"]?.kind == .array },
    exchanges: .elements("http_interactions"), address: [.url("uri")],
    status: cassetteStatus, requestBody: cassetteBody, responseBody: cassetteBody,
    time: ["recorded_at"])

  private static let python = CaptureLayout(
    origin: .cassette,
    isMeant: { $0["interactions"]?.contains { $0["request"]?["uri"] != nil } ?? false },
    exchanges: .elements("interactions"), address: [.url("uri")],
    status: cassetteStatus,
    // Python 2 wrote a file object's bytes as the first part of its state.
    requestBody: cassetteBody + [.any("body.state.0"), .any("body")],
    responseBody: cassetteBody + [.any("content", markedBy: "base64encoded")])

  /// A tape of Betamax in Java, whose body is a text.
  private static let java = CaptureLayout(
    origin: .cassette,
    isMeant: { root in
      root["interactions"]?.contains {
        $0["request"]?["uri"] != nil && $0["response"]?["body"]?.kind == .string
      } ?? false
    },
    exchanges: .elements("interactions"), address: [.url("uri")], time: ["recorded"])

  /// EasyVCR, in the case of letters of Java and in that of .NET.
  private static let easy = CaptureLayout(
    origin: .cassette,
    isMeant: { root in
      root.contains {
        let status = $0["response"]?["status"] ?? $0["Response"]?["Status"]
        let url = $0["request"]?["uri"] ?? $0["Request"]?["Uri"]
        return url?.kind == .string && (status?["code"] ?? status?["Code"]) != nil
      }
    },
    exchanges: .elements(""), request: "request|Request", response: "response|Response",
    method: ["method", "Method"], address: [.url("uri"), .url("Uri")],
    status: ["status.code", "Status.Code"],
    headers: ["headers", "RequestHeaders", "ContentHeaders"],
    responseHeaders: ["headers", "ResponseHeaders", "ContentHeaders"],
    requestBody: [.any("body|Body")], responseBody: [.any("body|Body")],
    time: ["RecordedAt", "recordedAt"])

  /// PHP-VCR with a status in parts; with a number, it is the record of a log.
  private static let php = CaptureLayout(
    origin: .cassette,
    isMeant: { root in
      root.contains {
        $0["request"]?["url"]?.kind == .string && $0["response"]?["status"]?["code"] != nil
      }
    },
    exchanges: .elements(""), status: ["status.code"])

  /// The layout of go-vcr, whose `status` is a text.
  private static let go = CaptureLayout(
    origin: .cassette,
    isMeant: { root in
      root["interactions"]?.contains {
        $0["request"]?["url"] != nil && $0["response"]?["code"]?.int != nil
      } ?? false
    },
    exchanges: .elements("interactions"), status: ["code"])

  /// R and vcrpy's recordings of httpx have their own names for the status.
  private static let cassetteStatus: [CaptureLayout.Part] = [
    "status.code", "status.status_code", "status", "status_code",
  ]

  /// Betamax in Python writes an empty `string` beside `base64_string`.
  private static let cassetteBody: [CaptureLayout.BodyPlace] = [
    .base64("body.base64_string"), .base64("body.raw_gzip"), .any("body.string"),
    .value("body.parsed_body"), .value("parsed_body"),
  ]
}
