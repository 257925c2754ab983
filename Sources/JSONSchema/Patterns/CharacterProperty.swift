/// The property classes `\p{…}` of ECMA-262, section 22.2.1, tables 66 to 69. Categories and binary
/// properties are from the standard library and its Unicode version. Scripts are from ``Script``.
enum CharacterProperty {
  enum Lookup {
    case known(ScalarSet)
    /// The property exists, but the standard library cannot list the characters with this property.
    case unsupported
    case unknown
  }

  /// The characters of `Name` or `Name=Value`. Spelling and case must be exact, as in the standard.
  static func set(named text: String) -> Lookup {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      if let set = category(text) { return .known(set) }
      if let matches = predicate(text) { return .known(characters { matches($0.properties) }) }
      switch text {
      case "Any": return .known(.all)
      case "ASCII": return .known(ScalarSet(0...0x7F))
      case "Assigned": return category("Cn").map { .known($0.inverted) } ?? .unknown
      case "Regional_Indicator", "RI": return .known(ScalarSet(0x1F1E6...0x1F1FF))
      case "Extended_Pictographic", "ExtPict", "Pattern_Syntax", "Pat_Syn":
        return .unsupported
      default: return .unknown
      }
    }
    switch parts[0] {
    case "General_Category", "gc":
      return category(String(parts[1])).map { .known($0) } ?? .unknown
    case "Script", "sc": return script(parts[1], \.set)
    case "Script_Extensions", "scx": return script(parts[1], \.extendedSet)
    default: return .unknown
    }
  }

  private static func script(_ name: Substring, _ set: (Script) -> ScalarSet) -> Lookup {
    if let script = Script.named[name] { return .known(set(script)) }
    // Nobody knows whether another name is a script. Only its form can be checked.
    return name.first?.isUppercase == true ? .unsupported : .unknown
  }

  private static func characters(where matches: (Unicode.Scalar) -> Bool) -> ScalarSet {
    var set = ScalarSet()
    forEachStretch { scalar, range in
      if matches(scalar) { set.append(range) }
    }
    return set
  }

  /// Calls `body` with characters in order, each with a range of code points that have its
  /// properties. Planes 4 to 13 and most of plane 14 are empty, and planes 15 and 16 are uniform,
  /// except for the noncharacters at their ends.
  static func forEachStretch(_ body: (Unicode.Scalar, ScalarSet.Range) -> Void) {
    func each(_ range: ScalarSet.Range) {
      for value in range {
        if let scalar = Unicode.Scalar(value) { body(scalar, value...value) }
      }
    }
    each(0...0x3FFFF)
    for plane in UInt32(4)...16 {
      var start = plane << 16
      let end = start + 0xFFFD
      if plane == 14 {
        each(start...(start + 0xFFF))
        start += 0x1000
      }
      if let scalar = Unicode.Scalar(start) { body(scalar, start...end) }
      each((end + 1)...(end + 2))
    }
  }

  /// The test for a binary property with a long or short name.
  private static func predicate(_ name: String) -> ((Unicode.Scalar.Properties) -> Bool)? {
    switch name {
    case "ASCII_Hex_Digit", "AHex": \.isASCIIHexDigit
    case "Alphabetic", "Alpha": \.isAlphabetic
    case "Bidi_Control", "Bidi_C": \.isBidiControl
    case "Bidi_Mirrored", "Bidi_M": \.isBidiMirrored
    case "Case_Ignorable", "CI": \.isCaseIgnorable
    case "Cased": \.isCased
    case "Changes_When_Casefolded", "CWCF": \.changesWhenCaseFolded
    case "Changes_When_Casemapped", "CWCM": \.changesWhenCaseMapped
    case "Changes_When_Lowercased", "CWL": \.changesWhenLowercased
    case "Changes_When_NFKC_Casefolded", "CWKCF": \.changesWhenNFKCCaseFolded
    case "Changes_When_Titlecased", "CWT": \.changesWhenTitlecased
    case "Changes_When_Uppercased", "CWU": \.changesWhenUppercased
    case "Dash": \.isDash
    case "Default_Ignorable_Code_Point", "DI": \.isDefaultIgnorableCodePoint
    case "Deprecated", "Dep": \.isDeprecated
    case "Diacritic", "Dia": \.isDiacritic
    case "Emoji": \.isEmoji
    case "Emoji_Modifier", "EMod": \.isEmojiModifier
    case "Emoji_Modifier_Base", "EBase": \.isEmojiModifierBase
    case "Emoji_Presentation", "EPres": \.isEmojiPresentation
    case "Extender", "Ext": \.isExtender
    case "Grapheme_Base", "Gr_Base": \.isGraphemeBase
    case "Grapheme_Extend", "Gr_Ext": \.isGraphemeExtend
    case "Hex_Digit", "Hex": \.isHexDigit
    case "IDS_Binary_Operator", "IDSB": \.isIDSBinaryOperator
    case "IDS_Trinary_Operator", "IDST": \.isIDSTrinaryOperator
    case "ID_Continue", "IDC": \.isIDContinue
    case "ID_Start", "IDS": \.isIDStart
    case "Ideographic", "Ideo": \.isIdeographic
    case "Join_Control", "Join_C": \.isJoinControl
    case "Logical_Order_Exception", "LOE": \.isLogicalOrderException
    case "Lowercase", "Lower": \.isLowercase
    case "Math": \.isMath
    case "Noncharacter_Code_Point", "NChar": \.isNoncharacterCodePoint
    case "Pattern_White_Space", "Pat_WS": \.isPatternWhitespace
    case "Quotation_Mark", "QMark": \.isQuotationMark
    case "Radical": \.isRadical
    case "Sentence_Terminal", "STerm": \.isSentenceTerminal
    case "Soft_Dotted", "SD": \.isSoftDotted
    case "Terminal_Punctuation", "Term": \.isTerminalPunctuation
    case "Unified_Ideograph", "UIdeo": \.isUnifiedIdeograph
    case "Uppercase", "Upper": \.isUppercase
    case "Variation_Selector", "VS": \.isVariationSelector
    case "White_Space", "space": \.isWhitespace
    case "XID_Continue", "XIDC": \.isXIDContinue
    case "XID_Start", "XIDS": \.isXIDStart
    default: nil
    }
  }
}

