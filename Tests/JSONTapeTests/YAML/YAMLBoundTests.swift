import Foundation
@testable import JSONTape
import Testing

/// Documents that are made to be too much.
struct YAMLBoundTests {
  private func error(_ text: String) -> YAMLError? {
    do throws(YAMLError) {
      _ = try JSONDocument(yaml: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func aliasesThatMultiplyAreRefused() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let refusal = error(text)
    #expect(refusal?.reason == .expansion)
    #expect(refusal?.message == "aliases make this document longer by more than 16 MiB")
  }

  @Test(arguments: ["*a", "{*a : b}"])
  func aliasesOfLongTextAreRefused(alias: String) {
    let long = "- &a " + String(repeating: "x", count: 1 << 20) + "\n"
    #expect(error(long + String(repeating: "- \(alias)\n", count: 15)) == nil)
    #expect(
      error(long + String(repeating: "- \(alias)\n", count: 17))?.reason == .expansion)
  }

  @Test func aliasesThatNestAreRefused() {
    var text = "- &a0 [x]\n"
    for level in 1...600 { text += "- &a\(level) [*a\(level - 1)]\n" }
    #expect(error(text)?.reason == .tooDeep(limit: 512))
  }

  /// Every way to open a collection, as deep as is allowed and one deeper, on a small stack.
  @Test(arguments: [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? a\n: ", "")])
  func nesting(open: String, close: String) throws {
    @Sendable func text(_ depth: Int) -> String {
      guard open.hasPrefix("?") else {
        return String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
      }
      let levels = (0..<depth).map { level in
        let indent = String(repeating: " ", count: level)
        return level % 2 == 0 ? "\(indent)a:\n" : "\(indent)? b\n\(indent):\n"
      }
      return levels.joined() + String(repeating: " ", count: depth) + "x"
    }
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      #expect(error(text(512)) == nil)
      #expect(error(text(513))?.reason == .tooDeep(limit: 512))
      _ = error(String(repeating: open, count: 100_000))
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test func longNumbersOfOtherBases() {
    #expect(error("0x" + String(repeating: "F", count: 9_998)) == nil)
    #expect(error("0x" + String(repeating: "F", count: 9_999))?.reason == .longNumber)
    #expect(error(String(repeating: "9", count: 100_000)) == nil)
  }

  @Test func aDepthOfOnesOwn() throws {
    #expect(throws: YAMLError.self) { try JSONDocument(yaml: "[[1]]".utf8, maximumDepth: 1) }
    #expect(try JSONDocument(yaml: "a: 1".utf8, maximumDepth: 1).root.count == 1)
    #expect(try JSONDocument(yaml: "a".utf8, maximumDepth: 0).root.string == "a")
  }
}
