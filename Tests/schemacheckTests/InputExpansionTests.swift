import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct InputExpansionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The inputs that `operands` name, without the folder's own path.
  private func expand(_ operands: String...) -> (inputs: [String], errors: [String]) {
    let expansion = InputExpansion(operands.map { .path(InputPath("\(folder.path)/\($0)")) })
    let strip = { (text: String) in text.replacingOccurrences(of: "\(self.folder.path)/", with: "")
    }
    return (expansion.inputs.map { strip($0.name) }, expansion.errors.map { strip($0.message) })
  }

  @Test func foldersAreSearched() throws {
    for name in [
      "b.json", "a.har", "sub folder/c d.ndjson", "sub folder/e.JSON", "f.http", "g.jsonl",
      "readme.md", "h.txt", "package.json", ".hidden/x.json", ".x.json", "node_modules/y/z.json",
      "Assets.xcassets/Contents.json", "Pods/p.json", "deep/er/still/w.json",
    ] {
      try folder.write("{}", to: name)
    }
    let found = expand("")
    #expect(
      found.inputs.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 } == [
        "a.har", "b.json", "deep/er/still/w.json", "f.http", "g.jsonl", "sub folder/c d.ndjson",
        "sub folder/e.JSON",
      ])
    #expect(found.errors.isEmpty)
    // A file that is named is read whatever it is called, and each only once.
    #expect(expand("h.txt", "a.har", "h.txt").inputs == ["a.har", "h.txt"])
  }

  @Test func aFolderInAnotherIsNotEmpty() throws {
    for name in ["a/b/x.json", "a/y.json"] { try folder.write("{}", to: name) }
    for operands in [("a", "a/b"), ("a/b", "a"), ("a", "a")] {
      let found = expand(operands.0, operands.1)
      #expect(found.inputs == ["a/b/x.json", "a/y.json"] && found.errors.isEmpty, "\(found)")
    }
  }

  @Test func globs() throws {
    for name in ["a/x.har", "a/b/y.har", "a/b/z.json", "c/x.har", "a/.h/q.har", "a/n.txt"] {
      try folder.write("{}", to: name)
    }
    #expect(expand("*/x.har").inputs == ["a/x.har", "c/x.har"])
    #expect(expand("**/*.har").inputs == ["a/b/y.har", "a/x.har", "c/x.har"])
    #expect(expand("{a,c}/*.har").inputs == ["a/x.har", "c/x.har"])
    #expect(expand("a/**").inputs == ["a/b/y.har", "a/b/z.json", "a/x.har"])
    #expect(expand("a/[!x]*").inputs == ["a/b/y.har", "a/b/z.json", "a/n.txt"])
    #expect(expand("[c]").inputs == ["c/x.har"])
    #expect(expand("*.nothing").errors == ["*.nothing: no file matches"])
    // A file of that very name comes before the glob.
    try folder.write("{}", to: "[a]/x.har")
    #expect(expand("[a]/x.har").inputs == ["[a]/x.har"])
  }

  @Test
  func linksInCirclesEnd() throws {
    try folder.write("{}", to: "a/x.har")
    try folder.link("a/up", to: "..")
    try folder.link("a/self", to: ".")
    try folder.link("loop", to: "loop")
    try folder.link("nowhere.json", to: "missing")
    let found = expand("")
    #expect(found.inputs.map { ($0 as NSString).lastPathComponent } == ["x.har"])
    #expect(found.errors.count == 1 && found.errors[0].contains("nowhere.json"))
    #expect(expand("**/*.har").inputs.contains("a/x.har"))
    #expect(expand("loop").errors.count == 1)
  }

  @Test func whatIsMissingIsNamed() throws {
    try folder.write("{}", to: "a.har")
    try folder.write("", to: "empty/readme.md")
    let found = expand("a.har", "b.har", "empty")
    #expect(found.inputs == ["a.har"])
    #expect(found.errors.count == 2)
    #expect(found.errors[0] == "b.har: No such file or directory")
    #expect(found.errors[1].contains("contains none of *.har"))
  }

  /// A pipe that nobody writes to is not waited for.
  @Test func aGlobDoesNotWaitForPipes() throws {
    try folder.write("{}", to: "a/x.json")
    #expect(mkfifo(folder.path + "/a/p.json", 0o600) == 0)
    for glob in ["a/*.json", "*/*.json", "a/**"] {
      let found = expand(glob)
      #expect(found.inputs == ["a/x.json"], "\(glob)")
      #expect(
        found.errors == [
          "a/p.json: not a regular file; give the file itself as INPUT, or "
            + "pipe it to `-`"
        ])
    }
    #expect(expand("a/p.json").inputs == ["a/p.json"])
  }

  /// Root may enter every folder.
  @Test(.enabled(if: geteuid() != 0, "a user other than root is needed"))
  func foldersThatMayNotBeEnteredAreSaid() throws {
    try folder.write("{}", to: "a/closed/x.json")
    try folder.write("{}", to: "a/y.json")
    let closed = folder.path + "/a/closed"
    for mode in [mode_t(0o400), 0o000] {
      chmod(closed, mode)
      defer { chmod(closed, 0o700) }
      for glob in ["a/**/*.json", "a/*/x.json", "*/closed/x.json", "a/**"] {
        #expect(expand(glob).errors.contains { $0.hasPrefix("a/closed") }, "\(mode) \(glob)")
      }
    }
  }

  @Test func pathsThatAreTooLongAreSaid() throws {
    let long = String(repeating: "n", count: 300)
    let found = expand("*/\(long)/x.json")
    #expect(found.errors == ["*/\(long)/x.json: no file matches"])
    try folder.write("{}", to: "a/y.json")
    let deep = expand("*/\(long)/x.json")
    #expect(deep.errors == ["a/\(long): File name too long"])
  }

  @Test func namesThatAreNotUTF8() throws {
    #if os(Linux)
      let name: [UInt8] = Array("\(folder.path)/".utf8) + [0x61, 0xFF, 0x2E, 0x68, 0x61, 0x72]
      let file = try #require(name.withCString { fopen($0, "w") })
      fclose(file)
      let walked = InputExpansion([.path(InputPath(folder.path))])
      #expect(walked.inputs == [.file(InputPath(name))])
      let named = InputExpansion([.path(InputPath(name))])
      #expect(named.inputs == [.file(InputPath(name))])
      #expect(named.inputs.first?.name.hasSuffix("a\u{FFFD}.har") == true)
      #expect(try InputFile(InputPath(name)).readAll() == [])
    #endif
  }

  @Test func otherKinds() {
    let expansion = InputExpansion(
      ["-", "https://h/x?token=abc", "HTTP://h/", "-"].map { Operand(Array($0.utf8)) })
    #expect(expansion.inputs.count == 3)
    #expect(expansion.inputs.contains(.standardInput))
    #expect(expansion.inputs.contains(.url("https://h/x?token=abc")))
    #expect(!expansion.inputs.map(\.name).joined().contains("abc"))
    #expect(expansion.errors.isEmpty)
    #expect(InputExpansion([.path(InputPath([0x61, 0, 0x62]))]).errors.count == 1)
    #expect(InputExpansion([.path(InputPath(""))]).inputs.isEmpty)
  }

  @Test func filesAreReadWhole() throws {
    let text = String(repeating: "0123456789", count: 30_000)
    let path = try folder.write(text, to: "long.json")
    #expect(try InputFile(InputPath(path)).readAll() == Array(text.utf8))
    #expect(throws: RunError.self) { try InputFile(InputPath(self.folder.path + "/no")) }
    // A folder can be opened but not read.
    #expect(throws: RunError.self) { try InputFile(InputPath(self.folder.path)).readAll() }
  }

  @Test(arguments: [
    ("/a/b.json", "file:///a/b.json"), ("/a/./b//../c d%.json", "file:///a/c%20d%25.json"),
    ("/../é", "file:///%C3%A9"), ("/", "file://"),
  ])
  func urisOfFiles(path: String, uri: String) { #expect(InputPath(path).uri == uri) }

  @Test func urisOfFilesAreAbsolute() {
    let uri = InputPath("b.json").uri
    #expect(uri.hasPrefix("file:///") && uri.hasSuffix("/b.json") && !uri.contains("/./"))
  }
}
