import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

@Suite struct BearerTokenTests {
  private func token(
    _ arguments: String..., input: String = "", variables: [String: String] = [:]
  ) throws -> String? {
    var rest = Array(input.utf8)[...]
    let console = Console(
      read: { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }, write: { _ in }, writeError: { _ in },
      environment: Environment(lookUp: { variables[$0] }))
    return try BearerToken.read(
      try Arguments(arguments.map { Argument($0) }, of: .check), console)
  }

  @Test func itsThreeSources() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("\n  t0ken-1\r\n", to: "to ken")
    #expect(try token() == nil)
    #expect(try token("--bearer-file", file) == "t0ken-1")
    #expect(try token("--bearer-file", "-", input: "t0ken-2\n") == "t0ken-2")
    #expect(try token("--bearer-env", "T", variables: ["T": " t0ken-3\t"]) == "t0ken-3")
  }

  /// Whoever mistakes the options gives the token away to the terminal's history, not to ours.
  @Test(arguments: [
    (
      ["--bearer-env", "s3cret"], "",
      "the variable in `--bearer-env` is not set or is empty (the name is not shown, because it "
        + "may be the secret itself)"
    ),
    (["--bearer-env", "BLANK"], "", "the variable `BLANK` contains no token"),
    (["--bearer-env", "NOT_SET"], "", "the variable `NOT_SET` is not set or is empty"),
    (
      ["--bearer-file", "/s3cret"], "",
      "the file in `--bearer-file`: No such file or directory (the name is not shown, because it "
        + "may be the secret itself)"
    ),
    (["--bearer-file", "/"], "", "the file in `--bearer-file` cannot be read"),
    (["--bearer-file", "-"], "", "standard input (`--bearer-file -`) contains no token"),
    (
      ["--bearer-file", "-"], "Bearer s3cret",
      "standard input (`--bearer-file -`) contains a space, a line break or a non-ASCII character "
        + "in addition to the token"
    ),
    (
      ["--bearer-file", "-"], "s3cret\ns3cret",
      "standard input (`--bearer-file -`) contains a space, a line break or a non-ASCII character "
        + "in addition to the token"
    ),
    (
      ["--bearer-file", "-"], String(repeating: "s3cret", count: 60_000),
      "standard input is too long for a bearer token"
    ),
  ])
  func whatIsNoToken(arguments: [String], input: String, message: String) {
    let scenario = Scenario.run(
      ["check", "https://127.0.0.1:1/", "-c", "fotolokashen"] + arguments, input: input,
      variables: ["BLANK": " \n"])
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors == "schemacheck: \(message)\n")
  }
}
