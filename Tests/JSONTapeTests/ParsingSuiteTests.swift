import JSONTape
import Testing

/// Skipped where the suite's files are not at hand; see `ParsingSuite`.
@Suite(.enabled(if: ParsingSuite.isPresent, "the JSON parsing suite is not at hand"))
struct ParsingSuiteTests {
  /// What RFC 8259 leaves open, decided here: numbers of any size are exact, lone surrogate escapes
  /// pass, and text is UTF-8 and nothing else.
  static let decisions: [String: Bool] = [
    "i_number_double_huge_neg_exp.json": true,
    "i_number_huge_exp.json": true,
    "i_number_neg_int_huge_exp.json": true,
    "i_number_pos_double_huge_exp.json": true,
    "i_number_real_neg_overflow.json": true,
    "i_number_real_pos_overflow.json": true,
    "i_number_real_underflow.json": true,
    "i_number_too_big_neg_int.json": true,
    "i_number_too_big_pos_int.json": true,
    "i_number_very_big_negative_int.json": true,
    "i_object_key_lone_2nd_surrogate.json": true,
    "i_string_1st_surrogate_but_2nd_missing.json": true,
    "i_string_1st_valid_surrogate_2nd_invalid.json": true,
    "i_string_incomplete_surrogate_and_escape_valid.json": true,
    "i_string_incomplete_surrogate_pair.json": true,
    "i_string_incomplete_surrogates_escape_valid.json": true,
    "i_string_invalid_lonely_surrogate.json": true,
    "i_string_invalid_surrogate.json": true,
    "i_string_inverted_surrogates_U+1D11E.json": true,
    "i_string_lone_second_surrogate.json": true,
    "i_string_UTF-16LE_with_BOM.json": false,
    "i_string_UTF-8_invalid_sequence.json": false,
    "i_string_UTF8_surrogate_U+D800.json": false,
    "i_string_invalid_utf-8.json": false,
    "i_string_iso_latin_1.json": false,
    "i_string_lone_utf8_continuation_byte.json": false,
    "i_string_not_in_unicode_range.json": false,
    "i_string_overlong_sequence_2_bytes.json": false,
    "i_string_overlong_sequence_6_bytes.json": false,
    "i_string_overlong_sequence_6_bytes_null.json": false,
    "i_string_truncated-utf-8.json": false,
    "i_string_utf16BE_no_BOM.json": false,
    "i_string_utf16LE_no_BOM.json": false,
    "i_structure_500_nested_arrays.json": true,
    "i_structure_UTF-8_BOM_empty_object.json": true,
  ]

  @Test func isComplete() {
    let names = Set(ParsingSuite.files.map(\.name))
    #expect(names.count == 318)
    #expect(names.filter { $0.hasPrefix("i_") } == Set(Self.decisions.keys))
  }

  @Test(arguments: ParsingSuite.files)
  func verdict(_ file: ParsingSuite.File) throws {
    let isAccepted = (try? JSONDocument(file.bytes)) != nil
    let expected = Self.decisions[file.name] ?? file.name.hasPrefix("y_")
    #expect(isAccepted == expected)
    #expect(ReferenceParser.accepts(file.bytes, maximumDepth: 512) == expected)
  }

  @Test(arguments: ParsingSuite.files)
  func everyErrorHasAPlaceAndAMessage(_ file: ParsingSuite.File) {
    do {
      _ = try JSONDocument(file.bytes)
    } catch {
      #expect((0...file.bytes.count).contains(error.offset))
      #expect(!error.message.isEmpty)
      #expect(error.isTruncation == (error.offset == file.bytes.count))
    }
  }
}
