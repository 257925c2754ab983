@_spi(Engine) @testable import ContractCaptures
import TestSupport
import Testing

@_spi(Engine) @testable import ContractCheck
@_spi(Engine) @testable import JSONTape

/// Each fast path of this module beside plain code that says the same slowly, over random input and
/// the input at which such code goes wrong.
///
/// Elsewhere: verdicts beside explanations in `DifferentialTests`, templates found by their literal
/// segments in `PathIndexTests`, captures in pieces of any size in `HARStreamTests`.
@Suite struct TwinTests {
  // MARK: Entries of a HAR

  /// Where entries end, byte by byte. Nothing is validated: outside of strings, where JSON has no
  /// backslash, one keeps a quote from being seen as well.
  private struct PlainScan: Equatable {
    var entries: [Range<Int>] = []
    var isAtEnd = false

    init(_ bytes: [UInt8]) {
      var (start, depth) = (0, 0)
      var (isInString, isEscaped, needsComma) = (false, false, false)
      for (offset, byte) in bytes.enumerated() {
        if depth == 0 {
          if byte == UInt8(ascii: ","), needsComma {
            needsComma = false
          } else if "{[".utf8.contains(byte), !needsComma {
            (start, depth, isEscaped) = (offset, 1, false)
          } else if !" \n\r\t".utf8.contains(byte) {
            isAtEnd = true
            return
          }
          continue
        }
        if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        if isInString { continue }
        if "{[".utf8.contains(byte) { depth += 1 }
        if "}]".utf8.contains(byte) { depth -= 1 }
        if depth == 0 {
          entries.append(start..<offset + 1)
          needsComma = true
        }
      }
    }
  }

  private static let parts = [
    "a", "0123456789abcdef", "é", "{", "}", "[", "]", ",", ":", #"\\"#, #"\""#, #"\\\""#, #"\\\\"#,
    #"\n"#, #"\u0022"#, #"{\"id\":1}"#, " ",
  ]

  /// An entry with long strings, or one with many short ones.
  private static func entry(_ random: inout SeededGenerator, _ depth: Int) -> String {
    var properties: [String] = []
    for number in 0..<random.below(4) {
      let most = random.pick([3, 20, 120])
      let text = (0..<random.below(most)).map { _ in random.pick(parts) }.joined()
      properties.append(#""k\#(number)":"\#(text)""#)
      if depth > 0, random.below(2) == 0 {
        properties.append(#""o\#(number)":[\#(entry(&random, depth - 1))]"#)
      }
    }
    return "{\(properties.joined(separator: random.pick([",", ", ", ",\n  "])))}"
  }

  /// Blocks of 64 bytes beside single bytes, as they come in pieces of any size.
  @Test func entriesEndWhereTheyEndByteByByte() {
    let seed = TestSeed.seed(51)
    var random = SeededGenerator(seed: seed)
    var (ended, stopped) = (0, 0)
    for round in 0..<TestSeed.rounds(1_200) {
      var text = ""
      for number in 0..<1 + random.below(5) {
        if number > 0 { text += random.pick([",", ", ", " ,\n", "\n,"]) }
        text += Self.entry(&random, 2)
      }
      text += random.pick(["", "]", " ]}", ",", "x"])
      var bytes = Array(text.utf8)
      // Some are damaged: nothing is known of them but what quotes and brackets say.
      if round % 3 == 0 {
        for _ in 0..<1 + random.below(3) {
          bytes[random.below(bytes.count)] = random.pick(Array("\"\\{}[], a".utf8))
        }
      }
      let padded = bytes + [UInt8](repeating: 0, count: 64)
      var scan = HAREntryScan(isAfterEntry: false)
      padded.withByteView { buffer in
        var end = 0
        while end < bytes.count {
          end = min(bytes.count, end + 1 + random.below(random.pick([5, 70, 1_000])))
          scan.scan(buffer, to: end)
        }
      }
      let plain = PlainScan(bytes)
      #expect(
        scan.entries == plain.entries && scan.isAtEnd == plain.isAtEnd,
        "\(scan.entries) and \(plain.entries) in \(String(decoding: bytes, as: UTF8.self)), seed \(seed)"
      )
      ended += plain.entries.count
      if plain.isAtEnd { stopped += 1 }
    }
    #expect(ended > 1_500 && stopped > 300)
  }

  // MARK: Names

  /// Names of an envelope are passed by their lengths.
  @Test func repeatedNamesOfEnvelopesAreThoseComparedOneByOne() throws {
    let seed = TestSeed.seed(52)
    var random = SeededGenerator(seed: seed)
    let names: [StaticString] = ["url", "text", "status", "headers", "content"]
    let envelope = EnvelopeNames("a.", .response, names)
    let keys =
      names.map(\.description) + ["urls", "Text", "state", "", String(repeating: "u", count: 70)]
    for _ in 0..<TestSeed.rounds(800) {
      let properties = (0..<random.below(12)).map { _ in random.pick(keys) }
      let text = properties.map { PlainValue.respelled($0, &random) + ":1" }.joined(separator: ",")
      let document = try JSONDocument("{\(text)}")
      var found: [RepeatedKey] = []
      let seen = envelope.addRepeated(in: CaptureTape(document, base: 0).root, to: &found)
      let counts = names.map { name in properties.count { $0 == name.description } }
      #expect(names.indices.allSatisfy { (seen >> UInt64($0) & 1 == 1) == (counts[$0] > 0) })
      let repeated = names.indices.filter { counts[$0] > 1 }.map { "a.\(names[$0])" }
      #expect(found.map(\.property).sorted() == repeated.sorted(), "{\(text)}, seed \(seed)")
    }
  }

  // MARK: Memories

  /// What an address matched the first time is what it matches again.
  @Test func rememberedRoutesAreThoseMatchedAgain() throws {
    let seed = TestSeed.seed(53)
    var random = SeededGenerator(seed: seed)
    let checker = try Checker(contracts: Contract.bundledNames.map { try Contract.bundled($0) })
    var memory = RouteMemory(checker)
    let paths = checker.contracts.flatMap { $0.operations.map { "\($0.path)" } }
    var matched = 0
    for _ in 0..<TestSeed.rounds(3_000) {
      var path = random.pick(paths).replacing("{", with: random.pick(["", "x"]))
        .replacing("}", with: random.pick(["", "%20"]))
      if random.below(8) == 0 { path += random.pick(["/", "//", "/x", "?page=1", "#a"]) }
      let url = random.pick(["", "https://fotolokashen.com", "http://x.example:8080"]) + path
      let method = random.pick(["GET", "POST", "PUT", "DELETE", "get", "PATCH"])
      let expected = checker.match(method: method, url: URLParts(url))
      let place = url.withByteView {
        memory.place(of: .read(method, nil), URLBytes($0))
      }
      #expect(
        place.match?.operation.name == expected?.operation.name
          && place.match?.number == expected?.number, "\(method) \(url), seed \(seed)")
      if expected != nil { matched += 1 }
    }
    #expect(matched > 300)
  }

