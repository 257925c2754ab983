import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The documents' examples with the mistakes that can be mended, in every layout and every capture:
/// mended they are, to the byte, what they would have been without.
@Suite struct FixPropertyTests {
  /// A documented answer of one operation.
  private struct Example {
    let operation: ContractCheck.Operation
    let url: String
    let status: Int
    let value: LaidOut
  }

  private static func examples(of name: String) throws -> [Example] {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    let root = try JSONDocument(Array(try Data(contentsOf: file))).root
    let contract = try Contract.bundled(name)
    let server = contract.servers.first?.defaultURL ?? "https://api.example.com"
    var examples: [Example] = []
    for operation in contract.operations {
      guard
        let responses = root["paths"]?[operation.path.description]?[operation.method.lowercased()]?[
          "responses"]
      else { continue }
      var values: [String: String] = [:]
      for parameter in operation.requestParameters {
        let isHexadecimal = parameter.lowercased().contains("key")
        let isToken = parameter.lowercased().contains("token")
        values[parameter] = String(
          repeating: "a1", count: isHexadecimal ? 16 : isToken ? 32 : 1)
      }
      let path = try operation.requestPath(values: values)
      for response in responses.properties {
        guard let content = response.value["content"]?["application/json"] else { continue }
        let status = Int(response.name) ?? (Int(response.name.prefix(1)) ?? 2) * 100
        for example in content["examples"]?.properties.map(\.value) ?? [] {
          guard let value = example["value"], value.kind != .string else { continue }
          examples.append(
            Example(
              operation: operation, url: server + path, status: status, value: LaidOut(value)))
        }
      }
    }
    return examples
  }

  // MARK: Mistakes

  private static let coordinates = ["lat", "lng", "latitude", "longitude"]

  /// The names that mistakes touch; layouts leave them alone.
  private static func plain(_ value: LaidOut) -> Set<String> {
    var plain = Set(coordinates)
    _ = value.changing { properties in
      plain.formUnion(properties.filter(\.value.isNull).map(\.name))
      return properties
    }
    return plain
  }

  /// Contracts in which null may be left out.
  private static let allowAbsence: Set<String> = ["bmn-boston", "fork-in-the-road"]

  private static func mistaken(_ name: String) -> String {
    switch name {
    case "lat": "latitude"
    case "lng": "longitude"
    case "latitude": "lat"
    case "longitude": "lon"
    default: name
    }
  }

  /// An instant with a space where the `T` belongs.
  private static func mistakenDate(_ text: String) -> String? {
    let parts = text.split(separator: "T")
    guard parts.count == 2, parts[0].utf8.count == 10, parts[1].hasSuffix("Z") else { return nil }
    return parts.joined(separator: " ")
  }

  /// With mistakes, and as it is when these are mended: what was left out stands at the end.
  private static func broken(
    _ value: LaidOut, of contract: String, _ round: Int
  ) -> (wrong: LaidOut, right: LaidOut, count: Int) {
    var count = 0
    let leavesOut = round % 2 == 0 && !allowAbsence.contains(contract)
    func isLeftOut(_ properties: [(name: String, value: LaidOut)]) -> Set<String> {
      let null = properties.filter { $0.value.isNull && !coordinates.contains($0.name) }.map(\.name)
      return leavesOut && null.count < properties.count ? Set(null) : []
    }
    let wrong = value.changing { properties in
      let absent = isLeftOut(properties)
      count += absent.count
      return properties.filter { !absent.contains($0.name) }.map { name, value in
        if coordinates.contains(name), let number = value.number {
          count += round % 3 == 0 ? 2 : 1
          return (mistaken(name), round % 3 == 0 ? .scalar("\"\(number)\"") : value)
        }
        if name == "platform", let text = value.string {
          count += 1
          return (name, .scalar(JSONWriter.quoted(text == "ios" ? "iOS" : text.uppercased())))
        }
        // Three forms are right in bmn-boston, and some that look like them.
        if contract != "bmn-boston", let date = value.string.flatMap(mistakenDate) {
          count += 1
          return (name, .scalar(JSONWriter.quoted(date)))
        }
        return (name, value)
      }
    }
    let right = value.changing { properties in
      let absent = isLeftOut(properties)
      let added = absent.sorted().map { (name: $0, value: LaidOut.scalar("null")) }
      return properties.filter { !absent.contains($0.name) } + added
    }
    return (wrong, right, count)
  }

  // MARK: Mending

