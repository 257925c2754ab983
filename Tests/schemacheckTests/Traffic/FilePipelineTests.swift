import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Files of a folder are judged on several threads; what comes out is what each alone gives rise to, one
/// after the other, to the byte.
@Suite struct FilePipelineTests {
  /// A folder of everything: the samples of all contracts, valid bodies in several layouts, and files of
  /// which one is a trouble of its own.
  private static func folder(_ contract: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for sample in Sample.all where sample.contract == contract {
      try Data(contentsOf: sample.url).write(to: folder.url.appendingPathComponent(sample.name))
    }
    let document = try JSONDocument(
      Array(
        try Data(contentsOf: PackageFolder.url.appendingPathComponent("schemas/\(contract).json"))))
    for (index, example) in examples(document).enumerated() {
      try folder.write(example, to: "examples/e\(index).json")
      try folder.write(" \n" + example + "\n", to: "examples/e\(index) spaced.json")
      // Right as a body, and no HAR.
      try folder.write(example, to: "examples/e\(index).har")
    }
    try folder.write("", to: "odd/empty.json")
    try folder.write("\u{FEFF}{}", to: "odd/mark.json")
    try folder.write("{\"a\": 1, \"a\": 2}", to: "odd/twice.json")
    try folder.write("{\"log\": {\"entries\": []}}", to: "odd/archive.json")
    try folder.write("{\"method\": \"GET\", \"url\": \"/\", \"status\": 200}", to: "odd/line.json")
    try folder.write("[1, 2", to: "odd/short.json")
    try folder.write(String(repeating: "[", count: 600), to: "odd/deep.json")
    let many = "[" + Array(repeating: "{\"id\": null}", count: 300).joined(separator: ",") + "]"
    try folder.write(many, to: "odd/many.json")
    try folder.write("[" + String(repeating: " ", count: 1_100_000) + "]", to: "odd/large.json")
    return folder
  }

  /// The texts of the contract's own examples.
  private static func examples(_ document: JSONDocument) -> [String] {
    var found: [String] = []
    var open = [document.root]
    while let node = open.popLast() {
      if node.kind == .object {
        for property in node.properties {
          if property.name == "examples", property.value.kind == .object {
            found += property.value.elements.compactMap { $0["value"]?.text }
            found += property.value.properties.compactMap { $0.value["value"]?.text }
          } else {
            open.append(property.value)
          }
        }
      } else if node.kind == .array {
        open += node.elements
      }
    }
    return found
  }

  /// Without what was assumed of bodies: of many files that is only counted.
  private static func remarks(_ scenario: Scenario) -> [String] {
    scenario.errors.split(separator: "\n").map(String.init).filter {
      !$0.contains(" checked") && !$0.contains(" not read: ") && !$0.contains(" group")
        && $0 != "no findings"
        && !$0.hasSuffix(", the nearest schema")
        && !$0.contains(" checked against the nearest schema;")
    }
  }

  @Test(arguments: TestSeed.isLong ? Contract.bundledNames : ["fotolokashen", "social-posts"])
  func saysWhatEachFileAloneSays(contract: String) throws {
    let folder = try Self.folder(contract)
    let options = ["-c", contract, "-f", "concise", "--allow-empty"]
    let paths = InputExpansion([.path(InputPath(folder.path))]).inputs.map(\.name)
    #expect(paths.count > 30)
    var output = ""
    var remarks: [String] = []
    for path in paths {
      let alone = Scenario.run(["check", path] + options)
      output += alone.output
      remarks += Self.remarks(alone)
    }
    for jobs in ["1", "2", "7"] {
      let all = Scenario.run(["check", folder.path] + options + ["-j", jobs])
      // The same mistake in several files is one line; the machine format has them all.
      #expect(Self.remarks(all) == remarks, "\(jobs) jobs")
    }
    #expect(output.contains("odd/short.json"))
    let json = ["check", folder.path, "-c", contract, "-f", "json", "--allow-empty"]
    let one = Scenario.run(json + ["-j", "1"])
    let many = Scenario.run(json + ["-j", "5"])
    #expect(one.output == many.output && one.errors == many.errors)
    var findings: [String] = []
    for path in paths {
      let alone = Scenario.run(["check", path, "-c", contract, "-f", "json", "--allow-empty"])
      findings += try JSONDocument(alone.output).root["findings"]?.elements.map(\.text) ?? []
    }
    #expect(try JSONDocument(one.output).root["findings"]?.elements.map(\.text) == findings)
  }

  @Test func printsTheSameFindings() throws {
    let folder = try Self.folder("fotolokashen")
    for most in ["1", "3", "20"] {
      let runs = ["1", "4"].map {
        Scenario.run([
          "check", folder.path, "-c", "fotolokashen", "-f", "json", "--max-findings", most, "-j",
          $0,
        ])
      }
      #expect(runs[0].everything == runs[1].everything)
      #expect(runs[0].errors.contains(" not printed"), "\(runs[0].errors)")
    }
  }

  @Test func lintAndValidateToo() throws {
    let folder = try Self.folder("social-posts")
    let beside = try TemporaryFolder()
    let schema = try beside.write(#"{"type": ["array", "object"]}"#, to: "s.json")
    for command in [["lint"], ["validate", "--schema", schema]] {
      let runs = ["1", "3"].map {
        Scenario.run(command + [folder.path, "-f", "json", "-j", $0])
      }
      #expect(runs[0].everything == runs[1].everything)
      #expect(runs[0].output.contains("\"rule\":"))
    }
  }

  /// A file that is no capture at all is a case of its own, among others too.
  @Test func reportsTellOfWhatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    for name in ["a.http", "b.http"] { try folder.write("garbage", to: name) }
    let run = Scenario.run([
      "check", folder.path, "-c", "fotolokashen", "--input-format", "http", "-f", "junit",
    ])
    #expect(run.code == .error)
    #expect(run.output.split(separator: "<error ").count == 3, "\(run.output)")
  }

  /// Pipes that are named are not opened ahead of their turn: their bytes are there once.
  @Test func pipesAreReadOnce() throws {
    let folder = try TemporaryFolder()
    let body = "{\"message\": 1}"
    let file = try folder.write(body, to: "a.json")
    let pipe = folder.path + "/b.json"
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = Thread {
      guard let handle = FileHandle(forWritingAtPath: pipe) else { return }
      handle.write(Data(body.utf8))
      try? handle.close()
    }
    writer.start()
    let run = Scenario.run(["lint", file, pipe, "-j", "2"])
    #expect(run.errors.contains("2 of 2 exchanges checked"))
  }
}
