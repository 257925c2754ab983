public import ContractCheck
internal import ContractRuns

extension Contract {
  /// Reads and compiles your own contract, and the files that the contract refers to.
  ///
  /// ```swift
  /// let contract = try Contract.file("../../api/openapi.yaml")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of an OpenAPI 3.0 or 3.1 document in JSON or YAML. The path is absolute, or
  ///     relative to the folder of the test's source file.
  ///   - rules: Rule settings that replace the settings at the top of the document.
  ///   - overrides: Severities that replace the severities of the document and of `rules`. Nil
  ///     turns a rule off.
  /// - Throws: An error with the place of the first mistake in the document, or with the reason why
  ///   a file cannot be read.
  public static func file(
    _ path: String, rules: RuleOverrides = RuleOverrides(), overrides: [String: Severity?] = [:],
    filePath: String = #filePath
  ) throws -> Contract {
    let source = SourceFile(filePath)
    let file = source.path(path)
    let bytes: [UInt8]
    do {
      bytes = try InputFile(file).readAll()
    } catch {
      throw UnreadableContract(description: error.message)
    }
    return try Contract(bytes, name: path, rules: rules, overrides: overrides) {
      name throws(CompanionError) in try file.folder.companion(named: name)
    }
  }
}

/// The error for a contract whose file cannot be read.
private struct UnreadableContract: Error, CustomStringConvertible {
  let description: String
}
