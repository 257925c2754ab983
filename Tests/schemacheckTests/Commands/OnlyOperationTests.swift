import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `--only-operation`, and suppressions by a pattern of operations: what is left out is counted.
@Suite struct OnlyOperationTests {
  private let folder: TemporaryFolder
  private let contract: String
  private let traffic: String

  init() throws {
    folder = try TemporaryFolder()
    func path(_ path: String, _ id: String) -> String {
      let parameter =
        path.contains("{")
        ? #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}], "# : ""
      return """
        "\(path)": {\(parameter)"get": {"operationId": "\(id)", "responses": {"200": {"description": "",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\(id)"}}}}}}}
        """
    }
    let schema = #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
       "paths": {\(path("/orders", "listOrders")), \(path("/orders/{id}", "getOrder")),
                 \(path("/users", "listUsers"))},
       "components": {"schemas": {"listOrders": \(schema), "getOrder": \(schema),
                                  "listUsers": \(schema)}}}
      """, to: "shop.json")
    let paths = ["/orders", "/orders/7", "/users", "/orders/7/lines", "/carts?token=s3cr3t"]
    traffic = try folder.write(
      paths.map { AmendCommandTests.record(#"{"a": "x"}"#, $0) }.joined(), to: "t.ndjson")
  }

  private func run(_ arguments: String...) -> Scenario {
    var run = Scenario.run(arguments)
    run.output = run.output.replacing(folder.path, with: "DIR")
    run.errors = run.errors.replacing(folder.path, with: "DIR")
    return run
  }

  private func check(_ options: String...) -> Scenario {
    let arguments = ["check", "--no-config", "-f", "concise", "-c", contract, traffic] + options
    var run = Scenario.run(arguments)
    run.output = run.output.replacing(folder.path, with: "DIR")
    return run
  }

  /// Each with the lines of the findings, and the exchanges left out.
  @Test(arguments: [
    ("GET /orders*", [1, 2, 4], 2), ("get /orders", [1], 4), ("GET /orders/{id}", [2], 4),
    ("listUsers", [3], 4), ("/users", [3], 4), ("list*", [1, 3], 3), ("*", [1, 2, 3, 4, 5], 0),
  ])
  func onlySome(pattern: String, lines: [Int], leftOut: Int) throws {
    let run = check("--only-operation", pattern)
    #expect(run.code == .findings)
    let found = run.output.split(separator: "\n").compactMap { line in
      line.split(separator: ":").dropFirst().first.flatMap { Int($0) }
    }
    #expect(found == lines, "\(run.output)")
    #expect(run.errors.contains("\(leftOut) left out") == (leftOut > 0), "\(run.errors)")
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let run = check("--only-operation", "listUsers", "--only-operation", "GET /orders")
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(
      run.errors == """
        2 errors in 2 groups: schema 2
        2 of 5 exchanges checked
        not checked: 3 left out

