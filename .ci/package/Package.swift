// swift-tools-version: 6.0

// The tool schemacheck @VERSION@ as a binary, with its plugins: the tool is not compiled. In your own manifest:
//
//   .package(url: "https://github.com/@REPOSITORY@-plugins", from: "@VERSION@")
//
//   swift package schemacheck check Tests/Fixtures --contract fotolokashen    # the command
//   .target(…, plugins: [.plugin(name: "SchemacheckBuildTool", package: "schemacheck-plugins")])
import PackageDescription

let package = Package(
  name: "schemacheck-plugins",
  products: [
    .plugin(name: "SchemacheckCommand", targets: ["SchemacheckCommand"]),
    .plugin(name: "SchemacheckBuildTool", targets: ["SchemacheckBuildTool"]),
  ],
  targets: [
    .binaryTarget(
      name: "schemacheck",
      url: "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/schemacheck-@VERSION@.artifactbundle.zip",
      checksum: "@BUNDLE@"),
    .plugin(
      name: "SchemacheckCommand",
      capability: .command(
        intent: .custom(
          verb: "schemacheck", description: "Check a JSON API's responses against its contract")),
      dependencies: ["schemacheck"]),
    .plugin(name: "SchemacheckBuildTool", capability: .buildTool(), dependencies: ["schemacheck"]),
  ]
)
