/// The reason why a text is not JSON, and the place.
public struct JSONParseError: Error, Hashable, Sendable {
  /// The reason.
  public let reason: Reason

  /// The offset of the wrong byte in the input. If the text ends too early, the offset is the
  /// number of bytes of the input.
  public let offset: Int

  /// Creates an error with a reason at a byte.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Whether the only mistake is that the text ends too early.
  public var isTruncation: Bool {
    switch reason {
    case .empty, .unexpectedEnd: true
    default: false
    }
  }

  /// Why a text is not JSON.
  public enum Reason: Hashable, Sendable {
    /// The text is only white space.
    case empty
    /// The text ends inside this part.
    case unexpectedEnd(in: Place)
    /// A byte is unexpected, and there is no more specific reason.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A comma comes before this closing bracket.
    case trailingComma(before: UInt8)
    /// Two elements or properties have no comma between them. The offset is the start of the second
    /// element or property.
    case missingComma(in: Place)
    /// A name has no colon after it.
    case missingColon
    /// A comma, colon or bracket is in the place of a value.
    case missingValue(before: UInt8)
    /// A colon comes after an array's element.
    case colonInArray
    /// The closing bracket has the wrong kind, such as `]` for `{`.
    case mismatchedBracket(UInt8)
    /// There is a closing bracket, but no open one.
    case extraBracket(UInt8)
    /// A string in single quotes.
    case singleQuotes
    /// A string in typographic quotes.
    case curlyQuotes
    /// A property name without quotes.
    case unquotedKey(String)
    /// A number, array or object is in the place of a property's name.
    case keyNotString
    /// A comment.
    case comment
    /// A line that git writes into a file with a merge conflict, such as `<<<<<<< HEAD`.
    case conflictMark
    /// An unknown word such as `NaN`, `undefined` or `True`.
    case unknownWord(String)
    /// A second value follows the document's value.
    case secondValue
    /// Another byte follows the document's value.
    case trailingContent(UInt8)
    /// A byte below 0x20 inside a string.
    case controlCharacter(UInt8)
    /// The byte after a backslash forms no valid escape. The offset is the place of this byte.
    case invalidEscape(UInt8)
    /// `\u` has fewer than four hexadecimal digits. The offset is the place of the first byte that
    /// is not a digit.
    case invalidUnicodeEscape
    /// Some bytes are not UTF-8. The offset is the place of the first of these bytes.
    case invalidUTF8(UInt8)
    /// The text is in UTF-16 or UTF-32.
    case utf16
    /// A number that JSON does not allow.
    case invalidNumber(NumberFault)
    /// Arrays and objects are nested deeper than the limit. The offset is the place of the bracket.
    case tooDeep(limit: Int)
    /// A part is longer than a tape allows.
    case tooLarge(Place)
  }

  /// A part of a text.
  public enum Place: String, Sendable {
    case document = "the document"
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case literal = "`true`, `false` or `null`"
  }

  /// What the parser expects at a byte.
  public enum Expectation: String, Sendable {
    case value = "a value"
    case key = "a property name in double quotes"
    case colon = "a colon"
    case commaOrBrace = "a comma or `}`"
    case commaOrBracket = "a comma or `]`"
  }