        """)
    let explained = check("--only-operation", "listUsers", "--explain-match", "-q")
    #expect(!explained.everything.contains("s3cr3t"))
    #expect(
      check("--only-operation", "listOrder").errors
        == "schemacheck: no contract here has an operation that fits `listOrder`; did you mean "
        + "`listOrders`?\n")
    #expect(
      check("--only-operation", "/order").errors
        == "schemacheck: no contract here has an operation that fits `/order`; did you mean "
        + "`/orders`?\n")
    // A body of which no operation is known is none of them.
    let body = try folder.write(#"{"a": "x"}"#, to: "body.json")
    let bare = self.run(
      "check", "--no-config", "-c", contract, body, "--only-operation", "listUsers")
    #expect(bare.code == .error && bare.errors.contains("1 left out"))
    let told = self.run(
      "check", "--no-config", "-c", contract, body, "--operation", "listUsers", "--only-operation",
      "listUsers")
    #expect(told.code == .findings)
    // Nothing is known of the rest, so it is not stale.
    let known = folder.path + "/known.json"
    #expect(
      self.run("baseline", "--no-config", "-c", contract, "--baseline", known, traffic).code
        == .clean)
    let part = check("--baseline", known, "--strict-baseline", "--only-operation", "listUsers")
    #expect(part.code == .clean, "\(part.everything)")
    #expect(
      check(
        "--baseline", known, "--update-baseline", "--only-operation", "listUsers"
      ).errors.contains("remove `--only-operation`"))
  }

  /// A run of some operations says of these what a run of all says.
  @Test func itIsAPartOfTheWhole() throws {
    var generator = SeededGenerator(seed: 0x0A11)
    let paths = ["/orders", "/orders/7", "/users", "/orders/7/lines", "/carts", "/users/3"]
    let bodies = [#"{"a": "x"}"#, #"{"a": 1}"#, #"{"a": null}"#, "[]"]
    let lines = (0..<200).map { _ in
      (paths.randomElement(using: &generator) ?? "", bodies.randomElement(using: &generator) ?? "")
    }
    let file = try folder.write(
      lines.map { AmendCommandTests.record($1, $0) }.joined(), to: "r.ndjson")
    func found(_ options: [String]) -> [Substring] {
      Scenario.run(["check", "--no-config", "-f", "ndjson", "-c", contract, file] + options)
        .output.split(separator: "\n").filter { $0.contains(#""index":"#) }
    }
    let all = found([])
    /// The patterns, with the paths that each means.
    let patterns = [
      "GET /orders*": ["/orders", "/orders/7", "/orders/7/lines"], "/users": ["/users"],
      "getOrder": ["/orders/7"], "list*": ["/orders", "/users"],
    ]
    for _ in 0..<12 {
      let chosen = patterns.filter { _ in Bool.random(using: &generator) }
      let meant = Set(chosen.values.joined())
      let wanted = all.filter { line in
        let number = line.split(separator: #""index":"#)[1].prefix { $0.isNumber }
        return chosen.isEmpty || meant.contains(lines[Int(number) ?? 0].0)
      }
      let some = found(chosen.keys.flatMap { ["--only-operation", $0] } + ["--jobs", "2"])
      #expect(some == wanted, "\(chosen.keys)")
    }
  }

  /// Neither the shares nor the operations of the page count the others.
  @Test func thePageIsOfThese() throws {
    let page = run(
      "check", "--no-config", "-c", contract, traffic, "-f", "html", "--only-operation",
      "listUsers",
      "--only-operation", "GET /orders"
    ).output.replacing("\u{A0}", with: " ")
    #expect(page.contains(">2 of 2 exchanges (100 %) have errors,"), "\(page.prefix(9000))")
    #expect(page.contains("2 exchanges checked</a></li>\n</ul>"))
    #expect(page.contains("<small>2 of 2 operations exercised</small>"))
    #expect(page.contains("<b>3</b> exchanges skipped: left-out"))
    #expect(!page.contains("never exercised") && !page.contains("/orders/"))
  }

  @Test func coverageIsOfThese() throws {
    let all = run("coverage", "--no-config", "-c", contract, traffic, "-f", "json")
    let some = run(
      "coverage", "--no-config", "-c", contract, traffic, "-f", "json", "--only-operation",
      "GET /orders*")
    func operations(_ run: Scenario) throws -> [String] {
      let contract = try JSONDocument(run.output).root["coverage"]?.elements.first { _ in true }
      return contract?["operations"]?.elements.compactMap { $0["operation"]?.string } ?? []
    }
    #expect(
      try operations(all) == ["GET /orders", "GET /orders/{id}", "GET /users"])
    #expect(try operations(some) == ["GET /orders", "GET /orders/{id}"])
    #expect(!some.output.contains("listUsers"))
    #expect(some.errors.contains("2 left out"), "\(some.errors)")
    let least = run(
      "coverage", "--no-config", "-c", contract, traffic, "--only-operation", "listUsers")
    #expect(least.output.contains("GET /users") && !least.output.contains("/orders"))
  }

  @Test func inferredAndAmended() throws {
    let draft = run("infer", "--no-config", traffic, "--only-operation", "GET /orders*")
    #expect(draft.code == .clean)
    #expect(draft.output.contains("/orders") && !draft.output.contains("users"))
    #expect(draft.errors.contains("not read: 2 left out"), "\(draft.errors)")
    let nothing = run("infer", "--no-config", traffic, "--only-operation", "/nothing")
    #expect(
      nothing.errors.contains(
        "no contract can be inferred from these inputs: `--only-operation` fits no request\n"))
    let amended = run(
      "amend", contract, traffic, "--no-config", "--diff", "--min-samples", "1",
      "--only-operation", "listUsers")
    #expect(amended.errors.contains("`listUsers.a` is a string"))
    #expect(!amended.errors.contains("`listOrders.a`"), "\(amended.errors)")
  }

  /// A suppression has a pattern, too; requests of no operation are known by their address.
  @Test func suppressions() throws {
    func lines(_ suppression: String) throws -> (lines: [Int], errors: String) {
      let file = try folder.write(
        """
        {"contracts": ["shop.json"], "inputs": ["t.ndjson"],
         "suppressions": [{\(suppression), "reason": "known"}]}
        """, to: "c.json")
      let run = run("check", "-f", "concise", "--config", file)
      let found = run.output.split(separator: "\n").compactMap { line in
        line.split(separator: ":").dropFirst().first.flatMap { Int($0) }
      }
      return (found, run.errors)
    }
    #expect(try lines(#""operation": "GET /orders*""#).lines == [3, 5])
    #expect(try lines(#""operation": "getOrder""#).lines == [1, 3, 4, 5])
    let route = #""rule": "unknown-route", "operation""#
    #expect(try lines(#"\#(route): "GET /carts""#).lines == [1, 2, 3, 4])
    #expect(try lines(#"\#(route): "GET /orders/{id}/lines""#).lines == [1, 2, 3, 5])
    #expect(try lines(#"\#(route): "/*""#).lines == [1, 2, 3])
    #expect(
      try lines(#""operation": "GET /cart""#).errors.contains(
        "no contract here has an operation `GET /cart`"))
  }
}
