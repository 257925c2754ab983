@_spi(Engine) public import ContractCaptures

extension OwnSecretNames {
  /// Collects the names; nil if no rule marks a secret.
  init?(_ rules: some Sequence<Rule>) {
    self.init(names: rules.filter(\.hidesValues).flatMap(\.namesOfValues))
  }
}

extension Rule {
  /// The property names of the values that an own rule applies to.
  fileprivate var namesOfValues: [String] {
    form.selectors.flatMap { selector -> [String] in
      let names = selector.names.compactMap { name -> String? in
        if case .named(let text) = name { text } else { nil }
      }
      // A place contains the name of the value or of the object around it.
      return names + selector.pointers.compactMap { $0.lastName }
    }
  }
}

extension OwnSecrets {
  /// Runs `body`. All output of `body` hides the values of the properties that `rules` mark as
  /// secret.
  public static func hide<Result, Failure>(
    namedBy rules: OwnRules, during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let names = OwnSecretNames(rules.rules) else { return try body() }
    return try names.hold { Swift.Result { () throws(Failure) in try body() } }.get()
  }
}

extension Checker {
  /// Runs `body`. All output of `body` hides the values that the contracts' rules mark as secret.
  @_spi(Engine) public func hidingSecrets<Result>(during body: () -> Result) -> Result {
    secretNames?.hold(body) ?? body()
  }
}
