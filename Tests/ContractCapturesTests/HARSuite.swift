import Foundation

/// HARs that browsers and proxies wrote, where they are at hand.
///
/// `SCHEMACHECK_SUITES` names the folder of the suites; without it, `shared/suites` beside the package.
enum HARSuite {
  static let folder: URL = {
    let suites =
      ProcessInfo.processInfo.environment["SCHEMACHECK_SUITES"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared/suites")
    return suites.appendingPathComponent("har")
  }()

  private static let packageRoot = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static var isPresent: Bool { !names.isEmpty }

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".har") }.sorted()
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
