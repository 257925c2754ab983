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
