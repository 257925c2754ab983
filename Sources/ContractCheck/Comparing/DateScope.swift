internal import JSONSchema
internal import JSONTape

/// Which form dates have at a place, and what says so.
struct DateScope: Hashable {
  var profile = DateProfile.rfc3339.rawValue
  /// The value that sets it; nil where nothing does.
  var place: UInt64?

  /// The date profile in an `x-schemacheck` object.
  static func profile(in settings: JSONNode) -> JSONNode? {
    settings["rules"]?[Rule.isoDates.id]?["profile"]
  }

  /// The scope inside an object that may have settings.
  func inside(_ node: JSONNode, _ reader: SchemaReader) -> DateScope {
    guard let profile = node["x-schemacheck"].flatMap(Self.profile), let text = profile.string
    else { return self }
    return DateScope(profile: text, place: reader.id(of: profile))
  }
}
