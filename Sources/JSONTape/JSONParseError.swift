/// Why a text is not JSON, and where.
public struct JSONParseError: Error, Hashable, Sendable {
  /// What is wrong.
  public let reason: Reason

  /// The byte at fault, counted from the start of the given bytes; the number of bytes when the text
  /// ends too soon.
  public let offset: Int

  /// An error of this kind at this byte.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether the text is right as far as it goes, and only ends too soon.
  public var isTruncation: Bool {
    switch reason {
    case .empty, .unexpectedEnd: true
    default: false
    }
  }

  /// What can be wrong with a text.
  public enum Reason: Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// The text ends inside something.
    case unexpectedEnd(in: Place)
    /// A byte that nothing more particular is known of.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The last comma of an array or object; the bracket is the one that follows.
    case trailingComma(before: UInt8)
    /// Two elements or members with no comma between; the offset is the second's.
    case missingComma(in: Place)
    /// A name with no colon after it.
    case missingColon
    /// A comma, colon or bracket where a value should stand.
    case missingValue(before: UInt8)
    /// A colon after an array's element.
    case colonInArray
    /// The closing bracket of the other kind.
    case mismatchedBracket(UInt8)
    /// A closing bracket with nothing open.
    case extraBracket(UInt8)
    /// A string in single quotes.
    case singleQuotes
    /// A string in typographic quotes.
    case curlyQuotes
    /// A member name without quotes.
    case unquotedKey(String)
    /// A number, array or object where a member name should stand.
    case keyNotString
    /// A comment.
    case comment
    /// `NaN`, `undefined`, `True` and the like.
    case unknownWord(String)
    /// Another value after the document's one.
    case secondValue
    /// Something else after the document's value.
    case trailingContent(UInt8)
    /// A byte below 0x20 inside a string.
    case controlCharacter(UInt8)
    /// A backslash before a byte that makes no escape; the offset is that byte's.
    case invalidEscape(UInt8)
    /// `\u` without four hexadecimal digits; the offset is that of the first byte that is none.
    case invalidUnicodeEscape
    /// Bytes that are not UTF-8; the offset is that of the sequence's first byte.
    case invalidUTF8(UInt8)
    /// Text in UTF-16 or UTF-32.
    case utf16
    /// A number that JSON does not allow.
    case invalidNumber(NumberFault)
    /// Arrays and objects nested deeper than the limit; the offset is that of the bracket.
    case tooDeep(limit: Int)
    /// Something longer than a tape can hold.
    case tooLarge(Place)
  }

  /// Where in a text something is.
  public enum Place: Hashable, Sendable {
    case document, object, array, string, number, literal
  }

  /// What could have stood at a byte.
  public enum Expectation: Hashable, Sendable {
    case value, key, colon, commaOrBrace, commaOrBracket
  }

  /// What can be wrong with a number.
  public enum NumberFault: Hashable, Sendable {
    case leadingZero, plusSign, leadingPoint, missingDigits, missingFraction, missingExponent
    case hexadecimal
    case strayLetter(UInt8)
  }
}
