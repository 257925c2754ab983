// swift-tools-version: 6.2

import PackageDescription

/// One setting for every target: each import says who sees it, existentials are spelled out, and a
/// warning stops the build.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "schemacheck",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "schemacheck", targets: ["schemacheck"]),
    .library(name: "ContractCheck", targets: ["ContractCheck"]),
    .library(name: "JSONSchema", targets: ["JSONSchema"]),
    .library(name: "JSONTape", targets: ["JSONTape"]),
  ],
  targets: [
    .target(name: "JSONTape", swiftSettings: strict),
    .target(name: "JSONSchema", dependencies: ["JSONTape"], swiftSettings: strict),
    .target(
      name: "ContractCheck", dependencies: ["JSONSchema", "JSONTape"], swiftSettings: strict),
    .target(name: "CLibcurl"),
    .executableTarget(
      name: "schemacheck", dependencies: ["ContractCheck", "CLibcurl"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
