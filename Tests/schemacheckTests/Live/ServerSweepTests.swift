import ContractCheck
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What is sent where nothing is answered.
@Suite struct ServerSweepTests {
  private struct Plan {
    var requests: [LiveTarget] = []
    var skipped: [String] = []
    var notes: [String] = []
  }

  private func sweep(
    _ names: String..., server: String, _ parameters: (name: String, value: String)...
  ) throws -> Plan {
    let sweep = try ServerSweep(
      try Checker(contracts: try names.map { try Contract.bundled($0) }), server: server,
      parameters: parameters)
    var plan = Plan()
    while let round = sweep.nextRound() {
      plan.requests += round.targets
      plan.skipped += round.skipped
      plan.notes += round.notes
    }
    return plan
  }

  private func refusal(
    _ names: String..., server: String, _ parameters: (name: String, value: String)...
  ) throws -> String {
    let contracts = try names.map { try Contract.bundled($0) }
    let error = #expect(throws: RunError.self) {
      try ServerSweep(
        try Checker(contracts: contracts), server: server, parameters: parameters)
    }
    return try #require(error).message
  }

  @Test(arguments: [
    ("local", "http://localhost:3001"), ("LOCAL", "http://localhost:3001"),
    ("staging", "https://fork-in-the-road-mobile-api-staging.onrender.com"),
    ("production", "https://fork-in-the-road-mobile-api.onrender.com"),
    ("http://127.0.0.1:9/base/", "http://127.0.0.1:9/base"),
  ])
  func servers(server: String, base: String) throws {
    let urls = try sweep("fork-in-the-road", server: server).requests.map(\.url)
    #expect(urls.contains("\(base)/api/user/profile"))
    #expect(urls.allSatisfy { !$0.contains("{") })
  }

  @Test func valuesOfParameters() throws {
    let plain = try sweep("fotolokashen", server: "https://h")
    #expect(
      plain.requests.map(\.url) == [
        "https://h/api/v1/locations/friends", "https://h/api/v1/locations/public",
        "https://h/api/v1/users/alice/locations",
      ], "the documented example of `username`; optional parameters are left out")
    #expect(plain.skipped.isEmpty)
    let given = try sweep(
      "fotolokashen", server: "https://h", ("page", "2"), ("listPublicLocations.page", "3"),
      ("username", "a/b ?#ü%"))
    #expect(
      given.requests.map(\.url) == [
        "https://h/api/v1/locations/friends?page=2", "https://h/api/v1/locations/public?page=3",
        "https://h/api/v1/users/a%2Fb%20%3F%23%C3%BC%25/locations?page=2",
      ])
  }

  @Test func unknownValuesAreSkippedAndNamed() throws {
    let none = try sweep("fork-in-the-road", server: "local")
    #expect(
      none.skipped.first
        == "GET /api/collections/{id} is not sent: no value for `id`, since GET /api/collections had no "
        + "response (--param id=VALUE)")
    #expect(none.skipped.count == 4)
    let one = try sweep("fork-in-the-road", server: "local", ("group.id", "7"))
    #expect(one.skipped.count == 3)
    #expect(one.requests.map(\.url).contains("http://localhost:3001/api/groups/7"))
    #expect(try sweep("fork-in-the-road", server: "local", ("id", "7")).skipped.isEmpty)
    for unusable in ["", ".", ".."] {
      #expect(
        try sweep("fork-in-the-road", server: "local", ("id", unusable)).skipped.count == 4)
    }
  }

  @Test func strangers() throws {
    #expect(
      try refusal("fork-in-the-road", server: "stagin")
        == "`fork-in-the-road` documents no server `stagin`; did you mean `staging`?")
    #expect(
      try refusal("fork-in-the-road", server: "x")
        == "`fork-in-the-road` documents no server `x`; use one of: local, staging, production")
    #expect(
      try refusal("fork-in-the-road", "bmn-boston", server: "local")
        == "`bmn-boston` documents no servers; give `--server` a base URL")
    #expect(
      try refusal("fotolokashen", server: "https://h/?a=b")
        == "a base URL must not have a query or a fragment")
    #expect(
      try refusal("fotolokashen", server: "https://h", ("usrname", "a"))
        == "no GET operation has a parameter `usrname`; did you mean `username`?")
    #expect(
      try refusal("social-posts", server: "https://h", ("likePost.postId", "a"))
        == "no GET operation has a parameter `likePost.postId`")
    #expect(
      try refusal("fotolokashen", server: "https://h", ("listUserLocations.user", "a"))
        == "`listUserLocations` has no parameter `user`; it has `username`, `page`, `limit`")
  }
}
