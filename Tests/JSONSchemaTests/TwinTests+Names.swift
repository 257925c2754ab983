import TestSupport
import Testing

@_spi(Engine) @testable import JSONSchema
@_spi(Engine) @testable import JSONTape

extension TwinTests {
  /// Different names of lengths up to 40, many of which begin and end alike or differ in one byte.
  private static func names(_ random: inout SeededGenerator, _ count: Int) -> [String] {
    var names: Set<[UInt8]> = []
    while names.count < count {
      var name = [UInt8](repeating: UInt8(ascii: "n"), count: random.below(41))
      for _ in 0..<random.below(4) where !name.isEmpty {
        name[random.below(name.count)] = random.pick(Array("abn".utf8))
      }
      names.insert(name)
    }
    return names.map { String(decoding: $0, as: UTF8.self) }.sorted().shuffled(using: &random)
  }

  /// Properties are found by the one after the last, by a hash, and by whole words.
  @Test func propertiesAreLookedUpAsOneByOne() throws {
    let seed = TestSeed.seed(41)
    var random = SeededGenerator(seed: seed)
    var (listed, right) = (0, 0)
    for round in 0..<TestSeed.rounds(250) {
      let names = Self.names(&random, random.pick([1, 2, 8, 30, 64, 65, 130]))
      let properties = names.indices.map { #""\#(names[$0])":{"const":\#($0)}"# }
      let schema = try CompiledSchema(
        JSONDocument(
          #"{"properties":{\#(properties.joined(separator: ","))},"additionalProperties":false}"#))
      // In the order of the schema, backwards, and at random.
      var keys = names
      if round % 3 == 1 { keys.reverse() }
      if round % 3 == 2 { keys.shuffle(using: &random) }
      let whole = keys.map { key in
        PlainValue.respelled(key, &random) + ":\(names.firstIndex(of: key) ?? 0)"
      }
      #expect(
        schema.isValid(try JSONDocument("{\(whole.joined(separator: ","))}")), "seed \(seed)")
      for _ in 0..<40 {
        let key = random.below(2) == 0 ? random.pick(names) : Self.names(&random, 1)[0]
        let number = random.below(3) == 0 ? random.below(names.count) : names.firstIndex(of: key)
        let text = "{\(PlainValue.respelled(key, &random)):\(number ?? 0)}"
        let isRight = names.firstIndex(of: key).map { $0 == number } ?? false
        if names.contains(key) { listed += 1 }
        if isRight { right += 1 }
        #expect(schema.isValid(try JSONDocument(text)) == isRight, "\(text), seed \(seed)")
      }
    }
    #expect(listed > 3_000 && right > 2_000)
  }

  /// Patterns are tried on listed names when the schema is compiled, unless there are too many.
  @Test(arguments: [(10, 5), (40, 49), (40, 50), (40, 51), (130, 3), (130, 20)])
  func patternsApplyToListedNamesToo(names count: Int, patterns patternCount: Int) throws {
    let seed = TestSeed.seed(42)
    var random = SeededGenerator(seed: seed)
    let names = (0..<count).map { "m\($0)" }
    // Each for the names that end in a number.
    let ends = (0..<patternCount).map { "\($0)" }
    for _ in 0..<4 {
      let limits = (0..<patternCount).map { _ in random.below(100) }
      let properties = names.map { #""\#($0)":{"maximum":90}"# }
      let patterns = ends.indices.map { #""\#(ends[$0])$":{"maximum":\#(limits[$0])}"# }
      let schema = try CompiledSchema(
        JSONDocument(
          #"{"properties":{\#(properties.joined(separator: ","))},"#
            + #""patternProperties":{\#(patterns.joined(separator: ","))},"#
            + #""additionalProperties":{"maximum":10}}"#))
      for name in names + ["x", "x1", "1", ""] {
        let isListed = names.contains(name)
        let matching = ends.indices.filter { name.hasSuffix(ends[$0]) }.map { limits[$0] }
        let limit = (matching + (isListed ? [90] : matching.isEmpty ? [10] : [])).min() ?? 0
        for value in [limit, limit + 1] {
          let instance = try JSONDocument(#"{"\#(name)":\#(value)}"#)
          #expect(schema.isValid(instance) == (value == limit), "\(name) \(value), seed \(seed)")
        }
      }
    }
  }

  /// Lengths are judged by bytes where those settle it, else by a count.
  @Test func lengthsHoldAsByScalars() throws {
    let seed = TestSeed.seed(43)
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "é", "€", "😀", "e\u{301}"]
    let escapes = [#"\n"#, #"\u00e9"#, #"\ud83d\ude00"#]
    var valid = 0
    for round in 0..<TestSeed.rounds(150) {
      let limit = round % 40
      let high = limit + random.below(3)
      let schemas = try [
        #"{"minLength":\#(limit)}"#, #"{"maxLength":\#(limit)}"#,
        #"{"minLength":\#(limit),"maxLength":\#(high)}"#,
      ].map { try CompiledSchema(JSONDocument($0)) }
      for _ in 0..<20 {
        let count = max(0, limit + random.below(5) - 2)
        let kind = random.pick(pieces)
        let parts = (0..<count).map { _ in
          random.below(20) == 0
            ? random.pick(escapes) : random.below(4) == 0 ? random.pick(pieces) : kind
        }
        let document = try JSONDocument("\"\(parts.joined())\"")
        let length = try #require(document.root.string).unicodeScalars.count
        let expected = [length >= limit, length <= limit, length >= limit && length <= high]
        #expect(schemas.map { $0.isValid(document) } == expected, "\(parts), seed \(seed)")
        valid += expected.count { $0 }
      }
    }
    #expect(valid > 3_000)
  }

  /// The automaton for ASCII text beside a search that backtracks.
  @Test func patternsOnStringsMatchAsByBacktracking() throws {
    let seed = TestSeed.seed(44)
    var random = RandomPattern(seed: seed)
    var matched = 0
    for _ in 0..<TestSeed.rounds(600) {
      let source = random.pattern()
      let slow = try Pattern(
        source, syntax: PatternParser.parse(source), buildsAutomaton: false, backtracks: true)
      var writer = JSONWriter()
      writer.string(source)
      let pattern = String(decoding: writer.bytes, as: UTF8.self)
      let schema = try CompiledSchema(JSONDocument(#"{"pattern":\#(pattern)}"#))
      for length in [0, 3, 8, 8, 20] {
        let text = random.text(of: ["a", "b", "é", "_", "1", " ", "A", "ab"], upTo: length)
        guard let isRight = try? text.withByteView(slow.matches) else {
          continue
        }
        if isRight { matched += 1 }
        let instance = try JSONDocument("\"\(text)\"")
        #expect(schema.isValid(instance) == isRight, "\(source) on \(text), seed \(seed)")
      }
    }
    #expect(matched > 500)
  }

  /// Each text is read once and its verdict kept.
  @Test func rememberedRegexesAreThoseReadAgain() {
    let seed = TestSeed.seed(45)
    var random = RandomPattern(seed: seed)
    var memory = RegexMemory()
    let texts = (0..<3_000).map { _ in random.number(below: 2) == 0 ? random.noise() : "a" }
    for text in texts + texts.reversed() {
      text.withByteView { bytes in
        #expect(memory.accepts(bytes) == Format.regex.accepts(bytes), "\(text), seed \(seed)")
      }
    }
  }
}
