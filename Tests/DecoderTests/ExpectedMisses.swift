/// Bodies that the app cannot decode and that the library has no error for: one class of them.
struct ExpectedMiss: Sendable {
  let kinds: [Mutation.Kind]
  /// The contract's name; nil for any.
  var contract: String?
  /// The member at fault; nil for any.
  var member: String?
  let why: String

  /// What the rule `decodable` is to find, and what contracts do not ask for yet. The test fails for a
  /// line whose mistakes are all found: take it out then.
  static let all = [
    ExpectedMiss(kinds: [.pastInt64], why: "no rule knows the ends of Int"),
    ExpectedMiss(kinds: [.pastDouble], why: "no rule knows the ends of Double"),
    ExpectedMiss(kinds: [.pastDecimal], why: "no rule knows the ends of Decimal, nor those of Int"),
    ExpectedMiss(kinds: [.halfSurrogate], why: "JSON's grammar allows it, and so does the check"),
    ExpectedMiss(
      kinds: [.halfSurrogateInKey], why: "JSON's grammar allows it, and so does the check"),
    ExpectedMiss(
      kinds: [.emptyString], contract: "bmn-boston", member: "main_photo_url",
      why: "an empty string is a relative reference, and no URL"),
    ExpectedMiss(
      kinds: [.keyInOtherCase, .keySpelledOtherwise], contract: "fork-in-the-road",
      why: "a warning, also where the conversion does not lead to the app's property"),
    ExpectedMiss(
      kinds: [.memberAbsent, .keySpelledOtherwise], contract: "bmn-boston",
      member: "days_on_market", why: "the contract does not require it; the document does"),
    ExpectedMiss(kinds: [.emptyBody], why: "in a capture it counts as not recorded"),
    ExpectedMiss(kinds: [.blankBody], why: "in a capture it counts as not recorded"),
  ]

  /// What is no matter of a contract, and stays.
  static let exceptions: [ExpectedMiss] = []

  func covers(_ mistake: Mistake, of contract: String) -> Bool {
    kinds.contains(mistake.kind) && contract == self.contract ?? contract
      && member ?? mistake.member == mistake.member
  }
}
