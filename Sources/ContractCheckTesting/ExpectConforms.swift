// Command Line Tools without Xcode have no Testing: there this module is empty, so that all builds.
#if canImport(Testing)
  public import ContractCheck
  public import Testing

  /// Expects that a body keeps a contract: records one issue a finding, at the caller's line, with the
  /// place in the body and what to do.
  ///
  /// ```swift
  /// try expectConforms(
  ///   body, to: .bundled("fotolokashen"), operation: "GET /api/v1/locations/public")
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body's bytes: `Data`, `[UInt8]`, `String.utf8`.
  ///   - contract: What it is held against.
  ///   - operation: An operationId, or method and path template. One that the contract does not have
  ///     is an issue, too.
  ///   - status: The response's status; the lowest documented success where nil.
  ///   - isRequest: Whether the body is the request's.
  ///   - name: What the body is called in issues.
  ///   - severity: The least severity that fails the test. Warnings below it are recorded as warnings
  ///     where the testing library has them (Swift 6.3), and left out elsewhere, as notes are.
  ///   - sourceLocation: Where issues are recorded.
  /// - Returns: The findings in the order of the body.
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

  /// Expects that a body, given as a string, keeps a contract; otherwise the same as for bytes.
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

  /// Expects that a body is an instance of one of a contract's component schemas.
  ///
  /// - Parameters:
  ///   - body: The body's bytes: `Data`, `[UInt8]`, `String.utf8`.
  ///   - contract: What it is held against.
  ///   - schema: A name of `components/schemas`.
  ///   - isRequest: Whether the schema is taken as a request's, which may hold secrets.
  ///   - name: What the body is called in issues.
  ///   - severity: The least severity that fails the test.
  ///   - sourceLocation: Where issues are recorded.
  /// - Returns: The findings in the order of the body.
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

  /// Expects that a body, given as a string, is an instance of one of a contract's component schemas.
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

  /// Expects that a fixture, a file that is one body, keeps a contract.
  ///
  /// ```swift
  /// expectConforms(fixture: "Fixtures/public.json", to: contract, operation: "listPublicLocations")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file: from the folder of the test's source file, or absolute. One that cannot be
  ///     read is an issue, too.
  ///   - contract: What it is held against.
  ///   - operation: An operationId, or method and path template.
  ///   - status: The response's status; the lowest documented success where nil.
  ///   - isRequest: Whether the body is the request's.
  ///   - severity: The least severity that fails the test.
  ///   - filePath: The test's source file.
  ///   - sourceLocation: Where issues are recorded.
  /// - Returns: The findings in the order of the body.
  @discardableResult
  public func expectConforms(
    fixture path: String, to contract: Contract, operation: String, status: Int? = nil,
    isRequest: Bool = false, failOn severity: Severity = .error, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    guard let bytes = recorder.bytes(of: path, beside: filePath) else { return [] }
    return expectConforms(
      bytes, to: contract, operation: operation, status: status, isRequest: isRequest, name: path,
      failOn: severity, sourceLocation: sourceLocation)
  }

  /// Expects that every exchange of a capture, a HAR, an HTTP message or NDJSON, keeps one of the
  /// contracts that has its operation.
  ///
  /// A capture that cannot be read to its end, and one in which nothing was checked, are issues, too.
  ///
  /// - Parameters:
  ///   - capture: The bytes of the capture.
  ///   - contracts: What the exchanges are held against; the first whose server and route match.
  ///   - name: What the capture is called in issues.
  ///   - severity: The least severity that fails the test.
  ///   - sourceLocation: Where issues are recorded.
  /// - Returns: The findings in the order of the capture.
  @discardableResult
  public func expectConforms(
    capture: some Collection<UInt8>, to contracts: Contract..., name: String = "capture",
    failOn severity: Severity = .error, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
      .record(capture: Array(capture), contracts, name: name)
  }

  /// Expects that every exchange of a captured file keeps one of the contracts that has its operation.
  ///
  /// - Parameters:
  ///   - path: The file: from the folder of the test's source file, or absolute.
  ///   - contracts: What the exchanges are held against; the first whose server and route match.
  ///   - severity: The least severity that fails the test.
  ///   - filePath: The test's source file.
  ///   - sourceLocation: Where issues are recorded.
  /// - Returns: The findings in the order of the capture.
  @discardableResult
  public func expectConforms(
    capture path: String, to contracts: Contract..., failOn severity: Severity = .error,
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    guard let bytes = recorder.bytes(of: path, beside: filePath) else { return [] }
    return recorder.record(capture: bytes, contracts, name: path)
  }
#endif
