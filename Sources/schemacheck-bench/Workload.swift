import Foundation

/// Something to check: files that were generated, and what is known of them.
struct Workload: Codable, Equatable {
  var name: String
  /// Within the folder of all workloads: a file or a folder.
  var path: String
  var bytes: Int
  /// Bodies, records or entries.
  var exchanges: Int
  var findings: Int
  /// What follows the path on the command line of the checker.
  var arguments: [String]
  /// The file of the schema, where one is validated against.
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

/// A file in the making, written piece by piece.
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
