/// Bodies that the app cannot decode and that the library has no error for: one class of them.
struct ExpectedMiss: Sendable {
  let kinds: [Mutation.Kind]
  /// The contract's name; nil for any.
  var contract: String?
  /// The property at fault; nil for any.
  var property: String?
  let why: String

  /// The test fails for a line whose mistakes are all found: take it out then.
  static let all: [ExpectedMiss] = []

  func covers(_ mistake: Mistake, of contract: String) -> Bool {
    kinds.contains(mistake.kind) && contract == self.contract ?? contract
      && property ?? mistake.property == mistake.property
  }
}
