import ContractCheck
import Foundation
import TestSupport

/// What the receivers of our formats document of them, as JSON Schemas.
enum FormatSchemas {
  /// GitLab, "Code Quality report format".
  static let gitlab = """
    {"type": "array", "items": {"type": "object",
     "required": ["description", "check_name", "fingerprint", "severity", "location"],
     "properties": {
      "description": {"type": "string", "minLength": 1},
      "check_name": {"type": "string", "minLength": 1},
      "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
      "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
      "location": {"type": "object", "required": ["path", "lines"], "properties": {
       "path": {"type": "string", "pattern": "^(?!\\\\./)"},
       "lines": {"type": "object", "required": ["begin"],
        "properties": {"begin": {"type": "integer", "minimum": 1}}}}}},
     "additionalProperties": false}}
    """

  /// reviewdog, `DiagnosticResult` of `proto/rdf/reviewdog.proto`.
  static let rdjson = """
    {"type": "object", "required": ["diagnostics"], "additionalProperties": false,
     "properties": {
      "source": {"$ref": "#/$defs/source"}, "severity": {"$ref": "#/$defs/severity"},
      "diagnostics": {"type": "array", "items": {"$ref": "#/$defs/diagnostic"}}},
     "$defs": {
      "source": {"type": "object", "additionalProperties": false,
       "properties": {"name": {"type": "string"}, "url": {"type": "string"}}},
      "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
      "position": {"type": "object", "additionalProperties": false, "required": ["line"],
       "properties": {"line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1}}},
      "range": {"type": "object", "additionalProperties": false, "required": ["start"],
       "properties": {"start": {"$ref": "#/$defs/position"}, "end": {"$ref": "#/$defs/position"}}},
      "diagnostic": {"type": "object", "additionalProperties": false,
       "required": ["message", "location"],
       "properties": {
        "message": {"type": "string"},
        "location": {"type": "object", "additionalProperties": false, "required": ["path"],
         "properties": {"path": {"type": "string"}, "range": {"$ref": "#/$defs/range"}}},
        "severity": {"$ref": "#/$defs/severity"}, "source": {"$ref": "#/$defs/source"},
        "code": {"type": "object", "additionalProperties": false,
         "properties": {"value": {"type": "string"}, "url": {"type": "string"}}},
        "suggestions": {"type": "array", "items": {"type": "object",
         "additionalProperties": false, "required": ["range", "text"],
         "properties": {"range": {"$ref": "#/$defs/range"}, "text": {"type": "string"}}}}}}}}
    """

  /// OASIS's schema, where the public suites are at hand.
  static let sarif: String? = PackageFolder.suite("formats").flatMap {
    try? String(
      contentsOf: $0.appendingPathComponent("sarif-2.1.0.schema.json"), encoding: .utf8)
  }

  static func schema(of format: String) -> String? {
    switch format {
    case "sarif": sarif
    case "gitlab": gitlab
    case "rdjson": rdjson
    default: nil
    }
  }

  /// What our own engine has to say of a report.
  static func complaints(about report: String, format: String) throws -> [String] {
    guard let schema = schema(of: format) else { return [] }
    let checker = try SchemaChecker(Array(schema.utf8), name: "\(format).schema.json")
    return checker.check(Array(report.utf8), name: "report.\(format)")
      .map { "\($0.instance): \($0.message)" }
  }
}
