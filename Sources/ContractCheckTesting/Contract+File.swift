public import ContractCheck

extension Contract {
  /// Reads and compiles a contract of your own, with the files beside it that it refers to.
  ///
  /// ```swift
  /// let contract = try Contract.file("../../api/openapi.yaml")
  /// ```
  ///
  /// - Parameters:
  ///   - path: An OpenAPI 3.0 or 3.1 document in JSON or YAML. Absolute, or relative to the folder
  ///     of the test's source file.
  ///   - rules: Settings of rules that apply over those at the top of the document.
  ///   - overrides: Severities that apply over both; nil turns a rule off.
  /// - Throws: The place of the first error in the document, or why a file cannot be read.
  public static func file(
    _ path: String, rules: RuleOverrides = RuleOverrides(), overrides: [String: Severity?] = [:],
    filePath: String = #filePath
  ) throws -> Contract {
    try file(path, in: folder(of: filePath), rules, overrides)
  }

  static func file(
    _ path: String, in base: String, _ rules: RuleOverrides, _ overrides: [String: Severity?] = [:]
  ) throws -> Contract {
    let bytes: [UInt8]
    do {
      bytes = try fixture(path, in: base).bytes()
    } catch {
      throw UnreadableContract(description: "\(path): \(error.reason)")
    }
    let home = (path.hasPrefix("/") ? "" : base) + folder(of: path)
    return try Contract(bytes, name: path, rules: rules, overrides: overrides) {
      name throws(CompanionError) in try companion(name, in: home)
    }
  }

  /// A file that a contract or a configuration refers to; nil if there is none. Links out of the
  /// folder are not followed.
  static func companion(
    _ name: String, in home: String
  ) throws(CompanionError) -> [UInt8]? {
    guard let file = try? FixtureFile(home + name),
      let folder = try? FixtureFile(home.isEmpty ? "." : home),
      let real = file.realPath, let realFolder = folder.realPath
    else { return nil }
    guard real.hasPrefix(realFolder.hasSuffix("/") ? realFolder : realFolder + "/") else {
      throw CompanionError("a link leads it out of the folder")
    }
    guard file.kind == .file else { throw CompanionError("it is not a file") }
    do {
      return try file.bytes()
    } catch {
      throw CompanionError(error.reason)
    }
  }
}

/// A contract whose file cannot be read.
private struct UnreadableContract: Error, CustomStringConvertible {
  let description: String
}
