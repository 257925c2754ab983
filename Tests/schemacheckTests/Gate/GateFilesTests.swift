@_spi(Engine) import ContractCaptures
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The files that gates read: they name what there is, and what they download is verified.
@Suite struct GateFilesTests {
  private static func yaml(_ path: String) throws -> JSONNode {
    let url = PackageFolder.url.appendingPathComponent(path)
    return try JSONDocument(yaml: Array(try Data(contentsOf: url))).root
  }

  @Test func hooksNameCommands() throws {
    let hooks = Array(try Self.yaml(".pre-commit-hooks.yaml").elements)
    #expect(hooks.compactMap { $0["id"]?.string }.first == "schemacheck")
    // A commit that changes only a contract.
    for hook in hooks where ["schemacheck", "schemacheck-diff"].contains(hook["id"]?.string) {
      let files = try Regex(hook["files"]?.string ?? "")
      for name in ["api/openapi.yaml", "openapi.yml", "openapi.json"] {
        #expect(name.contains(files) && hook["pass_filenames"]?.bool == false)
      }
    }
    let pattern = try #require(hooks.first?["files"]?.string)
    let files = try Regex(pattern)
    for ending in CaptureName.captures + CaptureName.archives + ["log.1", "log-20261120"] {
      for name in ["x.\(ending)", "a/x.\(ending).gz"]
      where CaptureName.isCapture(Array(name.utf8), extensions: InputExpansion.extensions) {
        #expect(name.contains(files), "\(name)")
      }
    }
    #expect(!"x.swift".contains(files) && !"x.log.txt".contains(files))
    let page = try String(
      contentsOf: PackageFolder.url.appendingPathComponent(
        "Sources/ContractCheck/ContractCheck.docc/MergeGates.md"), encoding: .utf8)
    #expect(page.contains("        files: \(pattern)\n        pass_filenames: false "))
    for hook in hooks {
      let words = (hook["entry"]?.string ?? "").split(separator: " ").map(String.init)
      // A hook is built by pre-commit, or is the script that gets the binary of a release.
      let languages = ["schemacheck": "swift", ".ci/hook": "script"]
      #expect(hook["language"]?.string == languages[words.first ?? ""])
      let command = CommandSpec.all.first { $0.name == words.dropFirst().first }
      for word in words.dropFirst(2) {
        #expect(command?.options.contains { "--\($0.name)" == word } ?? false, "\(words)")
      }
    }
  }

  @Test func theActionIsWhole() throws {
    let action = try Self.yaml(".github/actions/schemacheck/action.yml")
    #expect(action["runs"]?["using"]?.string == "composite")
    let inputs = Set(action["inputs"]?.properties.map(\.name) ?? [])
    let steps = action["runs"]?["steps"].map { Array($0.elements) } ?? []
    for step in steps {
      for value in step["env"].map({ Array($0.properties) }) ?? [] {
        let text = value.value.string ?? ""
        guard let range = text.range(of: "inputs.") else { continue }
        #expect(inputs.contains(String(text[range.upperBound...].prefix { $0.isLetter })))
      }
    }
  }

  @Test func theWorkflowRunsTheGate() throws {
    let jobs = try #require(try Self.yaml(".github/workflows/gate.yml")["jobs"])
    let linux = try #require(jobs["linux"])
    let versions = linux["strategy"]?["matrix"]?["swift"].map { $0.elements.compactMap(\.string) }
    #expect(versions == ["6.2", "6.3"])
    #expect(linux["container"]?.string == "swift:${{ matrix.swift }}")
  }

  @Test(arguments: ["gate", "release"]) func workflowsRunScriptsThatAreThere(name: String) throws {
    let jobs = try #require(try Self.yaml(".github/workflows/\(name).yml")["jobs"])
    for job in jobs.properties {
      for step in job.value["steps"].map({ Array($0.elements) }) ?? [] {
        #expect((step["run"] != nil) != (step["uses"] != nil), "\(job.name)")
        for word in (step["run"]?.string ?? "").split(separator: " ") where word.hasPrefix(".ci/") {
          let script = PackageFolder.url.appendingPathComponent(String(word)).path
          #expect(FileManager.default.isExecutableFile(atPath: script))
        }
      }
    }
  }

