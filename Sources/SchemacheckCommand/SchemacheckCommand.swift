import Foundation
import PackagePlugin

/// `swift package schemacheck …`: the tool as a command of every package that depends on this
/// package. The command runs in the folder of that package.
@main
struct SchemacheckCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "schemacheck").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The tool has already printed the error.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
