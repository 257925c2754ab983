import ContractCheck
import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// What JSONDecoder refuses although the schema allows it, by the decoder that a contract tells.
@Suite struct DecodableTests {
  private static let properties = """
    {"count": {"type": "integer"}, "rating": {"type": "number"}, "price": {"type": "number",
      "x-schemacheck": {"decoder": {"numbers": "decimal"}}},
     "name": {"type": ["string", "null"]}, "photo_url": {"type": ["string", "null"]},
     "tags": {"type": "array", "items": {"type": "string"}}}
    """

  private static func probe(
    _ decoder: String?, properties: String = properties, rules: String = "{}"
  ) throws -> OpenAPIProbe {
    let settings =
      decoder.map { #""x-schemacheck": {"decoder": \#($0), "rules": \#(rules)},"# } ?? ""
    return try OpenAPIProbe(
      components: #"{"schemas": {"A": {"type": "object", "properties": \#(properties)}}}"#,
      more: settings)
  }

  private static func severities(_ probe: OpenAPIProbe, _ body: String) throws -> [String] {
    try probe.contract.check(body.utf8, schema: "A").map { "\($0.severity) \($0.rule)" }
  }

  @Test(
    arguments: [
      (#"{"count": 9223372036854775807}"#, nil),
      (
        #"{"count": 9223372036854775808}"#,
        "`count` is 9223372036854775808; Swift's Int ends at 9223372036854775807"
      ),
      (
        #"{"count": -9223372036854775809}"#,
        "`count` is -9223372036854775809; Swift's Int begins at -9223372036854775808"
      ),
      (#"{"count": 1e18}"#, nil),
      (#"{"count": 1e19}"#, "`count` is 1e19; Swift's Int ends at 9223372036854775807"),
      (#"{"rating": 1e308}"#, nil),
      (#"{"rating": 1e309}"#, "`rating` is 1e309; a Double cannot store it"),
      (#"{"rating": 1e-400}"#, "`rating` is 1e-400; a Double cannot store it"),
      (#"{"rating": 0e-400}"#, nil),
      (#"{"price": 1e127}"#, nil),
      (#"{"price": 1e128}"#, "`price` is 1e128; a Decimal cannot store it"),
      (#"{"price": 1e-129}"#, "`price` is 1e-129; a Decimal cannot store it"),
      (
        #"{"price": 1e-9223372036854775808}"#,
        "`price` is 1e-9223372036854775808; a Decimal cannot store it"
      ),
      (
        #"{"price": 1e99999999999999999999}"#,
        "`price` is 1e99999999999999999999; a Decimal cannot store it"
      ),
      (#"{"name": "\ud83d\ude00"}"#, nil),
      (#"{"name": "\\ud83d"}"#, nil),
      (#"{"name": "a\/b\n\u00e9"}"#, nil),
      (#"{"name": "Anna\ud83d"}"#, #"`name` contains half an emoji (`\ud83d`)"#),
      (#"{"name": "\ude00\ud83d"}"#, #"`name` contains half an emoji (`\ude00`)"#),
      (#"{"name": "\ud83d\ud83d\ude00"}"#, #"`name` contains half an emoji (`\ud83d`)"#),
      (#"{"tags": ["ok", "\uD83D!"]}"#, #"`1` contains half an emoji (`\uD83D`)"#),
      (#"{"photo_url": "https://x.example/a.jpg"}"#, nil),
      (#"{"photo_url": null}"#, nil),
      (#"{"photo_url": ""}"#, #"`photo_url` is ""; URL refuses it"#),
      (#"{"photo_url": "http://a:b/"}"#, #"`photo_url` is "http://a:b/"; URL refuses it"#),
    ] as [(String, String?)])
  func valuesAreThoseThatTheDecoderTakes(_ body: String, _ message: String?) throws {
    let probe = try Self.probe(#"{"urls": ["photo_url"]}"#)
    let findings = try probe.contract.check(body.utf8, schema: "A")
    #expect(findings.map(\.message) == [message].compactMap { $0 })
    #expect(findings.allSatisfy { $0.rule == "decodable" && $0.severity == .error })
    #expect(findings.allSatisfy { $0.keyword == nil })
  }

  @Test(
    arguments: [
      (
        #"{"rating": 40.712345678901234}"#,
        "`rating` is 40.712345678901234; Double has 40.71234567890124"
      ),
      (
        #"{"rating": 9007199254740993}"#,
        "`rating` is 9007199254740993; Double has 9007199254740992.0"
      ),
      (#"{"rating": 0.1000000000000000055511151231257827}"#, nil),
      (#"{"rating": 2.345678901234567}"#, nil),
      (
        #"{"photo_url": "my photo.jpg"}"#,
        #"`photo_url` is "my photo.jpg"; URL has it percent-encoded"#
      ),
    ] as [(String, String?)])
  func whatTheDecoderChangesIsAWarning(_ body: String, _ message: String?) throws {
    let probe = try Self.probe(#"{"urls": ["photo_url"]}"#)
    let findings = try probe.contract.check(body.utf8, schema: "A")
    #expect(findings.map(\.message) == [message].compactMap { $0 })
    #expect(findings.allSatisfy { $0.rule == "silent-change" && $0.severity == .warning })
  }

  @Test func integersMayHave32Bits() throws {
    let probe = try Self.probe(#"{"integers": "int32"}"#)
    for (body, count) in [
      (#"{"count": 2147483647}"#, 0), (#"{"count": -2147483648}"#, 0),
      (#"{"count": 2147483648}"#, 1),
      (#"{"count": 1e9}"#, 0), (#"{"count": 1e10}"#, 1), (#"{"rating": 2147483648}"#, 0),
    ] {
      #expect(try probe.contract.check(body.utf8, schema: "A").count == count, "\(body)")
    }
  }

  @Test func withoutADecoderItIsAWarning() throws {
    let probe = try Self.probe(nil)
    #expect(try Self.severities(probe, #"{"count": 9223372036854775808}"#) == ["warning decodable"])
    #expect(try Self.severities(probe, #"{"photo_url": ""}"#) == [])
    let soft = try Self.probe("{}", rules: #"{"decodable": "note"}"#)
    #expect(try Self.severities(soft, #"{"count": 9223372036854775808}"#) == ["note decodable"])
    let off = try Self.probe("{}", rules: #"{"decodable": "off"}"#)
    #expect(try Self.severities(off, #"{"count": 9223372036854775808}"#) == [])
  }

  @Test func keysThatHoldHalfAPairAreRefused() throws {
    let probe = try Self.probe("{}", rules: #"{"undocumented-field": "off"}"#)
    #expect(
      try probe.found(in: #"{"a\ud83d": 1}"#, schema: "A").map {
        $0.contains("contains half an emoji")
      }
        == [true])
  }

  /// Nobody may read what is not documented, so it is no more than a warning.
  @Test(
    arguments: [
      (#"{"x": "a\ud83d"}"#, "`x` contains half an emoji (`\\ud83d`)", "/x"),
      (
        #"{"x": {"y": ["ok\ud83d\ude00", "\ude00", "\uDBFF\u0041"]}}"#,
        "`1` contains half an emoji (`\\ude00`); 1 other string does too", "/x/y/1"
      ),
      (
        #"{"x": {"k\ud83d": 1}}"#, "the key `k\u{FFFD}` contains half an emoji (`\\ud83d`)",
        "/x/k\u{FFFD}"
      ),
      (#"{"x": "a\\ud83d", "y": "\ud83d\ude00"}"#, nil, ""),
    ] as [(String, String?, String)])
  func undocumentedHalvesAreWarnings(_ body: String, _ message: String?, _ place: String) throws {
    let probe = try Self.probe("{}", rules: #"{"undocumented-field": "off"}"#)
    let findings = try probe.contract.check(body.utf8, schema: "A")
    #expect(findings.map(\.message) == [message].compactMap { $0 })
    #expect(findings.allSatisfy { $0.rule == "decodable" && $0.severity == .warning })
    #expect(findings.allSatisfy { $0.instance.description == place })
    // Beside an error about a documented string it is a finding of its own.
    let both = "{\"name\": \"\\ud83d\", " + body.dropFirst()
    let all = try probe.contract.check(both.utf8, schema: "A").map { "\($0.severity)" }
    #expect(all == ["error"] + (message == nil ? [] : ["warning"]))
  }

  /// A body that is JSON of its capture is not parsed by itself.
  @Test func undocumentedHalvesAreFoundInEachCarrier() throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
          "schema": {"type": "object", "additionalProperties": true, "properties": {}}}}}}}}}
        """)
    let record = #"{"method": "GET", "url": "/a", "status": 200, "responseBody": "#
    let body = #"{"x": "a\ud83d"}"#
    let text = #""{\"x\": \"a\\ud83d\"}""#
    let har = #"""
      {"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "http://h/a"},
        "response": {"status": 200, "content": {"mimeType": "application/json", "text": \#(text)}}}]}}
      """#
    for capture in [record + body + "}", record + text + "}", har] {
      let found = try probe.found(in: capture)
      #expect(found.map { $0.contains("decodable /x") } == [true], "\(capture)")
    }
    // A mark in the envelope, or in another record, is none in the body.
    let beside = record + #"{"x": "a"}, "note": "\ud83d"}"#
    #expect(try probe.found(in: beside + "\n" + record + #"{"x": "a"}}"#) == [])
  }

  @Test func decodersNameDocumentedProperties() throws {
    let probe = try Self.probe(
      #"{"urls": ["photo_url", "photo_ulr"], "properties": {"nam": "title"}}"#)
    #expect(
      probe.contract.warnings.map(\.message) == [
        "no response schema has a property `photo_ulr`; did you mean `photo_url`?",
        "no response schema has a property `nam`; did you mean `name`?",
      ])
  }

  /// A key in another spelling is a mistake only where the decoder does not make the property of it.
  @Test(
    arguments: [
      ("restaurant_ids", nil), ("restaurantIds", "warning key-case"),
      ("restaurant__ids", "warning key-case"), ("restaurantIDs", "error decodable"),
      ("RestaurantIds", "error decodable"), ("restaurant-ids", "error decodable"),
      ("restaurant_ids_", "error decodable"), ("RESTAURANT_IDS", "warning key-case"),
    ] as [(String, String?)])
  func keysAreConverted(_ key: String, _ found: String?) throws {
    let probe = try Self.probe(
      #"{"keys": "convertFromSnakeCase"}"#,
      properties: #"{"restaurant_ids": {"type": "array", "items": {"type": "string"}}}"#,
      rules: #"{"key-case": {"case": "snake"}}"#)
    #expect(try Self.severities(probe, #"{"\#(key)": []}"#) == [found].compactMap { $0 })
    // The decoder alone says enough.
    let plain = try Self.probe(
      #"{"keys": "convertFromSnakeCase"}"#,
      properties: #"{"restaurant_ids": {"type": "array", "items": {"type": "string"}}}"#)
    #expect(try Self.severities(plain, #"{"\#(key)": []}"#) == [found].compactMap { $0 })
    // Without the rule about key case, what is decoded is right, and what is not is found all the same.
    let off = try Self.probe(
      #"{"keys": "convertFromSnakeCase"}"#,
      properties: #"{"restaurant_ids": {"type": "array", "items": {"type": "string"}}}"#,
      rules: #"{"key-case": "off"}"#)
    let isLost = found == "error decodable"
    #expect(try Self.severities(off, #"{"\#(key)": []}"#) == (isLost ? ["error decodable"] : []))
    // What the decoder makes no property of is no wrong value of it for certain.
    #expect(
      try Self.severities(off, #"{"\#(key)": 1}"#)
        == (isLost
          ? ["error decodable", "warning schema"]
          : found == nil
            ? ["error schema"] : ["error decodable"]))
  }

  /// What the schema refuses is one finding, and never less grave than what the schema says.
  @Test(
    arguments: [
      (#"{"n": 9223372036854775808}"#, ["error schema"]),
      (#"{"s": "a\ud83d"}"#, ["error schema"]), (#"{"u": ""}"#, ["error schema"]),
      (#"{"w": "a\ud83d"}"#, ["warning schema", "error decodable"]),
    ])
  func theSchemaComesFirst(_ body: String, _ found: [String]) throws {
    let properties = #"""
      {"n": {"type": "integer", "maximum": 100}, "s": {"type": "string", "enum": ["a", "b"]},
       "u": {"type": "string", "format": "uri"},
       "w": {"type": "string", "allOf": [{"enum": ["a"], "x-schemacheck": {"rules": {"schema": "warning"}}}]}}
      """#
    let probe = try Self.probe(#"{"urls": ["u"]}"#, properties: properties)
    #expect(try Self.severities(probe, body).sorted() == found.sorted())
    // Without a decoder, a warning must not stand in for the schema's error.
    let foreign = try Self.probe(nil, properties: properties)
    #expect(try Self.severities(foreign, body).contains(found[0]))
  }

  /// The app has other names for some properties.
  @Test func propertiesAreNamed() throws {
    let probe = try Self.probe(
      #"{"keys": "convertFromSnakeCase", "properties": {"avatar_url": "avatarURL"}}"#,
      properties: #"{"avatar_url": {"type": "string"}}"#)
    #expect(try Self.severities(probe, #"{"avatarURL": "x"}"#) == ["warning key-case"])
    #expect(try Self.severities(probe, #"{"avatarUrl": "x"}"#) == ["error decodable"])
  }

  @Test func aContractSaysWhereKeysMeet() throws {
    let probe = try Self.probe(
      #"{"keys": "convertFromSnakeCase", "properties": {"avatar_url": "avatarURL"}}"#,
      properties:
        #"{"a_b": {"type": "string"}, "aB": {"type": "string"}, "avatar_url": {"type": "string"}}"#)
    #expect(
      probe.contract.warnings.map(\.message) == [
        "the decoder reads both `a_b` and `aB` as `aB`",
        "the decoder reads `avatar_url` as `avatarUrl`, but the app has `avatarURL`",
      ])
  }

  @Test(arguments: [
    (#"{"key": "exact"}"#, "`decoder` has no property `key`; did you mean `keys`?"),
    (#"{"keys": "snake"}"#, "`keys` must be one of `exact`, `convertFromSnakeCase`"),
    (#"{"urls": "a"}"#, "`urls` must be an array of property names"),
    (#"[]"#, "`decoder` must be an object"),
  ])
  func wrongSettingsAreRefused(_ decoder: String, _ message: String) throws {
    #expect(throws: ContractError.self) { try Self.probe(decoder) }
    do { _ = try Self.probe(decoder) } catch let error as ContractError {
      #expect(error.message == message)
    }
  }

  // MARK: Against Foundation

  @Test func keysAreConvertedAsFoundationDoes() throws {
    var random = SeededGenerator(seed: 11)
    let pieces = ["_", "__", "a", "id", "ID", "Ids", "2x", "url", "URL", "-", "é", "x1y", "É", "0"]
    var keys = [
      "", "_", "__", "_a", "a_", "_a_b_", "image_2x", "avatar_url", "restaurantIDs", "a_B_C",
    ]
    for _ in 0..<2_000 {
      keys.append(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random)!
        }.joined())
    }
    for key in keys {
      #expect(try ConvertedKey.property(key) == SnakeCaseConversion.property(key), "\(key)")
    }
  }

  /// Every number and URL that the rule takes, Foundation takes, and the other way round.
  @Test func valuesAreJudgedAsFoundationDoes() throws {
    var random = SeededGenerator(seed: 12)
    func digits(_ most: Int) -> String {
      let count = Int.random(in: 1...most, using: &random)
      return String((0..<count).map { _ in "0123456789".randomElement(using: &random)! })
    }
    let probe = try Self.probe(#"{"urls": ["photo_url"]}"#)
    func agrees<T: Decodable>(_ property: String, _ text: String, _: T.Type) throws {
      let isDecoded = (try? JSONDecoder().decode([T].self, from: Data("[\(text)]".utf8))) != nil
      let found = try Self.severities(probe, #"{"\#(property)": \#(text)}"#)
      // A number that is no integer is the schema's. Whether a host outside ASCII is a domain name
      // depends on the system, so there the rule may only say too little.
      let isTaken = found.isEmpty || found == ["warning silent-change"]
      let isAlike = isTaken == isDecoded || isTaken && text.contains("é")
      #expect(isAlike || found == ["error schema"], "\(property) \(text) \(found)")
    }
    for _ in 0..<2_000 {
      let sign = Bool.random(using: &random) ? "-" : ""
      let whole = String(Int.random(in: 1...9, using: &random)) + digits(24)
      let exponent = "e\(Int.random(in: -340...340, using: &random))"
      let fraction = Bool.random(using: &random) ? "." + digits(12) : ""
      let number = sign + whole + fraction + (Bool.random(using: &random) ? exponent : "")
      try agrees("count", sign + whole, Int.self)
      try agrees("rating", number, Double.self)
      try agrees("price", number, Decimal.self)
    }
    let parts = [
      "http", "s", ":", "//", "/", "x.example", "a b", "[", "]", "::1", "@", "?", "#", "%", "%20",
      "é", "80", "1", "-",
    ]
    for _ in 0..<2_000 {
      let url = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        parts.randomElement(using: &random)!
      }
      .joined()
      try agrees("photo_url", "\"\(url)\"", URL.self)
    }
  }
}
