import Foundation
import TestSupport

@testable import ContractRuns
@testable import schemacheck

/// A project of a test's own: fixtures of `fotolokashen` and a configuration.
struct ProjectFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path }

  /// A bare body of the public listing, with one place for each name of a coordinate.
  static func page(_ names: String...) -> String {
    let places = names.map {
      CheckCommandTests.place.replacing(#""lat""#, with: "\"\($0)\"")
    }
    return """
      {"locations": [\(places.joined(separator: ",\n"))],
       "pagination": {"page": 1, "limit": 20, "total": \(places.count),
                      "totalPages": 1, "hasMore": false}}
      """
  }

  static let right = page("lat")
  static let wrong = page("latitude")

  /// Writes `.schemacheck.json`; apostrophes stand for quotes.
  func configure(_ properties: String) throws {
    try folder.write(
      "{\"contracts\": [\"fotolokashen\"], \(properties.replacing("'", with: "\""))}",
      to: ".schemacheck.json")
  }

  /// Runs the tool with the project's configuration, as from its folder.
  func run(_ arguments: String..., variables: [String: String] = [:]) -> Scenario {
    run(arguments, variables: variables)
  }

  func run(_ arguments: [String], variables: [String: String] = [:]) -> Scenario {
    shown(
      Scenario.run(
        [arguments[0], "--config", path + "/.schemacheck.json"] + arguments.dropFirst(),
        variables: variables))
  }

  /// A scenario with the folder as `DIR`.
  func shown(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.output = scenario.output.replacing(path, with: "DIR")
    scenario.errors = scenario.errors.replacing(path, with: "DIR")
    return scenario
  }

  /// Runs a program in a folder of the project, to its end.
  func process(
    _ program: String, _ arguments: [String], in subfolder: String = ""
  ) throws -> Scenario {
    var variables: [String: String?] = ["SCHEMACHECK_CONFIG": nil, "LC_ALL": "C"]
    for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix("GIT_") {
      variables.updateValue(nil, forKey: name)
    }
    let run = try Program.run(
      [program] + arguments, in: folder.url.appendingPathComponent(subfolder),
      variables: variables)
    return shown(
      Scenario(
        code: ExitCode(rawValue: run.status) ?? .error, output: run.output, errors: run.errors))
  }

  /// The built tool.
  static let tool = PackageFolder.product("schemacheck")

  /// Runs the built tool in a folder of the project.
  func tool(_ arguments: String..., in subfolder: String = "") throws -> Scenario {
    try process(Self.tool, arguments, in: subfolder)
  }
}
