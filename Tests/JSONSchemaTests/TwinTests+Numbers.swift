@_spi(Engine) import JSONTape
import TestSupport
import Testing

@_spi(Engine) @testable import JSONSchema

extension TwinTests {
  /// The whole part, read digit by digit.
  private static func wholePart(_ text: String) -> Int? {
    Int(text.prefix { $0 != "." && $0 != "e" && $0 != "E" })
  }

  /// ``ShortNumber`` reads a word at a time and does not read every number.
  @Test func shortNumbersAreReadAsByDigits() throws {
    var (whole, short) = (0, 0)
    for text in EdgeNumbers.integers.flatMap(EdgeNumbers.spellings) {
      // What follows a number in its buffer must not be taken for a part of it.
      for rest in ["", ",", "]12345678"] {
        let bytes = Array((text + rest).utf8) + [UInt8](repeating: 0, count: 64)
        bytes.withByteView { buffer in
          guard let start = buffer.memory.baseAddress else { return }
          let hasExponent = text.contains { "eE".contains($0) }
          let digits = text.drop { $0 == "-" }.prefix { $0.isNumber }.count
          if !hasExponent {
            let known = ShortNumber.whole(of: start)
            #expect(known == (digits < 8 ? Self.wholePart(text) : nil), "\(text)\(rest)")
            if known != nil { whole += 1 }
          }
          let number = ShortNumber(start, text.utf8.count)
          #expect((number != nil) == (!hasExponent && digits <= 18), "\(text)\(rest)")
          guard rest.isEmpty, let number, let known = Self.wholePart(text) else { return }
          short += 1
          let plain = PlainDecimal(text)
          for bound in [known - 1, known, known + 1, 7, .min, .max] {
            let order = plain.compare(PlainDecimal("\(bound)"))
            #expect(number.sign(minus: bound) == order, "\(text) \(bound)")
            if bound > 0, let isMultiple = number.isMultiple(of: bound) {
              #expect(
                isMultiple == plain.isMultiple(of: PlainDecimal("\(bound)")), "\(text) \(bound)")
            }
          }
          #expect(number.isBetween(known - 1, known + 1))
          #expect(!number.isBetween(known, .max) && !number.isBetween(.min, known))
        }
      }
    }
    #expect(whole > 1_000 && short > 2_000)
  }

  /// A bound of each keyword, at every edge, and numbers at and around it in every spelling: at a
  /// glance, by whole numbers, and exactly.
  @Test(arguments: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"])
  func boundsHoldAsByDigits(keyword: String) throws {
    let seed = TestSeed.seed(31)
    var random = SeededGenerator(seed: seed)
    let integers = EdgeNumbers.integers
    var counts = [false: 0, true: 0]
    for place in integers.indices {
      let spellings = EdgeNumbers.spellings(of: integers[place])
      let bound = random.below(2) == 0 ? integers[place] : random.pick(spellings)
      let schema = try CompiledSchema(JSONDocument(#"{"\#(keyword)":\#(bound)}"#))
      var texts = [
        integers[place], integers[max(0, place - 1)], integers[min(place + 1, integers.count - 1)],
      ]
      texts += (0..<TestSeed.rounds(6)).map { _ in
        let other = place + random.pick([-2, -1, 0, 0, 0, 1, 2])
        return random.pick(
          EdgeNumbers.spellings(of: integers[max(0, min(integers.count - 1, other))]))
      }
      texts += [random.pick(integers), "1e30", "-1e30"]
      for text in texts {
        let order = PlainDecimal(text).compare(PlainDecimal(bound))
        let isRight =
          switch keyword {
          case "minimum": order >= 0
          case "exclusiveMinimum": order > 0
          case "maximum": order <= 0
          default: order < 0
          }
        counts[isRight, default: 0] += 1
        let isValid = schema.isValid(try JSONDocument(text))
        #expect(isValid == isRight, "\(text) and \(keyword) \(bound), seed \(seed)")
      }
    }
    #expect(counts.values.allSatisfy { $0 > 1_500 }, "\(counts)")
  }

  /// Two bounds on one node, which a glance joins, and a divisor beside them.
  @Test func boundsTogetherHoldAsByDigits() throws {
    let seed = TestSeed.seed(32)
    var random = SeededGenerator(seed: seed)
    let integers = EdgeNumbers.integers
    var valid = 0
    for round in 0..<TestSeed.rounds(700) {
      let place = round % integers.count
      let low = integers[max(0, place - random.below(4))]
      let high = integers[min(integers.count - 1, place + random.below(4))]
      let divisor = random.pick(["1", "1", "2", "0.5", "3", "10000000", "1e18"])
      let multiple = random.below(3) == 0 ? #","multipleOf":\#(divisor)"# : ""
      let schema = try CompiledSchema(
        JSONDocument(#"{"minimum":\#(low),"exclusiveMaximum":\#(high)\#(multiple)}"#))
      for _ in 0..<10 {
        let other = place + random.pick([-3, -2, -1, 0, 0, 1, 2, 3])
        let text = random.pick(
          EdgeNumbers.spellings(of: integers[max(0, min(integers.count - 1, other))]))
        let number = PlainDecimal(text)
        let isRight =
          number.compare(PlainDecimal(low)) >= 0 && number.compare(PlainDecimal(high)) < 0
          && (multiple.isEmpty || number.isMultiple(of: PlainDecimal(divisor)))
        if isRight { valid += 1 }
        let isValid = schema.isValid(try JSONDocument(text))
        #expect(isValid == isRight, "\(text): \(low) to \(high)\(multiple), seed \(seed)")
      }
    }
    #expect(valid > 1_000)
  }

  /// `int32` and `int64` of OpenAPI are bounds at the ends of the machine's integers.
  @Test(arguments: [
    ("int32", "-2147483648", "2147483647"),
    ("int64", "-9223372036854775808", "9223372036854775807"),
  ])
  func integerFormatsHoldAsByDigits(format: String, least: String, greatest: String) throws {
    let schema = try CompiledSchema(
      JSONDocument(#"{"type":"integer","format":"\#(format)"}"#),
      registry: SchemaRegistry(dialect: .openAPI30))
    for text in EdgeNumbers.integers.flatMap(EdgeNumbers.spellings) {
      let number = PlainDecimal(text)
      let isRight =
        number.isInteger && number.compare(PlainDecimal(least)) >= 0
        && number.compare(PlainDecimal(greatest)) <= 0
      #expect(schema.isValid(try JSONDocument(text)) == isRight, "\(text) \(format)")
    }
  }

  /// Values of an `enum` and numbers that may equal them.
  @Test func listedNumbersAreFoundAsByDigits() throws {
    let seed = TestSeed.seed(33)
    var random = SeededGenerator(seed: seed)
    let integers = EdgeNumbers.integers
    var found = 0
    for _ in 0..<TestSeed.rounds(60) {
      let listed = (0..<1 + random.below(40)).map { _ in
        random.pick(EdgeNumbers.spellings(of: random.pick(integers)))
      }
      let schema = try CompiledSchema(
        JSONDocument(#"{"enum":[\#(listed.joined(separator: ","))]}"#))
      let known = listed.map(PlainDecimal.init)
      for _ in 0..<60 {
        let near = random.pick(listed).prefix { !".eE".contains($0) }
        let text = random.pick(
          random.below(2) == 0 ? listed : EdgeNumbers.spellings(of: "\(near)"))
        let isRight = known.contains(PlainDecimal(text))
        if isRight { found += 1 }
        #expect(schema.isValid(try JSONDocument(text)) == isRight, "\(text), seed \(seed)")
      }
    }
    #expect(found > 1_000)
  }
}
