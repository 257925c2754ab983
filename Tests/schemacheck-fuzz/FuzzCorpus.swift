import ContractCheck
import Foundation
import JSONTape

/// The inputs to mutate, by kind.
struct FuzzCorpus {
  /// JSON texts of any kind, with damaged ones.
  var documents: [[UInt8]] = []
  /// YAML texts, with JSON among them.
  var yaml: [[UInt8]] = []
  /// HAR, HTTP messages, NDJSON and bodies.
  var captures: [[UInt8]] = []
  /// ZIP archives.
  var archives: [[UInt8]] = []
  var contracts: [[UInt8]] = []
  /// Configurations and baselines.
  var configurations: [[UInt8]] = []
  var rules: [[UInt8]] = []
  /// Reports in JSON and NDJSON, their totals, and coverage.
  var reports: [[UInt8]] = []
  var schemas: [[UInt8]] = []
  /// Instances for schemas.
  var instances: [[UInt8]] = []
  var patterns: [[UInt8]] = []
  var texts: [[UInt8]] = []

  /// Larger files only slow down every iteration.
  static let largest = 40_000
  static let largestContract = 200_000
  /// Each is read twice and compared three times.
  static let largestComparison = 8_000
}

extension FuzzCorpus {
  /// The built-in inputs, and those in files and folders.
  init(paths: [String]) {
    self = .builtIn
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      guard isFolder.boolValue else {
        add(file: path)
        continue
      }
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      // The order of a folder is not the same everywhere.
      for name in names.sorted() where !name.contains("/.") && !name.hasPrefix(".") {
        add(file: path + "/" + name)
      }
    }
    addReports()
  }

  private mutating func add(file path: String) {
    guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { return }
    let bytes = [UInt8](data)
    let isSmall = bytes.count <= Self.largest
    if isSmall { yaml.append(bytes) }
    let root = (try? JSONDocument(bytes))?.root
    let first = root?[0]
    if let root, root["openapi"] != nil {
      guard bytes.count <= Self.largestContract else { return }
      contracts.append(bytes)
      addExamples(of: root)
    } else if let root, first?["schema"] != nil, first?["tests"] != nil {
      addSuite(root)
    } else if let root, first?["expect"] != nil, first?["body"] != nil {
      for entry in root.elements {
        guard let body = entry["body"] else { continue }
        addBody(body, entry["operation"]?.string ?? "GET /", entry["status"]?.int ?? 200)
      }
    } else if isSmall {
      documents.append(bytes)
      captures.append(bytes)
    }
  }

  /// Schemas, instances and patterns of a file of the JSON Schema Test Suite.
  private mutating func addSuite(_ root: JSONNode) {
    for group in root.elements {
      guard let schema = group["schema"], schema.range.length < 4000 else { continue }
      schemas.append(Array(schema.text.utf8))
      if let pattern = schema["pattern"]?.string { patterns.append(Array(pattern.utf8)) }
      for key in schema["patternProperties"]?.properties.map(\.name) ?? [] {
        patterns.append(Array(key.utf8))
      }
      for test in group["tests"]?.elements.map({ $0 }) ?? [] {
        guard let data = test["data"], data.range.length < 1000 else { continue }
        instances.append(Array(data.text.utf8))
        if let text = data.string { texts.append(Array(text.utf8)) }
      }
    }
  }

  /// The documented examples of a contract, as bodies and as captures of their operation.
  private mutating func addExamples(of root: JSONNode) {
    let server = root["servers"]?[0]?["url"]?.string ?? "https://api.example.com"
    for path in root["paths"]?.properties.map({ $0 }) ?? [] {
      for method in path.value.properties where method.value["responses"] != nil {
        let route = path.name.replacingOccurrences(of: "{", with: "")
          .replacingOccurrences(of: "}", with: "")
        let name = "\(method.name.uppercased()) \(server)\(route)"
        for response in method.value["responses"]?.properties.map({ $0 }) ?? [] {
          let status = Int(response.name.prefix(1)).map { $0 * 100 } ?? 200
          for content in response.value["content"]?.properties.map({ $0 }) ?? [] {
            for example in content.value["examples"]?.properties.map({ $0 }) ?? [] {
              if let value = example.value["value"] { addBody(value, name, status) }
            }
          }
        }
      }
    }
    for schema in root["components"]?["schemas"]?.properties.map({ $0 }) ?? [] {
      schemas.append(Array(schema.value.text.utf8))
    }
  }

  /// A body as it is, in a HAR, in a record of NDJSON, and as a dump.
  private mutating func addBody(_ body: JSONNode, _ operation: String, _ status: Int) {
    let bytes = Array(body.text.utf8)
    documents.append(bytes)
    captures.append(bytes)
    let parts = operation.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    let text = JSONWriter.quoted(body.text)
    let request = #"{"method":"\#(parts[0])","url":"\#(parts[1])?page=1&limit=20""#
    captures += encoded([
      #"{"log":{"version":"1.2","entries":[{"request":\#(request)},"response":{"status":\#(status),"#
        + #""content":{"mimeType":"application/json","text":\#(text)}}}]}}"#,
      request + #","status":\#(status),"responseBody":\#(text)}"# + "\n"
        + request + #","status":\#(status),"requestBody":\#(body.text)}"# + "\n",
      "> \(parts[0]) \(parts[1]) HTTP/1.1\r\n> \r\n< HTTP/1.1 \(status) OK\r\n"
        + "< content-type: application/json\r\n< \r\n" + body.text,
    ])
    texts.append(Array(parts[1].utf8))
  }
}
