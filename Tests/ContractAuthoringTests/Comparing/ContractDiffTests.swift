@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractAuthoring
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// What a comparison says of a change: one finding, its place, the operations, the words.
struct ContractDiffTests {
  private static func document(_ name: String, date: String = "", shared: String) -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, \(date)
     "paths": {
      "/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/User"}}}}}}},
      "/b": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/User"}}}}}}}},
      "/c": {"post": {"requestBody": {"content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/User"}}}}, "responses": {"204": {"description": ""}}}},
      "/d": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"type": "object", "properties": {"user": {"$ref": "#/components/schemas/User"}}}}}}}}}},
     "components": {"schemas": {"User": \(shared)}}}
    """
  }

  private static func user(_ name: String) -> String {
    """
    {"type": "object",
      "properties": {
        "name": \(name),
        "at": {"type": "string", "format": "date-time"}}, "required": ["name", "at"]}
    """
  }

  @Test func oneChangeIsOneFinding() throws {
    let old = Self.document("old", shared: Self.user(#"{"type": "string"}"#))
    let new = Self.document("new", shared: Self.user(#"{"type": ["string", "null"]}"#))
    let found = try DiffProbe.findings(old, new)
    #expect(found.count == 1)
    #expect(
      found.first?.message
        == "`name` may now be null: released apps fail if they decode it into a type that is not "
        + "optional "
        + "(in 3 operations: GET /a, GET /b, GET /d; before: old.json:13:22)")
    #expect(found.first?.file == "new.json")
    #expect(found.first?.region.start == TextPosition(line: 13, column: 14))
    #expect(found.first?.schema == "#/components/schemas/User/properties/name/type")
    #expect(found.first?.frame?.text.contains(#""name": {"type": ["string", "null"]}"#) == true)
  }

  /// The stronger of two directions is told; where it is off, the other one is.
  @Test func severitiesChooseTheDirection() throws {
    let old = try DiffProbe.read(
      Self.document("old", shared: Self.user(#"{"type": "string"}"#)), name: "old.json")
    let new = try DiffProbe.read(
      Self.document("new", shared: Self.user(#"{"type": "integer"}"#)))
    func found(_ overrides: [String: Severity?]) -> [String] {
      ContractDiff(old: old, new: new, overrides: overrides).findings
        .map { "\($0.severity) \($0.rule)" }
    }
    #expect(found([:]) == ["error response-type-changed"])
    #expect(found(["response-type-changed": .note]) == ["error request-type-narrowed"])
    #expect(found(["response-type-changed": Severity?.none]) == ["error request-type-narrowed"])
    #expect(
      found(["response-type-changed": Severity?.none, "request-type-narrowed": Severity?.none])
        == [])
  }

  /// A profile that the whole document sets is one change, whatever dates there are.
  @Test func aProfileOfTheDocument() throws {
    func rules(_ profile: String) -> String {
      #""x-schemacheck": {"rules": {"iso-dates": {"profile": "\#(profile)"}}},"#
    }
    let user = Self.user(#"{"type": "string"}"#)
    let old = Self.document("old", date: rules("to-iso-string"), shared: user)
    let new = Self.document("new", date: rules("swift-iso8601"), shared: user)
    let found = try DiffProbe.findings(old, new)
    #expect(found.map(\.rule) == ["date-format-changed"])
    #expect(found.map { "\($0.instance)" } == ["/x-schemacheck/rules/iso-dates/profile"])
    #expect(
      try DiffProbe.findings(old, Self.document("new", shared: user)).map(\.rule)
        == ["date-format-changed"])
    #expect(
      try DiffProbe.findings(
        Self.document("old", shared: user),
        Self.document("new", date: rules("rfc3339"), shared: user)
      ).isEmpty)
    let none = #"{"type": "object", "properties": {"name": {}}}"#
    #expect(
      try DiffProbe.findings(
        Self.document("old", date: rules("to-iso-string"), shared: none),
        Self.document("new", date: rules("swift-iso8601"), shared: none)
      ).isEmpty)
  }

  /// The place is that of the file that holds it, in both documents.
  @Test func severalFiles() throws {
    func document(_ reference: String) -> String {
      DiffProbe.document(
        paths: #"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"#
          + #""application/json": {"schema": {"$ref": "\#(reference)"}}}}}}}}"#)
    }
    let old = try DiffProbe.read(
      document("schemas/user.yaml"), name: "old/api.json",
      files: [
        "schemas/user.yaml":
          "type: object\nrequired: [id]\nproperties:\n  id: {$ref: 'id.yaml#/Id'}\n",
        "schemas/id.yaml": "Id:\n  type: integer\n",
      ])
    let new = try DiffProbe.read(
      document("user.yaml"), name: "new/api.json",
      files: [
        "user.yaml": "properties:\n  id:\n    type: string\ntype: object\nrequired: [id]\n"
      ])
    let found = ContractDiff(old: old, new: new).findings
    #expect(found.map(\.rule) == ["response-type-changed"])
    #expect(found.first?.file == "new/user.yaml")
    #expect(found.first?.region.start == TextPosition(line: 3, column: 11))
    #expect(found.first?.message.contains("before: old/schemas/id.yaml:2:9") == true)
    #expect(found.first?.frame?.text == "    type: string")
  }

  /// Nothing differs from itself: of the bundled contracts, in JSON and in YAML, and of others.
  @Test(arguments: Contract.bundledNames) func nothingHasChanged(name: String) throws {
    let document = try ContractDocument.bundled(name)
    #expect(ContractDiff(old: document, new: document).findings == [])
    let text = try String(
      contentsOf: PackageFolder.url.appendingPathComponent("schemas/\(name).json"),
      encoding: .utf8)
    var writer = YAMLWriter(seed: 7)
    let yaml = try ContractDocument(
      Array(writer.document(try JSONDocument(text).root).utf8), name: "c.yaml")
    #expect(ContractDiff(old: document, new: yaml).findings == [])
    #expect(ContractDiff(old: yaml, new: document).findings == [])
  }

  @Test(.enabled(if: PackageFolder.suite("openapi") != nil, "needs the OpenAPI documents"))
  func nothingHasChangedElsewhere() throws {
    let folder = try #require(PackageFolder.suite("openapi"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(names.count >= 4)
    for name in names {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      let document = try ContractDocument(bytes, name: name)
      let diff = ContractDiff(old: document, new: document)
      #expect(diff.findings == [] && diff.omissions == [], "\(name)")
      #expect(diff.operations.both == diff.operations.old)
    }
  }

  /// Documents made to take long: bounded, and said.
  @Test func intricateDocumentsAreGivenUp() throws {
    // Cycles of two lengths, at every turn of which many properties are compared.
    func cycle(_ length: Int, _ names: Int) -> String {
      let properties = (0..<names).map { #""m\#($0)": {"type": "string"}"# }.joined(separator: ",")
      let schemas = (0..<length).map { index in
        ##""C\##(index)": {"type": "object", "properties": {\##(properties), "##
          + ##""next": {"$ref": "#/components/schemas/C\##((index + 1) % length)"}}}"##
      }
      return DiffProbe.document(
        paths: #"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"#
          + ##""application/json": {"schema": {"$ref": "#/components/schemas/C0"}}}}}}}}"##,
        components: "{\(schemas.joined(separator: ","))}")
    }
    let old = try DiffProbe.read(cycle(31, 20))
    let new = try DiffProbe.read(cycle(29, 20))
    let whole = ContractDiff(old: old, new: new)
    #expect(whole.omissions.isEmpty && whole.findings.isEmpty)
    let cut = ContractDiff(old: old, new: new, limit: 10_000, most: 10)
    #expect(cut.omissions.contains { $0.contains("too complex") })
  }

  /// Very many changes are bounded, too.
  @Test func manyChanges() throws {
    func properties(_ type: String, _ count: Int) -> String {
      let properties = (0..<count).map { #""m\#($0)": {"type": "\#(type)"}"# }
      return Self.document(
        "", shared: #"{"type": "object", "properties": {\#(properties.joined(separator: ","))}}"#)
    }
    let old = try DiffProbe.read(properties("string", 140))
    let new = try DiffProbe.read(properties("integer", 140))
    let diff = ContractDiff(old: old, new: new, limit: 10_000, most: 100)
    #expect(diff.findings.count == 100)
    #expect(
      diff.omissions == ["40 further changes are not listed: a report lists at most 100 changes"])
  }

  /// Deep nesting takes no call stack.
  @Test func deepDocuments() throws {
    func nested(_ keyword: String, _ leaf: String) -> String {
      var schema = #"{"type": "\#(leaf)"}"#
      for _ in 0..<150 { schema = #"{"type": "object", "properties": {"a": \#(schema)}}"# }
      if keyword == "anyOf" {
        for _ in 0..<100 {
          schema = #"{"anyOf": [\#(schema), {"type": "object", "title": "x"}]}"#
        }
      }
      return DiffProbe.document(
        paths: #"{"/a": {"get": {"responses": {"200": {"description": "", "content": {"#
          + #""application/json": {"schema": \#(schema)}}}}}}}"#)
    }
    for keyword in ["properties", "anyOf"] {
      let (old, new) = (nested(keyword, "string"), nested(keyword, "integer"))
      let (before, after) = (try DiffProbe.read(old), try DiffProbe.read(new))
      let found = try SmallThread.run { ContractDiff(old: before, new: after).findings.map(\.rule) }
      #expect(found == ["response-type-changed"], "\(keyword)")
    }
  }
}

/// A thread with the stack that secondary threads have on Apple systems.
enum SmallThread {
  static func run<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) throws
    -> Answer
  {
    let box = Box<Answer>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.answer = Result { try body() }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return try #require(box.answer).get()
  }

  private final class Box<Answer>: @unchecked Sendable {
    var answer: Result<Answer, any Error>?
  }
}
