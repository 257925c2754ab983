/// The property names that are listed in the schemas of one object, and in the branches of these
/// schemas.
@_spi(Engine) public struct SchemaListing: Hashable, Sendable {
  /// The listed properties.
  public var names: Set<String> = []
  /// The patterns of property names.
  public var patterns: Set<String> = []
  /// The properties that only the server sets.
  public var readOnly: Set<String> = []
  /// The properties that only the client sends.
  public var writeOnly: Set<String> = []
  /// Whether one of the schemas forbids all other properties.
  public var isClosed = false

  /// Creates an empty listing.
  public init() {}

  /// Adds another listing.
  public mutating func formUnion(_ other: SchemaListing) {
    names.formUnion(other.names)
    patterns.formUnion(other.patterns)
    readOnly.formUnion(other.readOnly)
    writeOnly.formUnion(other.writeOnly)
    isClosed = isClosed || other.isClosed
  }
}
