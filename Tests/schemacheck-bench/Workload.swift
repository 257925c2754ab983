import Foundation

/// Generated files to check, with their expected results.
struct Workload: Codable, Equatable {
  var name: String
  /// A file or folder in the folder of all workloads.
  var path: String
  var bytes: Int
  /// Bodies, records or entries.
  var exchanges: Int
  var findings: Int
  /// The arguments after the path on the checker's command line.
  var arguments: [String]
  /// The schema file, if the workload is validated against one.
  var schema: String?

  /// The checker's arguments.
  func commandLine(in folder: URL) -> [String] {
    let input = folder.appendingPathComponent(path).path
    let schema = schema.map { ["--schema", folder.appendingPathComponent($0).path] } ?? []
    return [schema.isEmpty ? "check" : "validate", input] + schema + arguments
  }

  static let manifest = "workloads.json"

  static func all(in folder: URL) throws -> [Workload] {
    let data = try Data(contentsOf: folder.appendingPathComponent(manifest))
    return try JSONDecoder().decode([Workload].self, from: data)
  }
}

/// A file that is written in pieces.
final class WorkloadFile {
  private let handle: FileHandle
  private var pending = Data()
  private(set) var bytes = 0

  init(_ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    bytes += text.utf8.count
    if pending.count > 1 << 20 { try flush() }
  }

  func close() throws {
    try flush()
    try handle.close()
  }

  private func flush() throws {
    try handle.write(contentsOf: pending)
    pending.removeAll(keepingCapacity: true)
  }
}
