@_spi(Engine) internal import ContractCaptures
package import JSONTape

extension JSONPointer {
  /// The pointer with `*` for array indexes and for keys that look like ids. So it is equal for all
  /// elements.
  package var pattern: JSONPointer {
    JSONPointer(tokens: tokens.map { Self.isIdentifier($0) ? "*" : $0 })
  }

  /// Whether a token is an array index or an id, not a property name: a number, a UUID or similar
  /// digits and letters, a day, or a masked credential.
  static func isIdentifier(_ token: String) -> Bool {
    let bytes = token.utf8
    let digits = bytes.count(where: ASCIIByte.isDigit)
    if digits == bytes.count { return digits > 0 }
    if Redaction.isMask(bytes) { return true }
    let letters = bytes.count(where: ASCIIByte.isLetter)
    let hyphens = bytes.count { $0 == UInt8(ascii: "-") }
    guard digits > 0, digits + letters + hyphens == bytes.count else { return false }
    if letters == 0 { return digits >= 6 }
    return digits >= 4 && bytes.count >= 16
  }
}
