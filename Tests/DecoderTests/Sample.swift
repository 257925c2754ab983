import ContractCheck
import Foundation
import JSONTape
import TestSupport

/// A right body, with what says how it is judged and decoded.
struct Sample: Sendable {
  let app: App
  let answer: Answer
  let body: [UInt8]
  /// `GET /slots`, or the name of a schema that no documented answer has.
  let name: String
  /// 0 for a schema.
  var status = 0

  var isSchema: Bool { status == 0 }
  var method: Substring { name.prefix { $0 != " " } }
  /// The operation's address, with a value for each parameter.
  var url: String {
    let path = name.drop { $0 != "/" }.split(separator: "/").map { segment in
      segment.first == "{"
        ? app.parameters["\(segment.dropFirst().dropLast())"] ?? "1" : "\(segment)"
    }
    return ([app.origin] + path).joined(separator: "/")
  }

  /// The examples of the contract, and the bodies beside the types where it has none.
  ///
  /// - Throws: ``Untyped`` for an answer of the contract that has no type.
  static func all(of app: App) throws -> [Sample] {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(app.contract).json")
    let root = try JSONDocument(Data(contentsOf: file)).root
    var samples: [Sample] = []
    var errors: Set<String> = []
    for path in root["paths"].map({ Array($0.properties) }) ?? [] {
      for operation in path.value.properties {
        for response in operation.value["responses"].map({ Array($0.properties) }) ?? [] {
          let content = resolved(response.value, in: root)["content"]?["application/json"]
          guard let content else { continue }
          let status = Int(response.name) ?? (Int(response.name.prefix(1)) ?? 0) * 100
          let id = operation.value["operationId"]?.string ?? ""
          let name = "\(operation.name.uppercased()) \(path.name)"
          guard let answer = status < 300 ? app.answers[id] : app.errors else {
            throw Untyped(answer: "\(name) \(status)")
          }
          let examples = content["examples"].map { $0.properties.compactMap { $0.value["value"] } }
          let bodies = (examples ?? []).map(\.text) + (status < 300 ? answer.bodies : [])
          if bodies.isEmpty { throw Untyped(answer: "\(name) \(status): no body") }
          // One error body is documented for many operations.
          for body in bodies where status < 300 || errors.insert(body).inserted {
            samples.append(
              Sample(
                app: app, answer: answer, body: Array(body.utf8), name: name, status: status))
          }
        }
      }
    }
    for (name, answer) in app.schemas.sorted(by: { $0.key < $1.key }) {
      let examples = root["components"]?["schemas"]?[name]?["examples"].map { Array($0.elements) }
      for example in examples ?? [] {
        samples.append(
          Sample(app: app, answer: answer, body: Array(example.text.utf8), name: name))
      }
    }
    return samples
  }

  struct Untyped: Error {
    let answer: String
  }

  private static func resolved(_ node: JSONNode, in root: JSONNode) -> JSONNode {
    guard let pointer = node["$ref"]?.string.flatMap({ JSONPointer("\($0.dropFirst())") }) else {
      return node
    }
    return root.document.node(at: pointer) ?? node
  }

  /// What the library says of a bare body in the place of this one.
  func findings(of body: [UInt8], _ contract: Contract) throws -> [Finding] {
    isSchema
      ? try contract.check(body, schema: name)
      : try contract.check(body, operation: name, status: status)
  }
}
