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
      let member = number % 4 == 0 ? "" : #", "avatarUrl": "x""#
      try folder.write(
        #"{"id": \#(number), "name": "n", "email": "e"\#(member)}"#, to: "user-\(number).json")
    }
    #expect(
      lint(folder.path).lines == [
        "user-4.json:1:1: warning[explicit-null] `avatarUrl` is missing; 7 of 9 similar files in this "
          + "folder have it  (property `avatarUrl`) (×2 in 2 files)"
      ])
  }

  /// Each folder is compared for itself.
  @Test func otherFolders() throws {
    for number in 1...8 {
      let member = number == 3 ? "" : #", "avatarUrl": "x""#
      try folder.write(
        #"{"id": \#(number), "name": "n", "email": "e"\#(member)}"#, to: "\(number)/user.json")
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
