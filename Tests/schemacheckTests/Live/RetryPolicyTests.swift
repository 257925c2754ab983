import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct RetryPolicyTests {
  @Test func `Waits double from one second to four`() {
    let policy = RetryPolicy(tries: 7)
    let waits = (1...7).map { policy.wait(after: $0, of: "GET", outcome: .status(500)) }
    #expect(
      waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(4), .seconds(4), .seconds(4), nil])
  }

  @Test(arguments: [
    (429, true), (500, true), (599, true), (428, false), (404, false), (200, false),
  ])
  func `429 and 5xx are tried again`(status: Int, isRetried: Bool) {
    let wait = RetryPolicy().wait(after: 1, of: "GET", outcome: .status(status))
    #expect((wait != nil) == isRetried)
  }

  @Test(arguments: [
    (LiveError.Cause.connectionFailed("x"), true), (.hostNotFound("x"), true),
    (.connectTimeout(.seconds(1)), true), (.connectionLost("x"), true),
    (.timeout(.seconds(1)), false), (.tls("x", isUntrusted: true), false),
    (.bodyOverLimit(1), false), (.tooManyRedirects(limit: 1), false),
  ])
  func `Failures of the connection are tried again`(cause: LiveError.Cause, isRetried: Bool) {
    let wait = RetryPolicy().wait(after: 1, of: "GET", outcome: .failure(cause))
    #expect((wait != nil) == isRetried)
  }

  @Test(arguments: [
    ("GET", true), ("DELETE", true), ("POST", false), ("PATCH", false), ("X", false),
  ])
  func `Only what may be done twice is sent twice`(method: String, isRetried: Bool) {
    let wait = RetryPolicy().wait(after: 1, of: method, outcome: .status(503))
    #expect((wait != nil) == isRetried)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("61", 60), ("99999999999999999999", 60), ("-1", 1), ("soon", 1), ("", 1),
    ("1.5", 1), ("Thu, 01 Jan 1970 00:01:50 GMT", 10), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Fri, 01 Jan 2100 00:00:00 GMT", 60),
  ])
  func `Retry-After is honoured up to a minute, and nonsense is not`(text: String, seconds: Int) {
    let wait = RetryPolicy().wait(
      after: 1, of: "GET", outcome: .status(429), retryAfter: text, now: 100)
    #expect(wait == .seconds(seconds))
  }

  @Test func `A note names the cause and the next try, on one line`() {
    let note = RetryNote(
      url: "https://a.test/?token=abc\n", reason: .status(503), attempt: 1, tries: 3,
      wait: .milliseconds(1500))
    #expect(
      note.message == "https://a.test/?token=‹4 characters›: status 503; try 2 of 3 in 1.5 s")
  }
}