  /// Under Xcode a manifest that makes errors of warnings stops packages that depend on this one.
  @Test func theManifestLeavesWarningsToTheGate() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: PackageFolder.url.appendingPathComponent(path), encoding: .utf8)
    }
    #expect(try !text("Package.swift").contains("treatAllWarnings"))
    #expect(try text(".ci/run").contains("-Xswiftc -warnings-as-errors"))
  }

  /// Which C library there is, is chosen once.
  @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: GateFilesTests.sources.path))
  func oneFileAModuleImportsTheCLibrary(module: String) throws {
    let folder = Self.sources.appendingPathComponent(module)
    let importers = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .filter {
        let file = folder.appendingPathComponent($0)
        return try String(contentsOf: file, encoding: .utf8).contains("import Glibc\n")
      }
    #expect(importers.count <= 1, "\(importers)")
  }

  private static let sources = PackageFolder.url.appendingPathComponent("Sources")

  // MARK: The scripts of the action

  private static let scripts = PackageFolder.url
    .appendingPathComponent(".github/actions/schemacheck").path
  private static let hasTools =
    ["bash", "curl", "tar"].allSatisfy(Program.isThere)
    && ["sha256sum", "shasum"].contains(where: Program.isThere)

  /// A release of a program that prints its arguments, in a folder of its own.
  private static func release(_ folder: TemporaryFolder, status: Int = 1) throws -> String {
    try folder.write("#!/bin/sh\necho \"$@\"; exit \(status)\n", to: "build/schemacheck")
    let run = try Program.run([
      "bash", "-ec",
      """
      cd '\(folder.path)'; chmod +x build/schemacheck
      name=schemacheck-1.2.3-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz
      mkdir -p releases/v1.2.3; tar -czf releases/v1.2.3/$name -C build schemacheck
      cd releases/v1.2.3
      if command -v sha256sum > /dev/null; then sha256sum $name; else shasum -a 256 $name; fi > SHA256SUMS
      """,
    ])
    #expect(run.status == 0, "\(run.errors)")
    return folder.path + "/releases"
  }

  @Test(.enabled(if: hasTools, "bash, curl, tar and sha256sum or shasum are needed"))
  func whatIsDownloadedIsVerified() throws {
    let folder = try TemporaryFolder()
    // `--version` of the release fails: nothing after it may happen. With a right one it goes on.
    let releases = try Self.release(folder)
    var variables = [
      "VERSION": "1.2.3", "REPOSITORY": "x/y", "RELEASES": "file://\(releases)",
      "FOLDER": folder.path + "/tool", "GITHUB_PATH": folder.path + "/path",
      "GITHUB_OUTPUT": folder.path + "/output",
    ]
    let script = Self.scripts + "/install.sh"
    variables["CHECKSUM"] = String(repeating: "0", count: 64)
    let wrong = try Program.run(["bash", script, "install"], variables: variables)
    #expect(wrong.status == 1 && wrong.output.contains("::error::"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/tool/schemacheck"))
    variables["CHECKSUM"] = ""
    let right = try Program.run(["bash", script, "install"], variables: variables)
    #expect(right.output == "--version\n", "\(right.errors)")
    #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/tool/schemacheck"))
    // A release that is asked for and not there is an error, and nothing is built in its place.
    var missing = variables
    missing["VERSION"] = "9.9.9"
    missing["FOLDER"] = folder.path + "/missing"
    #expect(try Program.run(["bash", script, "install"], variables: missing).status == 1)
    // The action's own name says which release is meant.
    var named = variables
    named["VERSION"] = ""
    named["REF"] = "v1.2.3"
    named["FOLDER"] = folder.path + "/named"
    #expect(try Program.run(["bash", script, "install"], variables: named).output == "--version\n")
    let key = try Program.run(["bash", script, "key"], variables: variables)
    #expect(key.status == 0)
    let output = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
    #expect(output.hasPrefix("key=schemacheck-") && output.hasSuffix("-1.2.3\n"))
  }

  /// pre-commit's clone has the commit of a release, and runs the script from there.
  @Test(.enabled(if: hasTools && Program.isThere("git"), "bash, curl, tar and git are needed"))
  func theHookRunsTheRelease() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      [
        "bash", "-ec",
        """
        cd '\(folder.path)'; mkdir -p clone/.github/actions
        cp -R '\(Self.scripts)' clone/.github/actions; mkdir clone/.ci; cp '\(Self.hook)' clone/.ci
        git init -q clone && git -C clone add . && git -C clone remote add origin .
        git -C clone -c user.name=n -c user.email=e commit -qm c && git -C clone tag v1.2.3
        clone/.ci/hook check a.har && clone/.ci/hook lint
        """,
      ], variables: ["RELEASES": "file://\(try Self.release(folder, status: 0))"])
    #expect(run.output == "check a.har\nlint\n", "\(run.errors)")
  }

  private static let hook = PackageFolder.url.appendingPathComponent(".ci/hook").path

  @Test(.enabled(if: hasTools, "bash is needed")) func theStatusIsLeftToALaterStep() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\nprintf '%s|' \"$@\"\nexit 1\n", to: "bin/schemacheck")
    _ = try Program.run(["chmod", "+x", folder.path + "/bin/schemacheck"])
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try Program.run(
      ["bash", Self.scripts + "/check.sh"],
      variables: [
        "PATH": "\(folder.path)/bin:\(path)", "GITHUB_OUTPUT": folder.path + "/output",
        "SARIF": "out.sarif", "INPUTS": "a b/c.har\n\n-x.json\n", "CONTRACTS": "fotolokashen",
        "ARGUMENTS": "--fail-on=warning",
      ])
    #expect(run.status == 0)
    #expect(
      run.output == "check|--format|github|--format|sarif=out.sarif|--contract|fotolokashen|"
        + "--fail-on=warning|--|a b/c.har|-x.json|")
    #expect(
      try String(contentsOfFile: folder.path + "/output", encoding: .utf8) == "exit-code=1\n")
    let diff = try Program.run(
      ["bash", "-c", "cd '\(folder.path)' && bash '\(Self.scripts)/check.sh'"],
      variables: [
        "PATH": "\(folder.path)/bin:\(path)", "GITHUB_OUTPUT": folder.path + "/output",
        "SARIF": "out.sarif", "DIFF": "main:a.yaml a.yaml\nfotolokashen b.yaml\n",
      ])
    #expect(
      diff.output == "diff|--format|github|--|main:a.yaml|a.yaml|"
        + "diff|--format|github|--|fotolokashen|b.yaml|")
  }
}
