import Foundation
import Testing

@testable import ContractRuns
@testable import schemacheck

extension LiveClientTests {
  private func redirect(to target: String?, status: Int = 302) -> String {
    guard let target else { return server.url("/redirect?status=\(status)") }
    return server.url("/redirect?status=\(status)&to=\(escaped(target))")
  }

  private func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test func `A redirect within the origin keeps the authorization`() throws {
    let response = try client { $0.headers = [.bearer("t0ken")] }.send(
      LiveRequest(redirect(to: "../echo?x=1")))
    let sent = text(response)
    #expect(sent.contains("\nauthorization: Bearer t0ken\n"))
    #expect(response.url == server.url("/echo?x=1"))
    #expect(response.redirects.count == 1)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `Another origin gets no secret, and a return does not bring it back`(status: Int) throws {
    let client = client { $0.headers = [.bearer("s3cret")] }
    let away = try client.send(
      LiveRequest(redirect(to: server.otherURL("/echo"), status: status)))
    #expect(away.url == server.otherURL("/echo"))
    #expect(!text(away).contains("s3cret"))

    let there = server.otherURL("/redirect?to=" + escaped(server.url("/echo")))
    let back = try client.send(
      LiveRequest(redirect(to: there, status: status)))
    #expect(back.url == server.url("/echo"))
    #expect(back.redirects.count == 2)
    #expect(!text(back).contains("s3cret"))
  }

  @Test func `Userinfo stays at its origin, and a Location brings none`() throws {
    let own = redirect(to: "/echo").replacing("http://", with: "http://u:s3cret@")
    #expect(text(try client().send(LiveRequest(own))).contains("\nauthorization: Basic "))
    let away = redirect(to: server.otherURL("/echo")).replacing("http://", with: "http://u:s3cret@")
    #expect(!text(try client().send(LiveRequest(away))).contains("authorization"))
    let given = redirect(to: "http://u:p@127.0.0.1:\(server.otherOrigin)/echo")
    #expect(!text(try client().send(LiveRequest(given))).contains("authorization"))
  }

  @Test(arguments: [
    (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
  ])
  func `A POST becomes a GET where the status says so`(status: Int, method: String) throws {
    let request = LiveRequest(redirect(to: "/echo", status: status), method: "POST")
    let sent = text(try client().send(request))
    #expect(sent.hasPrefix("\(method) /echo\n"))
    #expect(sent.contains("content-length") == (method == "POST"))
  }

  @Test func `HEAD stays HEAD after 303, PUT stays PUT after 301`() throws {
    let head = try client().send(
      LiveRequest(redirect(to: "/status/200", status: 303), method: "HEAD"))
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    let put = try client().send(
      LiveRequest(redirect(to: "/echo", status: 301), method: "PUT"))
    #expect(text(put).hasPrefix("PUT /echo\n"))
  }

  @Test func `A loop ends after five redirects`() throws {
    #expect(try cause(server.url("/loop?id=loop")) == .tooManyRedirects(limit: 5))
    #expect(try count("loop") == 6)
  }

  @Test func `A redirect without a usable Location is an error`() throws {
    #expect(try cause(redirect(to: nil, status: 301)) == .redirectWithoutLocation(status: 301))
    #expect(
      try cause(redirect(to: "http://[::1/")) == .malformedLocation("http://[::1/", .badHost))
    #expect(
      try cause(redirect(to: "file:///etc/passwd"))
        == .malformedLocation("file:///etc/passwd", .foreignScheme))
  }

  @Test func `A redirect does not lead to plain http elsewhere`() throws {
    let target = "http://0.0.0.0:\(server.origin)/echo?id=lured"
    #expect(try cause(redirect(to: target)) == .httpNotAllowed(host: "0.0.0.0"))
    #expect(try count("lured") == 0)
  }

  @Test func `A message about a redirect names both ends and no secret`() throws {
    let target = "http://0.0.0.0:\(server.origin)/?token=s3cret"
    let error = #expect(throws: LiveError.self) {
      try client().send(LiveRequest(redirect(to: target)))
    }
    let message = try #require(error).message
    #expect(
      message.contains(", redirected to http://0.0.0.0:\(server.origin)/?token=‹6 characters›: "))
    #expect(!message.contains("s3cret"))
  }

  @Test func `Statuses that do not redirect are answers, Location or not`() throws {
    let response = try client().send(LiveRequest(redirect(to: "/echo", status: 300)))
    #expect(response.status == 300)
  }
}
