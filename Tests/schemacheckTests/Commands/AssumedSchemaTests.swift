import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a bare body is judged by where nobody says: what the name of its file says, then a schema
/// that accepts it, then the nearest.
@Suite struct AssumedSchemaTests {
  private let folder: TemporaryFolder
  private let contract: String

  private static let customer =
    #"{"id": 1, "email": "a@example.com", "createdAt": "2024-01-05T08:00:00Z"}"#
  private static func problem(_ status: Int, _ instance: String) -> String {
    #"{"type": "about:blank", "title": "t", "status": \#(status), "detail": "d", "#
      + #""instance": "\#(instance)"}"#
  }

  init() throws {
    func content(_ schema: String) -> String {
      ##""content": {"*/*": {"schema": {"$ref": "#/components/schemas/\##(schema)"}}}"##
    }
    func answers(_ answers: (Int, String)...) -> String {
      let answers = answers.map { #""\#($0)": {"description": "d", \#(content($1))}"# }
      return #""responses": {\#(answers.joined(separator: ", "))}"#
    }
    let id = #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}]"#
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.0.1", "info": {"title": "Shop", "version": "1"}, "paths": {
        "/products": {
          "get": {"operationId": "findAll", \(answers((200, "PageProduct")))},
          "post": {"operationId": "create", "requestBody": {\(content("CreateProduct"))},
            \(answers((201, "Product"), (400, "Problem")))}},
        "/products/{id}": {"get": {"operationId": "findById", \(id),
          \(answers((200, "Product"), (404, "Problem")))}},
        "/orders": {"get": {"operationId": "findMine", \(answers((200, "PageOrder")))}},
        "/me": {"get": {"operationId": "me", \(answers((200, "Customer")))}},
        "/login": {"post": {"operationId": "login", \(answers((200, "Token"), (401, "Problem")))}}},
       "components": {"schemas": {
        "Product": {"type": "object", "required": ["id", "name", "price", "stock"], "properties": {
          "id": {"type": "integer"}, "name": {"type": "string"}, "price": {"type": "string"},
          "stock": {"type": "string", "enum": ["IN", "OUT"]}, "rating": {"type": "number"},
          "weight": {"type": "integer"}, "colour": {"type": "string"}}},
        "CreateProduct": {"type": "object", "required": ["name", "price"], "properties": {
          "name": {"type": "string"}, "price": {"type": "string"}, "currency": {}}},
        "PageProduct": {"type": "object", "properties": {
          "content": {"type": "array", "items": {"$ref": "#/components/schemas/Product"}},
          "size": {"type": "integer"}, "last": {"type": "boolean"}}},
        "PageOrder": {"type": "object", "properties": {
          "content": {"type": "array", "items": {"type": "object", "required": ["number"],
            "properties": {"number": {"type": "string"}}}},
          "size": {"type": "integer"}, "last": {"type": "boolean"}}},
        "PaymentMethod": {"type": "object", "required": ["id", "type"], "properties": {
          "id": {"type": "integer"}, "type": {"type": "string"}, "isDefault": {"type": "boolean"}}},
        "Paypal": {"type": "object", "required": ["email"], "allOf": [
          {"$ref": "#/components/schemas/PaymentMethod"},
          {"type": "object", "properties": {"email": {"type": "string"}}}]},
        "Customer": {"type": "object", "required": ["id", "email", "createdAt"], "properties": {
          "id": {"type": "integer"}, "email": {"type": "string"}, "firstName": {"type": "string"},
          "lastName": {"type": "string"}, "birthday": {"type": "string"},
          "tier": {"type": "string"}, "createdAt": {"type": "string", "format": "date-time"},
          "addresses": {"type": "array"}}},
        "Token": {"type": "object", "required": ["ticket", "expiresIn"], "properties": {
          "ticket": {"type": "string"}, "expiresIn": {"type": "integer"}, "id": {}}},
        "Problem": {"type": "object", "properties": {
          "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
          "detail": {"type": "string"}, "instance": {"type": "string", "format": "uri"},
          "properties": {"type": "object"}}}}}}
      """, to: "api.json")
  }

  private func check(_ body: String, as name: String) throws -> Scenario {
    let file = try folder.write(body, to: name)
    var scenario = Scenario.run(
      "check", "-c", contract, file, "-f", "concise", "--explain-match")
    scenario.output = scenario.output.replacing(folder.path + "/", with: "")
    return scenario
  }

  private func because(_ scenario: Scenario) -> [String] {
    scenario.errors.split(separator: "\n").compactMap { line in
      line.hasPrefix("  because: ") ? String(line.dropFirst("  because: ".count)) : nil
    }
  }

  /// Of the schemas that are like the body, the likest refuses it.
  @Test func whatAcceptsTheBodyComesBeforeWhatIsLikeIt() throws {
    let scenario = try check(Self.customer, as: "fx/a.json")
    #expect(scenario.code == .clean && scenario.output.isEmpty, "\(scenario)")
    #expect(
      because(scenario)
        == ["`GET /me` 200 accepts the body and lists 3 of its 3 properties (assumed)"])
  }

  /// A schema that lists all of the body's properties is nearer than one that only allows some.
  @Test func whatListsTheBodyComesBeforeWhatAllowsIt() throws {
    let body = #"{"id": 1, "name": "n", "price": "1", "stock": "GONE", "weight": 2}"#
    let three = #"{"name": "n", "price": "1", "stock": "GONE"}"#
    for (text, name, place) in [(body, "fx/a.json", "POST /products"), (three, "fx/b.json", "")] {
      let scenario = try check(text, as: name)
      if place.isEmpty {
        // Most of a product is missing.
        #expect(scenario.output.contains("warning[undocumented-field] `stock`"), "\(scenario)")
      } else {
        #expect(
          scenario.output.hasPrefix("fx/a.json:1:47: error[schema] `stock` is \"GONE\""),
          "\(scenario)")
        #expect(scenario.output.contains("(\(place) /stock)"), "\(scenario)")
      }
    }
  }

  /// `variants --wrong -o FOLDER/` names files after the operation and the status.
  @Test func anExactNameNeedsNoLikeness() throws {
    for (body, place) in [
      (#"{"a": 1, "b": 2, "c": 3}"#, "`id`, `name`, `price` and `stock` are missing"),
      (#"[{"x": 1}]"#, "an object"),
    ] {
      for name in [
        "fx/findById-200-wrong-008", "fx/findById_200_cut", "fx/findById.200", "findById/200",
        "findById/200-cut",
      ] {
        let scenario = try check(body, as: name + ".json")
        #expect(scenario.output.contains("error[schema]"), "\(scenario)")
        #expect(scenario.output.contains(place), "\(scenario)")
        #expect(scenario.output.contains("(GET /products/{id}"), "\(scenario)")
      }
      let unknown = try check(body, as: "fx/findById-500.json")
      #expect(
        unknown.output.contains(
          "the body resembles no schema of the contract; the name of the file says status 500 of "
            + "`GET /products/{id}`, which documents 200, 404"), "\(unknown)")
      for name in ["findById/cut", "findById/2000", "findById/cut-200", "x/findById/200/a"] {
        #expect(try check(body, as: name + ".json").output.contains("unmatched-body"))
      }
      let unnamed = try check(body, as: "fx/other-200-wrong-008.json")
      #expect(unnamed.output.contains("unmatched-body"), "\(unnamed)")
    }
  }

  /// Only the name can show the operation of a body without properties. Other words may follow.
  @Test(arguments: [
    ("findAll-empty", "GET /products"), ("findAll_no.items.2", "GET /products"),
    ("findAll", "GET /products"), ("findById-none", "GET /products/{id}"),
    ("login-401-empty", "POST /login"), ("GET_orders_empty", "GET /orders"),
    ("GET-products-id-empty", "GET /products/{id}"), ("GET_products_empty", "GET /products"),
    // A verb alone, a longer word, a path that may be longer, a request, an unknown status.
    ("create-empty", nil), ("findAllOld-empty", nil), ("findall-empty", nil),
    ("GET_products_1_empty", nil), ("GET_products_old_id", nil), ("get_orders_empty", nil),
    ("findAll-request-empty", nil), ("findAll-empty-500", nil),
  ])
  func emptyBodies(name: String, operation: String?) throws {
    for body in ["{}", "[]", "null"] {
      let run = try check(body, as: "fx/\(name).json")
      let told = operation.map { "\n  operation: \($0) (" } ?? "\n  unmatched: the body"
      #expect(run.errors.contains(told), "\(run.everything)")
    }
    // The words decide nothing for a body with properties.
    #expect(try check(Self.customer, as: "fx/\(name).json").code == .clean)
  }

  @Test func ofSeveralThatAcceptTheNameChooses() throws {
    let page = #"{"content": [], "size": 20, "last": true}"#
    let named = try check(page, as: "fx/orders-empty.json")
    #expect(
      because(named) == [
        "`GET /orders` 200 accepts the body and lists 3 of its 3 properties (assumed)",
        "the name of the file and the name of the schema have in common: `order`",
      ])
    let unnamed = try check(page, as: "fx/x.json")
    #expect(because(unnamed).first?.hasPrefix("`GET /products` 200 accepts") == true)
    // A name that only has a word of it does not make an error.
    let other = try check(Self.customer, as: "fx/product-owner.json")
    #expect(other.code == .clean && because(other).first?.hasPrefix("`GET /me` 200") == true)
  }

  /// The name of an operation is believed where the body is like the operation's.
  @Test func aNameThatSpellsAnOperationComesFirst() throws {
    let problem = try check(Self.problem(401, "/login"), as: "fx/login-401.json")
    #expect(
      problem.output == """
        fx/login-401.json:1:81: error[schema] `instance` is "/login"; the contract says `uri`, \
        such as `https://example.com/a?b=c`  (POST /login /instance)

