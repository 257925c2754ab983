import Foundation
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Against a server on this machine. Waits between tries are noted, not slept.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveClientTests {
  let server: LiveServer

  init() throws {
    server = try #require(LiveServer.current)
  }

  func client(_ change: (inout LiveOptions) -> Void = { _ in }) -> LiveClient {
    var options = LiveOptions()
    change(&options)
    var client = LiveClient(options: options)
    client.sleep = { _ in }
    return client
  }

  func text(_ response: LiveResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  func count(_ id: String) throws -> Int? {
    Int(text(try client().send(LiveRequest(server.url("/count?id=\(id)")))))
  }

  func cause(
    _ url: String, method: String = "GET", client: LiveClient? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LiveError.Cause {
    let error = #expect(throws: LiveError.self, sourceLocation: sourceLocation) {
      try (client ?? self.client()).send(LiveRequest(url, method: method))
    }
    return try #require(error).cause
  }

  // MARK: Answers

  @Test func `An answer has its status, headers, body and address`() throws {
    let response = try client().send(LiveRequest(server.url("/status/200?id=plain#part")))
    #expect(response.status == 200)
    #expect(text(response) == #"{"status": 200}"#)
    #expect(response.headers.value(of: "CONTENT-length") == "15")
    #expect(response.url == server.url("/status/200?id=plain"))
    #expect(response.attempts == 1)
  }

  @Test func `A request says what it wants and who asks`() throws {
    let sent = text(
      try client { $0.userAgent = "tests/1" }.send(LiveRequest(server.url("/echo"))))
    #expect(sent.contains("\naccept: application/json\n"))
    #expect(sent.contains("\nuser-agent: tests/1\n"))
    #expect(sent.contains("\naccept-encoding: "))
    #expect(!sent.contains("authorization"))
  }

  @Test func `Userinfo is sent as Basic, a bearer token before it`() throws {
    let url = "http://a%20b:c@127.0.0.1:\(server.origin)/echo"
    let basic = text(try client().send(LiveRequest(url)))
    #expect(basic.contains("\nauthorization: Basic YSBiOmM=\n"))
    let bearer = text(try client { $0.headers = [.bearer("t0ken")] }.send(LiveRequest(url)))
    #expect(bearer.contains("\nauthorization: Bearer t0ken\n"))
    #expect(!bearer.contains("Basic"))
  }

  @Test func `A request is sent with its method, and without a body`() throws {
    for method in ["POST", "PUT", "PATCH"] {
      let sent = text(try client().send(LiveRequest(server.url("/echo"), method: method)))
      #expect(sent.hasPrefix("\(method) /echo\n"))
      #expect(sent.contains("\ncontent-length: 0\n"))
      #expect(sent.hasSuffix("\n\n"))
    }
    let deleted = text(try client().send(LiveRequest(server.url("/echo"), method: "DELETE")))
    #expect(deleted.hasPrefix("DELETE /echo\n"))
  }

  @Test func `HEAD has no body`() throws {
    let response = try client().send(LiveRequest(server.url("/status/200"), method: "HEAD"))
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
  }

  @Test func `Bytes arrive as they are, UTF-8 or not`() throws {
    let response = try client().send(LiveRequest(server.url("/invalid-utf8")))
    #expect(response.body == [0x22, 0xFF, 0xFE, 0x00, 0x22])
  }

  @Test func `Headers are those of the final answer, not of a 1xx before nor a trailer after`()
    throws
  {
    let response = try client().send(LiveRequest(server.url("/blocks")))
    #expect(response.status == 200)
    #expect(response.headers.value(of: "X-Final") == "spaced out")
    #expect(response.headers.value(of: "X-Early") == nil)
    #expect(response.headers.value(of: "X-Late") == nil)
    #expect(text(response) == "[1]\n")
  }

  // MARK: Limits

  @Test func `The body limit counts decoded bytes, and the limit itself is allowed`() throws {
    let limited = client { $0.maxBody = 5002 }
    #expect(try limited.send(LiveRequest(server.url("/gzip"))).body.count == 5002)
    #expect(try limited.send(LiveRequest(server.url("/body?bytes=5002"))).body.count == 5002)
    let tighter = client { $0.maxBody = 5001 }
    #expect(try cause(server.url("/gzip"), client: tighter) == .bodyOverLimit(5001))
    #expect(try cause(server.url("/body?bytes=5002"), client: tighter) == .bodyOverLimit(5001))
  }

  /// What the server could send is the limit and what lay in the sockets between.
  @Test(arguments: ["/endless", "/bomb"])
  func `An endless body is stopped at the limit`(path: String) throws {
    let id = "over" + path.dropFirst()
    let cause = try cause(server.url("\(path)?id=\(id)"), client: client { $0.maxBody = 1 << 20 })
    #expect(cause == .bodyOverLimit(1 << 20))
    #expect(try count(id) == 1, "a body over the limit is not asked for again")
    #expect(try #require(try count("\(id)-sent")) < 64 << 20)
  }

  @Test func `Headers have a limit`() throws {
    #expect(
      try cause(server.url("/flood")) == .headersOverLimit(LiveReceiver.maximumHeaderBytes))
  }

  @Test(arguments: ["/slow", "/drip"])
  func `A slow answer ends with the timeout`(path: String) throws {
    let limit = Duration.milliseconds(300)
    let id = "slow" + path.dropFirst()
    let cause = try cause(server.url("\(path)?id=\(id)"), client: client { $0.timeout = limit })
    #expect(cause == .timeout(limit))
    #expect(try count(id) == 1)
  }

  @Test func `A timeout covers the redirects of a try`() throws {
    let limit = Duration.milliseconds(300)
    let url = server.url("/redirect?to=/slow")
    #expect(try cause(url, client: client { $0.timeout = limit }) == .timeout(limit))
  }

  /// The second request takes the connection of the first, whose TLS was done before.
  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func `A slow answer over a kept connection is not a lost one`() throws {
    try #require(server.securePort != 0)
    let limit = Duration.milliseconds(500)
    let slow = client {
      $0.timeout = limit
      $0.tls.caFile = server.caFile
    }
    #expect(try cause(server.secureURL("/redirect?to=/slow"), client: slow) == .timeout(limit))
  }

  // MARK: Tries

  @Test func `A server error is tried again, and its cure is the answer`() throws {
    var notes: [RetryNote] = []
    let request = LiveRequest(server.url("/status/500?id=cured&times=1"))
    let response = try client().send(request) { notes.append($0) }
    #expect(response.status == 200)
    #expect(response.attempts == 2)
    #expect(notes.map(\.reason) == [.status(500)])
    #expect(try count("cured") == 2)
  }

  @Test(arguments: [500, 503, 429])
  func `What stays after the last try is the answer`(status: Int) throws {
    var notes: [RetryNote] = []
    let request = LiveRequest(server.url("/status/\(status)?id=stays\(status)"))
    let response = try client().send(request) { notes.append($0) }
    #expect(response.status == status)
    #expect(text(response) == "{\"status\": \(status)}")
    #expect(notes.map(\.wait) == [.seconds(1), .seconds(2)])
    #expect(try count("stays\(status)") == 3)
  }

  @Test(arguments: [400, 401, 404, 408, 422])
  func `A client error is an answer at once`(status: Int) throws {
    let response = try client().send(LiveRequest(server.url("/status/\(status)?id=once\(status)")))
    #expect(response.status == status)
    #expect(try count("once\(status)") == 1)
  }

  @Test func `Retry-After is slept, as seconds and as a date`() throws {
    let waits = Waits()
    var client = client()
    client.sleep = { waits.note($0) }
    client.now = { 784_111_777 - 12 }
    let url = server.url("/status/429?times=1&after=")
    #expect(try client.send(LiveRequest(url + "7&id=seconds")).status == 200)
    let date = "Sun,%2006%20Nov%201994%2008:49:37%20GMT"
    #expect(try client.send(LiveRequest(url + date + "&id=date")).status == 200)
    #expect(waits.all == [.seconds(7), .seconds(12)])
  }

  @Test func `What may not be done twice is not sent twice`() throws {
    let client = client()
    let post = try client.send(LiveRequest(server.url("/status/500?id=post"), method: "POST"))
    #expect(post.status == 500)
    #expect(try count("post") == 1)
    let put = try client.send(LiveRequest(server.url("/status/500?id=twice"), method: "PUT"))
    #expect(put.attempts == 3)
    #expect(try count("twice") == 3)
  }

  // MARK: No answer

  @Test func `A refused connection is tried again and named`() throws {
    let url = "http://127.0.0.1:\(server.closedPort)/"
    let error = #expect(throws: LiveError.self) { try client().send(LiveRequest(url)) }
    #expect(error?.cause == .connectionRefused(host: "127.0.0.1", port: server.closedPort))
    #expect(
      error?.message
        == "\(url): connection refused by 127.0.0.1, port \(server.closedPort) (3 tries)")
  }

  @Test(arguments: ["/truncated", "/silent"])
  func `A connection that breaks is tried again and named`(path: String) throws {
    let id = "broken" + path.dropFirst()
    guard case .connectionLost = try cause(server.url("\(path)?id=\(id)")) else {
      Issue.record("another cause")
      return
    }
    #expect(try count(id) == 3)
  }

  @Test func `A handshake that never ends is a connection that never came`() throws {
    let limit = Duration.milliseconds(200)
    let silent = client {
      $0.connectTimeout = limit
      $0.tries = 1
      // The machine may have no store of CAs.
      if LiveServer.hasCertificates { $0.tls.caFile = server.caFile }
    }
    let url = "https://127.0.0.1:\(server.mutePort)/"
    #expect(try cause(url, client: silent) == .connectTimeout(limit))
  }

  @Test func `An answer that is not HTTP is named`() throws {
    guard case .brokenAnswer = try cause(server.url("/nonsense")) else {
      Issue.record("another cause")
      return
    }
  }

  /// On Linux this address leads to the server all the same: only the refusal keeps it silent.
  @Test func `Plain http to another host is refused before anything is sent`() throws {
    let url = "http://0.0.0.0:\(server.origin)/status/200?id=elsewhere"
    #expect(try cause(url) == .httpNotAllowed(host: "0.0.0.0"))
    #expect(try count("elsewhere") == 0)
    #expect(try client { $0.allowHTTP = true }.send(LiveRequest(url)).status == 200)
  }

  @Test func `A method or a token cannot smuggle a header`() throws {
    for method in ["GET /x HTTP/1.1\r\nX-C: d", "", "A B", "GET\n"] {
      #expect(throws: LiveError.self) {
        try client().send(LiveRequest(server.url("/echo?id=smuggled"), method: method))
      }
    }
    #expect(throws: LiveError.self) {
      try client { $0.headers = [.bearer("a\r\nX-B: c")] }.send(
        LiveRequest(server.url("/echo?id=smuggled")))
    }
    #expect(try count("smuggled") == 0)
  }
}

/// Notes the waits of a client, from any thread.
private final class Waits: @unchecked Sendable {
  private let lock = NSLock()
  private var noted: [Duration] = []

  var all: [Duration] { lock.withLock { noted } }
  func note(_ wait: Duration) { lock.withLock { noted.append(wait) } }
}