  private static func fix(_ arguments: [String]) -> Scenario {
    Scenario.run(
      ["fix", "-q", "-f", "concise", "--recordings", "--rule", "undocumented-field=off"] + arguments
    )
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Mends every file and compares it with what it should be; a second time changes nothing.
  private static func expectMended(
    _ files: [(path: String, right: String)], _ arguments: [String]
  ) throws {
    for round in 1...2 {
      let scenario = fix(arguments)
      #expect(scenario.code != .error, "\(scenario.errors)")
      for (path, right) in files {
        let found = try text(path)
        let isRight = found.utf8.elementsEqual(right.utf8)
        #expect(isRight, "round \(round): \(path)\n\(found)\n\(right)")
      }
    }
    let check = Scenario.run(["check", "-q", "-f", "json"] + arguments)
    let findings = try JSONDocument(check.output).root["findings"]
    let fixable = findings?.elements.filter { $0["fix"]?.isNull == false } ?? []
    #expect(fixable.isEmpty, "\(fixable.map(\.text))")
  }

  @Test(arguments: Contract.bundledNames)
  func capturesAreMendedToTheByte(contract: String) throws {
    let folder = try TemporaryFolder()
    var files: [(path: String, right: String)] = []
    var mistakes = 0
    for (index, example) in try Self.examples(of: contract).enumerated() {
      for (layoutIndex, layout) in Layout.all.enumerated() {
        let (wrong, right, count) = Self.broken(example.value, of: contract, index + layoutIndex)
        for (place, wrapping) in Wrapping.all.enumerated()
        where (index + layoutIndex / 2 + place) % 2 == 0
          && (wrapping.takesLines || !layout.hasLines)
        {
          mistakes += count
          func write(_ value: LaidOut) -> String {
            wrapping.write(
              layout.text(value, plain: Self.plain(example.value)), example.url,
              example.operation.method,
              example.status)
          }
          let name = "\(wrapping.name)-\(layout.name)-\(index).\(wrapping.ending)"
          files.append((try folder.write(write(wrong), to: name), write(right)))
        }
      }
    }
    #expect(files.count > 80)
    #expect(mistakes > 50)
    try Self.expectMended(files, ["-c", contract, folder.path])
  }

  @Test(arguments: Contract.bundledNames)
  func fixturesAreMendedToTheByte(contract: String) throws {
    for (index, example) in try Self.examples(of: contract).enumerated() {
      let folder = try TemporaryFolder()
      var files: [(path: String, right: String)] = []
      for (layoutIndex, layout) in Layout.all.enumerated() where (index + layoutIndex) % 2 == 0 {
        let (wrong, right, _) = Self.broken(example.value, of: contract, layoutIndex)
        files.append(
          (
            try folder.write(
              layout.text(wrong, plain: Self.plain(example.value)), to: "\(layout.name).json"),
            layout.text(right, plain: Self.plain(example.value))
          ))
      }
      try Self.expectMended(
        files,
        [
          "-c", contract, "--operation", example.operation.name, "--status", "\(example.status)",
          folder.path,
        ])
    }
  }

  /// What a diff says is what is written.
  @Test(
    .enabled(if: Program.isThere("patch"), "patch is not installed"),
    arguments: Contract.bundledNames)
  func aDiffIsWhatIsWritten(contract: String) throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    var names: [String] = []
    for (index, example) in try Self.examples(of: contract).enumerated() {
      for (layoutIndex, layout) in Layout.all.enumerated() {
        let (wrong, _, count) = Self.broken(example.value, of: contract, index + layoutIndex)
        guard count > 0 else { continue }
        let all = Wrapping.all.filter { $0.takesLines || !layout.hasLines }
        let wrapping = all[(index + layoutIndex) % all.count]
        let text = wrapping.write(
          layout.text(wrong, plain: Self.plain(example.value)), example.url,
          example.operation.method,
          example.status)
        names.append("\(index)-\(layout.name).\(wrapping.ending)")
        for folder in [first, second] { try folder.write(text, to: names[names.count - 1]) }
      }
    }
    #expect(Self.fix(["-c", contract, first.path]).code != .error)
    let diff = Scenario.run(["fix", "-c", contract, second.path, "--recordings", "--diff"])
    // Paths out of the working folder are absolute, which `patch` refuses.
    let root = InputPath(second.path).resolved.text
    try second.write(diff.output.replacing(root + "/", with: ""), to: "all.diff")
    let patch = try Program.run(
      ["patch", "-p0", "-s", "--binary", "-i", "all.diff"], in: second.url)
    let isMasked = diff.errors.contains("secrets are masked")
    #expect(isMasked || patch.status == 0, "\(patch.errors)")
    for name in names where !diff.errors.contains("/\(name): secrets are masked") {
      #expect(try Self.text("\(second.path)/\(name)") == Self.text("\(first.path)/\(name)"))
    }
  }
}
