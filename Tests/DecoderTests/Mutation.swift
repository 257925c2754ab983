import JSONTape

/// One way to change a body.
struct Mutation: Sendable {
  /// What kind of mistake a mutation makes. Expected misses are told by it.
  enum Kind: String, CaseIterable, Sendable {
    case keyInOtherCase, keySpelledOtherwise, halfSurrogateInKey, propertyMissing, propertyRepeated
    case null, otherType, nested
    case fraction, otherFormOfNumber, pastInt64, pastDouble, pastDecimal
    case emptyString, halfSurrogate, otherCase, otherDate
    case emptyBody, blankBody, otherRoot, envelopeAdded, envelopeRemoved, tooDeep, noJSON
  }

  enum Change: Sendable {
    /// A value of the given kinds becomes another; the closure is given its text.
    case value(of: [JSONKind], @Sendable (String) -> String)
    /// A property becomes another text; the closure is given its name and its value's text. Nothing
    /// changes where it gives nil.
    case property(@Sendable (String, String) -> String?)
    /// The body becomes another. Nothing changes where the closure gives nil.
    case body(@Sendable (JSONDocument) -> [UInt8]?)
  }

  let kind: Kind
  let change: Change

  /// Whether the mutation is about a body as a whole.
  var isOfBody: Bool { if case .body = change { true } else { false } }

  /// The body with the change made at a place; nil if it does not apply, or changes nothing.
  func mutated(_ place: Place) -> [UInt8]? {
    let document = place.node.document
    var result: [UInt8]?
    switch change {
    case .value(let kinds, let replacement):
      guard kinds.contains(place.node.kind) else { return nil }
      result = place.replacingValue(with: replacement(place.node.text))
    case .property(let replacement):
      guard let name = place.property?.name, let text = replacement(name, place.node.text) else {
        return nil
      }
      result = place.replacingProperty(with: text)
    case .body(let replacement):
      guard place.path.isEmpty else { return nil }
      result = replacement(document)
    }
    return result.flatMap { $0.elementsEqual(document.sourceBytes) ? nil : $0 }
  }
}
