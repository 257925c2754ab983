import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The traffic that a contract was inferred from has no findings against the contract.
@Suite struct OwnTrafficTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func line(
    _ method: String, _ path: String, _ rest: String, status: Int = 200
  ) -> String {
    #"{"method": "\#(method)", "url": "https://api.example.com\#(path)", "status": \#(status)\#(rest)}"#
  }

  private static func get(_ path: String, _ body: String) -> String {
    line("GET", path, #", "responseBody": \#(body)"#)
  }

  /// Infers a contract, and checks the same traffic with it.
  private func infer(_ lines: [String]) throws -> (text: String, errors: String, check: Scenario) {
    let capture = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let target = folder.path + "/api.yaml"
    let run = Scenario.run("infer", capture, "-o", target, "--force", "--no-config")
    #expect(run.code == .clean, "\(run.errors)")
    let check = Scenario.run("check", capture, "-c", target, "--strict", "--no-config")
    return (try String(contentsOfFile: target, encoding: .utf8), run.errors, check)
  }

  private static func paths(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  /") }
      .map { String($0.dropFirst(2).dropLast()) }
  }

  private static func uuid(_ number: Int) -> String {
    "9f1b6a7e-3c1d-4c55-8a52-6f0e3d1b2c\(number)"
  }

  // MARK: Words beside ids

  @Test(
    arguments: [#"{"key": "a"}"#, #"{"offset": 0, "results": []}"#],
    [#"{"key": "a"}"#, #"{"key": "a", "title": "x", "parts": []}"#])
  func aWordOfAPIsIsItsOwnPath(list: String, thing: String) throws {
    for ids in [(10..<40).map(Self.uuid), (10..<40).map(String.init)] {
      let things = ids.map { Self.get("/things/\($0)", thing) }
      let found = try infer(things + [Self.get("/things/deleted", list)])
      #expect(Self.paths(found.text) == ["/things/deleted", "/things/{thingId}"])
      #expect(found.check.code == .clean, "\(found.check.everything)")
    }
  }

  /// Another word may be a value. The parameter then has no format.
  @Test func anotherWordIsAValue() throws {
    for ids in [(10..<40).map(Self.uuid), (10..<40).map(String.init)] {
      let things = ids.map { Self.get("/things/\($0)", #"{"key": "a"}"#) }
      let found = try infer(things + [Self.get("/things/zorbed", #"{"key": "a"}"#)])
      #expect(Self.paths(found.text) == ["/things/{thingId}"])
      #expect(!found.text.contains("zorbed") && !found.errors.contains("mistakes"))
      #expect(found.check.code == .clean, "\(found.check.everything)")
    }
  }

  /// A response without JSON has its own path beside ids.
  @Test func aFileBesideIdsIsItsOwnPath() throws {
    let file =
      #", "responseHeaders": {"Content-Type": "application/zip"}, "responseBody": "PK""#
    let things = (10..<14).map { Self.get("/policies/\(Self.uuid($0))", #"{"key": "a"}"#) }
    let found = try infer(things + [Self.line("GET", "/policies/download", file)])
    #expect(Self.paths(found.text) == ["/policies/download", "/policies/{policyId}"])
    #expect(found.check.code == .clean && !found.check.everything.contains("content-type"))
  }

  // MARK: Placeholders

  /// Nothing is known of the type of `<NAME>` outside of strings.
  @Test func aPlaceholderIsAValueOfAnyType() throws {
    let lines = [
      Self.get(
        "/app",
        #""{\"id\": <APP_ID>, \"slug\": \"a\", \"list\": [1, <ITEM>, 78<ITEM>67]}""#),
      Self.get("/app", #""{\"id\": 7, \"slug\": \"b\", \"list\": []}""#),
      Self.get("/report", #""<WHOLE_BODY>""#),
      Self.line("POST", "/app", #", "requestBody": "{\"key\": <KEY>}", "responseBody": {"n": 1}"#),
    ]
    let found = try infer(lines)
    #expect(Self.paths(found.text) == ["/app", "/report"])
    #expect(!found.errors.contains("JSON"), "\(found.errors)")
    #expect(found.text.contains("id:  # 2 of 2\n          type: integer\n"))
    #expect(found.text.contains("key: {}") && !found.text.contains("__"))
    #expect(found.check.everything.hasPrefix("no findings\n"), "\(found.check.everything)")
    try folder.write(#"{"placeholders": []}"#, to: ".schemacheck.json")
    let none = Scenario.run(
      "infer", folder.path + "/traffic.ndjson", "--config", folder.path + "/.schemacheck.json")
    #expect(none.errors.contains("3 bodies are not JSON"), "\(none.errors)")
  }

  // MARK: Rules

  /// Platforms of servers are none of devices, however few there are.
  @Test func theRuleOfDevicesIsOffForOtherPlatforms() throws {
    let other = #"{"platform": "rdbms-default", "size": 1}"#
    let found = try infer([Self.get("/services/7", other), Self.get("/services/8", other)])
    #expect(
      found.errors.contains(
        "the rule `device-platform` is off in the contract: 2 findings in 2 exchanges; `check` no "
          + "longer finds: a platform that is not exactly `ios` or `android`\n"))
    #expect(found.check.code == .clean, "\(found.check.everything)")
    #expect(try infer([Self.get("/services/7", other)]).check.code == .clean)
    for name in ["ios", "Android"] {
      let device = Self.get("/services/9", #"{"platform": "\#(name)", "size": 1}"#)
      let devices = try infer([Self.get("/services/7", other), device])
      #expect(devices.errors.contains("(device-platform)") && devices.check.code == .findings)
    }
  }

  // MARK: Rare values

  private static func objects(_ rare: [String], of usual: String, count: Int = 100) -> [String] {
    (rare + Array(repeating: usual, count: count)).map { get("/events", "[\($0)]") }
  }

  /// An object that differs in several properties is of another kind. They become optional, and a
  /// renamed property is still found.
  @Test func objectsOfOtherKindsAreNoMistakes() throws {
    let usual = #"{"id": 1, "size": 2, "owner": "x", "note": "y"}"#
    let rare = [
      #"{"id": 1, "size": 2, "owner": "x", "note": "y", "forkee": {"a": 1}, "depth": 7}"#,
      #"{"id": 1}"#, #"{"id": 1, "size": 2, "owner": null, "note": null}"#,
    ]
    let found = try infer(Self.objects(rare, of: usual))
    #expect(found.check.code == .clean, "\(found.check.everything)")
    #expect(found.text.contains("required: [id]\n") && found.text.contains("depth:"))
    #expect(!found.errors.contains("mistakes") && !found.errors.contains("off"), "\(found.errors)")
    let renamed = try folder.write(
      Self.get("/events", "[\(rare[0].replacing("depth", with: "depthZzz"))]"), to: "r.ndjson")
    let check = Scenario.run("check", renamed, "-c", folder.path + "/api.yaml", "--no-config")
    #expect(check.everything.contains("`depthZzz` is not in the contract"), "\(check.everything)")
  }

  /// One property that is missing, unlisted or renamed in one of many objects is a mistake.
  @Test(arguments: [#"{"id": 1}"#, #"{"id": 1, "size": 2, "x": 3}"#, #"{"id": 1, "sizeZzz": 2}"#])
  func oneOtherPropertyIsAMistake(rare: String) throws {
    let found = try infer(Self.objects([rare], of: #"{"id": 1, "size": 2}"#))
    #expect(found.errors.contains("probable mistakes"))
    #expect(found.text.contains("required: [id, size]\n"))
    #expect(!found.check.everything.hasPrefix("no findings"), "\(found.check.everything)")
  }

  /// Rare properties at many places are part of the contract. The rule stays on.
  @Test func manyRarePropertiesTurnNoRuleOff() throws {
    let lines = (0..<8).flatMap { place in
      (0..<21).map {
        let rare = $0 == 7 ? #", "rare": 1"# : ""
        let kind = ["a", "part", "event", "note"][place % 4]
        return Self.get("/things/\(place)/\(kind)", "{\"\(kind)Size\": 1\(rare)}")
      }
    }
    let found = try infer(lines)
    #expect(found.text.contains("rare:") && !found.text.contains("undocumented-field"))
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }

  /// A state that only one exchange has shows that there are others. A rare state is no mistake.
  @Test func rareStatesAreNoMistakes() throws {
    let usual = (0..<300).map { #"{"status": "\#(["open", "done"][$0 % 2])"}"# }
    func statuses(_ rare: String...) throws -> (text: String, errors: String, check: Scenario) {
      try infer((usual + rare.map { #"{"status": "\#($0)"}"# }).map { Self.get("/orders", $0) })
    }
    #expect(try statuses().text.contains("enum: [done, open]"))
    #expect(try statuses("late", "late").text.contains("enum: [done, late, open]"))
    for rare in ["late", "in progress", "7"] {
      let found = try statuses(rare)
      #expect(!found.text.contains("enum") && !found.errors.contains("mistakes"), "\(found.errors)")
      #expect(found.check.code == .clean)
    }
    let spelled = try statuses("Done")
    #expect(spelled.text.contains("enum: [done, open]") && spelled.check.code == .findings)
    let regions = try infer(
      (0..<60).map { Self.get("/zones", #"{"region": "\#(["us-sea", "ap-west"][$0 % 2])"}"#) })
    #expect(!regions.text.contains("enum"))
  }

  /// Ids and addresses of another form are no mistakes.
  @Test(arguments: [Self.uuid(10), "https://a.example.com/b", "ann@example.com"])
  func textsOfOtherFormsAreNoMistakes(text: String) throws {
    let found = try infer(Self.objects([#"{"by": "someone"}"#], of: #"{"by": "\#(text)"}"#))
    #expect(!found.text.contains("format") && found.check.code == .clean, "\(found.errors)")
  }

  // MARK: Maps

  /// The values of a map may have any type that one of them has.
  @Test func noValueOfAMapIsRare() throws {
    let map = (0..<150).map { #""k\#($0)00": \#($0 == 70 ? #"{"a": 1}"# : "1")"# }
    let found = try infer([Self.get("/scores", #"{"scores": {\#(map.joined(separator: ", "))}}"#)])
    #expect(found.text.contains("type: [integer, object]"), "\(found.text)")
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }

  /// Objects with few common properties and values of many types are no maps.
  @Test func objectsOfManyTypesAreNoMaps() throws {
    let bodies = [
      #"{"gildings": {"a": 1}, "id": "x"}"#, #"{"edited": false, "score": 4}"#,
      #"{"parent_id": "t1", "ups": 3}"#,
    ]
    let found = try infer(bodies.map { Self.get("/things", $0) })
    #expect(found.text.contains("parent_id:") && !found.text.contains("additionalProperties"))
  }

  /// The name of a file, or a key that its object repeats, is data.
  @Test(arguments: [
    #""zen.text": {"size": 1}, "zen.rb": {"size": 2}"#,
    #""zen": {"filename": "zen"}, "raw text": {"filename": "raw text"}"#,
  ])
  func recordedKeysAreAMap(files: String) throws {
    let found = try infer([Self.get("/gists/7", #"{"files": {\#(files)}, "id": 7}"#)])
    #expect(!found.text.contains("zen") && found.text.contains("additionalProperties:"))
    #expect(found.text.contains("        files:") && found.check.code == .clean)
  }

  // MARK: Logs

  /// What servers and loggers write about themselves is no body.
  @Test(arguments: [
    #"{"payment_id":"P-1","event":"payment_started","level":"info","logger":"x"}"#,
    #"{"ClientHost":"127.0.0.1","entryPointName":"ping","DownstreamStatus":200}"#,
    #"{"index":{"_index":"nginx","_type":"_doc"}}"#,
    #"{"level":50,"err":{"type":"HttpError","message":"not found","status":404}}"#,
    #"{"@timestamp":"2025-01-13T09:58:13.631Z","log.level":"debug","message":"m","log":{"logger":"a"}}"#,
  ])
  func aLineOfALoggerIsNoBody(line: String) throws {
    let found = try infer([Self.get("/a", #"{"n": 1}"#), line])
    #expect(
      found.errors.hasPrefix("1 of 2 exchanges read\nnot read: 1 no request\n"), "\(found.errors)")
    #expect(!found.text.contains("components:\n") || !found.text.contains("Traffic"))
  }

  // MARK: Pages

  @Test(arguments: [
    (
      #""previous": null, "next": "c1""#, #""previous": "c0", "next": "c2""#,
      #""previous": "c1", "next": null"#
    ),
    (#""n": 1, "next_cursor": "c1""#, #""n": 1, "next_cursor": "c2""#, #""n": 1"#),
    (#""next": "c1""#, #""previous": "c0", "next": "c2""#, #""previous": "c1""#),
  ])
  func theEndsOfACrawlAreNoMistakes(first: String, middle: String, last: String) throws {
    func page(_ links: String) -> String { Self.get("/items", #"{"items": [], \#(links)}"#) }
    let found = try infer([page(first)] + (0..<40).map { _ in page(middle) } + [page(last)])
    #expect(!found.errors.contains("mistakes"), "\(found.errors)")
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }

  // MARK: Paths

  @Test func versionsAreNoValues() throws {
    let paths = ["V3", "v1alpha", "v1beta1", "v2beta", "v4beta"].map { "/\($0)/regions" }
    #expect(try Self.paths(infer(paths.map { Self.get($0, "[]") }).text) == paths)
    let tags = ["v1.0.0", "2.0.1"].map { Self.get("/releases/tags/\($0)", #"{"n": 1}"#) }
    #expect(try Self.paths(infer(tags).text) == ["/releases/tags/{tagId}"])
  }

  @Test(arguments: [
    ("/user/AutoModerator/comments", "/user/{username}/comments"),
    ("/users/TeamAdmin", "/users/{username}"),
    ("/account/ChangePassword", "/account/ChangePassword"),
    ("/Account/ChangePassword/Steps", "/Account/ChangePassword/Steps"),
    ("/pets/findByStatus", "/pets/findByStatus"),
    ("/users/order-service/tokens", "/users/{username}/tokens"),
    ("/packages/express-session/versions/2.0.1", "/packages/{package}/versions/{versionId}"),
    ("/branches/release-notes/commits", "/branches/{branch}/commits"),
    ("/repos/acme/an-repo/hooks", "/repos/{repo}/{repo2}/hooks"),
    ("/repos/acme/rails/git/refs/heads/testing", "/repos/{repo}/{repo2}/git/refs/heads/{head}"),
    ("/users/reset-password", "/users/reset-password"),
    ("/actions/runner-groups/7", "/actions/runner-groups/{runnerGroupId}"),
    ("/metrics/load-balancer/health", "/metrics/load-balancer/health"),
  ])
  func aNameOfSeveralWordsIsAValue(path: String, template: String) throws {
    #expect(try Self.paths(infer([Self.get(path, #"{"n": 1}"#)]).text) == [template])
  }

  /// A response that gives a word as its own name shows that the word is a value.
  @Test(arguments: [
    ("/users/order-service", #"{"login": "order-service"}"#, "/users/{username}"),
    ("/projects/production", #"{"data": {"name": "production"}}"#, "/projects/{project}"),
    ("/account/zones/us-east", #"{"region": "us-east"}"#, "/account/zones/{zone}"),
    ("/users/me", #"{"login": "me"}"#, "/users/me"),
    ("/things/deleted", #"{"status": "deleted"}"#, "/things/deleted"),
    ("/health", #"{"name": "health"}"#, "/health"),
  ])
  func aNameInTheResponseIsAValue(path: String, body: String, template: String) throws {
    #expect(try Self.paths(infer([Self.get(path, body)]).text) == [template])
  }

  /// Words of several words beside a parameter are values, if the same follows or nothing was found.
  @Test func compoundsBesideAParameterAreValues() throws {
    let key = #"{"name": "x", "at": "y"}"#
    let found = try infer([
      Self.get("/app/secrets/KEY7", key), Self.get("/app/secrets/secret_name", key),
      Self.get("/app/secrets/public-key", #"{"key": "x", "key_id": "y"}"#),
      Self.get("/app/filters/7", #"{"a": 1}"#),
      Self.line("GET", "/app/filters/REPLACE.ME", #", "responseBody": {"e": 1}"#, status: 404),
    ])
    #expect(
      Self.paths(found.text)
        == ["/app/filters/{filterId}", "/app/secrets/public-key", "/app/secrets/{secret}"])
  }

  // MARK: Forms

  @Test func aWriteWithAFormAndNoResponseBodyIsAnOperation() throws {
    let form =
      #", "requestHeaders": {"Content-Type": "application/x-www-form-urlencoded"}"#
      + #", "requestBody": "api_type=json&n=7""#
    let found = try infer([Self.line("POST", "/conversations/7/archive", form, status: 204)])
    #expect(Self.paths(found.text) == ["/conversations/{conversationId}/archive"])
    #expect(found.text.contains("application/x-www-form-urlencoded:"))
    #expect(found.text.contains("api_type:"))
    #expect(!found.errors.contains("without JSON"))
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }
}
