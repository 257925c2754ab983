@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct CurlDumpTests {
  private let json = "{\n \"a\": 1,\n \"s\": \"* > < h\\u00e9\"\n}"

  private let meter =
    "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
    + "                                 Dload  Upload   Total   Spent    Left  Speed\n"
    + "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
  private let meterEnd =
    "\r100    35  100    28  100     7  28865   7216 --:--:-- --:--:-- --:--:-- 35000\n"

  private let connect =
    "*   Trying 127.0.0.1:8080...\n* Connected to api.test (::1) port 8080 (#0)\n"
  private let leftIntact = "* Connection #0 to host api.test left intact\n"

  private func request(_ line: String) -> String {
    "> \(line)\r\n> Host: api.test:8080\r\n> Accept: */*\r\n> \r\n"
  }

  private func response(_ line: String, _ fields: String...) -> String {
    (["< \(line)"] + fields.map { "< \($0)" } + ["< "]).map { $0 + "\r\n" }.joined()
  }

  /// The command is copied together with its output.
  @Test(arguments: [
    "$ curl -v http://api.test:8080/p\n", "> curl -v http://api.test:8080/p\n",
    "\n% curl -v \\\n  -H 'A: b' \\\n  http://api.test:8080/p\n\n",
  ])
  func commandsBeforeTheirOutput(command: String) throws {
    let verbose = CaptureProbe(
      command + connect + request("GET /p HTTP/1.1")
        + response("HTTP/1.1 200 OK", "Content-Type: application/json") + json)
    #expect(CaptureFormat.detect(verbose.file) == .http)
    let exchange = try #require(verbose.exchanges.first)
    #expect(exchange.url == "http://api.test:8080/p" && exchange.response.text == json)
    #expect(verbose.exchanges.count == 1 && verbose.problems.isEmpty)
    let plain = CaptureProbe(
      command + "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + json)
    #expect(plain.exchanges.map(\.status) == [200] && plain.problems.isEmpty)
    #expect(plain.exchanges.first?.response.text == json)
  }

  @Test func theRequestLinesTellMethodAndURL() throws {
    let probe = CaptureProbe(
      connect + request("GET /p?q=1 HTTP/1.1")
        + response("HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 36")
        + "{ [36 bytes data]\n" + leftIntact + json)
    #expect(CaptureFormat.detect(probe.file) == .http)
    let exchange = try #require(probe.exchanges.first)
    #expect(probe.exchanges.count == 1 && probe.problems.isEmpty)
    #expect(exchange.method == "GET")
    #expect(exchange.url == "http://api.test:8080/p?q=1")
    #expect(probe.text(exchange.urlRange) == "/p?q=1")
    #expect(exchange.status == 200 && probe.text(exchange.statusRange) == "200")
    #expect(exchange.response.mediaType == "application/json")
    #expect(probe.text(exchange.response.mediaTypeRange) == "application/json")
    #expect(exchange.response.text == json)
    try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
  }

  @Test(arguments: [
    "* SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384\n", "* ALPN: server accepted h2\n",
    "* [HTTP/2] [1] OPENED stream for https://api.test:8080/p\n",
    "* Connected to api.test (1.2.3.4) port 443\n",
  ])
  func notesTellTheScheme(note: String) {
    for notes in [connect + note, "*   Trying 1.2.3.4:8080...\n" + note] {
      let probe = CaptureProbe(
        notes + request("GET /p HTTP/2") + response("HTTP/2 200", "content-type: application/json")
          + json)
      #expect(probe.exchanges.first?.url == "https://api.test:8080/p")
    }
  }

  @Test func theMeterIsNoContent() throws {
    let verbose = CaptureProbe(
      meter + connect + request("POST /p HTTP/1.1") + "} [7 bytes data]\n"
        + response("HTTP/1.1 100 Continue") + response("HTTP/1.1 200 OK", "Content-Type: a/json")
        + "{ [28 bytes data]\n" + meterEnd + leftIntact + json)
    #expect(verbose.exchanges.map(\.status) == [200])
    #expect(verbose.exchanges.first?.method == "POST")
    #expect(verbose.exchanges.first?.response.text == json)

    let plain = CaptureProbe(
      meter + meterEnd
        + crlf("HTTP/1.1 200 OK\nContent-Type: application/json\n\n") + json)
    let exchange = try #require(plain.exchanges.first)
    #expect(plain.exchanges.count == 1)
    #expect(exchange.response.text == json)
    #expect(plain.text(exchange.response.mediaTypeRange) == "application/json")
    #expect(plain.text(exchange.statusRange) == "200")
    try plain.expectEveryTokenInPlace(try #require(exchange.response.body))
  }

  @Test func bodiesInterruptedByNotesAreJoined() throws {
    let probe = CaptureProbe(
      connect + request("GET /p HTTP/1.1") + response("HTTP/1.1 200 OK", "Content-Type: x/json")
        + "{ [9 bytes data]\n{\n \"a\": 1,\n{ [20 bytes data]\n* note\n \"b\": 2\n}\n" + leftIntact)
    let body = try #require(probe.exchanges.first?.response.body)
    #expect(probe.exchanges.first?.response.text == "{\n \"a\": 1,\n \"b\": 2\n}")
    #expect(body.pieces.count == 2)
    try probe.expectEveryTokenInPlace(body)
  }

  @Test func aNoteMayStandRightBehindTheBody() throws {
    for fields in ["Content-Length: 10", "X: y"] {
      let one = request("GET /a HTTP/1.1") + response("HTTP/1.1 200 OK", fields) + "{\"a\": \"*\"}"
      let probe = CaptureProbe(
        connect + one + "* Found bundle for host: 0x1 [serially]\n* Re-using connection\n" + one
          + leftIntact)
      #expect(probe.exchanges.map(\.response.text) == ["{\"a\": \"*\"}", "{\"a\": \"*\"}"])
      #expect(probe.exchanges.map(\.index) == [0, 1])
      for exchange in probe.exchanges {
        try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
      }
    }
  }

  @Test func followedRedirectsAndProxiesAreNotTheAnswer() throws {
    let probe = CaptureProbe(
      connect + request("CONNECT api.test:443 HTTP/1.1")
        + response("HTTP/1.1 200 Connection established")
        + request("GET /r HTTP/1.1")
        + response("HTTP/1.1 302 Found", "Location: /ok", "Content-Length: 3")
        + "* Ignoring the response-body\n{ [3 bytes data]\n" + leftIntact
        + "* Issue another request to this URL: 'http://api.test:8080/ok'\n"
        + request("GET /ok HTTP/1.1") + response("HTTP/1.1 200 OK") + json)
    #expect(probe.exchanges.count == 1)
    #expect(probe.exchanges.first?.url == "http://api.test:8080/ok")
    #expect(probe.exchanges.first?.response.text == json)
  }

  @Test func headsPrintedTwiceAreNoBody() throws {
    let echo = crlf("HTTP/1.1 200 OK\nContent-Type: x/json\n\n")
    let behind = CaptureProbe(
      connect + request("GET /p HTTP/1.1") + response("HTTP/1.1 200 OK", "Content-Type: x/json")
        + leftIntact + echo + json)
    #expect(behind.exchanges.map(\.response.text) == [json])
    let between = CaptureProbe(
      connect + request("GET /p HTTP/1.1")
        + "< HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\n< Content-Type: x/json\r\n"
        + "Content-Type: x/json\r\n< \r\n\r\n" + json)
    let exchange = try #require(between.exchanges.first)
    #expect(between.exchanges.count == 1)
    try between.expectEveryTokenInPlace(try #require(exchange.response.body))
  }

  @Test func aRequestWithoutAnAnswerIsToldSo() {
    let probe = CaptureProbe(
      connect + request("GET /p HTTP/1.1") + "* Empty reply from server\n"
        + "curl: (52) Empty reply from server\n")
    #expect(probe.exchanges.map(\.response.absence) == [.noResponse])
    let none = CaptureProbe("* Could not resolve host: api.test\n")
    #expect(none.exchanges.isEmpty)
    #expect(none.problems.map(\.kind) == [.notHTTP])
  }
}
