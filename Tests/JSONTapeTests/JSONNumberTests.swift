@_spi(Engine) import JSONTape
import TestSupport
import Testing

struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(text))
  }

  @Test(arguments: [
    ["0", "-0", "0.0", "0e999999999999999999999", "-0.000E-7"],
    ["1", "1.0", "10e-1", "0.1e1", "1000000000000000000000000e-24", "1E+0"],
    ["-2.5", "-25e-1", "-0.0025E3"],
    ["9007199254740993", "9007199254740993.000", "9.007199254740993e15"],
    ["123456789012345678901234567890", "1.2345678901234567890123456789e29"],
    ["12345678901234567890.50", "123456789012345678905e-1"],
    ["1e400000000000", "10e399999999999", "0.1e400000000001"],
    ["1e-400000000000", "0.01e-399999999998"],
  ])
  func equalByValue(_ spellings: [String]) throws {
    let first = try number(spellings[0])
    for spelling in spellings {
      let other = try number(spelling)
      #expect(first == other)
      #expect(first.hashValue == other.hashValue)
      #expect(!(first < other) && !(other < first))
      #expect(other.description == spelling)
    }
  }

  @Test func inOrder() throws {
    let ascending = [
      "-1e400000000000", "-123456789012345678901234567891", "-123456789012345678901234567890",
      "-9007199254740993", "-9007199254740992", "-10", "-9.99", "-1", "-0.1",
      "-1e-400000000000", "0", "1e-400000000000", "1e-99", "0.0999", "0.1",
      "0.10000000000000000001",
      "0.2", "1", "1.5", "2", "10", "9007199254740992", "9007199254740992.5", "9007199254740993",
      "18446744073709551615", "18446744073709551616", "123456789012345678901234567890",
      "123456789012345678901234567890.1", "123456789012345678901234567891", "1e30", "1e308",
      "2e308",
      "1e400000000000", "2e400000000000",
    ]
    let numbers = try ascending.map { try number($0) }
    for (i, left) in numbers.enumerated() {
      for (j, right) in numbers.enumerated() {
        #expect((left < right) == (i < j), "\(left) < \(right)")
        #expect((left == right) == (i == j), "\(left) == \(right)")
      }
    }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test(arguments: [
    ("19.99", "0.01", true), ("19.995", "0.01", false), ("0.3", "0.1", true),
    ("4.35", "0.01", true), ("1e308", "0.5", true), ("12391239123", "1e-8", true),
    ("1e308", "0.123456789", false), ("1e-400000000000", "1e400000000000", false),
    ("1e400000000000", "1e-400000000000", true), ("1e400000000000", "7", false),
    ("1e400000000000", "8", true), ("7e400000000000", "7", true), ("0", "7", true),
    ("0e5", "1e-9", true), ("7", "0", false), ("-9", "3", true), ("9", "-3", true),
    ("10", "4", false), ("100", "4", true), ("1e63", "9223372036854775808", true),
    ("1e62", "9223372036854775808", false), ("1e64", "1e63", true), ("1e63", "1e64", false),
    ("18446744073709551615", "18446744073709551615", true),
    ("18446744073709551614", "18446744073709551615", false),
    ("340282366920938463463374607431768211456", "18446744073709551616", true),
    ("340282366920938463463374607431768211457", "18446744073709551616", false),
    ("340282366920938463463374607431768211456", "4294967296", true),
    ("340282366920938463463374607431768211456", "3", false),
    (
      "15241578753238836750495351562536198787501905199875019052100",
      "123456789012345678901234567890", true
    ),
    (
      "15241578753238836750495351562536198787501905199875019052101",
      "123456789012345678901234567890", false
    ),
    ("1e200", "18446744073709551616", true), ("1e63", "18446744073709551616", false),
    ("1e64", "18446744073709551616", true), ("1", "123456789012345678901234567890", false),
    ("0.000000000000000000000000000123456789012345678901234567890", "1e-56", true),
    ("5", "5", true), ("35", "9", false), ("99999999999999999999999999999999", "9", true),
  ])
  func multiples(_ value: String, _ divisor: String, _ isMultiple: Bool) throws {
    let value = try number(value)
    let divisor = try number(divisor)
    #expect(value.isMultiple(of: divisor) == isMultiple)
    let document = try JSONDocument(value.text)
    document.withCursor { cursor in
      #expect(cursor.isMultiple(0, of: divisor) == isMultiple)
      #expect(cursor.compare(0, to: divisor) == (value < divisor ? -1 : divisor < value ? 1 : 0))
    }
  }

  @Test func multiplesOfRandomNumbers() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let divisor = Int.random(in: 1...Int.max >> Int.random(in: 0...62), using: &random)
      let factor = Int.random(in: 0...Int.max >> Int.random(in: 0...62), using: &random)
      let product = divisor.multipliedFullWidth(by: factor)
      guard product.high == 0, product.low < 1 << 60 else { continue }
      let value = Int(product.low)
      let scale = Int.random(in: -30...30, using: &random)
      let scaled = try number("\(divisor)e\(scale)")
      #expect(try number("\(value)e\(scale)").isMultiple(of: scaled))
      #expect(
        try number("\(value + 1)e\(scale)").isMultiple(of: scaled) == ((value + 1) % divisor == 0))
    }
  }

  @Test(
    arguments: [
      ("1.0", 1), ("-1e2", -100), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min), ("-9.223372036854775808e18", Int.min), ("0e99", 0),
      ("-0", 0),
    ] as [(String, Int)])
  func integers(_ text: String, _ value: Int) throws {
    #expect(try number(text).int == value)
    #expect(try number(text).isInteger)
    #expect(try number(text) == JSONNumber(value))
    #expect(try JSONDocument(text).root.int == value)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "1e19", "1e400000000000",
    "100000000000000000000",
    "123456789012345678901",
  ])
  func integersOutOfRange(_ text: String) throws {
    #expect(try number(text).isInteger)
    #expect(try number(text).int == nil)
  }

  @Test(arguments: ["1.5", "1e-1", "1e-400000000000", "12345678901234567890.5", "-0.1"])
  func fractions(_ text: String) throws {
    #expect(try !number(text).isInteger)
    #expect(try number(text).int == nil)
    #expect(try JSONDocument(text).withCursor { !$0.isInteger(0) })
  }

  @Test(arguments: [
    "", "-", "01", "1.", ".5", "+1", "1e", "1 ", " 1", "NaN", "0x1", "1,2", "1\0", "٣",
  ])
  func notNumbers(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test func hugeTokensCostLittle() throws {
    let digits = String(repeating: "9", count: 200_000)
    let big = try number(digits)
    #expect(big.isMultiple(of: JSONNumber(9)))
    #expect(try !big.isMultiple(of: number("1000000000000000000000007")))
    #expect(try number("1e" + digits).isInteger)
    #expect(try number("0." + String(repeating: "0", count: 200_000) + "1") > JSONNumber(0))
    #expect(try number("1" + String(repeating: "0", count: 200_000)) == number("1e200000"))
  }
}
