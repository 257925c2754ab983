#if canImport(Testing)
  public import ContractCheck
  public import Testing

  /// Expects that a body is valid under a contract. Each finding is one issue at the caller's line, with
  /// the place in the body and advice.
  ///
  /// ```swift
  /// try expectConforms(
  ///   body, to: .bundled("fotolokashen"), operation: "GET /api/v1/locations/public")
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body's bytes: `Data`, `[UInt8]`, `String.utf8`.
  ///   - contract: The contract.
  ///   - operation: An operationId, or method and path template. An unknown one is an issue too.
  ///   - status: The response's status; nil means the lowest documented success.
  ///   - isRequest: Whether the body is a request body.
  ///   - name: The name of the body in issues.
  ///   - severity: The minimum severity that fails the test. Other warnings are recorded as warnings by
  ///     Swift 6.3 and later, and ignored by earlier versions. Notes are ignored.
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

  /// Expects that a body, given as a string, is valid under a contract.
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

  /// Expects that a body is an instance of one of a contract's component schemas, the name of which is
  /// `schema`. A body that is part of a request (`isRequest`) may contain secrets.
  ///
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

  /// Expects that a fixture, a file that contains one body, is valid under a contract.
  ///
  /// ```swift
  /// expectConforms(fixture: "Fixtures/public.json", to: contract, operation: "listPublicLocations")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file, relative to the folder of the test's source file, or absolute. A file that cannot
  ///     be read is an issue too.
  ///   - filePath: The test's source file.
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

  /// Expects that every exchange of a capture (HAR, HTTP message or NDJSON) is valid under the contract that
  /// has its operation.
  ///
  /// A capture that cannot be read completely, or in which nothing was checked, is an issue too.
  ///
  /// - Parameters:
  ///   - capture: The bytes of the capture.
  ///   - contracts: The contracts. The first one whose server and path match an exchange is used.
  ///   - name: The name of the capture in issues.
  ///   - severity: The minimum severity that fails the test.
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

  /// Expects that every exchange of a capture file is valid under the contract that has its operation.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the folder of the test's source file, or absolute.
  ///   - filePath: The test's source file.
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
