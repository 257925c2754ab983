@_spi(Engine) package import JSONTape

/// The names of members, parameters and headers that rules of one's own call secret.
///
/// What has one of them is hidden like what is called `password`, whatever finds it. They hold for
/// what is done within ``hold(_:)``, on one thread.
package struct OwnSecretNames: Sendable {
  @TaskLocal package static var current: OwnSecretNames?

  private let patterns: NamePatterns

  /// Nil without names.
  package init?(names: [String]) {
    guard !names.isEmpty else { return nil }
    patterns = NamePatterns(names.map { NamePattern($0) })
  }

  static func contains(_ name: [UInt8]) -> Bool { current?.patterns.contains(name) ?? false }

  /// Whether a value has one of the names, or is in one that has.
  package static func areIn(_ pointer: JSONPointer) -> Bool {
    guard let current else { return false }
    return pointer.tokens.contains { current.patterns.contains($0.utf8) }
  }

  package func hold<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}
