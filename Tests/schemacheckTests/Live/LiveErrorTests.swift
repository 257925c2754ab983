import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct LiveErrorTests {
  @Test(arguments: [
    (
      LiveError.Cause.libcurlMissing("it was not found"),
      "https://a.test/: live URLs need the system's libcurl: it was not found"
    ),
    (.timeout(.seconds(30)), "https://a.test/: no complete response within 30 s (--timeout)"),
    (
      .timeout(.milliseconds(250)),
      "https://a.test/: no complete response within 0.25 s (--timeout)"
    ),
    (.hostNotFound("a.test"), "https://a.test/: host `a.test` was not found (DNS)"),
    (
      .tls("self-signed", isUntrusted: true),
      "https://a.test/: TLS failed: self-signed (use --cacert FILE for a private CA)"
    ),
    (
      .bodyOverLimit(64 << 20), "https://a.test/: the body is larger than 64 MiB (--max-body)"
    ),
    (
      .bodyOverLimit(1000), "https://a.test/: the body is larger than 1000 bytes (--max-body)"
    ),
  ])
  func `A message is the URL and the cause`(cause: LiveError.Cause, message: String) {
    #expect(LiveError(cause: cause, url: "https://a.test/", attempts: 1).message == message)
  }

  @Test func `A message is one line that no terminal obeys, and hides secrets`() {
    let error = LiveError(
      cause: .malformedLocation("http://u:pw@[/\u{1B}[31m\n?key=abc\u{2028}\u{202E}", .badHost),
      url: "https://u:pw@a.test/?jwt=abc", attempts: 2)
    #expect(
      error.message
        == "https://‹4 characters›@a.test/?jwt=‹3 characters›: redirected to `http://‹4 characters›@[/"
        + "\u{FFFD}[31m\u{FFFD}?key=‹5 characters›`, which is not a valid URL: its host is invalid "
        + "(2 tries)")
  }
}
