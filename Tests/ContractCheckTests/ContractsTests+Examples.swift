@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import JSONTape

/// A value that a contract shows: of a request, a response or a component schema.
struct DocumentedExample {
  let place: String
  let value: JSONNode
  /// Where the value's schema is.
  let schema: JSONNode?
  var operation: String?
  var status: Int?
  var isRequest = false
  var component: String?
  var isForm = false

  /// The bytes of a message that carries the value.
  var body: [UInt8] {
    guard isForm else { return Array(value.text.utf8) }
    return Array(
      value.properties.map { property in
        let text = property.value.string ?? property.value.text
        return "\(property.name)=\(text.replacingOccurrences(of: " ", with: "+"))"
      }.joined(separator: "&").utf8)
  }

  func check(_ contract: Contract) throws -> [Finding] {
    try check(contract, body)
  }

  /// Checks another body in the place of the example.
  func check(_ contract: Contract, _ body: [UInt8]) throws -> [Finding] {
    if let component { return try contract.check(body, schema: component) }
    return try contract.check(
      body, operation: operation ?? "", status: status, isRequest: isRequest)
  }

  static func all(of file: ContractFile) -> [DocumentedExample] {
    let root = file.document.root
    var found: [DocumentedExample] = []
    for path in root["paths"]?.properties.map({ $0 }) ?? [] {
      for method in path.value.properties where method.value["responses"] != nil {
        let name = "\(method.name.uppercased()) \(path.name)"
        if let request = method.value["requestBody"] {
          found += examples(
            of: file.resolve(request)["content"], "\(name) request",
            DocumentedExample(
              place: "", value: request, schema: nil, operation: name, isRequest: true))
        }
        for response in method.value["responses"]?.properties.map({ $0 }) ?? [] {
          let status = Int(response.name) ?? Int(response.name.prefix(1)).map { $0 * 100 } ?? 200
          found += examples(
            of: file.resolve(response.value)["content"], "\(name) \(response.name)",
            DocumentedExample(
              place: "", value: response.value, schema: nil, operation: name, status: status))
        }
      }
    }
    for schema in root["components"]?["schemas"]?.properties.map({ $0 }) ?? [] {
      for (number, value) in (schema.value["examples"]?.elements.map { $0 } ?? []).enumerated() {
        found.append(
          DocumentedExample(
            place: "\(schema.name) \(number)", value: value, schema: schema.value,
            component: schema.name))
      }
    }
    return found
  }

  private static func examples(
    of content: JSONNode?, _ place: String, _ pattern: DocumentedExample
  ) -> [DocumentedExample] {
    var found: [DocumentedExample] = []
    for entry in content?.properties.map({ $0 }) ?? [] {
      var values = (entry.value["examples"]?.properties.map { $0 } ?? []).compactMap { example in
        example.value["value"].map { (example.name, $0) }
      }
      if let value = entry.value["example"] { values.append(("example", value)) }
      for (name, value) in values {
        found.append(
          DocumentedExample(
            place: "\(place) \(name)", value: value, schema: entry.value["schema"],
            operation: pattern.operation, status: pattern.status, isRequest: pattern.isRequest,
            isForm: entry.name == "application/x-www-form-urlencoded"))
      }
    }
    return found
  }
}

/// A finding's rule and where it is: what findings keep when their text moves.
struct FindingPlace: Hashable, CustomStringConvertible {
  let rule: String
  let instance: String
  var property: String?

  var description: String { "\(rule) at \"\(instance)\"" + (property.map { " of `\($0)`" } ?? "") }
}

extension Finding {
  var place: FindingPlace {
    FindingPlace(rule: rule, instance: instance.description, property: property)
  }
}

/// A body of `WrongBodies/`, with the findings that it must have; a right one has none.
struct WrongBody {
  let name: String
  let body: [UInt8]
  let operation: String?
  let schema: String?
  let status: Int?
  let isRequest: Bool
  let expected: [FindingPlace]
  /// The JSON Schema keywords of those findings that must have a certain one.
  let keywords: [FindingPlace: String]

  func check(_ contract: Contract) throws -> [Finding] { try check(contract, body) }

  /// Checks another body in the place of this one.
  func check(_ contract: Contract, _ body: [UInt8]) throws -> [Finding] {
    if let schema { return try contract.check(body, schema: schema, isRequest: isRequest) }
    return try contract.check(
      body, operation: operation ?? "", status: isRequest ? nil : status, isRequest: isRequest)
  }

  /// The schema that judges the body, found in the document.
  func schemaNode(in file: ContractFile) -> JSONNode? {
    let root = file.document.root
    if let schema { return root["components"]?["schemas"]?[schema] }
    let parts = (operation ?? "").split(separator: " ").map(String.init)
    guard parts.count == 2 else { return nil }
    let node = root["paths"]?[parts[1]]?[parts[0].lowercased()]
    let responses = node?["responses"]
    let code = status ?? 200
    let message =
      isRequest
      ? node?["requestBody"] : responses?["\(code)"] ?? responses?["\(code / 100)XX"]
    return message.map(file.resolve)?["content"]?["application/json"]?["schema"]
  }

  static func all(of contract: String) throws -> [WrongBody] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("WrongBodies/\(contract).json")
    let document = try JSONDocument(Data(contentsOf: url))
    return document.root.elements.map { entry in
      let places = (entry["expect"]?.elements.map { $0 } ?? []).map { place in
        (
          place: FindingPlace(
            rule: place["rule"]?.string ?? "", instance: place["instance"]?.string ?? "",
            property: place["member"]?.string), keyword: place["keyword"]?.string
        )
      }
      return WrongBody(
        name: entry["name"]?.string ?? "", body: Array((entry["body"]?.text ?? "").utf8),
        operation: entry["operation"]?.string, schema: entry["schema"]?.string,
        status: entry["status"]?.int, isRequest: entry["part"]?.string == "request",
        expected: places.map(\.place),
        keywords: places.reduce(into: [:]) { $0[$1.place] = $1.keyword })
    }
  }
}
