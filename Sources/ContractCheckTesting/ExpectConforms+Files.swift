#if canImport(Testing)
  public import ContractCheck
  internal import ContractRuns
  public import Testing

  /// Expects that every file in a folder is valid. Each file is checked against the contract that
  /// has the file's operation.
  ///
  /// ```swift
  /// try expectConforms(folder: "Fixtures", to: .file("../../openapi.yaml"))
  /// try expectConforms(folder: "Fixtures/users", to: .bundled("social-posts"), operation: "getUser")
  /// ```
  ///
  /// The method and the path of an exchange decide its operation. A file with one body is checked
  /// as a body of `operation`. Without `operation`, it is checked against the nearest schema.
  /// If a file cannot be read, or if nothing in it was checked, this is an issue.
  ///
  /// - Parameters:
  ///   - path: The folder. The path is absolute, or relative to the folder of the test's source
  ///     file. Folders inside this folder are searched, too, but hidden folders are not. The same
  ///     files are read as by `schemacheck check`: `*.har`, `*.http`, `*.json`, `*.jsonl`,
  ///     `*.ndjson`, `*.response`, `*.chlsj`, YAML files with recorded exchanges, and archives. All
  ///     files except archives may also be compressed, with the extension `.gz`.
  ///   - contracts: The contracts. An exchange is checked against the first contract whose server
  ///     and path match.
  ///   - operation: The operation of files with one body. It is an operationId, or a method and a
  ///     path template.
  ///   - status: The status of these bodies. Nil means the lowest documented status of a success.
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
  /// If a configuration, a contract or an input cannot be read, this is an issue. If nothing was
  /// checked, this is an issue, too. If an input is a URL, no request is sent to it.
  ///
  /// - Parameters:
  ///   - path: The path of the configuration. A name without a slash is searched in the folder of
  ///     the test's source file and in the folders around this folder. Any other path is absolute,
  ///     or relative to the folder of the test's source file.
  ///   - severity: The minimum severity that fails the test. Nil means the severity in the
  ///     configuration. If the configuration has no severity, nil means `error`.
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
