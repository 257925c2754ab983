@_spi(Engine) import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
  /// The diff of a text in which strings are replaced, each where it stands first.
  private static func diff(
    _ text: String, _ replacements: [(String, String)], name: String = "a.json"
  ) throws -> UnifiedDiff {
    let edits = try replacements.map { old, new in
      let range = try #require(text.range(of: old))
      return TextEdits.Edit(
        range: ByteRange(
          offset: text.utf8.distance(from: text.startIndex, to: range.lowerBound),
          length: old.utf8.count),
        text: Array(new.utf8))
    }
    return UnifiedDiff(
      name: Array(name.utf8), text: Array(text.utf8), edits: try #require(TextEdits(edits)))
  }

  private static func lines(_ diff: UnifiedDiff) -> [String] {
    String(decoding: diff.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
  }

  @Test func showsThreeLinesAround() throws {
    let text = "{\n1\n2\n3\n4\n\"latitude\": 1\n5\n6\n7\n8\n}\n"
    let diff = try Self.diff(text, [("latitude", "lat")])
    #expect(
      Self.lines(diff) == [
        "--- a.json", "+++ a.json", "@@ -3,7 +3,7 @@", " 2", " 3", " 4", "-\"latitude\": 1",
        "+\"lat\": 1", " 5", " 6", " 7",
      ])
    #expect(diff.maskedLines == 0)
  }

  @Test func changesThatAreNearShareAHunk() throws {
    let text = (0..<30).map { "line \($0).\n" }.joined()
    let near = try Self.diff(text, [("line 3.", "x"), ("line 10.", "y")])
    #expect(Self.lines(near).filter { $0.hasPrefix("@@") } == ["@@ -1,14 +1,14 @@"])
    let far = try Self.diff(text, [("line 3.", "x\nz"), ("line 11.", "y")])
    #expect(
      Self.lines(far).filter { $0.hasPrefix("@@") } == ["@@ -1,7 +1,8 @@", "@@ -9,7 +10,7 @@"])
  }

  @Test func saysWhereTheLastLineEndsNot() throws {
    #expect(
      Self.lines(try Self.diff("{\"latitude\":1}", [("latitude", "lat")])) == [
        "--- a.json", "+++ a.json", "@@ -1,1 +1,1 @@", "-{\"latitude\":1}",
        "\\ No newline at end of file", "+{\"lat\":1}", "\\ No newline at end of file",
      ])
  }

  @Test func anInsertionChangesNoLineButItsOwn() throws {
    let diff = try Self.diff("{\n  \"a\": 1\n}\n", [("1", "1,\n  \"b\": null")])
    #expect(
      Self.lines(diff).dropFirst(3) == [
        " {", "-  \"a\": 1", "+  \"a\": 1,", "+  \"b\": null", " }",
      ])
  }

  @Test func nothingChangedIsNoDiff() throws {
    #expect(try Self.diff("{}", []).bytes.isEmpty)
    #expect(try Self.diff("{}\n", [("{}", "{}")]).bytes.isEmpty)
  }

  @Test func namesAreQuotedWhereTheyMustBe() throws {
    func header(_ name: String) throws -> String {
      Self.lines(try Self.diff("a\n", [("a", "b")], name: name))[0]
    }
    #expect(try header("Fixtures/ü.json") == "--- Fixtures/ü.json")
    #expect(try header("my file.json") == "--- my file.json\t")
    #expect(try header("a\"b\n.json") == #"--- "a\042b\012.json""#)
  }

  @Test func secretsAreNotShown() throws {
    let text = """
      {
        "first": 1,
        "authToken": "not-a-real-token",
        "name": "x",
        "latitude": 1,
        "opaque": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
      }

      """
    let diff = try Self.diff(text, [("latitude", "lat")])
    #expect(
      Self.lines(diff) == [
        "--- a.json", "+++ a.json", "@@ -2,6 +2,6 @@", "   \"first\": 1,",
        "   \"authToken\": \"‹16 characters›\",", "   \"name\": \"x\",",
        "-  \"latitude\": 1,", "+  \"lat\": 1,", "   \"opaque\": \"‹64 characters›\"", " }",
      ])
    #expect(diff.maskedLines == 2)

    let minified = #"{"authToken":"not-a-real-token","latitude":1}"#
    let masked = try Self.diff(minified, [("latitude", "lat")])
    #expect(masked.maskedLines == 2)
    let shown = String(decoding: masked.bytes, as: UTF8.self)
    #expect(!shown.contains("not-a-real") && shown.contains("‹16 characters›"))
    #expect(shown.contains(#""latitude":1}"#) && shown.contains(#""lat":1}"#))
  }

  /// An edit inside a secret is shown as little as the secret.
  @Test func editsOfSecretsAreNotShown() throws {
    let diff = try Self.diff(#"{"authToken":"not-a-real-token"}"#, [("real", "genuine")])
    let shown = String(decoding: diff.bytes, as: UTF8.self)
    #expect(diff.maskedLines == 2)
    for part in ["real", "genuine", "not-a", "token\""] { #expect(!shown.contains(part)) }
  }

  @Test func headersOfCapturesAreSecretToo() throws {
    let har = #"""
      {"log":{"entries":[{"request":{"headers":[{"name":"Authorization","value":"Bearer abc.def"}],
      "url":"https://u:p@example.com/?token=abcdef"},"response":{"content":{
      "text":"{\"latitude\":1,\"password\":\"hunter2\"}"}}}]}}
      """#
    let diff = try Self.diff(har, [("latitude", "lat")])
    let shown = String(decoding: diff.bytes, as: UTF8.self)
    for secret in ["abc.def", "hunter2", "abcdef", "u:p@"] { #expect(!shown.contains(secret)) }
    #expect(shown.contains(#"{\"lat\":1"#))
  }

  // MARK: Other people's readers

  /// Random edits of random texts, as files of one folder, and their diffs one after the other.
  private static func cases(
    in folder: TemporaryFolder
  ) throws -> (diff: Data, expected: [(name: String, text: Data)]) {
    var generator = SeededGenerator(seed: 11)
    var diff = Data()
    var expected: [(String, Data)] = []
    let words = ["a", "b", "{", "}", "ü", "\n", "\n", "\r\n", " ", "\t"]
    while expected.count < 300 {
      let text = (0..<Int.random(in: 1...120, using: &generator)).map { _ in
        words[Int.random(in: 0..<words.count, using: &generator)]
      }.joined()
      let bytes = Array(text.utf8)
      let edits = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let length = Int.random(in: 0...min(3, bytes.count - start), using: &generator)
        let inserted = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          words[Int.random(in: 0..<words.count, using: &generator)]
        }.joined()
        return TextEdits.Edit(
          range: ByteRange(offset: start, length: length), text: Array(inserted.utf8))
      }
      guard let edits = TextEdits(edits) else { continue }
      let after = edits.applied(to: bytes)
      // A file that becomes empty is one that `patch` removes.
      guard !after.isEmpty else { continue }
      let name = "file \(expected.count).txt"
      try Data(bytes).write(to: folder.url.appendingPathComponent(name))
      diff += UnifiedDiff(name: Array(name.utf8), text: bytes, edits: edits).bytes
      expected.append((name, Data(after)))
    }
    return (diff, expected)
  }

  @Test(.enabled(if: Program.isThere("patch"), "patch is not installed"))
  func patchAppliesIt() throws {
    try expectApplied(by: ["patch", "-p0", "-s", "--binary", "-i", "all.diff"])
  }

  @Test(.enabled(if: Program.isThere("git"), "git is not installed"))
  func gitAppliesIt() throws {
    try expectApplied(by: ["git", "apply", "-p0", "--whitespace=nowarn", "all.diff"])
  }

  private func expectApplied(by command: [String]) throws {
    let folder = try TemporaryFolder()
    let (diff, expected) = try Self.cases(in: folder)
    try diff.write(to: folder.url.appendingPathComponent("all.diff"))
    let run = try Program.run(command, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    for (name, text) in expected {
      let found = try Data(contentsOf: folder.url.appendingPathComponent(name))
      #expect(found == text, "\(name)")
    }
  }
}
