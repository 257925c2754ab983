import ContractAuthoring
@_spi(Engine) import ContractCaptures
import ContractCheck
import JSONTape
import Testing

/// Documents of two versions of OpenAPI: what both say in their own words is no change.
@Suite struct VersionChangeTests {
  private static let old = """
    swagger: "2.0"
    info: {title: Pets, version: "1"}
    host: api.example.com
    basePath: /v1
    schemes: [https]
    consumes: [application/json]
    produces: [application/json]
    paths:
      /pets:
        get:
          parameters:
            - {name: limit, in: query, type: integer, maximum: 100}
            - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi}
          responses:
            200: {description: ok, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}
        post:
          parameters: [{name: body, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
          responses: {201: {description: ok, schema: {$ref: '#/definitions/Pet'}}}
      /login:
        post:
          consumes: [application/x-www-form-urlencoded]
          parameters:
            - {name: user, in: formData, type: string, required: true}
            - {name: age, in: formData, type: integer}
          responses: {204: {description: ok}}
      /upload:
        post:
          consumes: [multipart/form-data]
          parameters: [{name: file, in: formData, type: file, required: true}]
          responses: {200: {description: ok, schema: {type: object, properties: {n: {type: integer}}}}}
    definitions:
      Pet:
        type: object
        required: [id]
        properties: {id: {type: integer}, tag: {type: string, x-nullable: true}}
    """

  private static let new = """
    openapi: 3.1.0
    info: {title: Pets, version: "1"}
    servers: [{url: 'https://api.example.com/v1'}]
    paths:
      /pets:
        get:
          parameters:
            - {name: limit, in: query, schema: {type: integer, maximum: 100}}
            - {name: ids, in: query, schema: {type: array, items: {type: integer}}}
          responses:
            '200':
              description: ok
              content:
                application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}
        post:
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
          responses:
            '201':
              description: ok
              content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
      /login:
        post:
          requestBody:
            required: true
            content:
              application/x-www-form-urlencoded:
                schema:
                  type: object
                  required: [user]
                  properties: {user: {type: string}, age: {type: integer}}
          responses: {'204': {description: ok}}
      /upload:
        post:
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [file]
                  properties: {file: {type: string, format: binary}}
          responses:
            '200':
              description: ok
              content:
                application/json: {schema: {type: object, properties: {n: {type: integer}}}}
    components:
      schemas:
        Pet:
          type: object
          required: [id]
          properties: {id: {type: integer}, tag: {type: [string, 'null']}}
    """

  private static func changes(_ old: String, _ new: String) throws -> [String] {
    let diff = ContractDiff(
      old: try DiffProbe.read(old, name: "old.yaml"), new: try DiffProbe.read(new, name: "new.yaml")
    )
    return diff.findings.map { "\($0.rule) \($0.region.start.line)" }
  }

  @Test func sameMeaning() throws {
    #expect(try Self.changes(Self.old, Self.new) == [])
    #expect(try Self.changes(Self.new, Self.old) == [])
  }

  /// A keyword that does not apply to the type restricts nothing.
  @Test func keywordsOfOtherTypes() throws {
    for keyword in ["uniqueItems: true", "maxLength: 3", "minProperties: 1"] {
      let new = Self.new.replacing("maximum: 100", with: "maximum: 100, \(keyword)")
      #expect(try Self.changes(Self.old, new) == [])
    }
  }

  @Test(arguments: [
    ("id: {type: integer}, tag", "id: {type: string}, tag", ["response-type-changed"]),
    ("maximum: 100", "maximum: 50", ["request-bounds-narrowed"]),
    ("required: [user]", "required: [user, age]", ["request-member-required"]),
    ("{type: string, format: binary}", "{type: integer}", ["request-type-narrowed"]),
    (
      "{name: limit, in: query,", "{name: limit, in: query, required: true,", ["parameter-required"]
    ),
    (
      "application/json: {schema: {type: array", "text/csv: {schema: {type: array",
      ["response-media-type-removed", "media-type-added"]
    ),
    ("https://api.example.com/v1", "https://api.example.com/v2", ["servers-changed"]),
  ])
  func changesAreFound(part: String, other: String, rules: [String]) throws {
    let new = Self.new.replacing(part, with: other)
    let found = try Self.changes(Self.old, new).map { String($0.prefix { $0 != " " }) }
    for rule in rules { #expect(found.contains(rule), "\(found)") }
  }
}
