/// The reason why a text is not a supported YAML document, and the place.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  let reason: Reason

  /// The offset of the first wrong byte.
  package let offset: Int

  /// One clear clause without a capital or a full stop.
  package var message: String { reason.message }

  /// The message with the byte offset.
  public var description: String { "byte \(offset): \(message)" }

  init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  struct Reason: Hashable, Sendable {
    let message: String

    init(_ message: String) {
      self.message = message
    }

    // MARK: The text

    static let empty = Reason(
      "there is no YAML document here, only white space, comments or nothing at all")
    static func invalidUTF8(_ byte: UInt8) -> Reason {
      Reason("the text is not UTF-8: byte \(JSONParseError.hexadecimal(byte)) is not allowed here")
    }
    static let utf16 = Reason("the text is not UTF-8; it looks like UTF-16 or contains NUL bytes")
    static func controlCharacter(_ byte: UInt8) -> Reason {
      Reason("\(JSONParseError.name(byte)) must be written as an escape in double quotes")
    }
    static let unprintable = Reason(
      "a character that is not printable; write it as an escape in double quotes")
    static let directive = Reason(
      "a directive must be `%YAML 1.2` or `%TAG !handle! prefix`, each once")
    static let missingMarker = Reason(
      "directives need a line `---` after them, before the document")
    static let secondDocument = Reason(
      "a second document after the end of the first document; a file has only one document")

    // MARK: Lines

    static let tabIndentation = Reason("a tab in the indentation; YAML indents only with spaces")
    static let extraIndentation = Reason(
      "this line is indented too deep: the value in the line above is already complete")
    static let unmatchedIndentation = Reason(
      "the indentation of this line does not fit any line above")
    static let secondValue = Reason(
      "a second value after the end of the first value; a document has only one value")
    static func trailingContent(_ byte: UInt8) -> Reason {
      Reason(
        "\(JSONParseError.name(byte)) after the end of the value; each entry has a line of its own")
    }
    static let gluedComment = Reason("a comment needs a space before its `#`")
    static func missingSpace(after byte: UInt8) -> Reason {
      Reason(
        "a space is missing after \(byte == UInt8(ascii: ":") ? "the colon" : "an anchor or a tag")"
      )
    }

    // MARK: Collections

    static let nestedMapping = Reason(
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `")
    static let nestedSequence = Reason(
      "a sequence cannot begin here; put its `- ` on the next line")
    static let missingDash = Reason("an entry of a sequence begins with `- `")
    static let dashInMapping = Reason(
      "an entry of a sequence cannot be among the names of a "
        + "mapping")
    static let dashInFlow = Reason("entries in brackets and braces have no `- ` before them")
    static let missingColon = Reason("a colon and a space are missing after a mapping's name")
    static let missingName = Reason("a name is missing before the colon")
    static let longKey = Reason(
      "a name and its colon must be on one line; is this line indented too deeply, or is a colon "
        + "missing above?")
    static let complexKey = Reason(
      "a mapping's name must be a scalar; JSON has no collections as names")
    static func duplicateKey(_ name: String) -> Reason {
      Reason("the name \(JSONWriter.quoted(name)) is in this mapping already")
    }
    static let mergeKey = Reason(
      "`<<` is the merge key of YAML 1.1, which YAML 1.2 does not have; write the properties out")
    static func unclosed(_ bracket: UInt8) -> Reason {
      Reason("\(JSONParseError.name(bracket)) is not closed, or its lines are indented too little")
    }
    static func mismatchedBracket(_ found: UInt8) -> Reason {
      Reason(
        found == "]"
          ? "`]` closes a mapping that was opened with `{`"
          : "`}` closes a sequence that was opened with `[`")
    }
    static func extraBracket(_ bracket: UInt8) -> Reason {
      Reason("\(JSONParseError.name(bracket)) closes nothing")
    }
    static let missingComma = Reason("a comma is missing between this entry and the one before")
    static func missingEntry(before byte: UInt8) -> Reason {
      Reason("an entry is missing before \(JSONParseError.name(byte))")
    }
    static func tooDeep(limit: Int) -> Reason {
      Reason("collections are nested deeper than \(limit)")
    }

    // MARK: Scalars

    static func indicator(_ byte: UInt8) -> Reason {
      Reason("text cannot begin with \(JSONParseError.name(byte)) here; put it in quotes")
    }
    static let unclosedQuote = Reason(
      "the closing quote of this string is missing, or its lines are indented too little")
    static func invalidEscape(_ byte: UInt8) -> Reason {
      Reason(
        "a backslash before \(JSONParseError.name(byte)) is not an escape; write `\\\\`, or use "
          + "single quotes"
      )
    }
    static func invalidHexEscape(digits: Int) -> Reason {
      Reason("this escape needs \(digits) hexadecimal digits")
    }
    static let invalidScalar = Reason("this escape is not a character")
    static let blockHeader = Reason(
      "only an indentation from 1 to 9, `+` or `-` may follow `|` and `>`")
    static let wideEmptyLine = Reason(
      "the empty lines above this line have more spaces than this line, which is the first line of "
        + "the text")
    static func notFinite(_ text: String) -> Reason {
      Reason(
        "`\(text)` cannot be written in JSON, where numbers must be finite; quote it or write "
          + "`null`")
    }
    static let longNumber = Reason(
      "a hexadecimal or octal number has more than \(YAMLCore.digitLimit) digits")
    static let tooLarge = Reason("the document is too large to be checked")

    // MARK: Anchors and tags

    static let missingAnchorName = Reason("the name of an anchor is missing")
    static let secondAnchor = Reason("a value can have only one anchor, but this is the second one")
    static let secondTag = Reason("a value can have only one tag, but this is the second one")
    static func unknownAlias(_ name: String) -> Reason {
      Reason("there is no anchor `&\(name)` before this alias")
    }
    static let gluedAlias = Reason("an alias before a colon needs a space between")
    static let recursiveAlias = Reason(
      "this alias refers to a value that contains the alias "
        + "itself")
    static let propertiesOfAlias = Reason("an alias cannot have an anchor or a tag")
    static let expansion = Reason(
      "aliases make this document longer by more than \(YAMLOutput.copyLimit >> 20) MiB")
    static func unknownTag(_ tag: String) -> Reason {
      Reason(
        "the tag `\(tag)` is not known; YAML's core schema has "
          + "`!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq`")
    }
    static func wrongTag(_ type: String) -> Reason {
      Reason("the value is not a `!!\(type)`")
    }
  }
}
