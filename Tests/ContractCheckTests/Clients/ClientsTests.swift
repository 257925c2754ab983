import ContractCheck
import Foundation
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import ContractCheck
@_spi(Engine) @testable import JSONSchema

/// What becomes of bodies in the clients that a contract names. `.ci/clients` runs the real decoders.
@Suite struct ClientsTests {
  private static let all = #"""
    {"ios": {"decoder": "JSONDecoder"}, "android": {"decoder": "kotlinx.serialization"},
     "old": {"decoder": "Gson"}, "web": {"decoder": "zod"}, "partners": "encoding/json"}
    """#

  /// A contract with one schema, `A`.
  private static func contract(
    _ clients: String, _ properties: String, rest: String = "",
    rules: RuleOverrides = RuleOverrides()
  ) throws -> Contract {
    try Contract(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "x-schemacheck": {"clients": \#(clients)},
       "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "d",
         "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}},
       "components": {"schemas": {"A": {"type": "object", "properties": \#(properties)\#(rest)}}}}
      """#.utf8, name: "api.json", rules: rules)
  }

  /// A name in another case of letters names no branch for clients, which read it exactly.
  @Test(arguments: [("Card", false), ("card", true), ("CARD", true)], [true, false])
  func namesOfBranches(_ name: (text: String, isRefused: Bool), hasClients: Bool) throws {
    let own = hasClients ? #""x-schemacheck": {"clients": {"a": "kotlinx.serialization"}},"# : ""
    let contract = try Contract(
      #"""
      {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, \#(own) "paths": {},
       "components": {"schemas": {
        "Card": {"type": "object", "required": ["kind", "last4"], "properties": {
         "kind": {"type": "string"}, "last4": {"type": "string"}}},
        "Bank": {"type": "object", "required": ["kind", "iban"], "properties": {
         "kind": {"type": "string"}, "iban": {"type": "string"}}},
        "Payment": {"oneOf": [{"$ref": "#/components/schemas/Card"},
         {"$ref": "#/components/schemas/Bank"}], "discriminator": {"propertyName": "kind"}}}}}
      """#.utf8, name: "api.json")
    let found = try contract.check(
      #"{"kind": "\#(name.text)", "last4": "4242"}"#.utf8, schema: "Payment")
    let isFound = hasClients && name.isRefused
    #expect(found.map(\.rule) == (isFound ? ["decodable"] : []))
    #expect(found.allSatisfy { $0.instance.description == "/kind" })
    #expect(found.allSatisfy { $0.message.contains("`Card`") && !$0.message.contains("?:") })
  }

  private static func findings(
    _ body: String, _ properties: String, clients: String = all, rest: String = ""
  ) throws -> [Finding] {
    try contract(clients, properties, rest: rest).check(body.utf8, schema: "A")
  }

  private static let snake = #"{"decoder": "JSONDecoder", "keys": "convertFromSnakeCase"}"#

  /// A key that one client converts is a missing property for the others.
  @Test(arguments: [
    (#""ios": SNAKE"#, "warning", ["ios decodes"]),
    (#""ios": SNAKE, "mac": SNAKE"#, "warning", ["ios decodes", "mac decodes"]),
    (#""ios": SNAKE, "web": "zod""#, "error", ["ios decodes", "web refuses"]),
    (
      #""a": {"decoder": "kotlinx.serialization", "ignoreUnknownKeys": true}, "ios": SNAKE"#,
      "error", ["a refuses", "ios decodes"]
    ),
    (
      #""a": "kotlinx.serialization", "ios": SNAKE, "web": "zod""#, "error",
      ["a refuses", "ios decodes", "web refuses"]
    ),
    (#""ios": SNAKE, "mac": "JSONDecoder""#, "error", ["ios decodes", "mac refuses"]),
    (
      #""ios": SNAKE, "mac": {"decoder": "JSONDecoder", "keys": "convertFromSnakeCase", "properties": {"image_url": "imageURL"}}"#,
      "error", ["ios decodes", "mac refuses"]
    ),
    (#""ios": SNAKE, "go": "encoding/json""#, "error", ["ios decodes", "go changes"]),
  ])
  func eachClientReadsAKeyByItself(
    _ clients: String, _ severity: String, _ effects: [String]
  ) throws {
    let clients = "{\(clients.replacing("SNAKE", with: Self.snake))}"
    for rest in [#", "required": ["image_url"]"#, #", "allOf": [{"required": ["image_url"]}]"#] {
      let found = try Self.findings(
        #"{"imageUrl": "x"}"#, #"{"image_url": {"type": "string"}}"#, clients: clients, rest: rest)
      #expect(found.map { "\($0.severity)" } == [severity], "\(found)")
      #expect(found.first?.effects.map { "\($0.client) \($0.word)" } == effects, "\(found)")
    }
    // Nobody needs an optional property.
    let found = try Self.findings(
      #"{"imageUrl": "x"}"#, #"{"image_url": {"type": "string"}}"#, clients: clients)
    let isRefused = clients.contains("imageURL") || clients.contains(#""a": "kotlinx"#)
    #expect(found.map { "\($0.severity)" } == [isRefused ? "error" : "warning"], "\(found)")
  }

  /// The leniency of a client for capital letters is its own, too.
  @Test func aClientThatIgnoresCapitalLetters() throws {
    let found = try Self.findings(
      #"{"Image_URL": "x"}"#, #"{"image_url": {"type": "string"}}"#,
      clients: #"{"go": "encoding/json", "web": "zod"}"#, rest: #", "required": ["image_url"]"#)
    #expect(found.map(\.severity) == [.error], "\(found)")
    #expect(found.first?.effects.map(\.word) == ["changes", "refuses"], "\(found)")
  }

  /// What older systems refuse.
  @Test(arguments: [("", 0), ("iOS 26", 0), ("iOS 18", 1), ("iOS 17", 1), ("iOS 16", 2)])
  func theOldestSystemOfTheApp(_ system: String, _ refused: Int) throws {
    let option = system.isEmpty ? "" : #", "oldestSystem": "\#(system)""#
    let found = try Self.findings(
      #"{"at": "2026-01-06T10:00:00.123Z", "on": "2026-01-06T10:00:00Z", "url": "my photo.jpg"}"#,
      #"""
      {"at": {"type": "string", "format": "date-time"}, "url": {"type": "string"},
       "on": {"type": "string", "format": "date-time"}}
      """#,
      clients: #"""
        {"ios": {"decoder": "JSONDecoder", "dates": "iso8601", "urls": ["url"]\#(option)}}
        """#)
    let errors = found.filter { $0.severity == .error }
    #expect(errors.allSatisfy { $0.rule == "decodable" })
    #expect(errors.map { "\($0.instance)" } == Array(["/at", "/url"].prefix(refused)))
  }

  @Test(
    arguments: [
      (
        #"{"likes": 1.0}"#, #"{"likes": {"type": "integer"}}"#,
        "error decodable: `likes` is 1.0: android (kotlinx.serialization) and partners "
          + "(encoding/json) refuse it; ios, old and web decode it"
      ),
      (
        #"{"at": "2024-05-01T10:00:00.123456Z"}"#,
        #"{"at": {"type": "string", "format": "date-time"}}"#,
        "warning silent-change: `at` is \"2024-05-01T10:00:00.123456Z\": old (Gson) has the digits to "
          + "the millisecond; ios, android, web and partners decode it"
      ),
      (
        #"{"id": 9007199254740993}"#, #"{"id": {"type": "integer", "format": "int64"}}"#,
        "error decodable: `id` is 9007199254740993: web (zod) refuses it; ios, android, old and "
          + "partners decode it"
      ),
      (
        #"{"price": 1e309}"#, #"{"price": {"type": "number"}}"#,
        "error decodable: `price` is 1e309: ios (JSONDecoder), android (kotlinx.serialization), web "
          + "(zod) and partners (encoding/json) refuse it; old (Gson) has Infinity"
      ),
      (
        #"{"name": "a\ud83d"}"#, #"{"name": {"type": "string"}}"#,
        "error decodable: `name` contains half an emoji (`\\ud83d`): ios (JSONDecoder) refuses it; "
          + "partners (encoding/json) has `\\ufffd`; android, old and web decode it"
      ),
      (
        #"{"more": 1}"#, #"{"id": {"type": "integer"}}"#,
        "error decodable: `more` is not in the contract: android (kotlinx.serialization) refuses it; "
          + "ios, old, web and partners decode it"
      ),
      (
        #"{"likes": 1, "price": 9.5, "at": "2024-05-01T10:00:00Z"}"#,
        #"{"likes": {"type": "integer"}, "price": {"type": "number"}, "at": {"type": "string", "format": "date-time"}}"#,
        nil
      ),
    ] as [(String, String, String?)])
  func onePlaceIsOneFinding(_ body: String, _ properties: String, _ expected: String?) throws {
    let found = try Self.findings(body, properties)
    #expect(
      found.map { "\($0.severity) \($0.rule): \($0.message)" } == [expected].compactMap { $0 })
  }

  /// The schema's own finding says who is hit.
  @Test func refusedValuesNameClients() throws {
    let found = try Self.findings(
      #"{"likes": "2"}"#, #"{"likes": {"type": "integer"}, "id": {"type": "integer"}}"#,
      rest: #", "required": ["id"]"#)
    #expect(
      found.map { "\($0.rule) \($0.property ?? "")" }.sorted() == ["schema ", "schema id"])
    #expect(
      found.first { $0.property == nil }?.clients == [
        "ios": "refuses", "android": "changes", "old": "changes", "web": "refuses",
        "partners": "refuses",
      ])
    #expect(
      found.first { $0.property == "id" }?.clients == [
        "ios": "refuses", "android": "refuses", "old": "changes", "web": "refuses",
        "partners": "changes",
      ])
  }

  @Test(
    arguments: [
      (#"{"integers": "int8"}"#, #"{"v": 128}"#, true),
      (#"{"integers": "int8"}"#, #"{"v": 127}"#, false),
      (#"{"integers": "uint64"}"#, #"{"v": 18446744073709551615}"#, false),
      (#"{"integers": "uint64"}"#, #"{"v": -1}"#, true),
      (#"{"at": {"A.w": {"dates": "iso8601"}}}"#, #"{"w": "2024-05-01"}"#, true),
      (
        #"{"at": {"w": {"dates": {"format": "yyyy-MM-dd HH:mm:ssZ"}}}}"#,
        #"{"w": "2024-05-01 10:00:00+0200"}"#, false
      ),
      (#"{"at": {"w": {"dates": {"format": "yyyy-MM-dd"}}}}"#, #"{"w": "2024-02-30"}"#, true),
      (#"{"at": {"w": {"dates": "seconds"}}}"#, #"{"w": "2024-02-28"}"#, true),
      (#"{"at": {"w": {"data": "base64"}}}"#, #"{"w": "QUI"}"#, true),
      (#"{"at": {"w": {"data": "base64"}}}"#, #"{"w": "QUI="}"#, false),
      (#"{"at": {"list": {"urls": true}}}"#, #"{"list": ["https://a.example/x", ""]}"#, true),
      (#"{"at": {"A.map": {"urls": true}}}"#, #"{"map": {"a": ""}}"#, true),
      (#"{"at": {"A.map": {"urls": true}}}"#, #"{"map": {"a": null}}"#, false),
      (#"{"at": {"A.map": {"mapKeys": "int"}}}"#, #"{"map": {"a": "x"}}"#, true),
      (#"{"at": {"A.map": {"mapKeys": "int"}}}"#, #"{"map": {"-1": "x"}}"#, false),
      (#"{"at": {"A.map": {"mapKeys": "pairs"}}}"#, #"{"map": {"1": "x"}}"#, true),
      (#"{"at": {"B.w": {"data": "base64"}}}"#, #"{"w": "QUI"}"#, false),
      (#"{}"#, #"{"free": {"deep": [1e309]}}"#, true),
      (#"{"freeForm": "ignored"}"#, #"{"free": {"deep": [1e309]}}"#, false),
      (#"{}"#, #"{"other": 1e309}"#, false),
    ] as [(String, String, Bool)])
  func placesAreReadAsTheyAreSet(_ settings: String, _ body: String, isRefused: Bool) throws {
    var client = settings
    client.removeLast()
    client += (client == "{" ? "" : ", ") + #""decoder": "JSONDecoder"}"#
    let found = try Self.findings(
      body,
      #"""
      {"v": {"type": "integer"}, "w": {"type": "string"}, "free": {},
       "list": {"type": "array", "items": {"type": "string"}},
       "map": {"type": "object", "additionalProperties": {"type": ["string", "null"]}}}
      """#, clients: #"{"ios": \#(client)}"#)
    #expect(found.contains { $0.rule == "decodable" && $0.severity == .error } == isRefused)
  }

  @Test(
    arguments: [
      (
        #"{"a": {"decoder": "Gsom"}}"#,
        "there is no decoder `Gsom`; known are `Gson`, `JSONDecoder`, `Jackson`, `Moshi`, "
          + "`encoding/json`, `kotlinx.serialization`, `pydantic`, `swift-openapi-generator`, `zod`; "
          + "did you mean `Gson`?"
      ),
      (
        #"{"a": {"decoder": "Gson", "typs": "boxed"}}"#,
        "`clients.a` has no property `typs`; did you mean `types`?"
      ),
      (
        #"{"a": {"decoder": "Gson", "types": "box"}}"#,
        "`types` must be one of `primitive`, `boxed`; did you mean `boxed`?"
      ),
      (
        #"{"a": {}}"#,
        "`clients.a` needs a `decoder`: `Gson`, `JSONDecoder`, `Jackson`, `Moshi`, "
          + "`encoding/json`, `kotlinx.serialization`, `pydantic`, `swift-openapi-generator`, `zod`"
      ),
      (#"{}"#, "`clients` must be an object: the name of each app, and its decoder"),
      (
        #"{"a": {"decoder": "zod", "dates": {"format": "QQ"}}}"#,
        "the `format` of `dates` must be made of yyyy, MM, dd, HH, mm, ss, SSS, X, x, Z and 'text'"
      ),
      (#"{"a": {"decoder": {"name": "x"}}}"#, "a decoder needs `language`, which must be a string"),
    ])
  func wrongClientsAreRefused(_ clients: String, _ message: String) throws {
    do {
      _ = try Self.contract(clients, "{}")
      Issue.record("it is taken")
    } catch let error as ContractError {
      #expect(error.message == message)
    }
  }

  /// A decoder of one's own is the same table, written in the contract.
  @Test func aDecoderMayBeWrittenInTheContract() throws {
    let file = PackageFolder.url.appendingPathComponent("schemas/clients/Gson.json")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacingOccurrences(of: #""name": "Gson""#, with: #""name": "Ours""#)
    let found = try Self.findings(
      #"{"id": "x", "at": 1e309}"#, #"{"id": {"type": "string"}, "at": {"type": "number"}}"#,
      clients: #"{"a": {"decoder": \#(text)}}"#)
    #expect(found.map(\.message) == ["`at` is 1e309: a (Ours) has Infinity"])
  }

  @Test func aConfigurationNamesClients() throws {
    var rules = RuleOverrides()
    rules.clients = try JSONDocument(#"{"api.json": {"b": "encoding/json"}}"#.utf8).root
    let contract = try Self.contract(
      #"{"a": "Gson"}"#, #"{"v": {"type": "integer"}}"#, rules: rules)
    let found = try contract.check(#"{"v": 1.0}"#.utf8, schema: "A")
    #expect(found.map(\.clients) == [["a": "decodes", "b": "refuses"]])
    rules.client = "a"
    let one = try Self.contract(#"{"a": "Gson"}"#, #"{"v": {"type": "integer"}}"#, rules: rules)
    #expect(try one.check(#"{"v": 1.0}"#.utf8, schema: "A").isEmpty)
  }

  /// Every decoder says something of every fact, and so does what its options change.
  @Test func theTablesAreWhole() throws {
    #expect(ClientDecoder.all.count == 9)
    for decoder in ClientDecoder.all {
      #expect(decoder.table.outcomes.count == ClientFact.allCases.count, "\(decoder.name)")
      for option in decoder.options {
        for value in option.values {
          let client = #"{"a": {"decoder": "\#(decoder.name)", "\#(option.name)": "\#(value)"}}"#
          _ = try Self.contract(client, "{}")
        }
      }
    }
  }

  /// The slow judge of numbers and plain code agree with Foundation's own rounding.
  @Test func digitsAreKeptAsExactArithmeticSays() throws {
    var random = SeededGenerator(seed: TestSeed.seed(33))
    let table = ClientDecoder.json.table
    let type = try #require(table.numbers[""])
    for _ in 0..<TestSeed.rounds(20_000) {
      let count = Int.random(in: 1...21, using: &random)
      var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }
      digits[0] = String(Int.random(in: 1...9, using: &random))
      let text = digits.joined() + "e\(Int.random(in: -330...300, using: &random))"
      guard let value = Double(text), value.isFinite, value != 0 else { continue }
      let number = DecimalText(text.utf8)
      let rounded = String(format: "%.*e", number.digits.count - 1, value)
      let isKept = DecimalText(rounded.utf8).digits == number.digits
      #expect((table.outcome(of: number, as: type) == .decodes) == isKept, "\(text)")
    }
  }
}

/// What is seen at once and what is read in full agree.
@Suite struct UsualTextTests {
  /// A usual text is one that the slow reader finds nothing special in.
  @Test func usualTextsHaveNothingSpecial() throws {
    var random = SeededGenerator(seed: TestSeed.seed(34))
    let dates = [
      "2024-05-01T10:00:00Z", "2024-05-01T10:00:00.123Z", "1999-12-30T23:59:59Z",
      "2024-02-28T00:00:00.000Z",
    ]
    let urls = ["https://a.example/x", "https://a-1.example/a/b.jpg?x=1&y=2", "https://a.example/"]
    let uuids = ["123e4567-e89b-42d3-a456-426614174000", "00000000-0000-8000-B000-00000000000f"]
    let pieces = Array("0123456789abfTtZz:-./%?#@ +é\u{7f}AHS{|".utf8)
    var counts: [UsualText: Int] = [:]
    let dateForms = [UsualText.date, .dateToSeconds, .dateToMilliseconds]
    let forms = dateForms + [.plainURL, .url, .uuid]
    for _ in 0..<TestSeed.rounds(60_000) {
      let usual = forms.randomElement(using: &random)!
      let list = dateForms.contains(usual) ? dates : usual == .uuid ? uuids : urls
      var text = Array(list.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        text[Int.random(in: 0..<text.count, using: &random)] = pieces.randomElement(using: &random)!
      }
      if Int.random(in: 0..<9, using: &random) == 0 { text.removeLast() }
      let isUsual = (text + Array(repeating: 0, count: 8)).withByteView {
        usual.holds($0.memory.baseAddress!, text.count)
      }
      guard isUsual else { continue }
      counts[usual, default: 0] += 1
      let shown = String(decoding: text, as: UTF8.self)
      switch usual {
      case .date, .dateToSeconds, .dateToMilliseconds:
        #expect(text.withByteView { Format.dateTime.accepts($0) }, "\(shown)")
        for profile in DateProfile.allCases where profile.usual.and(usual) == usual {
          #expect(text.withByteView { profile.accepts($0) }, "\(profile) \(shown)")
        }
        #expect(ClientText.date(text)?.subtracting([.init(.dateFraction)]) == [], "\(shown)")
      case .plainURL:
        #expect(ClientText.url(text) == [], "\(shown)")
        #expect(text.withByteView { Format.uri.accepts($0) }, "\(shown)")
      // Its schema has refused what is no URI, and what is no UUID.
      case .url:
        #expect(
          ClientText.url(text).subtracting([.init(.urlWithForbiddenCharacters)]) == [], "\(shown)")
      case .uuid: #expect(ClientText.uuid(text) != .init(.uuidOfUnknownVersion), "\(shown)")
      case .none: break
      }
    }
    for usual in forms {
      #expect(counts[usual, default: 0] > 1000)
    }
  }
}
