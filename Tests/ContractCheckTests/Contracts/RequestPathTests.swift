@_spi(Engine) import ContractCheck
import Testing

/// Paths that a server may take for a place above the one that was meant.
@Suite struct RequestPathTests {
  @Test(arguments: [
    "/a/../b", "/a/%2e%2e/b", "/a/%2E./b", "/a/%252e%252E/b", "/a/%25252e%25252e/b", "/a/..;/b",
    "/a/..;x=1/b", "/a/%2e%2e%3Bx/b", "/a/b%2F..%2F..", "/a/..\\b", "/a/..%5cb", "/a/..%00/b",
    "/a/..%20/b", "/a/%09../b", "/a/..%23/b", "/a/..%3Fq/b", "/a/.../b", "/a/%c0%ae%c0%ae/b",
    "/a/%2525252525252e%2e", "/a/%u002e%u002E/b", "/a/\u{FF0E}\u{FF0E}/b", "/a/b%c0%af..%c0%af..",
  ])
  func thesePathsLeadUp(path: String) {
    #expect(RequestPath.mayLeadUp(path.utf8))
  }

  @Test(arguments: [
    "", "/", "/a/b", "/a/./b", "/a//b", "/a/..b", "/a/b..", "/a/b...c", "/a/%2e%2ehidden",
    "/a/1.2.3",
    "/repos/a%2Fb/issues", "/a;v=1/b", "/a/100%25", "/a/50%", "/a/caf%C3%A9", "/a/caf%E9",
    "/a/\u{2026}",
    "/a/.;x",
  ])
  func theseDoNot(path: String) {
    #expect(!RequestPath.mayLeadUp(path.utf8))
  }
}
