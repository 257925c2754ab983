@_spi(Engine) @testable import ContractAuthoring
import Testing

@testable import ContractCheck
@_spi(Engine) import JSONTape

@Suite struct TextFormTests {
  @Test(arguments: [
    ("", TextForm.empty), ("2025-03-04T10:00:00.000Z", .isoMilliseconds),
    ("2025-03-04T10:00:00Z", .isoSeconds), ("2025-03-04T10:00:00.5+01:00", .dateTime),
    ("2025-03-04 10:00:00", .mysql), ("2025-03-04", .date), ("10:00", .clock),
    ("123e4567-e89b-12d3-a456-426614174000", .uuid), ("ann@example.com", .email),
    ("https://example.com/a?b", .uri), ("10.0.0.1", .ipv4), ("2025", .digits), ("in_use", .word),
    ("two words", .other), ("a b c", .other), ("\"a b c\"@example.com", .other),
    ("2025-03-04 10:00:00 UTC", .other), ("https://example.com/a b c", .other),
  ])
  func form(text: String, expected: TextForm) {
    let form = text.withByteView(TextForm.of)
    #expect(form == expected)
    // What the short way accepts has no form by the long way.
    #expect(!text.withByteView(TextForm.isProse) || form == .other)
  }

  @Test func proseHasTwoSpacesNearItsStart() {
    let long = String(repeating: "a", count: 63)
    let texts = ["a b c": true, "a b": false, "  ": true, long + "  ": false, "a \(long) b": false]
    for (text, expected) in texts {
      #expect(text.withByteView(TextForm.isProse) == expected, "\(text)")
    }
  }
}
