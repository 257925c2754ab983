// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target: each import has an access level, and existentials are written with
/// `any`. Warnings are errors only in `.ci/run`: as a setting here, that would stop the build of
/// packages that depend on this one under Xcode.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of the parser and the validator. With SCHEMACHECK_OPTIMIZED in the environment,
/// debug builds optimise these two modules, too. Then the tests take about three quarters of the
/// time. It is not the default, because packages with such a setting cannot be dependencies.
let engine =
  Context.environment["SCHEMACHECK_OPTIMIZED"] == nil
  ? strict : strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "schemacheck",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "schemacheck", targets: ["schemacheck"]),
    .library(
      name: "ContractCheck",
      targets: [
        "ContractCheck", "ContractCaptures", "ContractAuthoring", "ContractReports", "JSONTape",
      ]),
    .library(name: "ContractCheckTesting", targets: ["ContractCheckTesting"]),
    .library(name: "ContractRecorder", targets: ["ContractRecorder"]),
    .library(name: "JSONSchema", targets: ["JSONSchema", "JSONTape"]),
    .plugin(name: "SchemacheckCommand", targets: ["SchemacheckCommand"]),
  ],
  targets: [
    .target(name: "JSONTape", swiftSettings: engine),
    .target(name: "JSONSchema", dependencies: ["JSONTape"], swiftSettings: engine),
    // Recorded traffic and its secrets, without schemas, so that it compiles beside JSONSchema.
    .target(name: "ContractCaptures", dependencies: ["JSONTape"], swiftSettings: strict),
    .target(
      name: "ContractCheck", dependencies: ["ContractCaptures", "JSONSchema", "JSONTape"],
      swiftSettings: strict),
    // Work on contracts, and reports of findings. Neither imports the other.
    .target(
      name: "ContractAuthoring",
      dependencies: ["ContractCheck", "ContractCaptures", "JSONSchema", "JSONTape"],
      swiftSettings: strict),
    .target(
      name: "ContractReports", dependencies: ["ContractCheck", "ContractCaptures", "JSONTape"],
      swiftSettings: strict),
    // The run over inputs, for the tool and for tests. Opens zlib at run time.
    .target(
      name: "ContractRuns",
      dependencies: [
        "ContractCheck", "ContractCaptures", "ContractReports", "JSONSchema", "JSONTape", "CFiles",
      ],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Imports Testing, so it does not build with `--static-swift-stdlib`; the tool does, by name.
    .target(
      name: "ContractCheckTesting",
      dependencies: [
        "ContractAuthoring", "ContractCheck", "ContractReports", "ContractRuns", "JSONSchema",
        "JSONTape",
      ],
      swiftSettings: strict),
    // Runs inside an app, so it imports neither Testing nor XCTest.
    .target(
      name: "ContractRecorder", dependencies: ["ContractCaptures", "JSONTape"],
      swiftSettings: strict),
    .target(
      name: "CLibcurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CFiles"),
    .executableTarget(
      name: "schemacheck",
      dependencies: [
        "ContractAuthoring", "ContractCaptures", "ContractCheck", "ContractReports",
        "ContractRuns", "JSONSchema", "JSONTape", "CFiles", "CLibcurl",
      ],
      swiftSettings: strict),
    .plugin(
      name: "SchemacheckCommand",
      capability: .command(
        intent: .custom(
          verb: "schemacheck", description: "Check a JSON API's responses against its contract")),
      dependencies: ["schemacheck"], path: "Sources/SchemacheckCommand"),

    // Programs for work on this package. They are in `Tests`, because `Sources` is for users.
    .executableTarget(
      name: "schemacheck-fuzz",
      dependencies: [
        "ContractAuthoring", "ContractCaptures", "ContractCheck", "ContractReports", "JSONSchema",
        "JSONTape", "TestSupport",
      ],
      path: "Tests/schemacheck-fuzz", exclude: ["Found"], swiftSettings: strict),
    .executableTarget(
      name: "schemacheck-bench", dependencies: ["JSONTape", "TestSupport"],
      path: "Tests/schemacheck-bench", swiftSettings: strict),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(
      name: "TestSupport", dependencies: ["JSONTape"], path: "Tests/Support", swiftSettings: strict),
    .testTarget(
      name: "JSONTapeTests", dependencies: ["JSONTape", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "JSONSchemaTests", dependencies: ["JSONSchema", "JSONTape", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContractCapturesTests",
      dependencies: ["ContractCaptures", "ContractCheck", "JSONTape", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContractCheckTests",
      dependencies: [
        "ContractAuthoring", "ContractCaptures", "ContractCheck", "ContractReports", "JSONSchema",
        "JSONTape", "CAllocations", "TestSupport",
      ],
      exclude: ["WrongBodies"], swiftSettings: strict),
    .testTarget(
      name: "ContractAuthoringTests",
      dependencies: [
        "ContractAuthoring", "ContractCaptures", "ContractCheck", "JSONSchema", "JSONTape",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ContractReportsTests",
      dependencies: [
        "ContractReports", "ContractCaptures", "ContractCheck", "JSONSchema", "JSONTape",
        "TestSupport",
      ],
      exclude: ["Configuration/Goldens", "Goldens"], swiftSettings: strict),
    .testTarget(
      name: "ContractCheckTestingTests",
      dependencies: [
        "ContractCheckTesting", "ContractAuthoring", "ContractCaptures", "ContractCheck",
        "ContractReports", "ContractRuns", "JSONTape", "schemacheck", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ContractRecorderTests",
      dependencies: [
        "ContractRecorder", "ContractCaptures", "ContractCheck", "JSONTape", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DecoderTests",
      dependencies: [
        "ContractAuthoring", "ContractCheck", "ContractCaptures", "ContractCheckTesting",
        "JSONTape", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "schemacheckTests",
      dependencies: [
        "schemacheck", "ContractAuthoring", "ContractCaptures", "ContractCheck", "ContractReports",
        "ContractRuns", "JSONTape", "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "schemacheck-fuzzTests",
      dependencies: [
        "schemacheck-fuzz", "ContractCaptures", "ContractCheck", "JSONTape", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "schemacheck-benchTests",
      dependencies: [
        "schemacheck-bench", "schemacheck", "ContractCheck", "ContractReports", "ContractRuns",
        "JSONTape", "TestSupport",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
