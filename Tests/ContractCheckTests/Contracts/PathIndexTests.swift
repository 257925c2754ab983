import TestSupport
import Testing

@testable import ContractCheck

/// Finding operations by their path, against a look at every template.
@Suite struct PathIndexTests {
  @Test func findsWhatALookAtAllFinds() throws {
    var generator = SeededGenerator(seed: 12)
    let segments = ["a", "b", "a%20b", "{x}", "{x}.json", "v{x}", "a-{x}", "c"]
    for _ in 0..<200 {
      var templates: [PathTemplate] = []
      var index = PathIndex()
      for _ in 0..<generator.below(60) {
        let parts = (0..<generator.below(5)).map { position in
          generator.pick(segments).replacing("x", with: "x\(position)")
        }
        let template = try PathTemplate("/" + parts.joined(separator: "/"))
        index.add(template, templates.count)
        templates.append(template)
      }
      let texts = ["a", "b", "a b", "a%20b", "c", "d", "v1", "a.json", "a-1", ".."]
      for _ in 0..<40 {
        let path = RequestPath(
          "/" + (0..<generator.below(5)).map { _ in generator.pick(texts) }.joined(separator: "/"))
        let candidates = index.candidates(for: path)
        let found = candidates.filter { templates[$0].match(path) != nil }
        #expect(found == templates.indices.filter { templates[$0].match(path) != nil })
        #expect(candidates == candidates.sorted())
      }
    }
  }

  @Test func looksOnlyAtTemplatesWithTheSegmentsOfThePath() throws {
    var index = PathIndex()
    for number in 0..<30_000 {
      index.add(try PathTemplate("/api/v\(number % 7)/r\(number)/{id}"), number)
    }
    #expect(index.candidates(for: RequestPath("/api/v3/r3/9")) == [3])
    #expect(index.candidates(for: RequestPath("/api/v3/r4/9")) == [])
  }
}
