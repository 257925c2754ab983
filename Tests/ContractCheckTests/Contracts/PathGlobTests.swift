@_spi(Engine) @testable import ContractReports
import JSONSchema
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct PathGlobTests {
  @Test(arguments: [
    ("a.har", "a.har", true), ("a.har", "b/a.har", false), ("*.har", "b/a.har", false),
    ("**/*.har", "a.har", true), ("**/*.har", "b/c/a.har", true), ("**/*.har", "a.json", false),
    ("b/**", "b/c/a.har", true), ("b/**", "c/a.har", false), ("b", "b/c/a.har", true),
    ("b/", "b/c/a.har", true), ("b", "bc/a.har", false), ("./b/*.har", "b/a.har", true),
    ("{a,b}/*.json", "b/x.json", true), ("{a,b}/*.json", "c/x.json", false),
    ("../x/*", "../x/a", true), ("../x/*", "x/a", false), ("**", ".git/a", true),
    (".git/**", ".git/a", true), ("**/a", ".git/a", false),
    ("*/a", ".git/a", false), ("a/**/b/**/c", "a/x/b/y/z/c", true), ("a/**/b", "a/b", true),
    ("a/**/b/**/c", "a/x/y/z/c", false), ("a b/[cd].json", "a b/c.json", true), (".", "a/b", true),
    ("**/**/**/x", "a/b/c/d/e/f", false),
  ])
  func matches(glob: String, path: String, isMatch: Bool) throws {
    #expect(try #require(PathGlob(glob)).matches(path.utf8) == isMatch)
  }

  @Test func isRelative() {
    #expect(PathGlob("") == nil && PathGlob("/a") == nil)
  }

  /// Many runs of folders in a glob do not multiply.
  @Test func timeIsTheProductOfTheLengths() throws {
    let glob = try #require(PathGlob(String(repeating: "**/a/", count: 200) + "b"))
    #expect(!glob.matches(String(repeating: "a/", count: 2_000).utf8))
    // Nor do braces, whether or not they are closed.
    let braces = try #require(PathGlob(String(repeating: "{", count: 50_000) + ",a}"))
    #expect(!braces.matches("a".utf8))
    #expect(PathGlob(String(repeating: "{a,b}", count: 50)) != nil)
  }

  @Test(arguments: [
    ("", "", true), ("", "/a", false), ("/a", "/a", true), ("/a", "/a/b", false),
    ("/items/*/lat", "/items/0/lat", true), ("/items/*/lat", "/items/lat", false),
    ("/items/*/lat", "/items/0/1/lat", false), ("/**/lat", "/lat", true),
    ("/**/lat", "/a/0/lat", true), ("/**", "", true), ("/a/**", "/a/b/c", true),
    ("/a/**", "/b", false), ("/a~1b/*", "/a~1b/c", true), ("/a~1b", "/a/b", false),
    ("/**/a/**/b", "/x/a/y/b", true), ("/**/a/**/b", "/x/b/y/a", false), ("/", "/", true),
  ])
  func pointers(glob: String, pointer: String, isMatch: Bool) throws {
    let pointer = try #require(JSONPointer(pointer))
    #expect(try #require(PointerGlob(glob)).matches(pointer) == isMatch)
  }

  @Test func patternsArePointers() {
    #expect(PointerGlob("a") == nil && PointerGlob("/a~2") == nil && PointerGlob("$.a") == nil)
  }

  @Test(arguments: [
    ("2026-02-28", true), ("2026-02-29", false), ("2024-02-29", true), ("1900-02-29", false),
    ("2000-02-29", true), ("2026-13-01", false), ("2026-00-01", false), ("2026-04-31", false),
    ("2026-4-3", false), ("20260403", false), ("2026-04-03T", false), ("٢٠٢٦-٠١", false),
    ("0000-01-01", true), ("2026/01/01", false), ("+026-01-01", false),
  ])
  func days(text: String, isDay: Bool) {
    let day = CalendarDate(text)
    #expect((day != nil) == isDay)
    if let day { #expect(day.description == text) }
  }

  @Test func suppressionsHoldThroughTheirLastDay() throws {
    let day = try #require(CalendarDate("2026-11-21"))
    let suppression = Suppression(rule: "schema", reason: "r", expires: day)
    #expect(suppression.holds(on: day))
    #expect(suppression.holds(on: try #require(CalendarDate("2025-12-31"))))
    #expect(!suppression.holds(on: try #require(CalendarDate("2026-11-22"))))
    #expect(Suppression(rule: "schema", reason: "r").holds(on: day))
  }
}
