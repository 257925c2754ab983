import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What is left of files that were being written.
@Suite struct InterruptedWriteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// What `kill -9` leaves is used again; what somebody else made is not.
  @Test func whatIsLeftIsUsedAgain() throws {
    try folder.write("left over, and longer than the new text", to: ".schemacheck-out.json")
    let path = InputPath(folder.path + "/out.json")
    try ReportFile.write(Array("new".utf8), to: path)
    #expect(names == ["out.json"])
    #expect(try String(contentsOfFile: folder.path + "/out.json", encoding: .utf8) == "new")
    let other = try folder.write("mine", to: "other")
    try FileManager.default.linkItem(
      atPath: other, toPath: folder.path + "/.schemacheck-out.json")
    try ReportFile.write(Array("newer".utf8), to: path)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    #expect(names == [".schemacheck-out.json", "other", "out.json"])
  }

  #if os(Linux)
    @Test(.enabled(if: Program.isThere("python3"), "python3 is needed"))
    func extendedAttributesAreKept() throws {
      let file = try folder.write(FixCommandTests.wrong, to: "a.json")
      func python(_ line: String) throws -> Program.Outcome {
        try Program.run(["python3", "-c", "import os; \(line)"])
      }
      let set = try python("os.setxattr('\(file)', 'user.origin', b'kept')")
      // Not every file system has them.
      guard set.status == 0 else { return }
      let run = Scenario.run(
        "fix", file, "-c", "fotolokashen", "--operation", CheckCommandTests.listing)
      #expect(run.code == .clean && run.errors.contains("2 fixes in 1 file"))
      #expect(try python("print(os.getxattr('\(file)', 'user.origin'))").output == "b'kept'\n")
    }
  #endif
}