  /// The schemas that a body is near to the first time are those that it is near to again, whatever
  /// bodies and files came between.
  @Test func rememberedSchemasAreThoseFoundAgain() throws {
    let seed = TestSeed.seed(54)
    var random = SeededGenerator(seed: seed)
    let checker = try Checker(contracts: Contract.bundledNames.map { try Contract.bundled($0) })
    var memory = NearestSchemas(checker)
    let names = [
      "id", "name", "lat", "lng", "city", "photos", "page", "limit", "total", "user", "username",
      "locations", "pagination", "created_at", "createdAt", "title", "price", "status",
    ]
    let files = ["<stdin>", "a.json", "user/location-404.json", "posts.json", "listDevices.json"]
    var text = "{}"
    var found = 0
    for _ in 0..<TestSeed.rounds(700) {
      // The same body twice takes another way.
      if random.below(3) > 0 {
        let properties = (0..<1 + random.below(5)).map { _ in
          PlainValue.respelled(random.pick(names), &random) + ":1"
        }
        text = "{\(properties.joined(separator: ","))}"
        if random.below(3) == 0 { text = "[\(text)]" }
      }
      let status: Int? = random.pick([nil, 200, 201, 404])
      let file = random.pick(files)
      try JSONDocument(text).withCursor { cursor in
        var fresh = NearestSchemas(checker)
        let again = Self.near(cursor, file, status, &memory)
        let once = Self.near(cursor, file, status, &fresh)
        #expect(again == once, "\(file), \(text), seed \(seed)")
        if once.contains(where: { !$0.isEmpty }) { found += 1 }
      }
    }
    #expect(found > 50)
  }

  /// What is asked, list by list, in its order.
  private static func near(
    _ cursor: TapeCursor, _ file: String, _ status: Int?, _ memory: inout NearestSchemas
  ) -> [[String]] {
    memory.file = file
    return memory.scopes(status: status, cursor, 0).flatMap { scope in
      let found = memory.schemas(like: cursor, 0, in: scope)
      let lists = [
        memory.listing(found), memory.nearest(found), memory.others(like: cursor, 0, in: scope),
      ]
      return lists.map { $0.map { "\($0.schema.name) \($0.shared) \($0.all)" } }
    }
  }

  // MARK: Numbers

  /// Integers that a client decodes into 32 or 64 bits, at a glance and exactly.
  @Test(arguments: [("int32", "Int32"), ("int64", "Int")])
  func decodableIntegersAreThoseInTheRange(decoder: String, type: String) throws {
    let probe = try OpenAPIProbe(
      components: #"{"schemas": {"A": {"type": "array", "items": {"type": "integer"}}}}"#,
      more: #""x-schemacheck": {"decoder": {"integers": "\#(decoder)"}},"#)
    let bounds: ClosedRange<Int> =
      decoder == "int32" ? Int(Int32.min)...Int(Int32.max) : Int.min...Int.max
    let texts = EdgeNumbers.integers.flatMap { [$0, $0 + ".0"] }
    // A number with a fraction is decoded by way of a Double: those that it does not hold are left out.
    let exact = texts.filter { !$0.contains(".") || $0.utf8.count < 17 }
    for text in exact {
      let isRight = PlainDecimal(text).int.map(bounds.contains) ?? false
      let findings = try probe.contract.check("[\(text)]".utf8, schema: "A")
      #expect(findings.isEmpty == isRight, "\(text) as \(type)")
    }
  }

  // MARK: Check sums

  /// Eight bytes at a time beside bit by bit.
  @Test func checkSumsAreThoseBitByBit() {
    let seed = TestSeed.seed(55)
    var random = SeededGenerator(seed: seed)
    for length in 0..<70 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var plain = ~UInt32(0)
      for byte in bytes {
        plain ^= UInt32(byte)
        for _ in 0..<8 { plain = plain & 1 == 1 ? plain >> 1 ^ 0xEDB8_8320 : plain >> 1 }
      }
      var sum = ZipChecksum()
      let cut = random.below(length + 1)
      bytes.withByteView { buffer in
        sum.add(ByteView(rebasing: buffer[..<cut]))
        sum.add(ByteView(rebasing: buffer[cut...]))
      }
      #expect(sum.value == ~plain, "\(bytes), seed \(seed)")
    }
  }
}
