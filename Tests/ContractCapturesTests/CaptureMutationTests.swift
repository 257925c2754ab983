@_spi(Engine) @testable import ContractCaptures
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// Damaged captures: every reader must come to an end without a trap, tell of something, and give
/// only places that are in the file.
struct CaptureMutationTests {
  private static let seeds = [
    #"""
    {"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "https://h/a",
    "postData": {"mimeType": "x", "params": [{"name": "a", "value": "b"}]}}, "response": {"status": 200,
    "content": {"mimeType": "application/json", "text": "{\"a\\u00e9\": [1, \"\ud83d\ude00\"]}"}}},
    {"request": {"method": "GET", "url": "/"}, "response": {"status": 200, "content": {"encoding": "base64",
    "text": "eyJhIjogMX0="}}}]}}
    """#,
    crlf("HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n")
      + "b\r\n{\"a\": 1, \"b\r\nc\r\nc\": [1,\n 2]}\r\n0\r\n\r\n",
    crlf("POST /x HTTP/1.1\nHost: h\nContent-Length: 2\n\n") + "{}"
      + crlf("HTTP/2 200\ncontent-encoding: br\n\n") + "[1]HTTP/1.1 204 No\r\nA: b\r\n\r\n",
    "  % Total    % Received % Xferd\n\r  0     0    0     0    0     0      0      0 --:--:-- "
      + "--:--:-- --:--:--     0*   Trying ::1:80...\n> GET /p HTTP/1.1\r\n> Host: h\r\n> \r\n"
      + "< HTTP/1.1 200 OK\r\n< Content-Length: 7\r\n< \r\n{ [7 bytes data]\n{\"a\":1}* left intact\n",
    #"{"method": "GET", "url": "/a", "status": 200, "responseBody": "{\"a\": \"\\u00e9\"}"}"#
      + "\n\n{\"requestBody\": [1, 2], \"url\": \"/\", \"requestHeaders\": {\"content-type\": [\"x/json\"]}}\r\n[3]\n",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<5)
  func damagedFilesAreReadToTheirEnd(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let original = Self.seeds[seed]
    for _ in 0..<TestSeed.rounds(300) {
      var file = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutate(&file, &generator)
      }
      for format in CaptureFormat.allCases { check(file, format) }
      #expect(CaptureFormat.allCases.contains(CaptureFormat.detect(file)))
    }
  }

  @Test(arguments: 0..<5)
  func everyPrefixIsReadToItsEnd(seed: Int) {
    let original = Self.seeds[seed]
    for length in 0...original.count {
      check(Array(original.prefix(length)), CaptureFormat.detect(Array(original.prefix(length))))
    }
  }

  @Test func longRepetitionsTakeLinearTime() {
    // Quadratic readers need minutes for these.
    for unit in [
      "HTTP/1.1 ", " HTTP/1.1", "HTTP/1.1 200 OK\n\n", "HTTP/1.1 200\nContent-Length: 9\n\n{",
      "GET / HTTP/1.1\n", "> GET / HTTP/1.1\n{\n", "{", "[", "\"\\", "1\n", "{\"log\":",
      "HTTP/1.1 200\nTransfer-Encoding: chunked\n\n5\n{\n", "* \n", "\r", "% ",
    ] {
      let file = Array(String(repeating: unit, count: 50_000 / unit.utf8.count).utf8)
      for format in CaptureFormat.allCases { check(file, format) }
      _ = CaptureFormat.detect(file)
    }
  }

  private func mutate(_ file: inout [UInt8], _ generator: inout SeededGenerator) {
    let interesting = Array("{}[]\",:\\\r\n 0u<>*\u{FEFF}H=".utf8) + [0, 0xFF, 0x80]
    guard !file.isEmpty else { return file.append(0x7B) }
    let place = Int.random(in: 0..<file.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: file[place] = interesting.randomElement(using: &generator) ?? 0
    case 1: file.remove(at: place)
    case 2: file.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
    case 3: file.removeSubrange(place..<min(place + 20, file.count))
    default: file.insert(contentsOf: file[place..<min(place + 30, file.count)], at: place)
    }
  }

  private func check(_ file: [UInt8], _ format: CaptureFormat) {
    var isSilent = true
    var isInside = true
    func look(_ range: ByteRange?) {
      guard let range else { return }
      if range.offset < 0 || range.length < 0 || range.end > file.count { isInside = false }
    }
    format.read(file) { item in
      isSilent = false
      switch item {
      case .problem(let problem):
        look(problem.range)
        if problem.message.isEmpty { isInside = false }
      case .exchange(let exchange):
        for range in [exchange.range, exchange.urlRange, exchange.statusRange] { look(range) }
        for part in Exchange.Part.allCases {
          let message = exchange[part]
          look(message.mediaTypeRange)
          #expect((message.body == nil) == (message.absence != nil))
          guard let body = message.body else { continue }
          let count = body.bytes.count
          // One past the end, too: a message about an unexpected end points there.
          for range in body.fileRanges(
            of: [
              ByteRange(offset: 0, length: min(1, count)),
              ByteRange(offset: count / 2, length: min(1, count)),
              ByteRange(offset: count, length: 0),
            ], in: file)
          {
            look(range)
          }
        }
      }
    }
    if isSilent {
      // An empty HAR, and NDJSON or a log of blank lines hold nothing to tell of.
      #expect(format == .har || format == .ndjson || format == .log)
    }
    #expect(isInside, "\(format) \(String(decoding: file.prefix(2000), as: UTF8.self))")
  }
}
