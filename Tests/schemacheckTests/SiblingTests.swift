import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `schemacheck lint` compares the files of one folder.
@Suite struct SiblingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Eight users; the third has no avatar and another spelling.
  private func writeUsers(_ user: (Int, String) -> String = { $1 }) throws {
    for number in 1...8 {
      let rest =
        number == 3
        ? #""category": "Food""# : #""category": "food", "avatarUrl": "https://a.b/\#(number).png""#
      let body = #"{"id": \#(number), "name": "n\#(number)", "email": "n\#(number)@a.b", \#(rest)}"#
      try folder.write(user(number, body), to: "user-\(number).json")
    }
  }

  private func lint(_ arguments: String...) -> (lines: [String], scenario: Scenario) {
    let scenario = Scenario.run(["lint", "-f", "concise"] + arguments)
    let text = scenario.output.split(separator: folder.path + "/").joined()
    return (text.split(separator: "\n").map(String.init), scenario)
  }

  private static let absent =
    "user-3.json:1:1: warning[explicit-null] `avatarUrl` is missing; 7 of 8 similar files in this "
    + "folder have it  (property `avatarUrl`)"
  private static let spelling =
    #"user-3.json:1:56: note[key-case] `category` is "Food" here and "food" in 7 other files in "#
    + "this folder  (/category)"

  @Test func oneOfEight() throws {
    try writeUsers()
    let (lines, scenario) = lint(folder.path)
    #expect(lines == [Self.absent, Self.spelling])
    #expect(
      scenario.errors.contains(
        "1 warning and 1 note in 2 groups: explicit-null 1, key-case 1\n8 of 8 exchanges checked"))
  }

  @Test func anyOrderAndAnyNumberOfThreads() throws {
    try writeUsers()
    let names = (1...8).map { "\(folder.path)/user-\($0).json" }
    let json = Scenario.run(["lint", "-f", "json"] + names).output
    for jobs in ["1", "2", "5"] {
      let other = Scenario.run(
        ["lint", "-f", "json", "--jobs", jobs] + names.reversed() + names.prefix(3))
      #expect(other.output == json)
    }
    #expect(lint("\(folder.path)/user-*.json").lines == [Self.absent, Self.spelling])
  }

  @Test func insideAnEnvelope() throws {
    try writeUsers { #"{"data": \#($1)}"# }
    let lines = lint(folder.path).lines
    #expect(lines.count == 2 && lines[0].hasPrefix("user-3.json:1:10: warning[explicit-null]"))
    #expect(lines.allSatisfy { $0.contains("(/data") })
  }

  /// What several files of a folder lack is one line.
  @Test func severalFiles() throws {
    for number in 1...9 {
      let property = number % 4 == 0 ? "" : #", "avatarUrl": "x""#
      try folder.write(
        #"{"id": \#(number), "name": "n", "email": "e"\#(property)}"#, to: "user-\(number).json")
    }
    #expect(
      lint(folder.path).lines == [
        "user-4.json:1:1: warning[explicit-null] `avatarUrl` is missing; 7 of 9 similar files in this "
          + "folder have it  (property `avatarUrl`) (×2 in 2 files)"
      ])
  }

  /// A property in another case is one finding that has both names.
  @Test func aRenamedProperty() throws {
    func write(_ odd: String) throws {
      for number in 1...8 {
        let name = number == 8 ? odd : #""displayName": "n""#
        try folder.write(
          #"{"id": \#(number), \#(name), "joinedAt": "2026-11-10T10:00:00Z", "avatar": "a"}"#,
          to: "user-\(number).json")
      }
    }
    let renamed =
      "user-8.json:1:11: warning[key-case] `display_name` is named `displayName` in 7 of 8 similar "
      + "files in this folder  (/display_name)"
    try write(#""display_name": "n""#)
    #expect(lint(folder.path).lines == [renamed])
    // Other differences of the file are still found.
    let body = #"{"id": 8, "display_name": "n", "joinedAt": "2026-11-10T10:00:00Z"}"#
    try folder.write(body, to: "user-8.json")
    #expect(
      lint(folder.path).lines == [
        "user-8.json:1:1: warning[explicit-null] `avatar` is missing; 7 of 8 similar files in this "
          + "folder have it  (property `avatar`)", renamed,
      ])
    // Both names are two properties.
    try write(#""displayName": "n", "display_name": "n""#)
    #expect(lint(folder.path).lines.isEmpty)
    // Its own body already shows the other case.
    try write(#""displayName": "n", "homeTown": "x", "birth_place": "y""#)
    #expect(!lint(folder.path).lines.contains { $0.contains("is named") })
  }

  /// A file of another style has other names everywhere.
  @Test func anotherStyleIsNoRenaming() throws {
    for number in 1...8 {
      try folder.write(
        number == 8
          ? #"{"first_name": "a", "last_name": "b", "home_town": "c", "id": 1}"#
          : #"{"firstName": "a", "lastName": "b", "homeTown": "c", "id": 1}"#, to: "\(number).json")
    }
    #expect(lint(folder.path).lines.isEmpty)
  }

  /// Each folder is compared for itself.
  @Test func otherFolders() throws {
    for number in 1...8 {
      let property = number == 3 ? "" : #", "avatarUrl": "x""#
      try folder.write(
        #"{"id": \#(number), "name": "n", "email": "e"\#(property)}"#, to: "\(number)/user.json")
    }
    #expect(lint(folder.path).lines.isEmpty)
  }

  /// Other things in the folder are no evidence, and lack nothing.
  @Test func otherThings() throws {
    try writeUsers()
    try folder.write(#"{"error": "not found", "code": 404}"#, to: "error.json")
    try folder.write(#"[{"id": 1}]"#, to: "list.json")
    try folder.write(#"{"page": 1, "title": "t", "body": "b"}"#, to: "page.json")
    try folder.write("{", to: "broken.json")
    try folder.write(#"{"id": 1, "name": "n", "email": "e"}"# + "\n{}\n", to: "lines.ndjson")
    let lines = lint(folder.path).lines
    #expect(lines.filter { !$0.contains("json-syntax") } == [Self.absent, Self.spelling])
  }

  /// Two are too few to tell, and half is not most.
  @Test func noEvidence() throws {
    try folder.write(#"{"id": 1, "name": "n", "avatarUrl": "x"}"#, to: "1.json")
    try folder.write(#"{"id": 2, "name": "n"}"#, to: "2.json")
    #expect(lint(folder.path).lines.isEmpty)
    try folder.write(#"{"id": 3, "name": "n"}"#, to: "3.json")
    #expect(lint(folder.path).lines.isEmpty)
  }

  @Test func severities() throws {
    try writeUsers()
    #expect(lint(folder.path, "--rule", "explicit-null=off").lines == [Self.spelling])
    #expect(
      lint(folder.path, "--rule", "key-case=off", "--rule", "explicit-null=off").lines.isEmpty)
    #expect(lint(folder.path, "--rule", "explicit-null=error").scenario.code == .findings)
    #expect(lint(folder.path).scenario.code == .clean)
  }
}
