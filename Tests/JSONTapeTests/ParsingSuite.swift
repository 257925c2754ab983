import Foundation

/// The files of nst's JSONTestSuite, where they are at hand.
///
/// `SCHEMACHECK_SUITES` names the folder of the suites; without it, `shared/suites` beside the package.
enum ParsingSuite {
  struct File: CustomStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]

    var description: String { name }
  }

  static let folder: URL = {
    let suites =
      ProcessInfo.processInfo.environment["SCHEMACHECK_SUITES"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared/suites")
    return suites.appendingPathComponent("json-parsing/test_parsing")
  }()

  static let packageRoot = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let files: [File] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
        return nil
      }
      return File(name: name, bytes: Array(data))
    }
  }()

  static var isPresent: Bool { !files.isEmpty }
}
