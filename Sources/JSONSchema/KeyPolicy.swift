/// How to treat properties that an object's schema does not list. Such a name is a misspelling of a
/// listed name, or it is forbidden, or it is undocumented. Only unlisted names are looked up. So an
/// object that has only listed names takes no extra time.
public struct KeyPolicy: Sendable {
  /// The meaning of a key after ``KeyPolicy/fold(_:)``.
  package struct Entry: Sendable {
    /// The fault of the key.
    package enum Meaning: Sendable {
      /// The key is a misspelling of the documented property with this name.
      case alias(of: String)
      /// The name is forbidden.
      case forbidden
    }

    /// The fault of the key.
    package var meaning: Meaning
    /// The rule that reports the key. Nil if only the key's ``conversion`` is reported.
    package var owner: Owner?
    /// Whether the key is reported only if its value is a number, a numeric string or null.
    package var onlyNumeric: Bool

    /// If clients convert the key of a documented property: the property of each such client. Also
    /// the rule that reports spellings which become another property, if there is such a rule.
    package var conversion: (properties: [String], refusal: Owner?)?

    /// For a documented property: the rule that reports spellings in another letter case, if some
    /// client accepts them. Also the rule that reports values that this client then refuses.
    package var letters: (change: Owner, refusal: Owner?)?

    /// Creates an entry from its parts.
    package init(
      meaning: Meaning, owner: Owner?, onlyNumeric: Bool = false,
      conversion: (properties: [String], refusal: Owner?)? = nil
    ) {
      self.meaning = meaning
      self.owner = owner
      self.onlyNumeric = onlyNumeric
      self.conversion = conversion
    }

    /// The rule that reports a spelling of the key. Nil if no rule reports it.
    func owner(of name: [UInt8]) -> Owner? {
      if let refusal = conversion?.refusal, !isConverted(name) { return refusal }
      return isOfLetters(name) ? letters?.change : owner
    }

    /// Whether a name differs from the documented name only in letter case, and a client accepts
    /// the name.
    func isOfLetters(_ name: [UInt8]) -> Bool {
      guard letters != nil, case .alias(let documented) = meaning else { return false }
      return String(decoding: name, as: UTF8.self).lowercased() == documented.lowercased()
    }

    /// Whether every client that converts keys maps a spelling of the key to the documented
    /// property.
    func isConverted(_ name: [UInt8]) -> Bool {
      guard let conversion else { return false }
      let property = SnakeCaseConversion.property(String(decoding: name, as: UTF8.self))
      return conversion.properties.allSatisfy { $0 == property }
    }
  }

  /// The entries by folded key.
  package var entries: [[UInt8]: Entry]
  /// The entries for all objects below a property without a schema.
  package var searched: [[UInt8]: Entry]
  /// The required case of unlisted keys, and the owner that reports it.
  package var keyCase: (style: KeyCase, owner: Owner)?
  /// The owner that reports unlisted properties. Nil if unlisted properties are allowed.
  package var undocumented: Owner?
  /// The listed names, for suggestions.
  package var listed: [String]
  /// Whether a key counts as a listed key if the decoder of every app converts it to the listed key.
  package var converts = false
  /// The plan's assertion for these keys; the compiler sets it.
  var assertion: Int32 = -1

  /// Creates a policy from its parts. A policy with the default parts does nothing.
  package init(
    entries: [[UInt8]: Entry] = [:], searched: [[UInt8]: Entry] = [:],
    keyCase: (style: KeyCase, owner: Owner)? = nil, undocumented: Owner? = nil,
    listed: [String] = []
  ) {
    self.entries = entries
    self.searched = searched
    self.keyCase = keyCase
    self.undocumented = undocumented
    self.listed = listed
  }
}

/// A way to write keys of several words.
package enum KeyCase: String, CaseIterable, Sendable {
  /// The case of `listPrice`.
  case camel
  /// The case of `list_price`.
  case snake

  /// Whether a key is in this case. `camel` has no inner underscore and no capital at the start.
  /// `snake` has no capitals. Keys with other characters (`thread-id`, `@type`) are always
  /// accepted.
  ///
  /// - Complexity: O(*n*) in the key's bytes.
  package func accepts(_ key: some Collection<UInt8>) -> Bool {
    let isUpper = { (byte: UInt8) in byte >= 0x41 && byte <= 0x5A }
    let isWord = { (byte: UInt8) in
      isUpper(byte) || (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
        || byte == UInt8(ascii: "_")
    }
    guard key.allSatisfy(isWord) else { return true }
    let inner = key.drop { $0 == UInt8(ascii: "_") }
    switch self {
    case .camel: return !inner.contains(UInt8(ascii: "_")) && !(inner.first.map(isUpper) ?? false)
    case .snake: return !inner.contains(where: isUpper)
    }
  }

  /// The key in this case: `listPrice` ↔ `list_price`.
  package func rewrite(_ key: String) -> String {
    var spaced = String.UnicodeScalarView()
    var previousIsUpper = true
    for scalar in key.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      if isUpper && !previousIsUpper { spaced.append("_") }
      spaced.append(isUpper ? Unicode.Scalar(scalar.value | 0x20)! : scalar)
      previousIsUpper = isUpper
    }
    let words = spaced.split { $0 == "_" || $0 == "-" }.map { String($0) }
    switch self {
    case .snake: return words.joined(separator: "_")
    case .camel:
      return words.enumerated().map { index, word in
        index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
      }.joined()
    }
  }
}
