@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import JSONTape
import Testing

@_spi(Engine) @testable import ContractCheck

/// Findings that are too many to be made at once.
@Suite struct FindingBatchTests {
  /// Locations, each with the same handful of mistakes; every fourth has a name twice.
  private static func body(_ count: Int) -> String {
    let places = (0..<count).map { number in
      let again = number % 4 == 0 ? #", "id": 7"# : ""
      return #"""
        {"id": "\#(number)", "name": "Café \u00e9 \#(number)", "latitude": 48.1, "lng": 11.5, \#
        "savedat": null, "photos": [{"url": 3}, 4], "deviceToken": "s3cret"\#(again)}
        """#
    }
    return """
      {"locations": [\(places.joined(separator: ",\n"))],
       "pagination": {"page": 1, "limit": 0, "total": -1, "totalPages": "x", "hasMore": true}}
      """
  }

  private static func lines(_ count: Int) -> [String] {
    let body = body(count)
    let head =
      #""method": "GET", "url": "https://h/api/v1/locations/public?limit=3&token=abc", "status": 200"#
    let flat = body.split(separator: "\n").joined(separator: " ")
    return [
      "{\(head), \"responseBody\": \(flat)}",
      "{\"responseBody\": \(JSONWriter.quoted(body)), \(head)}",
      // An answer that nobody asked for in this way, before its question.
      "{\"responseBody\": \(flat), \(head), \"requestBody\": \(flat)}",
      flat,
    ]
  }

  /// Of a dump of many messages no more are checked than are asked for.
  @Test(arguments: [1, 3]) func messagesAreCheckedWhileTheyAreWanted(limit: Int) throws {
    let message =
      "GET /api/v1/locations/public HTTP/1.1\r\nHost: h\r\n\r\n"
      + "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}\r\n"
    let dump = Array(String(repeating: message, count: 5).utf8) + [UInt8](repeating: 0, count: 64)
    let traffic = TrafficValidator(
      try Checker(contracts: [try Contract.bundled("fotolokashen")]), showsLines: false,
      needsResults: true)
    var count = 0
    dump.withByteView { file in
      _ = traffic.check(file: file, of: "a", format: .http, while: { count < limit }) { _ in
        count += 1
      }
    }
    #expect(count == limit)
  }

  /// A line of over a MiB is checked at its turn, and says what it says at once.
  @Test func longLinesAreCheckedAtTheirTurn() throws {
    let checker = try Checker(contracts: [try Contract.bundled("fotolokashen")])
    let padding = String(repeating: "x", count: 1 << 20)
    let long = Self.lines(300)[0].replacing(
      #""method""#, with: #""note": "\#(padding)", "method""#, maxReplacements: 1)
    let traffic = TrafficValidator(checker, showsLines: true, needsResults: false)
    let text = Self.lines(1)[0] + "\n" + long + "\n"
    let block = Array(text.utf8) + [UInt8](repeating: 0, count: 64)
    let results = block.withByteView { traffic.check(lines: $0, at: 7, of: "a").results }
    #expect(results.map(\.line) == [0, 1])
    guard case .checked = results[0].result, case .late(let check) = results[1].result else {
      Issue.record("the second line alone is late")
      return
    }
    let offset = 7 + Self.lines(1)[0].utf8.count + 1
    let line = NDJSONLine(bytes: Array(long.utf8), index: 1, offset: offset)
    guard case .exchange(let exchange) = line.read() else {
      Issue.record("no exchange")
      return
    }
    var source = CaptureSource(name: "a", bytes: line.bytes, offset: offset, firstLine: 2)
    let wanted = checker.check(exchange, in: &source)
    #expect(wanted.findings.count > 2000)
    #expect(check.result.complete.findings == wanted.findings)
    guard case .late(let moved) = results[1].result.moved(byLines: 5) else { return }
    #expect(
      moved.result.complete.findings.map(\.region.start.line)
        == wanted.findings.map { $0.region.start.line + 5 })
  }

  @Test(arguments: 0..<4)
  func batchesAreWhatAllAtOnceIs(kind: Int) throws {
    let checker = try Checker(
      contracts: [try Contract.bundled("fotolokashen")],
      assumption: kind == 3 ? .init(operation: "GET /api/v1/locations/public") : .init())
    for count in [3, 160] {
      let bytes = Array(Self.lines(count)[kind].utf8)
      guard case .exchange(let exchange) = NDJSONLine(bytes: bytes, index: 4, offset: 90).read()
      else {
        Issue.record("no exchange")
        return
      }
      var source = CaptureSource(name: "a", bytes: bytes, offset: 90, firstLine: 5)
      let whole = checker.check(exchange, in: &source).findings
      #expect(whole == whole.sorted(by: Finding.inReportOrder))
      var batches: [[Finding]] = []
      let result = checker.exchangeValidator().check(exchange, in: &source)
      while let batch = result.rest?.next() { batches.append(batch) }
      #expect(batches.flatMap { $0 } + result.findings == whole)
      #expect(batches.isEmpty == (count == 3))
      #expect(batches.allSatisfy { $0.count < FindingBuilder.batch * 2 })

      #expect(result.findings.isEmpty == (count != 3))
      #expect(result.outcome == .checked)
    }
  }

  /// Without lines to show, everything else is the same.
  @Test func linesAreCutForThoseWhoShowThem() throws {
    let checker = try Checker(contracts: [try Contract.bundled("fotolokashen")])
    let bytes = Array(Self.lines(3)[1].utf8)
    guard case .exchange(let exchange) = NDJSONLine(bytes: bytes, index: 0, offset: 0).read()
    else { return }
    var source = CaptureSource(name: "a", bytes: bytes)
    let shown = checker.check(exchange, in: &source).findings
    source.showsLines = false
    var plain = checker.check(exchange, in: &source).findings
    #expect(shown.contains { $0.frame != nil } && plain.contains { $0.frame == nil })
    for index in plain.indices { plain[index].frame = shown[index].frame }
    #expect(plain == shown)
  }

  /// A walk goes over what lies between two places once, and past what it need not enter.
  @Test func waysToManyPlacesAreOneWalk() throws {
    func steps(_ count: Int) throws -> (walk: Int, paths: [String]) {
      let document = try JSONDocument(Self.body(count))
      let failing = try #require(document.root["locations"]).elements.flatMap { place in
        [place.tapeIndex] + place.properties.map { $0.key.tapeIndex } + [place.tapeIndex]
      }
      return document.withCursor { cursor in
        var walk = TapePath(cursor)
        let paths = failing.map { walk.path(to: $0).pointer.description }
        return (walk.steps, paths)
      }
    }
    let (few, paths) = try steps(100)
    let (many, _) = try steps(1000)
    #expect(paths.prefix(3) == ["/locations/0", "/locations/0/id", "/locations/0/name"])
    #expect(paths.last == "/locations/99")
    #expect(many < few * 11)
  }

  @Test func waysAreThoseOfThePointers() throws {
    let document = try JSONDocument(#"{"a": [1, {"b": [[], {"c": 2}], "d": 3}], "e": {"f": {}}}"#)
    var places: [Int] = []
    document.withCursor { cursor in
      var path = TapePath(cursor)
      while let place = path.next() { places.append(place) }
    }
    // Forward, backward and to and fro.
    for order in [places, places.reversed(), places.flatMap { [$0, 0, $0] }] {
      document.withCursor { cursor in
        var walk = TapePath(cursor)
        for place in order {
          #expect(walk.path(to: place).pointer == document.pointer(to: place))
        }
      }
    }
  }

  /// Colons and slashes without end are no URL, and cost no more than their number.
  @Test func redactionBoundsWhatItTakesForAURL() {
    let long = String(repeating: "://", count: 200_000)
    let body = Array(#"{"a": "\#(long)", "b": "https://h/?token=abcdef"}"#.utf8)
    #expect(Redaction(body).masks.count == 1)
  }
}