extension CharacterProperty {
  /// The characters of a general category, or of a group of categories, by any of its names.
  static func category(_ name: String) -> ScalarSet? {
    guard let group = categories(name) else { return nil }
    return ScalarSet(runs.lazy.filter { group.contains($0.category) }.map(\.range))
  }

  /// The runs of neighbouring characters with the same category, for all of Unicode. They are
  /// computed once in a process.
  private static let runs: [(range: ScalarSet.Range, category: Unicode.GeneralCategory)] = {
    var runs: [(range: ScalarSet.Range, category: Unicode.GeneralCategory)] = []
    forEachStretch { scalar, range in
      let category = scalar.properties.generalCategory
      if let last = runs.last, last.category == category,
        last.range.upperBound + 1 == range.lowerBound
      {
        runs[runs.count - 1].range = last.range.lowerBound...range.upperBound
      } else {
        runs.append((range, category))
      }
    }
    return runs
  }()

  private static func categories(_ name: String) -> Set<Unicode.GeneralCategory>? {
    switch name {
    case "L", "Letter":
      [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
    case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    case "Lu", "Uppercase_Letter": [.uppercaseLetter]
    case "Ll", "Lowercase_Letter": [.lowercaseLetter]
    case "Lt", "Titlecase_Letter": [.titlecaseLetter]
    case "Lm", "Modifier_Letter": [.modifierLetter]
    case "Lo", "Other_Letter": [.otherLetter]
    case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
    case "Mn", "Nonspacing_Mark": [.nonspacingMark]
    case "Mc", "Spacing_Mark": [.spacingMark]
    case "Me", "Enclosing_Mark": [.enclosingMark]
    case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
    case "Nd", "Decimal_Number", "digit": [.decimalNumber]
    case "Nl", "Letter_Number": [.letterNumber]
    case "No", "Other_Number": [.otherNumber]
    case "P", "Punctuation", "punct":
      [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation,
      ]
    case "Pc", "Connector_Punctuation": [.connectorPunctuation]
    case "Pd", "Dash_Punctuation": [.dashPunctuation]
    case "Ps", "Open_Punctuation": [.openPunctuation]
    case "Pe", "Close_Punctuation": [.closePunctuation]
    case "Pi", "Initial_Punctuation": [.initialPunctuation]
    case "Pf", "Final_Punctuation": [.finalPunctuation]
    case "Po", "Other_Punctuation": [.otherPunctuation]
    case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    case "Sm", "Math_Symbol": [.mathSymbol]
    case "Sc", "Currency_Symbol": [.currencySymbol]
    case "Sk", "Modifier_Symbol": [.modifierSymbol]
    case "So", "Other_Symbol": [.otherSymbol]
    case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    case "Zs", "Space_Separator": [.spaceSeparator]
    case "Zl", "Line_Separator": [.lineSeparator]
    case "Zp", "Paragraph_Separator": [.paragraphSeparator]
    case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
    case "Cc", "Control", "cntrl": [.control]
    case "Cf", "Format": [.format]
    case "Cs", "Surrogate": [.surrogate]
    case "Co", "Private_Use": [.privateUse]
    case "Cn", "Unassigned": [.unassigned]
    default: nil
    }
  }
}
