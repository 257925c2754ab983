/// Writes numbers with their nouns.
@_spi(Engine) public enum Plural {
  /// A number with its noun: `1 finding`, `2 findings`.
  ///
  /// - Parameter plural: The plural of the noun. This parameter is needed only if the plural is not
  ///   the noun with `s`.
  public static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(self.noun(number, noun, plural))"
  }

  /// The form of a noun or verb for a number.
  public static func noun(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    if number == 1 { return one }
    // `property` is `properties`, and `day` is `days`.
    let isIes = one.last == "y" && one.dropLast().last.map { !"aeiou".contains($0) } ?? false
    return many ?? (isIes ? one.dropLast() + "ies" : one + "s")
  }
}
