@_spi(Engine) package import JSONTape

/// The names of properties, parameters and headers that own rules mark as secret.
///
/// A value with such a name is hidden like the value of `password`, in every kind of finding. The
/// names are used only inside ``hold(_:)``, and only on one thread.
package struct OwnSecretNames: Sendable {
  @TaskLocal package static var current: OwnSecretNames?

  private let patterns: NamePatterns

  /// Creates a set. Nil if there are no names.
  package init?(names: [String]) {
    guard !names.isEmpty else { return nil }
    patterns = NamePatterns(names.map { NamePattern($0) })
  }

  static func contains(_ name: [UInt8]) -> Bool { current?.patterns.contains(name) ?? false }

  /// Whether a value, or a value around it, has one of the names.
  package static func areIn(_ pointer: JSONPointer) -> Bool {
    guard let current else { return false }
    return pointer.tokens.contains { current.patterns.contains($0.utf8) }
  }

  package func hold<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}
