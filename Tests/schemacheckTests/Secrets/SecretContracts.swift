@_spi(Engine) @testable import ContractCaptures
import TestSupport

/// Two versions of a contract with secrets in what they list, and traffic that breaks them.
struct SecretContracts {
  let folder: TemporaryFolder
  let old: String
  let new: String
  let traffic: String
  private(set) var planted: [(secret: String, place: String)] = []

  init() throws {
    folder = try TemporaryFolder()
    var number = 100
    var planted: [(secret: String, place: String)] = []
    func secret(_ place: String) -> String {
      let secret = SecretCarrier.secret(number, isProse: true)
      number += 1
      planted.append((secret, place))
      return secret
    }
    old = try folder.write(Self.api(secret), to: "old.yaml")
    new = try folder.write(Self.api(secret), to: "new.yaml")
    let body = """
      {"password":"x","apiKey":"x","clientSecret":"x","loginToken":"x","pin":1,"accessToken":"x",\
      "tokens":["x"],"n":"x","o":{"a":1},"refreshToken":"x","text":7,"own":"x","secretWord":1,\
      "cookie":"x","bearerToken":"x","sessionKey":"x"}
      """
    let line = """
      {"method":"POST","url":"https://api.test/x?api_key=x","status":200,\
      "requestHeaders":{"X-Api-Key":"x"},"requestBody":\(body),"responseBody":\(body)}
      """
    traffic = try folder.write(line + "\n", to: "traffic.ndjson")
    self.planted = planted
  }

  func leaks(in text: String) -> [String] { SecretSearch(planted).leaks(in: text) }

  private static func api(_ secret: (String) -> String) -> String {
    """
    openapi: 3.1.0
    info: {title: T, version: '1', description: 'sign in with the password: \(secret("info"))'}
    servers:
      - url: https://ada:\(secret("server"))@api.test
      - url: https://api.test
      - url: https://other.test?token=\(secret("query of a server"))
    x-schemacheck:
      customRules:
        own-value:
          summary: s
          where: {names: [own]}
          schema: {const: '{"password":"\(secret("own const"))"}'}
          message: "`{name}` is {value}"
          examples:
            right: [{own: '{"password":"\(secret("own right example"))"}'}]
            wrong:
              - body: {own: x, password: \(secret("own wrong example"))}
                at: /own
        own-password:
          summary: s
          where: {names: [password]}
          schema: {enum: [\(secret("own enum"))]}
          fix: {replace: \(secret("own fix"))}
    paths:
      /x:
        post:
          operationId: x
          parameters:
            - {name: api_key, in: query, schema: {enum: [\(secret("query enum")), b], default: \(secret("query default"))}}
            - {name: X-Api-Key, in: header, example: \(secret("header example")), schema: {const: \(secret("header const"))}}
          requestBody:
            content:
              application/json:
                schema: {$ref: '#/components/schemas/Body'}
                example: {password: \(secret("request example"))}
          responses:
            '200':
              description: d
              content:
                application/json:
                  schema: {$ref: '#/components/schemas/Body'}
                  examples: {a: {value: {password: \(secret("response example"))}}}
    components:
      schemas:
        Word: {type: string, enum: [\(secret("referred enum"))], example: \(secret("referred example"))}
        Body:
          type: object
          required: [password]
          properties:
            password: {type: string, enum: [\(secret("enum 1")), \(secret("enum 2"))]}
            apiKey: {const: \(secret("const"))}
            clientSecret: {type: string, pattern: '^\(secret("pattern"))$'}
            loginToken: {$ref: '#/components/schemas/Word', default: x}
            accessToken: {$ref: '#/components/schemas/Word'}
            refreshToken: {type: string, default: \(secret("default")), example: \(secret("example"))}
            sessionKey: {oneOf: [{const: \(secret("oneOf 1"))}, {const: \(secret("oneOf 2"))}]}
            cookie: {not: {const: \(secret("not"))}, type: integer}
            bearerToken: {type: string, pattern: '^\(secret("start of a pattern"))'}
            tokens: {type: array, items: {enum: [\(secret("items 1")), \(secret("items 2"))]}}
            n: {const: '{"password":"\(secret("JSON in const"))"}'}
            o: {const: {password: \(secret("object const"))}}
            text: {type: string, enum: ['token: \(secret("prose in enum"))', 'Set-Cookie: sid=\(secret("cookie in enum"))']}
            own: {type: string}
    """
  }
}