        """)
    #expect(
      because(problem) == [
        "`POST /login` 401 is the nearest schema: the body and the schema have 5 of 6 properties "
          + "in common (assumed)",
        "the file has the name of the operation with status 401",
      ])
    let payment = #"{"id": 1, "type": "PAYPAL", "email": "a@example.com"}"#
    #expect(try check(payment, as: "fx/paypal.json").code == .clean)
    // Like no body of the operation.
    #expect(try check(payment, as: "fx/login.json").code == .clean)
    #expect(try check(Self.customer, as: "fx/login.json").code == .clean)
    // A verb alone names no operation.
    #expect(try check(Self.customer, as: "users/create.json").code == .clean)
    let token = #"{"ticket": "t", "type": "x", "id": 1}"#
    #expect(try check(token, as: "fx/a.json").code == .clean)
    #expect(try check(token, as: "fx/login.json").output.contains("`expiresIn` is missing"))
    #expect(try check(token, as: "fx/post_login.json").output.contains("`expiresIn` is missing"))
    // The request is none of the answers.
    #expect(try check(token, as: "fx/login-request.json").code == .clean)
  }

  @Test func aStatusChoosesAmongErrors() throws {
    let refused = try check(Self.problem(404, "/p/9"), as: "fx/product-404.json")
    #expect(refused.output.hasSuffix("(GET /products/{id} /instance)\n"), "\(refused.output)")
    #expect(because(refused).last == "the file's name says status 404")
    let right = try check(Self.problem(404, "https://a.example"), as: "errors/404/x.json")
    #expect(because(right).first?.hasPrefix("`GET /products/{id}` 404 accepts the body") == true)
    // A number that is none.
    #expect(try check(Self.customer, as: "fx/customer-404.json").code == .clean)
  }

  /// A schema without required properties accepts nearly everything.
  @Test func whatListsFewPropertiesDoesNotHideMistakes() throws {
    let product = #"{"id": 1, "name": "n", "price": "1", "stock": "BAD", "rating": 4.3}"#
    let scenario = try check(product, as: "fx/a.json")
    #expect(scenario.code == .findings && scenario.output.contains("/stock"))
    #expect(
      because(scenario)
        == [
          "`POST /products` 201 is the nearest schema: the body and the schema have 5 of 7 "
            + "properties in common (assumed)"
        ])
    // Half of the properties or less, which `CreateProduct` lists, are not most.
    let odd = #"{"name": "n", "price": "1", "x": 1, "id": null, "rating": 1}"#
    #expect(try check(odd, as: "fx/b.json").code == .findings)
  }

  /// The exact operationId with a documented status counts, also if the body has other properties.
  @Test func entriesByTheExactName() throws {
    try folder.write(#"{"message": "no"}"#, to: "fx/findById-404.json")
    let alone = Scenario.run("init", folder.path)
    #expect(alone.code == .clean && !alone.errors.contains("not checked"), "\(alone.everything)")
    try folder.write(Self.customer, to: "fx/me.json")
    try folder.write("{", to: "fx/cut.json")
    let run = Scenario.run("init", folder.path, "--force")
    let written = try String(contentsOfFile: folder.path + "/.schemacheck.json", encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined()
    #expect(
      written.contains(
        #"{"file":"fx/findById-404.json","operation":"GET/products/{id}","status":404}"#))
    // A run reports that the file is no JSON.
    #expect(
      run.everything.contains(
        "\n  checked without an entry: fx/cut.json; give their operations in `bodies`\n"),
      "\(run.everything)")
    #expect(!run.everything.contains("not checked"))
  }

  /// `init` writes what the names of the files say, also of bodies with errors.
  @Test func entriesOfANewConfiguration() throws {
    for (name, body) in [
      ("login-401", Self.problem(401, "/login")), ("product-404", Self.problem(404, "/p/99")),
      ("me-minimal", Self.customer), ("orders-empty", #"{"content": [], "size": 2, "last": true}"#),
    ] {
      try folder.write(body, to: "fx/\(name).json")
    }
    let scenario = Scenario.run("init", folder.path)
    #expect(scenario.code == .clean, "\(scenario.everything)")
    let written = try String(contentsOfFile: folder.path + "/.schemacheck.json", encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined()
    #expect(
      written.contains(
        #""bodies":[{"file":"fx/login-401.json","operation":"POST/login","status":401},"#
          + #"{"file":"fx/me-minimal.json","operation":"GET/me"},"#
          + #"{"file":"fx/orders-empty.json","operation":"GET/orders"},"#
          + #"{"file":"fx/product-404.json","operation":"GET/products/{id}","status":404}]"#),
      "\(written)")
  }
}
