internal import JSONTape

/// What stands for one value in a document: every schema object that must hold of it, `$ref` and
/// `allOf` followed, so that it is the same however the author divided it up.
struct SchemaSet {
  struct Part {
    let node: JSONNode
    /// Whether null is allowed whatever the part says: it stands under `nullable` or beside a branch
    /// that is null.
    let acceptsNull: Bool
  }

  let parts: [Part]
  /// The same for equal parts.
  let key: [UInt64]
  /// What says that null is allowed, outside the parts.
  let nullPlaces: [JSONNode]
  /// Where findings point that are about none of the parts' keywords.
  let place: JSONNode?

  static let nothing = SchemaSet(parts: [], key: [], nullPlaces: [], place: nil)
}
