@_spi(Engine) import JSONTape
import TestSupport
import Testing

extension TwinTests {
  /// What is asked of one number, by the tape and by digits.
  @Test func numbersAreReadAsByDigits() throws {
    let texts = EdgeNumbers.integers.flatMap(EdgeNumbers.spellings)
    let document = try JSONDocument("[\(texts.joined(separator: ","))]")
    document.withCursor { cursor in
      var index = cursor.firstChild(0)
      for text in texts {
        let plain = PlainDecimal(text)
        let isPlain = !text.contains { ".eE".contains($0) }
        #expect(cursor.rawTag(index) == (isPlain ? TapeTag.integer : .number).rawValue)
        #expect(
          cursor.isMarked(index) == (text.utf8.count > 15 || text.lowercased().contains("e")))
        #expect(cursor.int(index) == plain.int, "\(text)")
        #expect(cursor.isInteger(index) == plain.isInteger, "\(text)")
        #expect(cursor.number(index).int == plain.int, "\(text)")
        index = cursor.next(index)
      }
    }
    for integer in EdgeNumbers.integers {
      guard let value = Int(integer) else { continue }
      #expect(JSONNumber(value) == JSONNumber(integer))
    }
  }

  /// Numbers that are neighbours in size, and numbers at random.
  @Test func numbersCompareAsByDigits() throws {
    let seed = TestSeed.seed(21)
    var random = SeededGenerator(seed: seed)
    let integers = EdgeNumbers.integers
    func near(_ place: Int) -> String {
      let other = place + random.pick([-2, -1, -1, 0, 0, 0, 0, 0, 1, 1, 2])
      return random.pick(
        EdgeNumbers.spellings(of: integers[max(0, min(integers.count - 1, other))]))
    }
    var orders = [0, 0, 0]
    for round in 0..<TestSeed.rounds(10_000) {
      let place = round % integers.count
      let left = near(place)
      let right = round % 5 == 0 ? near(random.below(integers.count)) : near(place)
      let order = PlainDecimal(left).compare(PlainDecimal(right))
      orders[order + 1] += 1
      let (one, other) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
      #expect((one < other) == (order < 0), "\(left) \(right), seed \(seed)")
      #expect((one == other) == (order == 0), "\(left) \(right), seed \(seed)")
      if order == 0 { #expect(one.hashValue == other.hashValue, "\(left) \(right), seed \(seed)") }
      let document = try JSONDocument("[\(left),\(right)]")
      document.withCursor { cursor in
        #expect(cursor.compare(2, to: other) == order, "\(left) \(right), seed \(seed)")
        #expect(cursor.equal(2, cursor, 3) == (order == 0), "\(left) \(right), seed \(seed)")
        if order == 0 {
          #expect(cursor.hash(2) == cursor.hash(3), "\(left) \(right), seed \(seed)")
        }
      }
    }
    #expect(orders.allSatisfy { $0 > 500 }, "\(orders)")
  }

  @Test func multiplesAreThoseOfLongDivision() throws {
    let seed = TestSeed.seed(22)
    var random = SeededGenerator(seed: seed)
    let integers = EdgeNumbers.integers
    let small = (1...99).map(String.init) + ["0.01", "0.5", "0.25", "1e-3", "2.5", "7e2"]
    var multiples = 0
    for round in 0..<TestSeed.rounds(12_000) {
      let text = random.pick(EdgeNumbers.spellings(of: integers[round % integers.count]))
      let divisor =
        round % 3 == 0
        ? random.pick(EdgeNumbers.spellings(of: random.pick(integers))) : random.pick(small)
      let isMultiple = PlainDecimal(text).isMultiple(of: PlainDecimal(divisor))
      if isMultiple { multiples += 1 }
      let number = try #require(JSONNumber(divisor))
      #expect(
        try JSONDocument(text).withCursor { $0.isMultiple(0, of: number) } == isMultiple,
        "\(text) \(divisor), seed \(seed)")
    }
    #expect(multiples > 500)
  }

  /// Exponents of up to 18 digits count exactly.
  @Test func largeExponentsAreInOrder() throws {
    var numbers: [JSONNumber] = []
    for exponent in [
      "72057594037927935", "72057594037927936", "720575940379279359", "720575940379279369",
      "800000000000000000", "900000000000000000", "999999999999999998", "999999999999999999",
      "1000000000000000000",
    ] {
      numbers.append(try #require(JSONNumber("1e\(exponent)")))
      numbers.append(try #require(JSONNumber("5e\(exponent)")))
      #expect(JSONNumber("1e000\(exponent)") == JSONNumber("1e\(exponent)"))
    }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    // The same below 1: the larger exponent is the smaller number.
    let small = try stride(from: 0, to: numbers.count, by: 2).map {
      try #require(JSONNumber(numbers[$0].text.replacing("e", with: "e-")))
    }
    #expect(small == small.sorted().reversed() && Set(small).count == small.count)
  }
}
