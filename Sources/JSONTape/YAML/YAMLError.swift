/// Why a text is not a YAML document that can be read, and where.
public struct YAMLError: Error, Hashable, Sendable {
  /// What is wrong.
  public let reason: Reason

  /// The offset of the first byte that is wrong.
  public let offset: Int

  init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// What can be wrong with a text.
  public enum Reason: Hashable, Sendable {
    // MARK: The text

    /// Nothing but white space, comments and markers.
    case empty
    /// Bytes that are not UTF-8; the offset is that of the sequence's first byte.
    case invalidUTF8(UInt8)
    /// Text in UTF-16 or UTF-32.
    case utf16
    /// A control character.
    case controlCharacter(UInt8)
    /// A character outside quotes that can only stand in them.
    case unprintable
    /// A directive that says nothing, or says it twice, or another version than 1.x.
    case directive
    /// A directive without `---` after it.
    case missingMarker
    /// Another document after the first.
    case secondDocument

    // MARK: Lines

    /// A tab where only spaces indent.
    case tabIndentation
    /// A line that is indented deeper than those that it goes on after.
    case extraIndentation
    /// A line whose indentation is that of no open collection.
    case unmatchedIndentation
    /// A second value after the whole of the first.
    case secondValue
    /// Something after a finished value on its line.
    case trailingContent(UInt8)
    /// A `#` without a space before it.
    case gluedComment
    /// No space after a character that needs one.
    case missingSpace(after: UInt8)

    // MARK: Collections

    /// A name and a colon where no mapping can begin: `a: b: c`.
    case nestedMapping
    /// A `- ` where no sequence can begin.
    case nestedSequence
    /// A line among a sequence's entries that does not begin with `- `.
    case missingDash
    /// A `- ` among a mapping's names.
    case dashInMapping
    /// A `- ` in brackets or braces.
    case dashInFlow
    /// A name without its colon.
    case missingColon
    /// A colon without a name before it.
    case missingName
    /// A name over several lines, or away from its colon.
    case longKey
    /// A collection as a name.
    case complexKey
    /// A name that its mapping has already; the offset is the second's.
    case duplicateKey(String)
    /// YAML 1.1's `<<`.
    case mergeKey
    /// A bracket or a brace that is not closed.
    case unclosed(UInt8)
    /// The closing bracket of the other kind.
    case mismatchedBracket(UInt8)
    /// A closing bracket with nothing open.
    case extraBracket(UInt8)
    /// Two entries with no comma between.
    case missingComma
    /// A comma with no entry before it.
    case missingEntry(before: UInt8)
    /// Collections nested deeper than the limit.
    case tooDeep(limit: Int)

    // MARK: Scalars

    /// A character that cannot begin a plain scalar.
    case indicator(UInt8)
    /// A string whose closing quote is missing.
    case unclosedQuote
    /// A backslash before a byte that makes no escape; the offset is that byte's.
    case invalidEscape(UInt8)
    /// Not as many hexadecimal digits as the escape takes.
    case invalidHexEscape(digits: Int)
    /// An escape of what is no character.
    case invalidScalar
    /// What cannot follow `|` or `>`.
    case blockHeader
    /// Empty lines with more spaces than the text after them begins with.
    case wideEmptyLine
    /// `.inf` or `.nan`.
    case notFinite(String)
    /// An octal or hexadecimal number past the limit.
    case longNumber
    /// More than a tape can hold.
    case tooLarge

    // MARK: Anchors and tags

    /// `&` or `*` without a name.
    case missingAnchorName
    case secondAnchor
    case secondTag
    /// An alias of no anchor before it.
    case unknownAlias(String)
    /// An alias with its colon right behind.
    case gluedAlias
    /// An alias inside of what it stands for.
    case recursiveAlias
    /// An alias with an anchor or a tag of its own.
    case propertiesOfAlias
    /// Aliases that make the document longer than is allowed.
    case expansion
    /// A tag that is not of the core schema.
    case unknownTag(String)
    /// A core tag at another kind of value.
    case wrongTag(String)
  }
}

