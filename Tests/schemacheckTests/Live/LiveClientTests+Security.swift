import Foundation
import Testing

@testable import ContractRuns
@testable import schemacheck

extension LiveClientTests {
  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func `A private CA is refused, until it is named`() throws {
    try #require(server.securePort != 0)
    guard case .tls(_, isUntrusted: true) = try cause(server.secureURL("/status/200?id=tls")) else {
      Issue.record("another cause")
      return
    }
    #expect(try count("tls") == 0)
    let trusting = client { $0.tls.caFile = server.caFile }
    #expect(try trusting.send(LiveRequest(server.secureURL("/status/200"))).status == 200)
  }

  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func `A trusted certificate for another name is refused`() throws {
    let url = server.secureURL("/status/200").replacing("127.0.0.1", with: "localhost")
    guard
      case .tls(_, isUntrusted: false) = try cause(
        url, client: client { $0.tls.caFile = server.caFile })
    else {
      Issue.record("another cause")
      return
    }
  }

  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func `A CA file that is not there is named`() throws {
    let missing = server.caFile + ".missing"
    guard
      case .caFile(missing, _) = try cause(
        server.secureURL("/status/200"), client: client { $0.tls.caFile = missing })
    else {
      Issue.record("another cause")
      return
    }
  }

  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func `A redirect from https to plain http leads to loopback only, and without the token`() throws
  {
    let client = client {
      $0.tls.caFile = server.caFile
      $0.headers = [.bearer("s3cret")]
    }
    let near = server.secureURL("/redirect?to=\(server.url("/echo"))")
    let sent = text(try client.send(LiveRequest(near)))
    #expect(sent.hasPrefix("GET /echo\n"))
    #expect(!sent.contains("s3cret"))
    let far = server.secureURL("/redirect?to=http://0.0.0.0:\(server.origin)/echo?id=lowered")
    #expect(try cause(far, client: client) == .insecureRedirect)
    #expect(try count("lowered") == 0)
  }

  @Test func `TLS to a server without it is a TLS failure`() throws {
    let url = server.url("/").replacing("http://", with: "https://")
    let trusting = client { if LiveServer.hasCertificates { $0.tls.caFile = server.caFile } }
    guard case .tls(_, isUntrusted: false) = try cause(url, client: trusting) else {
      Issue.record("another cause")
      return
    }
  }

  // Swift 6.2 has exit tests, but none that capture values.
  #if compiler(>=6.3)
    /// In a process of its own, since the environment is everybody's.
    @Test func `A proxy of the environment is used, but not for this machine`() async throws {
      await #expect(processExitsWith: .success) {
        [port = server.origin as Int, closed = server.closedPort as Int] in
        setenv("http_proxy", "http://127.0.0.1:\(port)", 1)
        unsetenv("no_proxy")
        unsetenv("NO_PROXY")
        var client = LiveClient()
        client.options.allowHTTP = true
        client.options.tries = 1
        let proxied = try client.send(LiveRequest("http://host.invalid/a"))
        #expect(
          String(decoding: proxied.body, as: UTF8.self).hasPrefix("GET http://host.invalid/a\n"))

        setenv("http_proxy", "http://127.0.0.1:\(closed)", 1)
        #expect(try client.send(LiveRequest("http://127.0.0.1:\(port)/echo")).status == 200)
        let dead = #expect(throws: LiveError.self) {
          try client.send(LiveRequest("http://host.invalid/a"))
        }
        #expect(dead?.cause == .proxyRefused(host: "127.0.0.1", port: closed))
        #expect(
          dead?.message
            == "http://host.invalid/a: connection refused by the proxy 127.0.0.1, port \(closed)")
        setenv("no_proxy", "0.0.0.0", 1)
        #expect(try client.send(LiveRequest("http://0.0.0.0:\(port)/echo")).status == 200)

        unsetenv("http_proxy")
        setenv("HTTP_PROXY", "http://127.0.0.1:\(closed)", 1)
        unsetenv("no_proxy")
        #expect(try client.send(LiveRequest("http://0.0.0.0:\(port)/echo")).status == 200)
      }
    }
  #endif
}
