import Foundation
import TestSupport
import Testing

@testable import ContractRecorder

/// The file of a recording: whole lines, for its owner alone, and never the end of the app.
@Suite struct RecordingFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("session.ndjson").path
  }

  private func write(_ text: String, mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  private var text: String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private var mode: Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }

  @Test(arguments: [0o600, 0o644, 0o666])
  func aFileThatIsThereBecomesItsOwnersAlone(_ before: Int) {
    write("{}\n", mode: before)
    let file = RecordingFile(path)
    file.append(Array("{\"a\":1}\n".utf8))
    #expect(file.failure == nil)
    #expect(mode == 0o600)
    #expect(text == "{}\n{\"a\":1}\n")
  }

  @Test func aNewFileIsItsOwnersAlone() {
    #expect(RecordingFile(path).failure == nil)
    #expect(mode == 0o600)
  }

  /// What a process leaves that was ended while it wrote is no line.
  @Test(arguments: [
    ("{\"method\": \"GE", "x\n"), ("{}\n{\"method\": \"GET\", \"body\": \"\\", "{}\nx\n"),
    // What is whole, or is no record at all, stays.
    ("{}\n{\"a\": 1}", "{}\n{\"a\": 1}\nx\n"), ("notes", "notes\nx\n"), ("\n", "\nx\n"),
    ("", "x\n"),
  ])
  func halfALineIsCutOff(_ before: String, _ after: String) {
    write(before)
    RecordingFile(path).append(Array("x\n".utf8))
    #expect(text == after)
  }

  /// A pipe without a reader would end the process, and a link may lead anywhere.
  @Test func onlyARegularFileIsWritten() throws {
    let other = folder.url.appendingPathComponent("other").path
    #expect(mkfifo(other, 0o600) == 0)
    let pipe = RecordingFile(other)
    pipe.append([0x0A])
    #expect(pipe.failure == "\(other): not a regular file")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
    let link = RecordingFile(path)
    link.append([0x0A])
    #expect(link.failure?.hasPrefix("\(path): ") == true)
    #expect(
      !FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("target").path))
    #expect(RecordingFile("/dev/null").failure == "/dev/null: not a regular file")
  }

  /// Where nothing more fits, the line that does not fit is gone, and the recording is at its end.
  @Test func aFullDisk() async {
    await #expect(processExitsWith: .success) {
      let path = NSTemporaryDirectory() + "schemacheck-\(UUID().uuidString)"
      defer { unlink(path) }
      limitFileSize(to: 2_000)
      let line = [UInt8](repeating: 0x61, count: 899) + [0x0A]
      let file = RecordingFile(path)
      for _ in 0..<3 { file.append(line) }
      precondition(file.failure != nil, "a full disk went unnoticed")
      precondition(FileManager.default.contents(atPath: path) == Data(line + line))
      // There is room again: what came in between is missing, so nothing is added.
      unlink(path)
      file.append(line)
      precondition(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// Two processes write to one file: neither cuts off what the other has written.
  @Test func linesOfTwoRecordings() {
    let files = [RecordingFile(path), RecordingFile(path)]
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let line = String(repeating: "\(number % 10)", count: 1_000 + number) + "\n"
      files[number % 2].append(Array(line.utf8))
    }
    let lines = text?.split(separator: "\n") ?? []
    #expect(lines.count == 200)
    #expect(lines.allSatisfy { Set($0).count == 1 })
  }
}