  /// What is wrong in a number.
  public enum NumberFault: Hashable, Sendable {
    case leadingZero, plusSign, leadingPoint, missingDigits, missingFraction, missingExponent
    case hexadecimal
    case strayLetter(UInt8)
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The message. The message begins with a small letter and has no full stop.
  public var message: String {
    switch reason {
    case .empty:
      "there is no JSON here, only white space or nothing at all"
    case .unexpectedEnd(let place):
      "the text ends inside \(place.rawValue); it may have been cut off"
    case .unexpectedByte(let byte, let expected):
      "\(Self.name(byte)) in place of \(expected.rawValue)"
    case .trailingComma(let bracket):
      "trailing comma before \(Self.name(bracket)); JSON allows none"
    case .missingComma(.object):
      "a comma is missing between this property and the one before"
    case .missingComma:
      "a comma is missing between this element and the one before"
    case .missingColon:
      "a colon is missing between a property name and its value"
    case .missingValue(let byte):
      "a value is missing before \(Self.name(byte))"
    case .colonInArray:
      "a colon inside an array; name and value pairs need an object in `{` and `}`"
    case .mismatchedBracket(UInt8(ascii: "]")):
      "`]` closes an object that was opened with `{`"
    case .mismatchedBracket:
      "`}` closes an array that was opened with `[`"
    case .extraBracket(let bracket):
      "\(Self.name(bracket)) closes nothing; the document's value is already complete"
    case .singleQuotes:
      "strings need double quotes, not single quotes"
    case .curlyQuotes:
      "strings need straight double quotes, not typographic quotes"
    case .unquotedKey(let name):
      "property names need double quotes: write `\"\(name)\"`"
    case .keyNotString:
      "a property name must be a string in double quotes"
    case .comment:
      "comments are not JSON"
    case .conflictMark:
      "git wrote this line for a merge conflict; resolve the conflict"
    case .unknownWord(let word):
      Self.explanation(word)
    case .secondValue:
      "a second value after the end of the first value; a document has only one value"
    case .trailingContent(let byte):
      "\(Self.name(byte)) after the end of the document's value"
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      "a line break inside a string: the closing quote is missing, or it must be written `\\n`"
    case .controlCharacter(0x09):
      "a tab inside a string must be written `\\t`"
    case .controlCharacter(let byte):
      "control character \(Self.hexadecimal(byte)) inside a string must be written as an escape"
    case .invalidEscape(let byte):
      byte == "'"
        ? "`\\'` is not a JSON escape; write a single quote without a backslash"
        : "a backslash before \(Self.name(byte)) is not a JSON escape; write `\\\\` for a backslash"
    case .invalidUnicodeEscape:
      "`\\u` needs four hexadecimal digits"
    case .invalidUTF8(let byte):
      "the text is not UTF-8: byte \(Self.hexadecimal(byte)) is not allowed here"
    case .utf16:
      "the text is not UTF-8; it looks like UTF-16 or contains NUL bytes"
    case .invalidNumber(let fault):
      fault.message
    case .tooDeep(let limit):
      "arrays and objects are nested deeper than \(limit)"
    case .tooLarge(let place):
      "\(place.rawValue) is too large to be checked"
    }
  }

  /// The message with the byte offset.
  public var description: String { "byte \(offset): \(message)" }

  private static func explanation(_ word: String) -> String {
    switch word.lowercased() {
    case "nan", "-nan", "infinity", "-infinity", "inf", "-inf":
      "`\(word)` is not JSON; numbers must be finite: write `null` or remove the property"
    case "undefined":
      "`\(word)` is not JSON; write `null` or remove the property"
    case "none", "nil":
      "`\(word)` is not JSON; write `null`"
    case "null", "true", "false":
      "`\(word)` is not JSON; write `\(word.lowercased())` in lower case"
    case let text where literal(near: text) != nil:
      "`\(word)` is not JSON; did you mean `\(literal(near: text) ?? "")`?"
    default:
      // An unknown word may be a secret, so long words and words with digits are not quoted.
      word.utf8.count > 8 || word.utf8.contains { 0x30...0x39 ~= $0 }
        ? "text without quotes is not JSON; strings need double quotes"
        : "`\(word)` is not JSON; strings need double quotes"
    }
  }

  /// The literal that is similar to a word in lower case. The word has one letter more or less than
  /// the literal, or the same letters in another order. Nil if there is no such literal.
  private static func literal(near word: String) -> String? {
    ["null", "true", "false"].first { literal in
      guard word.first == literal.first, abs(word.count - literal.count) <= 1 else { return false }
      let difference = Array(word).sorted().difference(from: Array(literal).sorted())
      return difference.count <= 1
    }
  }

  static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x60: "a backtick"
    case 0x21...0x7E: "`\(Character(Unicode.Scalar(byte)))`"
    case 0x20: "a space"
    case 0x09: "a tab"
    case 0x0A, 0x0D: "a line break"
    case 0x80...: "a character that is not ASCII"
    default: "control character \(hexadecimal(byte))"
    }
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension JSONParseError.NumberFault {
  fileprivate var message: String {
    switch self {
    case .leadingZero: "a number must not have a leading zero"
    case .plusSign: "a number must not have a plus sign"
    case .leadingPoint: "a number needs a digit before the decimal point"
    case .missingDigits: "a minus sign needs digits after it"
    case .missingFraction: "a number needs a digit after the decimal point"
    case .missingExponent: "a number needs digits in its exponent"
    case .hexadecimal: "hexadecimal numbers are not JSON"
    case .strayLetter(let byte) where byte == "_":
      "a number must not have `_` between its digits"
    case .strayLetter: "a number ends in a letter; strings need double quotes"
    }
  }
}
