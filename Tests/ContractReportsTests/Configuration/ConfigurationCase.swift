@_spi(Engine) @testable import ContractReports
import ContractCheck

/// A configuration that is good or bad, for the reader and for `schemas/config.schema.json`.
struct ConfigurationCase: Sendable {
  let text: String
  let isGood: Bool

  static let all: [ConfigurationCase] =
    good.map { ConfigurationCase(text: $0, isGood: true) }
    + bad.map { ConfigurationCase(text: $0, isGood: false) } + rules
    + ReportFormat.all.flatMap { format in
      ["", "=out"].map {
        ConfigurationCase(text: #"{"formats": ["\#(format.name)\#($0)"]}"#, isGood: true)
      }
    }

  static let good = [
    "{}", #"{"rules": {"schema": "note", "json-syntax": {"severity": "warning"}}}"#,
    #"{"$schema": "https://example.com/config.schema.json"}"#,
    #"{"contracts": ["fotolokashen", "api/openapi.yaml"], "inputs": ["captures", "**/*.har"]}"#,
    #"{"contracts": [], "inputs": []}"#,
    #"{"bodies": [{"file": "a/*.json", "operation": "GET /a", "status": 200}]}"#,
    #"{"bodies": [{"file": "a.json", "operation": "getA", "request": true}]}"#,
    #"{"bodies": [{"file": "a.json", "operation": "getA", "request": false, "status": 404}]}"#,
    #"{"bodies": [{"file": "a.json", "schema": "A"}, {"file": "b", "schema": "B", "request": true}]}"#,
    #"{"bodies": [{"file": "a.json", "operation": "getA", "status": 1e2}]}"#,
    #"{"bodies": []}"#,
    #"{"records": {"url": "/a/url", "status": ["/a/code", "/b~1c"], "webhook": "/w"}}"#,
    #"{"records": {"status": "/code", "responseBody": "/payload", "responseHeaders": "/h", "id": "/i"}}"#,
    #"{"records": [{"url": "", "status": "/s"}, {"url": "/u", "status": "/s", "method": "/m"}]}"#,
    #"{"placeholders": []}"#, #"{"placeholders": ["XXX"]}"#,
    #"{"hosts": "all"}"#, #"{"hosts": "documented"}"#,
    #"{"basePath": "/wp-json/app/v1"}"#, #"{"basePath": "/api/"}"#,
    #"{"rules": {"key-case": "off", "iso-dates": {"profile": "date"}, "schema": {}}}"#,
    #"{"rules": {"schema": {"mostly": 0.999}, "iso-dates": {"mostly": 5e-1, "severity": "off"}}}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "known"}]}"#,
    #"{"suppressions": [{"operation": "GET /a", "reason": "known"}]}"#,
    #"{"suppressions": [{"pointer": "/items/*/lat", "reason": "known", "expires": "2028-02-29"}]}"#,
    #"{"suppressions": [{"pointer": "", "file": "**/*.har", "reason": "known"}]}"#,
    #"{"suppressions": [{"header": "X-A", "severity": "warning", "reason": "known"}]}"#,
    #"{"expectedBroken": ["Broken/**", "../x"]}"#,
    #"{"strict": true, "minChecked": 1}"#,
    #"{"failOn": "note", "formats": ["text", "json=out/report.json", "ndjson==="]}"#,
    #"{"customRules": {}}"#, #"{"extends": []}"#,
    #"{"customRules": {"a": {"schema": false}}, "rules": {"a": "off"}}"#,
    #"{"customRules": {"a": {"where": {"names": "x"}, "forbid": true}}}"#,
    #"{"customRules": {"a": {"where": {"names": ["x", "*_y"]}, "rename": "z"}}}"#,
    #"{"customRules": {"a": {"relation": "end >= start", "severity": "note"}}}"#,
    #"{"customRules": {"a": {"where": {"pointers": "/x/*"}, "secret": true}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"types": ["null", "integer"]}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"statuses": [200, "4xx", "default"]}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"in": "query", "nullable": true}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "fix": {"replace": null}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "fix": "quote", "message": "{name}"}}}"#,
    #"{"customRules": {"a": {"schema": {}, "examples": {"right": [1], "wrong": []}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "examples": {"wrong": [{"body": 1, "at": [""]}]}}}}"#,
    #"{"baseline": "b.json", "server": "staging", "parameters": {"id": "7", "a.b": ""}}"#,
    #"{"allowedOrigins": ["https://a.example", "HTTP://127.0.0.1:8080/", "http://[::1]:1"]}"#,
    #"{"allowedOrigins": []}"#,
  ]

  static let bad = [
    #"{"rules": {"schema": "off"}}"#, #"{"rules": {"json-syntax": {"severity": "off"}}}"#,
    #"{"suppressions": [{"severity": "warning", "reason": "known"}]}"#,
    #"{"suppressions": [{"rule": "schema", "severity": "off", "reason": "known"}]}"#,
    #"{"suppressions": [{"header": "", "reason": "known"}]}"#,
    "[]", "null", "3",
    #"{"records": {}}"#, #"{"records": {"url": "/a"}}"#,
    #"{"records": {"url": "a", "status": "/s"}}"#, #"{"records": {"responseBody": "/a"}}"#,
    #"{"records": {"status": "/s", "responseBody": "/b", "requestBody": "/c"}}"#,
    #"{"records": {"url": "/a", "status": []}}"#, #"{"records": {"url": "/a", "status": 1}}"#,
    #"{"records": {"url": "/a", "status": "/~2"}}"#,
    #"{"records": {"url": "/a", "status": "/s", "body": "/b"}}"#, #"{"records": "x"}"#,
    #"{"placeholders": "x"}"#, #"{"placeholders": [""]}"#,
    #"{"customRules": []}"#, #"{"extends": "a.json"}"#, #"{"extends": ["/a.json"]}"#,
    #"{"customRules": {"A b": {"schema": {}}}}"#, #"{"customRules": {"a": {}}}"#,
    #"{"customRules": {"a": {"schema": {}, "relation": "a > b"}}}"#,
    #"{"customRules": {"a": {"schema": 1}}}"#, #"{"customRules": {"a": {"forbid": false}}}"#,
    #"{"customRules": {"a": {"schema": {}, "sumary": "x"}}}"#,
    #"{"customRules": {"a": {"schema": {}, "severity": "off"}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"name": "x"}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"types": "int"}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"names": []}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"in": "body"}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"statuses": 99}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"nullable": 1}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"pointers": "x"}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "where": {"pointers": "", "names": "x"}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "message": ""}}}"#,
    #"{"customRules": {"a": {"schema": {}, "fix": "rename"}}}"#,
    #"{"customRules": {"a": {"schema": {}, "fix": {"quote": false}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "fix": {}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "examples": {"wrong": [{"body": 1}]}}}}"#,
    #"{"customRules": {"a": {"schema": {}, "examples": {"good": []}}}}"#,
    #"{"$schema": 1}"#, #"{"$schema": ""}"#,
    #"{"contract": []}"#, #"{"contracts": "fotolokashen"}"#, #"{"contracts": [1]}"#,
    #"{"contracts": [""]}"#, #"{"inputs": {}}"#, #"{"inputs": [null]}"#,
    #"{"bodies": {}}"#, #"{"bodies": ["a"]}"#, #"{"bodies": [{}]}"#,
    #"{"bodies": [{"file": "a"}]}"#, #"{"bodies": [{"operation": "GET /a"}]}"#,
    #"{"bodies": [{"file": "a", "operation": "GET /a", "schema": "A"}]}"#,
    #"{"bodies": [{"file": "a", "schema": "A", "status": 200}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "request": true, "status": 200}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "status": 99}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "status": 600}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "status": "200"}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "status": 200.5}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "request": 1}]}"#,
    #"{"bodies": [{"file": "", "operation": "a"}]}"#,
    #"{"bodies": [{"file": "/a", "schema": "A"}]}"#,
    #"{"bodies": [{"file": "a", "schema": "", "x": 1}]}"#,
    #"{"bodies": [{"file": "a", "operation": "a", "Status": 200}]}"#,
    #"{"basePath": "api"}"#, #"{"basePath": "/"}"#, #"{"basePath": ""}"#, #"{"basePath": 1}"#,
    #"{"hosts": "none"}"#, #"{"hosts": ["all"]}"#, #"{"hosts": ""}"#,
    #"{"basePath": "/a?b"}"#, #"{"basePath": "/a#b"}"#,
    #"{"rules": []}"#, #"{"rules": {"iso-date": "off"}}"#, #"{"rules": {"key-case": "of"}}"#,
    #"{"rules": {"schema": {"mostly": 1}}}"#, #"{"rules": {"schema": {"mostly": 0}}}"#,
    #"{"rules": {"schema": {"mostly": "0.9"}}}"#, #"{"rules": {"schema": {"mostly": 99.9}}}"#,
    #"{"rules": {"key-case": {"severity": "fatal"}}}"#, #"{"rules": {"key-case": null}}"#,
    #"{"suppressions": [{"rule": "schema"}]}"#, #"{"suppressions": [{"reason": "known"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": ""}]}"#,
    #"{"suppressions": [{"rule": "no-rule", "reason": "known"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "known", "expires": "2026-02-29"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "known", "expires": "soon"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "known", "expires": null}]}"#,
    #"{"suppressions": [{"pointer": "items/0", "reason": "known"}]}"#,
    #"{"suppressions": [{"pointer": "/a~b", "reason": "known"}]}"#,
    #"{"suppressions": [{"file": "/abs", "reason": "known"}]}"#,
    #"{"suppressions": [{"operation": "", "reason": "known"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "known", "until": "2026-01-01"}]}"#,
    #"{"suppressions": {"rule": "schema", "reason": "known"}}"#,
    #"{"expectedBroken": "Broken"}"#, #"{"expectedBroken": [""]}"#, #"{"expectedBroken": ["/x"]}"#,
    #"{"failOn": "fatal"}"#, #"{"failOn": ["error"]}"#, #"{"failOn": null}"#,
    #"{"formats": "json"}"#, #"{"formats": ["jsn"]}"#, #"{"formats": ["json="]}"#,
    #"{"formats": ["=json"]}"#, #"{"formats": [{}]}"#,
    #"{"allowedOrigins": "https://a"}"#, #"{"allowedOrigins": [1]}"#,
    #"{"allowedOrigins": ["a.example"]}"#, #"{"allowedOrigins": ["https://a/b"]}"#,
    #"{"allowedOrigins": ["https://u@a"]}"#, #"{"allowedOrigins": ["https://a?b"]}"#,
    #"{"allowedOrigins": ["https://a#b"]}"#, #"{"allowedOrigins": ["ftp://a"]}"#,
    #"{"allowedOrigins": ["http://*.a.example"]}"#, #"{"allowedOrigins": ["https://*"]}"#,
    #"{"allowedOrigins": ["http:///"]}"#, #"{"allowedOrigins": [""]}"#,
    #"{"baseline": ""}"#, #"{"baseline": true}"#, #"{"server": []}"#,
    #"{"parameters": []}"#, #"{"parameters": {"id": 7}}"#, #"{"parameters": {"": "7"}}"#,
  ]

  /// Every rule with everything that may be set for it, and with what may not.
  static var rules: [ConfigurationCase] {
    Rule.catalogue.flatMap { rule -> [ConfigurationCase] in
      func setting(_ text: String, _ isGood: Bool) -> ConfigurationCase {
        ConfigurationCase(text: #"{"rules": {"\#(rule.id)": \#(text)}}"#, isGood: isGood)
      }
      var cases = [
        setting(#""error""#, true), setting("{}", true),
        setting(#"{"severity": "off"}"#, rule.levels.contains("off")),
        setting(#"{"sevrity": "off"}"#, false), setting("true", false), setting("[]", false),
        ConfigurationCase(
          text: #"{"suppressions": [{"rule": "\#(rule.id)", "reason": "r"}]}"#, isGood: true),
      ]
      for name in ["names", "profile", "case"]
      where !rule.options.contains(where: { $0.name == name }) {
        cases.append(setting(#"{"\#(name)": "date"}"#, false))
      }
      for option in rule.options {
        switch option.values {
        case .choice(let choices):
          cases += choices.map { setting(#"{"\#(option.name)": "\#($0)"}"#, true) }
          cases.append(setting(#"{"\#(option.name)": "none", "severity": "note"}"#, false))
        case .pair:
          cases.append(setting(#"{"\#(option.name)": ["a", "b"], "severity": "note"}"#, true))
          cases += [
            #"["a"]"#, #"["a", "a"]"#, #"["a", "b", "c"]"#, #"["a", ""]"#, #""a""#, "[1, 2]",
          ]
          .map { setting(#"{"\#(option.name)": \#($0)}"#, false) }
        }
      }
      return cases
    }
  }
}
