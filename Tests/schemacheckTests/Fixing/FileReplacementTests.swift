import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

@Suite struct FileReplacementTests {
  private static func replace(
    _ path: String, by text: String, isUnchanged: Bool = true
  ) throws {
    let path = InputPath(path)
    let replacement = try FileReplacement(of: path, over: FileState(path))
    try text.withByteView { try replacement.write($0) }
    try replacement.commit { _ in isUnchanged }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func keepsPermissions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old, and longer", to: "a.json")
    for mode in [0o640, 0o755, 0o600] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      try Self.replace(path, by: "new \(mode)")
      #expect(try Self.text(path) == "new \(mode)")
      #expect(try Self.mode(path) == mode)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
  }

  @Test func whatIsNotCommittedLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a.json")
    #expect(throws: RunError.self) { try Self.replace(path, by: "new", isUnchanged: false) }
    do {
      let replacement = try FileReplacement(of: InputPath(path), over: nil)
      try [1, 2, 3].withByteView { try replacement.write($0) }
    }
    #expect(try Self.text(path) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
  }

  @Test func everyNameOfAFileStaysItsName() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old, and longer", to: "a.json")
    let other = folder.path + "/b.json"
    try FileManager.default.linkItem(atPath: path, toPath: other)
    try Self.replace(path, by: "new")
    #expect(try Self.text(path) == "new")
    #expect(try Self.text(other) == "new")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.json", "b.json"])
  }

  @Test func makesNewFiles() throws {
    let folder = try TemporaryFolder()
    try Self.replace(folder.path + "/new.json", by: "new")
    #expect(try Self.text(folder.path + "/new.json") == "new")
    #expect(throws: RunError.self) { try Self.replace(folder.path + "/no/new.json", by: "x") }
  }
}
