@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Shortcuts for tests of an app or a server.
extension Contract {
  /// Checks a body that belongs to an operation.
  ///
  /// ```swift
  /// let contract = try Contract.bundled("fotolokashen")
  /// let findings = try contract.check(body, operation: "GET /api/v1/locations/public")
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body's bytes: `Data`, `[UInt8]`, `String.utf8`.
  ///   - operation: An operationId, or a method and a path template.
  ///   - status: The response's status. Nil means the lowest documented status of a success.
  ///   - isRequest: Whether the body is a request body.
  ///   - name: The body's name in findings.
  /// - Returns: The findings in the order of the body. Empty if the body is valid.
  /// - Throws: ``Checker/UnknownName`` if the contract has no such operation or status.
  /// - Complexity: O(*n*) in the size of the body.
  public func check(
    _ body: some Collection<UInt8>, operation: String, status: Int? = nil,
    isRequest: Bool = false, name: String = "body"
  ) throws(Checker.UnknownName) -> [Finding] {
    try check(
      body, Checker.Assumption(operation: operation, status: status, isRequest: isRequest), name)
  }

  /// Checks a body against one of the contract's component schemas.
  ///
  /// - Parameters:
  ///   - schema: A name of `components/schemas`.
  ///   - isRequest: Whether the body is a request body. Request bodies may contain secrets.
  ///   - name: The body's name in findings.
  /// - Returns: The findings in the order of the body. Empty if the body is valid. If a check takes
  ///   too many steps, a finding reports the part that was not checked.
  /// - Throws: ``Checker/UnknownName`` if the contract has no such schema.
  /// - Complexity: O(*n*) in the size of the body.
  public func check(
    _ body: some Collection<UInt8>, schema: String, isRequest: Bool = false, name: String = "body"
  ) throws(Checker.UnknownName) -> [Finding] {
    try check(body, Checker.Assumption(isRequest: isRequest, schema: schema), name)
  }

  private func check(
    _ body: some Collection<UInt8>, _ assumption: Checker.Assumption, _ name: String
  ) throws(Checker.UnknownName) -> [Finding] {
    let checker = try Checker(contracts: [self], assumption: assumption)
    var findings: [Finding] = []
    checker.check(Array(body), name: name, format: .json) { _, result in
      findings += result.findings + result.givenUp
    } problem: { _ in
    }
    return findings
  }
}