extension YAMLError: CustomStringConvertible {
  /// One clear clause without a capital or a full stop.
  public var message: String {
    switch reason {
    case .empty:
      "there is no YAML document here, only white space, comments or nothing at all"
    case .invalidUTF8(let byte):
      "the text is not UTF-8: byte \(JSONParseError.hexadecimal(byte)) cannot stand here"
    case .utf16:
      "the text is not UTF-8; it looks like UTF-16 or holds NUL bytes"
    case .controlCharacter(let byte):
      "\(JSONParseError.name(byte)) must be written as an escape in double quotes"
    case .unprintable:
      "a character that is not printable; write it as an escape in double quotes"
    case .directive:
      "a directive must be `%YAML 1.2` or `%TAG !handle! prefix`, each once"
    case .missingMarker:
      "directives need a line `---` after them, before the document"
    case .secondDocument:
      "a second document after the end of the first; a file holds one"
    case .tabIndentation:
      "a tab in the indentation; YAML indents with spaces alone"
    case .extraIndentation:
      "this line is indented deeper than the one that it follows, which is finished"
    case .unmatchedIndentation:
      "the indentation of this line matches no line above that it could belong with"
    case .secondValue:
      "a second value after the end of the first; a document holds one"
    case .trailingContent(let byte):
      "\(JSONParseError.name(byte)) after the end of the value; each entry has a line of its own"
    case .gluedComment:
      "a comment needs a space before its `#`"
    case .missingSpace(let byte):
      "a space is missing after \(byte == UInt8(ascii: ":") ? "the colon" : "an anchor or a tag")"
    case .nestedMapping:
      "a mapping cannot begin here; put it on the next line, or quote the text that holds `: `"
    case .nestedSequence:
      "a sequence cannot begin here; put its `- ` on the next line"
    case .missingDash:
      "an entry of a sequence begins with `- `"
    case .dashInMapping:
      "an entry of a sequence among the names of a mapping"
    case .dashInFlow:
      "entries in brackets and braces have no `- ` before them"
    case .missingColon:
      "a colon and a space are missing after a mapping's name"
    case .missingName:
      "a name is missing before the colon"
    case .longKey:
      "a name and its colon must be on one line; is this line indented too deeply, or is a colon "
        + "missing above?"
    case .complexKey:
      "a mapping's name must be a scalar; JSON has no collections as names"
    case .duplicateKey(let name):
      "the name \(JSONWriter.quoted(name)) is in this mapping already"
    case .mergeKey:
      "`<<` is the merge key of YAML 1.1, which YAML 1.2 does not have; write the members out"
    case .unclosed(let bracket):
      "\(JSONParseError.name(bracket)) is not closed, or its lines are indented too little"
    case .mismatchedBracket(let found):
      found == UInt8(ascii: "]")
        ? "`]` closes a mapping that was opened with `{`"
        : "`}` closes a sequence that was opened with `[`"
    case .extraBracket(let bracket):
      "\(JSONParseError.name(bracket)) closes nothing"
    case .missingComma:
      "a comma is missing between this entry and the one before"
    case .missingEntry(let byte):
      "an entry is missing before \(JSONParseError.name(byte))"
    case .tooDeep(let limit):
      "collections are nested deeper than \(limit)"
    case .indicator(let byte):
      "text cannot begin with \(JSONParseError.name(byte)) here; put it in quotes"
    case .unclosedQuote:
      "the closing quote of this string is missing, or its lines are indented too little"
    case .invalidEscape(let byte):
      "a backslash before \(JSONParseError.name(byte)) is no escape; write `\\\\`, or use single quotes"
    case .invalidHexEscape(let digits):
      "this escape needs \(digits) hexadecimal digits"
    case .invalidScalar:
      "this escape stands for no character"
    case .blockHeader:
      "`|` and `>` are followed by an indentation from 1 to 9, `+` or `-`, and nothing else"
    case .wideEmptyLine:
      "empty lines above have more spaces than this line, the first of the text"
    case .notFinite(let text):
      "`\(text)` has no JSON; numbers are finite, quote it or write `null`"
    case .longNumber:
      "a hexadecimal or octal number of more than \(YAMLCore.digitLimit) digits"
    case .tooLarge:
      "the document is too large to be checked"
    case .missingAnchorName:
      "the name of an anchor is missing"
    case .secondAnchor:
      "a value has one anchor, and this is its second"
    case .secondTag:
      "a value has one tag, and this is its second"
    case .unknownAlias(let name):
      "there is no anchor `&\(name)` before this alias"
    case .gluedAlias:
      "an alias before a colon needs a space between"
    case .recursiveAlias:
      "this alias is inside the value that it stands for"
    case .propertiesOfAlias:
      "an alias has no anchor or tag of its own"
    case .expansion:
      "aliases make this document longer by more than \(YAMLOutput.copyLimit >> 20) MiB"
    case .unknownTag(let tag):
      "the tag `\(tag)` is not known; YAML's core schema has "
        + "`!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq`"
    case .wrongTag(let type):
      "the value is no `!!\(type)`"
    }
  }

  /// The message with the byte offset.
  public var description: String { "byte \(offset): \(message)" }
}
