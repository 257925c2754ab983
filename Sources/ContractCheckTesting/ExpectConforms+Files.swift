#if canImport(Testing)
  public import ContractCheck
  internal import ContractRuns
  public import Testing

  /// Expects that every file of a folder is valid under the contract that has its operation.
  ///
  /// ```swift
  /// try expectConforms(folder: "Fixtures", to: .file("../../openapi.yaml"))
  /// try expectConforms(folder: "Fixtures/users", to: .bundled("social-posts"), operation: "getUser")
  /// ```
  ///
  /// Captures are matched by method and path. A file with one body is checked as an instance of
  /// `operation`. Without `operation`, it is checked as an instance of the most similar schema. A
  /// file that cannot be read is an issue, and so is a file in which nothing was checked.
  ///
  /// - Parameters:
  ///   - path: The folder. The path is absolute, or relative to the folder of the test's source
  ///     file. Folders inside it are searched, too, except hidden folders. The files are those that
  ///     `schemacheck check` reads: `*.har`, `*.http`, `*.json`, `*.jsonl`, `*.ndjson`,
  ///     `*.response`, `*.chlsj`, YAML files with recorded exchanges, and archives. All files
  ///     except archives may also be compressed, with the extension `.gz`.
  ///   - contracts: The contracts. For an exchange, the first contract whose server and path match
  ///     is used.
  ///   - operation: The operation of files with one body: an operationId, or method and path
  ///     template.
  ///   - status: The status of these bodies; nil means the lowest documented success.
  ///   - isRequest: Whether these bodies are requests.
  @discardableResult
  public func expectConforms(
    folder path: String, to contracts: Contract..., operation: String? = nil, status: Int? = nil,
    isRequest: Bool = false, failOn severity: Severity = .error, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    var assumption = Checker.Assumption(
      operation: operation, status: status, isRequest: isRequest)
    assumption.yieldsToURLs = true
    let source = SourceFile(filePath)
    let recorder = FindingRecorder(failOn: severity, sourceLocation: sourceLocation)
    return FixtureRun(recorder).findings(
      in: [.path(source.path(path))], contracts, assumption)
  }

  /// Expects the same as `schemacheck check` with a configuration file. The configuration's
  /// `inputs` must be valid under its `contracts`. Findings that its suppressions or its baseline
  /// hide do not count.
  ///
  /// ```swift
  /// expectConforms(configuration: ".schemacheck.json")
  /// ```
  ///
  /// A configuration, a contract or an input that cannot be read is an issue. A run in which
  /// nothing was checked is an issue, too. No requests are sent to URLs among the inputs.
  ///
  /// - Parameters:
  ///   - path: The configuration. A name without a slash is searched in the folder of the test's
  ///     source file and in the folders above. Any other path is absolute, or relative to the
  ///     test's folder.
  ///   - severity: The minimum severity that fails the test. Nil means the severity in the
  ///     configuration or, if there is none, `error`.
  @discardableResult
  public func expectConforms(
    configuration path: String, failOn severity: Severity? = nil, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Finding] {
    let source = SourceFile(filePath)
    let recorder = FindingRecorder(failOn: severity ?? .error, sourceLocation: sourceLocation)
    guard let found = source.find(path) else {
      recorder.record(
        "\(path): no such file in \(String(decoding: source.folder, as: UTF8.self)) or a folder above it"
      )
      return []
    }
    return FixtureRun(recorder).findings(configuration: found, failOn: severity)
  }
#endif
