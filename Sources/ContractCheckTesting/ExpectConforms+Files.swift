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
  /// `operation`; without `operation`, as an instance of the schema that it resembles most. A file
  /// that cannot be read, and a file without any check, are issues, too.
  ///
  /// - Parameters:
  ///   - path: The folder; absolute, or relative to the folder of the test's source file. Its
  ///     folders are searched, too, except hidden ones, for the files that `schemacheck check`
  ///     reads: `*.har`, `*.http`, `*.json`, `*.jsonl`, `*.ndjson`, `*.response`,
  ///     `*.chlsj`, YAML files with recorded exchanges (all with or without `.gz`), and archives.
  ///   - contracts: The contracts; the first one whose server and path match an exchange is used.
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

  /// Expects the same as `schemacheck check` with a configuration file: its `inputs` are valid
  /// under its `contracts`, except for findings that its suppressions or its baseline hide.
  ///
  /// ```swift
  /// expectConforms(configuration: ".schemacheck.json")
  /// ```
  ///
  /// A configuration, a contract or an input that cannot be read is an issue, and so is a run
  /// without any check. No requests are sent to URLs among the inputs.
  ///
  /// - Parameters:
  ///   - path: The configuration. A name without a slash is searched in the folder of the test's
  ///     source file and in the folders above. Any other path is absolute, or relative to the
  ///     test's folder.
  ///   - severity: The minimum severity that fails the test; nil means the severity in the
  ///     configuration, else error.
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
