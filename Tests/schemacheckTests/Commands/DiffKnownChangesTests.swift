import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Changes that are accepted: suppressions, a baseline, branches that were allowed already.
@Suite struct DiffKnownChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A contract with an operation `GET /a` and one `GET /b`, which answer with these schemas.
  private func contract(_ name: String, a: String, b: String = "{}") throws -> String {
    func path(_ name: String, _ schema: String) -> String {
      """
        /\(name):
          get:
            operationId: \(name)
            responses:
              "200": {description: "", content: {application/json: {schema: \(schema)}}}

      """
    }
    return try folder.write(
      """
      openapi: 3.0.3
      info: {title: t, version: "1"}
      paths:
      \(path("a", a))\(path("b", b))
      components:
        schemas:
          alipay: {type: object, properties: {}}
          client: {type: object, properties: {method: {type: string, enum: [manual]}}}
          shut: {type: object, additionalProperties: false, properties: {id: {type: string}}}
      """, to: name)
  }

  private func diff(_ old: String, _ new: String, _ options: String...) -> Scenario {
    var run = Scenario.run(["diff", old, new, "-f", "concise"] + options)
    run.output = run.output.replacing(folder.path, with: "DIR")
    run.errors = run.errors.replacing(folder.path, with: "DIR")
    return run
  }

  private static func reference(_ name: String) -> String {
    "{$ref: '#/components/schemas/\(name)'}"
  }

  /// A new branch that an old one allows is no change; one of another type or of an object that an
  /// old closed one refuses is.
  @Test(arguments: [
    ("alipay", "client", true), ("client", "alipay", false), ("shut", "client", false),
  ])
  func branches(_ old: String, _ added: String, isKnown: Bool) throws {
    let (one, other) = (Self.reference(old), Self.reference(added))
    let run = diff(
      try contract("old.yaml", a: "{type: object, properties: {pay: \(one)}}"),
      try contract("new.yaml", a: "{type: object, properties: {pay: {anyOf: [\(one), \(other)]}}}"))
    #expect(run.code == (isKnown ? .clean : .findings) && run.output.isEmpty == isKnown)
    let text = diff(
      try contract("old.yaml", a: one),
      try contract("new.yaml", a: "{oneOf: [\(one), {type: string}]}"))
    #expect(text.output.contains("error[response-type-changed]"))
  }

  private func enumeration(_ values: String) -> String {
    "{type: object, properties: {role: {type: string, enum: [\(values)]}}}"
  }

  @Test func suppressions() throws {
    let old = try contract("old.yaml", a: enumeration("x"), b: enumeration("x"))
    let new = try contract("new.yaml", a: enumeration("x, y"), b: enumeration("x, z"))
    func configured(_ suppression: String) throws -> Scenario {
      let file = try folder.write(
        "{\"suppressions\": [{\(suppression), \"reason\": \"known\"}]}", to: "c.json")
      return diff(old, new, "--config", file)
    }
    let rule = #""rule": "response-enum-value-added""#
    let all = diff(old, new, "--no-config")
    #expect(all.output.split(separator: "\n").count == 2)
    let first = String(all.output.split(separator: "\n")[0]) + "\n"
    let second = String(all.output.split(separator: "\n")[1]) + "\n"
    #expect(try configured(rule).code == .clean)
    let ofA = try configured(rule + #", "operation": "a""#)
    #expect(ofA.code == .findings && ofA.output == second)
    #expect(
      ofA.errors == "compared 2 operations with 2: 1 error, 0 warnings, 0 notes; 1 suppressed\n")
    let ofB = try configured(rule + #", "pointer": "/paths/~1b/**""#)
    #expect(ofB.output == first)
    let old2020 = try configured(rule + #", "expires": "2020-01-01""#)
    #expect(old2020.output == all.output)
    #expect(
      old2020.errors == """
        compared 2 operations with 2: 2 errors, 0 warnings, 0 notes
        DIR/c.json:1:19: warning: this suppression hides nothing because it expired on 2020-01-01 (known)

        """)
    let unused = try configured(rule + #", "operation": "b", "pointer": "/paths/~1a/**""#)
    #expect(
      unused.errors.hasSuffix(
        "DIR/c.json:1:19: warning: this suppression hides nothing here: remove it, unless another "
          + "contract needs it (known)\n"))
    // Suppressions of traffic are not about changes.
    #expect(try configured(#""rule": "schema""#).output == all.output)
    #expect(try configured(#""rule": "schema""#).errors == all.errors)
    #expect(
      try configured(#""rule": "response-enum-value-add""#).errors.hasSuffix(
        "there is no rule `response-enum-value-add`; did you mean `response-enum-value-added`?\n"))
  }

  /// The schema is also in a response, where the change is a note. The suppression names the
  /// operation that the message names.
  @Test func suppressionsOfOneDirection() throws {
    func contract(_ name: String, required: String) throws -> String {
      try folder.write(
        """
        openapi: 3.1.0
        info: {title: Parcels, version: "1"}
        paths:
          /parcels:
            get:
              responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/P"}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/P"}}}}
              responses: {"204": {description: d}}
        components:
          schemas:
            P: {type: object, required: [a\(required)], properties: {a: {type: string}\(required.isEmpty ? "" : ", b: {type: string}")}}
        """, to: name)
    }
    let old = try contract("old.yaml", required: "")
    let new = try contract("new.yaml", required: ", b")
    let plain = diff(old, new, "--no-config")
    #expect(plain.output.contains("error[request-member-required]"), "\(plain.everything)")
    #expect(plain.output.contains("(in POST /parcels)"), "\(plain.everything)")
    let file = try folder.write(
      #"{"suppressions": [{"rule": "request-member-required", "operation": "POST /parcels", "reason": "r"}]}"#,
      to: "c.json")
    let hidden = diff(old, new, "--config", file)
    #expect(hidden.code == .clean && hidden.errors.contains("1 suppressed"), "\(hidden.everything)")
  }

  /// A rule that nobody has hides nothing.
  @Test func rulesThatNobodyHas() throws {
    let old = try contract("old.yaml", a: enumeration("x"))
    func run(_ contracts: String, _ name: String) throws -> Scenario {
      let file = try folder.write(
        #"{"contracts": [\#(contracts)], "suppressions": [{"rule": "\#(name)", "reason": "r"}]}"#,
        to: "c.json")
      return diff(old, old, "--config", file)
    }
    let wrong = try run("", "response-enum-value-addd")
    #expect(
      wrong.errors.contains(
        "there is no rule `response-enum-value-addd`; did you mean `response-enum-value-added`?"),
      "\(wrong.everything)")
    #expect(wrong.code == .error)
    #expect(try run("", "iso-dates").code == .clean)
    // A contract that cannot be read may have the rule.
    #expect(try run(#""./none.yaml""#, "ours").code == .clean)
  }

  @Test func baseline() throws {
    let old = try contract("old.yaml", a: enumeration("x"))
    let new = try contract("new.yaml", a: enumeration("x, y"))
    let file = folder.path + "/known.json"
    #expect(
      diff(old, new, "--no-config", "--baseline", file).errors
        == "schemacheck: DIR/known.json: the baseline does not exist; "
        + "`--update-baseline --allow-growth` creates it\n")
    let written = diff(
      old, new, "--no-config", "--baseline", file, "--update-baseline", "--allow-growth")
    #expect(written.code == .clean && written.output.isEmpty)
    #expect(
      written.errors == """
        compared 2 operations with 2: 0 errors, 0 warnings, 0 notes; 1 in the baseline
        wrote DIR/known.json: 1 entry for 1 finding (1 added)

        """)
    #expect(
      diff(old, new, "--no-config", "--baseline", file, "--fail-on-growth").code == .clean)
    // Another value at the same place is another change.
    let more = try contract("new.yaml", a: enumeration("x, y, z"))
    let grown = diff(old, more, "--no-config", "--baseline", file)
    #expect(grown.code == .findings && grown.output.contains("[response-enum-value-added]"))
    let stale = diff(old, old, "--no-config", "--baseline", file, "--strict-baseline")
    #expect(stale.code == .findings && stale.errors.contains("1 stale entry"))
    #expect(
      diff(old, new, "--no-config", "--update-baseline").errors
        == "schemacheck: `--update-baseline` needs `--baseline FILE`\n")
  }
}
