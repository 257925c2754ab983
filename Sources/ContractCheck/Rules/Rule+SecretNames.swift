@_spi(Engine) public import ContractCaptures

extension OwnSecretNames {
  /// Nil where no rule calls anything secret.
  init?(_ rules: some Sequence<Rule>) {
    self.init(names: rules.filter(\.hidesValues).flatMap(\.namesOfValues))
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
