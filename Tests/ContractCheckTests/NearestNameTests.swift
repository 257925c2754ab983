import ContractCheck
import TestSupport
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

  /// Names are told apart by length and letters first; the answer must be that of the definition.
  @Test func agreesWithTheDefinition() {
    var generator = SeededGenerator(seed: 3)
    let letters = ["a", "b", "c", "d", "_", "A", "é", "1"]
    for _ in 0..<400 {
      let names = (0..<12).map { _ in
        (0..<1 + generator.below(12)).map { _ in generator.pick(letters) }.joined()
      }
      var wanted = Array(generator.pick(names).map(String.init))
      for _ in 0..<generator.below(4) {
        let at = generator.below(wanted.count)
        switch generator.below(3) {
        case 0: wanted.insert(generator.pick(letters), at: at)
        case 1 where wanted.count > 1: wanted.remove(at: at)
        default: wanted[at] = generator.pick(letters)
        }
      }
      let text = wanted.joined()
      #expect(NearestName.of(text, among: names) == nearest(text, names), "\(text): \(names)")
    }
  }

  private func nearest(_ wanted: String, _ names: [String]) -> String? {
    func folded(_ name: String) -> [Character] {
      name.lowercased().filter { !"-_.".contains($0) }
    }
    let letters = folded(wanted)
    let known = names.filter { $0 != wanted && !folded($0).isEmpty }
    guard !letters.isEmpty else { return nil }
    let near = known.enumerated().compactMap { position, name -> (Int, Int, String)? in
      let other = folded(name)
      let distance = distance(letters, other)
      return distance <= min(3, max(letters.count, other.count) / 3)
        ? (distance, position, name) : nil
    }
    return near.min { ($0.0, $0.1) < ($1.0, $1.1) }?.2
      ?? known.first { letters.count >= 3 && folded($0).starts(with: letters) }
  }

  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
    for i in a.indices {
      for j in b.indices {
        var best = min(
          table[i][j] + (a[i] == b[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = best
      }
    }
    return table[a.count][b.count]
  }
}
