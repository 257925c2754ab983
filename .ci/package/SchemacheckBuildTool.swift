import Foundation
import PackagePlugin

/// Checks the inputs in the configuration of a package before each build of a target. An error fails the build. Without
/// a `.schemacheck.json` nothing is checked.
@main
struct SchemacheckBuildTool: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let configuration = context.package.directoryURL.appendingPathComponent(".schemacheck.json")
    guard FileManager.default.fileExists(atPath: configuration.path) else { return [] }
    return [
      .prebuildCommand(
        displayName: "Checking fixtures against their contracts",
        executable: try context.tool(named: "schemacheck").url,
        arguments: [
          "check", "--config", configuration.path, "--format", "concise", "--quiet",
        ],
        outputFilesDirectory: context.pluginWorkDirectoryURL)
    ]
  }
}
