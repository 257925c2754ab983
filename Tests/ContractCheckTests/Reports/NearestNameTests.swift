import ContractCheck
import Testing

@Suite struct NearestNameTests {
  private let rules = ["coordinate-names", "explicit-null", "iso-dates", "key-case", "schema"]

  @Test(arguments: [
    ("coordinate-name", "coordinate-names"), ("coordinateNames", "coordinate-names"),
    ("COORDINATE_NAMES", "coordinate-names"), ("explict-null", "explicit-null"),
    ("iso-daets", "iso-dates"), ("keycase", "key-case"), ("shcema", "schema"),
    ("coord", "coordinate-names"),
    ("exp", "explicit-null"),
  ])
  func slipsOfThePen(wanted: String, expected: String) {
    #expect(NearestName.of(wanted, among: rules) == expected)
  }

  @Test(arguments: ["", "x", "--", "pagination", "latitude", "ex"])
  func strangers(wanted: String) {
    #expect(NearestName.of(wanted, among: rules) == nil)
  }

  @Test func theNearestWinsAndTheFirstOfEquals() {
    #expect(NearestName.of("lat", among: ["lng", "late", "at"]) == "late")
    #expect(NearestName.of("savedat", among: ["savedBy", "savedAt"]) == "savedAt")
    #expect(NearestName.of("name", among: ["name"]) == nil)
  }

  @Test func longNamesAreData() {
    let long = String(repeating: "x", count: 100_000)
    #expect(NearestName.of(long, among: [long + "y", "x"]) == nil)
  }
}
