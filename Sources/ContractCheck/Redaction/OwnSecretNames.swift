@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The names of members, parameters and headers that rules of one's own call secret.
///
/// What has one of them is hidden like what is called `password`, whatever finds it. They hold for
/// what is done within ``hold(_:)``, on one thread.
struct OwnSecretNames: Sendable {
  @TaskLocal static var current: OwnSecretNames?

  private let patterns: NamePatterns

  /// Nil where no rule calls anything secret.
  init?(_ rules: some Sequence<Rule>) {
    let names = rules.filter(\.hidesValues).flatMap(\.namesOfValues)
    guard !names.isEmpty else { return nil }
    patterns = NamePatterns(names.map { NamePattern($0) })
  }

  static func contains(_ name: [UInt8]) -> Bool { current?.patterns.contains(name) ?? false }

  /// Whether a value has one of the names, or is in one that has.
  static func areIn(_ pointer: JSONPointer) -> Bool {
    guard let current else { return false }
    return pointer.tokens.contains { current.patterns.contains($0.utf8) }
  }

  func hold<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}

extension Rule {
  /// What the members are called that a rule of one's own is about.
  fileprivate var namesOfValues: [String] {
    form.selectors.flatMap { selector -> [String] in
      let names = selector.names.compactMap { name -> String? in
        if case .named(let text) = name { text } else { nil }
      }
      // A place says the name of its value, or of what holds it.
      return names + selector.pointers.compactMap { $0.lastName }
    }
  }
}

extension OwnSecrets {
  /// Hides also what has a name that `rules` call secret, in everything that `body` makes for an
  /// output.
  public static func hide<Result, Failure>(
    namedBy rules: OwnRules, during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let names = OwnSecretNames(rules.rules) else { return try body() }
    return try names.hold { Swift.Result { () throws(Failure) in try body() } }.get()
  }
}

extension Checker {
  /// Hides what the rules of the contracts call secret in everything that `body` makes for an output.
  @_spi(Engine) public func hidingSecrets<Result>(during body: () -> Result) -> Result {
    secretNames?.hold(body) ?? body()
  }
}
