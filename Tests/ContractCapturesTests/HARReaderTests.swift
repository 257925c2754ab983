@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct HARReaderTests {
  /// Entries are given by their `request` and `response` properties' JSON.
  private func har(_ entries: String..., tail: String = "]}}") -> String {
    #"{"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": ["#
      + entries.joined(separator: ",\n") + tail
  }

  private func entry(_ response: String, post: String = "") -> String {
    #"{"request": {"method": "POST", "url": "https://h/a?b=1", "headers": []"# + post
      + #"}, "response": "# + response + "}"
  }

  @Test func bodyIsDecodedAndMappedThroughItsEscapes() throws {
    let probe = CaptureProbe(
      har(
        entry(
          #"""
          {"status": 200, "content": {"mimeType": "application/json; charset=utf-8", "text":
           "{\"lat\\u0069tude\": 37.5,\n \"é\": \"\\ud83d\\ude00 \ud83d\ude00 \/\"}"}}
          """#)))
    let exchange = try #require(probe.exchanges.first)
    #expect(probe.problems.isEmpty)
    #expect(exchange.method == "POST")
    #expect(exchange.url == "https://h/a?b=1")
    #expect(exchange.status == 200)
    #expect(exchange.unit == .entry)
    #expect(exchange.response.mediaType == "application/json; charset=utf-8")
    #expect(probe.text(exchange.urlRange) == "\"https://h/a?b=1\"")
    #expect(probe.text(exchange.statusRange) == "200")
    #expect(
      probe.text(exchange.response.mediaTypeRange) == "\"application/json; charset=utf-8\"")
    let body = try #require(exchange.response.body)
    #expect(
      exchange.response.text == "{\"lat\\u0069tude\": 37.5,\n \"é\": \"\\ud83d\\ude00 😀 /\"}")
    #expect(body.isEscaped && body.written("a") != nil)
    let key = try probe.place(of: "\"lat\\u0069tude\"", in: body)
    #expect(probe.text(key) == #"\"lat\\u0069tude\""#)
    #expect(try probe.text(probe.place(of: "😀", in: body)) == #"\ud83d\ude00"#)
    try probe.expectEveryTokenInPlace(body)
  }

  @Test func propertiesMayComeInAnyOrder() throws {
    let probe = CaptureProbe(
      "\u{FEFF}"
        + #"""
        {"log": {"entries": [{"_id": 1, "response": {"content": {"text": "WzFd", "encoding": "base64",
        "mimeType": "application/json"}, "status": 201}, "request": {"url": "/x", "_p": {}, "method": "PUT"}}],
        "version": "1.1"}}
        """#)
    let exchange = try #require(probe.exchanges.first)
    #expect(CaptureFormat.detect(probe.file) == .har)
    #expect(exchange.status == 201)
    #expect(exchange.response.text == "[1]")
    let body = try #require(exchange.response.body)
    #expect(body.isBase64 && body.written("a") == nil)
    #expect(try probe.text(probe.place(of: "1", in: body)) == "\"WzFd\"")
    #expect(exchange.request.absence == .noBody)
  }

  @Test(
    arguments: [
      (#"{"status": 0, "content": {}}"#, SkipReason.noResponse),
      (#"{"status": -1, "content": {"text": "{}"}}"#, .noResponse),
      (#"{}"#, .noResponse), ("null", .noResponse),
      (#"{"status": 304, "content": {"mimeType": "a/json", "text": "{}"}}"#, .notModified),
      (#"{"status": 200}"#, .noBody),
      (#"{"status": 200, "content": {"size": 3, "mimeType": "application/json"}}"#, .noBody),
      (#"{"status": 204, "content": {"text": "", "mimeType": "x-unknown"}}"#, .noBody),
      (#"{"status": 200, "content": {"text": " \n", "mimeType": "application/json"}}"#, .noBody),
      (#"{"status": 200, "content": {"text": null}}"#, .noBody),
    ])
  func absenceHasAReason(response: String, reason: SkipReason) throws {
    let probe = CaptureProbe(har(entry(response)))
    let exchange = try #require(probe.exchanges.first)
    #expect(probe.problems.isEmpty)
    #expect(exchange.response.body == nil)
    #expect(exchange.response.absence == reason)
  }

  @Test func requestBodiesAndForms() throws {
    let ok = #"{"status": 0}"#
    let probe = CaptureProbe(
      har(
        entry(
          ok,
          post: #", "postData": {"mimeType": "a/json", "text": "{\"platform\": \"iOS\"}"}"#
        ),
        entry(
          ok,
          post: #"""
            , "postData": {"mimeType": "application/x-www-form-urlencoded",
            "params": [{"name": "page", "value": "2"}, {"name": "file", "fileName": "a.png"}]}
            """#),
        entry(
          ok,
          post: #", "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "a=b"}"#
        )))
    try #require(probe.exchanges.count == 3)
    #expect(probe.exchanges.map(\.index) == [0, 1, 2])
    #expect(probe.exchanges[0].request.text == #"{"platform": "iOS"}"#)
    try probe.expectEveryTokenInPlace(try #require(probe.exchanges[0].request.body))
    let form = probe.exchanges[1].request
    #expect(form.absence == .nonJSON)
    #expect(form.mediaType == "application/x-www-form-urlencoded")
    #expect(form.fields.map(\.name) == ["page", "file"])
    #expect(probe.text(form.fields.first?.valueRange) == "\"2\"")
    #expect(probe.exchanges[2].request.text == "a=b")
  }

  @Test func headersTellTheMediaTypeWhereTheContentDoesNot() throws {
    let probe = CaptureProbe(
      har(
        entry(
          #"""
          {"status": 200, "headers": [{"name": "Content-TYPE", "value": "text/json"}],
          "content": {"mimeType": "x-unknown", "text": "{}"}}
          """#)))
    #expect(probe.exchanges.first?.response.mediaType == "text/json")
  }

  @Test func anUndecodableBodyIsAProblemAndASkip() throws {
    let probe = CaptureProbe(
      har(
        entry(#"{"status": 200, "content": {"encoding": "base64", "text": "e30*"}}"#),
        entry(#"{"status": 200, "content": {"encoding": "rot13", "text": "{}"}}"#),
        entry(#"{"status": 200, "content": {"encoding": "utf-8", "text": "{}"}}"#)))
    #expect(probe.exchanges.map(\.response.absence) == [.undecodable, .undecodable, nil])
    #expect(
      probe.problems.map(\.kind) == [.base64(.response), .encoding(.response, name: "rot13")])
    #expect(probe.problems.allSatisfy { $0.isOfBody })
    #expect(probe.problems.map { probe.text($0.range) } == ["\"e30*\"", "\"rot13\""])
  }

  @Test(
    arguments: [
      ("7", CaptureProblem.Kind.notObject(found: .number), "7"),
      (#"{"response": {"status": 200}}"#, .absent(property: "request"), nil),
      (
        #"{"request": {"url": "/"}, "response": {}}"#, .absent(property: "request.method"),
        #"{"url": "/"}"#
      ),
      (
        #"{"request": {"method": "GET", "url": 5}, "response": {}}"#,
        .type(property: "request.url", expected: "a string", found: .number), "5"
      ),
      (
        #"{"request": {"method": "GET", "url": "/"}, "response": {"status": "OK"}}"#,
        .type(property: "response.status", expected: "a number", found: .string), "\"OK\""
      ),
      (
        #"{"request": {"method": "GET", "url": "/"}, "response": {"status": 20.5}}"#,
        .type(property: "response.status", expected: "an integer", found: .number), "20.5"
      ),
      (
        #"{"request": {"method": "GET", "url": "/"}, "response": {"status": 200, "content": {"text": {}}}}"#,
        .type(property: "response.content.text", expected: "a string", found: .object), "{}"
      ),
      (
        #"{"request": {"method": "GET", "url": "/"}, "response": {"content": {"text": "{}"}}}"#,
        .absent(property: "response.status"), nil
      ),
    ] as [(String, CaptureProblem.Kind, String?)])
  func aWrongEntryIsOneProblem(entry: String, kind: CaptureProblem.Kind, place: String?) throws {
    let good = self.entry(#"{"status": 200, "content": {"text": "1"}}"#)
    let probe = CaptureProbe(har(entry, good))
    #expect(probe.exchanges.map(\.index) == [1])
    #expect(probe.problems.map(\.kind) == [kind])
    let problem = try #require(probe.problems.first)
    #expect(problem.index == 0 && problem.unit == .entry && !problem.isOfFile)
    if let place { #expect(probe.text(problem.range) == place) }
    #expect(!problem.message.isEmpty)
  }

  @Test(
    arguments: [
      ("[]", CaptureProblem.Kind.noLog),
      (#"{"log": 1}"#, .noLog),
      (#"{"log": {"version": "1.2"}}"#, .noEntries(found: nil)),
      (#"{"log": {"entries": {}}}"#, .noEntries(found: .object)),
    ])
  func jsonThatIsNoHARIsRefused(text: String, kind: CaptureProblem.Kind) {
    let probe = CaptureProbe(text, as: .har)
    #expect(probe.exchanges.isEmpty)
    #expect(probe.problems.map(\.kind) == [kind])
    #expect(probe.problems.allSatisfy { $0.isOfFile })
    #expect(CaptureFormat.detect(probe.file) == .json)
  }

  @Test func aTruncatedFileKeepsItsFinishedEntries() throws {
    let body = entry(#"{"status": 200, "content": {"text": "{\"a\": 1}"}}"#)
    let whole = Array(har(body, body).utf8)
    let probe = CaptureProbe(Array(whole.dropLast(12)))
    #expect(CaptureFormat.detect(probe.file) == .har)
    #expect(probe.exchanges.count == 1)
    #expect(probe.problems.count == 1)
    #expect(probe.problems.first?.isOfFile == true)
    try probe.expectEveryTokenInPlace(try #require(probe.exchanges[0].response.body))
  }

  @Test func aBrokenEntryLeavesTheOthers() throws {
    let body = entry(#"{"status": 200, "content": {"text": "{\"a\": 1}"}}"#)
    let probe = CaptureProbe(har(body, #"{"request": {"a": 01}}"#, body))
    #expect(probe.exchanges.map(\.index) == [0, 2])
    #expect(probe.problems.count == 1)
    let problem = try #require(probe.problems.first)
    #expect(problem.index == 1)
    let start = try #require(probe.text(ByteRange(offset: 0, length: problem.range.offset)))
    #expect(start.hasSuffix(#""a": "#) || start.hasSuffix(#""a": 0"#))
    for exchange in probe.exchanges {
      try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
    }
  }
}
