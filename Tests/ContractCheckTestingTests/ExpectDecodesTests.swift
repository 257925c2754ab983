@_spi(Engine) @testable import ContractAuthoring
import ContractCheck
import ContractCheckTesting
import Foundation
import TestSupport
import Testing

/// What the app's decoder refuses of what a contract allows.
struct ExpectDecodesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /items:
        get:
          operationId: listItems
          responses:
            "200":
              description: ok
              content:
                application/json:
                  schema:
                    type: array
                    minItems: 1
                    maxItems: 1
                    items:
                      type: object
                      additionalProperties: false
                      required: [id, status]
                      properties:
                        id: {type: integer, minimum: 1, maximum: 9}
                        status:
                          enum: [new, sold, rented]
                        price:
                          type: [number, "null"]
                          minimum: 0
            "404": {description: none}
    """

  private struct Item: Decodable {
    enum Status: String, Decodable { case new, sold, rented }
    let id: Int
    let status: Status
    let price: Double?
  }

  private func contract() throws -> Contract {
    try folder.write(Self.document, to: "api/shop.yaml")
    try folder.write("", to: "Tests/ShopTests.swift")
    return try Contract.file("../api/shop.yaml", filePath: source)
  }

  private var source: String { folder.path + "/Tests/ShopTests.swift" }

  private func run<Value: Decodable>(
    _ type: Value.Type, exceptions: [DecodingException] = []
  ) throws -> (log: IssueLog, refused: [String]) {
    let contract = try contract()
    var refused: [Variant] = []
    let log = IssueLog.of {
      refused = expectDecodes(
        contract, operation: "listItems", exceptions: exceptions, filePath: source
      ) { try JSONDecoder().decode([Value].self, from: $0) }
    }
    return (log, refused.map(\.words))
  }

  @Test func theRightModelPasses() throws {
    let (log, refused) = try run(Item.self)
    #expect(log.texts == [] && refused == [])
  }

  private struct NeedsPrice: Decodable {
    let id: Int
    let price: Double
  }

  /// At the contract's line, with the decoder's words and the place.
  @Test func whatTheAppNeeds() throws {
    let (log, refused) = try run(NeedsPrice.self)
    #expect(refused == ["`price` missing", "`price` null"])
    #expect(log.issues.count == 2)
    let first = try #require(log.texts.first)
    let start =
      "the contract allows `price` missing; the app needs this property: keyNotFound at [0].price: "
    #expect(first.hasPrefix(start))
    #expect(
      first.hasSuffix("\n  --> GET /items → 200 /0/price\n  = contract: ../api/shop.yaml:24:21"))
    #expect(
      log.texts[1].hasPrefix(
        "the contract allows `price` null; the app needs a value: valueNotFound at [0].price: "))
    let places = log.issues.map { $0.sourceLocation }
    #expect(places.map { $0?.line } == [24, 25])
    #expect(places.map { $0?.column } == [21, 23])
    #expect(places.allSatisfy { $0?.fileName == "shop.yaml" })
  }

  private struct KnowsOneStatus: Decodable {
    enum Status: String, Decodable { case new }
    let status: Status
  }

  /// What fails at one place in one way is one issue.
  @Test func oneCauseIsOneIssue() throws {
    let (log, refused) = try run(KnowsOneStatus.self)
    #expect(refused == [#"`status` as "sold""#, #"`status` as "rented""#])
    let text = try #require(log.texts.first)
    #expect(log.texts.count == 1)
    #expect(
      text.hasPrefix(
        #"the contract allows `status` as "sold"; the app refuses it: dataCorrupted at [0].status: "#
      ))
    #expect(text.contains("\n1 other response fails in the same way: `status` as \"rented\"\n"))
  }

  private struct Other: Decodable {
    let name: String
  }

  @Test func aResponseThatIsRefusedAsAWholeIsOneIssue() throws {
    let (log, refused) = try run(Other.self)
    #expect(refused == ["every documented property"])
    #expect(log.texts.count == 1)
    #expect(
      log.texts.first?.hasPrefix(
        "the app refuses a response with every documented property: keyNotFound at [0].name: ")
        == true)
  }

  @Test func errorsOfTheAppsOwn() throws {
    struct Refusal: Error {}
    let contract = try Contract.bundled("social-posts")
    let line = #line + 2
    let log = IssueLog.of {
      expectDecodes(contract, operation: "likePost") { data in
        if String(decoding: data, as: UTF8.self).contains("-") { throw Refusal() }
      }
    }
    #expect(
      log.texts == [
        """
        the contract allows `likes` as -9007199254740991; the app refuses it: Refusal: Refusal()
          --> POST /posts/{postId}/like → 200 /likes
          = contract: schemas/social-posts.json:770:13
        """
      ])
    #expect(log.issues.first?.sourceLocation?.line == line)
  }

  @Test func exceptions() throws {
    let holds = DecodingException(at: "/*/price", reason: "always sent", expires: "2999-12-31")
    let (log, refused) = try run(NeedsPrice.self, exceptions: [holds])
    #expect(log.texts == [] && refused == ["`price` missing", "`price` null"])
    let part = DecodingException(at: "/*/price", freedom: .null, reason: "never null")
    #expect(try run(NeedsPrice.self, exceptions: [part]).log.failures.count == 1)
    let ended = DecodingException(at: "/**", reason: "until May", expires: "2020-05-31")
    #expect(
      try run(NeedsPrice.self, exceptions: [ended]).log.failures.last
        == "the exception for `/**` (until May) ended on 2020-05-31")
    #expect(try run(NeedsPrice.self, exceptions: [ended]).log.failures.count == 3)
    #expect(
      try run(Item.self, exceptions: [holds]).log.failures == [
        "the exception for `/*/price` (always sent) is not needed; remove it"
      ])
    let faults = [
      DecodingException(reason: "all"), DecodingException(at: "price", reason: "x"),
      DecodingException(freedom: .null, reason: " "),
      DecodingException(freedom: .null, reason: "x", expires: "May"),
    ]
    #expect(
      try run(Item.self, exceptions: faults).log.failures == [
        "the exception (all) needs `at:` or `freedom:`",
        "the exception for `price` (x): a place is a JSON Pointer, such as `/items/*/name`",
        "the exception for `.null` ( ): give a reason",
        "the exception for `.null` (x): `May` is not a date; write `YYYY-MM-DD`",
      ])
  }

  /// No test passes for nothing.
  @Test func troubleIsAnIssue() throws {
    let contract = try contract()
    func texts(_ operation: String, _ status: Int? = nil) -> [String] {
      IssueLog.of { expectDecodes(contract, operation: operation, status: status) { _ in } }.texts
    }
    #expect(
      texts("listItem") == [
        "no contract here has an operation `listItem`; did you mean `listItems`?"
      ])
    #expect(
      texts("listItems", 404) == [
        "`listItems` documents no response with status 404 and a JSON body: nothing was decoded"
      ])
    #expect(
      texts("listItems", 500) == ["`GET /items` documents no status 500; it documents 200, 404"])
  }

  private struct Relaxed: Decodable {
    let id: Int
    let status: String?
  }

  @Test func propertiesThatTheAppDoesNotNeed() throws {
    let contract = try contract()
    let log = IssueLog.of {
      let found = propertiesNotNeeded(contract, operation: "listItems") {
        try JSONDecoder().decode([Relaxed].self, from: $0)
      }
      #expect(found == ["/0/status"])
    }
    #expect(log.texts == [])
    let wrong = IssueLog.of {
      let found = propertiesNotNeeded(contract, operation: "listItems") {
        try JSONDecoder().decode([Other].self, from: $0)
      }
      #expect(found == [])
    }
    #expect(wrong.texts.count == 1)
  }
}
