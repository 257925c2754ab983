#if canImport(Testing)
  public import ContractCheck
  internal import ContractRuns
  public import Testing

  /// Expects that a body is valid under a contract. Each finding is one issue at the caller's line.
  ///
  /// ```swift
  /// try expectConforms(
  ///   body, to: .bundled("fotolokashen"), operation: "GET /api/v1/locations/public")
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body's bytes: `Data`, `[UInt8]`, `String.utf8`.
  ///   - operation: An operationId, or a method and a path template. An unknown operation is an
  ///     issue, too.
  ///   - status: The response's status. Nil means the lowest documented status of a success.
  ///   - severity: The minimum severity that fails the test. If warnings do not fail the test,
  ///     Swift 6.3 and later records them as warnings. Earlier versions ignore them. Notes are
  ///     ignored if they do not fail the test.
  @discardableResult
  public func expectConforms(
    _ body: some Collection<UInt8>, to contract: Contract, operation: String, status: Int? = nil,
    isRequest: Bool = false, name: String = "body", failOn severity: Severity = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    return recorder.record { () throws(Checker.UnknownName) in
      try contract.check(
        body, operation: operation, status: status, isRequest: isRequest, name: name)
    }
  }

  /// Expects that a body in a string is valid under a contract.
  @discardableResult
  public func expectConforms(
    _ text: String, to contract: Contract, operation: String, status: Int? = nil,
    isRequest: Bool = false, name: String = "body", failOn severity: Severity = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    expectConforms(
      Array(text.utf8), to: contract, operation: operation, status: status, isRequest: isRequest,
      name: name, failOn: severity, sourceLocation: sourceLocation)
  }

  /// Expects that a body matches a component schema of a contract. If `isRequest` is true, the body
  /// may contain secrets.
  @discardableResult
  public func expectConforms(
    _ body: some Collection<UInt8>, to contract: Contract, schema: String, isRequest: Bool = false,
    name: String = "body", failOn severity: Severity = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    return recorder.record { () throws(Checker.UnknownName) in
      try contract.check(body, schema: schema, isRequest: isRequest, name: name)
    }
  }

  /// Expects that a body in a string matches a component schema of a contract.
  @discardableResult
  public func expectConforms(
    _ text: String, to contract: Contract, schema: String, isRequest: Bool = false,
    name: String = "body", failOn severity: Severity = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    expectConforms(
      Array(text.utf8), to: contract, schema: schema, isRequest: isRequest, name: name,
      failOn: severity, sourceLocation: sourceLocation)
  }

  /// Expects that a fixture is valid under a contract. A fixture is a file with one body.
  ///
  /// ```swift
  /// expectConforms(fixture: "Fixtures/public.json", to: contract, operation: "listPublicLocations")
  /// ```
  ///
  /// - Parameter path: The file. The path is absolute, or relative to the folder of the test's
  ///   source file. If the file cannot be read, this is an issue, too.
  @discardableResult
  public func expectConforms(
    fixture path: String, to contract: Contract, operation: String, status: Int? = nil,
    isRequest: Bool = false, failOn severity: Severity = .error, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let source = SourceFile(filePath)
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    guard let bytes = recorder.bytes(of: source.path(path)) else { return [] }
    return expectConforms(
      bytes, to: contract, operation: operation, status: status, isRequest: isRequest, name: path,
      failOn: severity, sourceLocation: sourceLocation)
  }

  /// Expects that every exchange of a capture is valid. Each exchange is checked against the
  /// contract that has its operation.
  ///
  /// If a part of the capture cannot be read, or if nothing was checked, this is an issue, too.
  ///
  /// - Parameter contracts: The contracts. An exchange is checked against the first contract whose
  ///   server and path match.
  @discardableResult
  public func expectConforms(
    capture: some Collection<UInt8>, to contracts: Contract..., name: String = "capture",
    failOn severity: Severity = .error, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    FixtureRun(FindingRecorder(failOn: severity, sourceLocation: sourceLocation)).findings(
      [.memory(name: name, Array(capture))], of: name, contracts, Checker.Assumption())
  }

  /// Expects that every exchange of a capture file is valid. Each exchange is checked against the
  /// contract that has its operation.
  ///
  /// - Parameter path: The file. The path is absolute, or relative to the folder of the test's
  ///   source file.
  @discardableResult
  public func expectConforms(
    capture path: String, to contracts: Contract..., failOn severity: Severity = .error,
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let source = SourceFile(filePath)
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    return FixtureRun(recorder).findings(
      in: [.path(source.path(path))], contracts, Checker.Assumption())
  }
#endif
