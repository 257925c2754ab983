@_spi(Engine) @testable import ContractAuthoring
import ContractCheck
import JSONTape
import Testing

/// A schema before and after: what changes for apps that decode it, and for apps that send it, and
/// what the way back changes.
struct SchemaChangeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  var response: [String] = []
  var request: [String] = []
  var responseBack: [String] = []
  var requestBack: [String] = []
  /// Component schemas of both.
  var components = "{}"

  var testDescription: String { name }

  /// The ids of what changes, in the order of reports.
  static func ids(
    _ old: String, _ new: String, isResponse: Bool, components: String
  ) throws -> [String] {
    try DiffProbe.findings(
      document(old, isResponse: isResponse, components),
      document(new, isResponse: isResponse, components)
    ).map(\.rule)
  }

  private static func document(_ schema: String, isResponse: Bool, _ components: String) -> String {
    let content = #""content": {"application/json": {"schema": \#(schema)}}"#
    let operation =
      isResponse
      ? #"{"get": {"responses": {"200": {"description": "", \#(content)}}}}"#
      : #"{"post": {"requestBody": {\#(content)}, "responses": {"204": {"description": ""}}}}"#
    // Only OpenAPI 3.0 has `nullable`.
    return DiffProbe.document(
      schema.contains("nullable") ? "3.0.3" : "3.1.0", paths: #"{"/a": \#(operation)}"#,
      components: components)
  }
}

/// Comparisons of small documents.
enum DiffProbe {
  static func document(
    _ version: String = "3.1.0", paths: String, components: String = "{}", more: String = ""
  ) -> String {
    """
    {"openapi": "\(version)", "info": {"title": "t", "version": "1"}, \(more)
     "paths": \(paths), "components": {"schemas": \(components)}}
    """
  }

  static func read(
    _ text: String, name: String = "new.json", files: [String: String] = [:]
  ) throws -> ContractDocument {
    try ContractDocument(Array(text.utf8), name: name) {
      path throws(Contract.CompanionError) in files[path].map { Array($0.utf8) }
    }
  }

  static func findings(_ old: String, _ new: String) throws -> [Finding] {
    try diff(old, new).findings
  }

  static func diff(_ old: String, _ new: String) throws -> ContractDiff {
    ContractDiff(old: try read(old, name: "old.json"), new: try read(new))
  }
}
