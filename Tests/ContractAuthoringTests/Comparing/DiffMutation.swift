import TestSupport
import ContractCheck
import JSONTape

/// One change of a contract, and what a comparison must say of it.
struct DiffMutation {
  let name: String
  let tree: JSONTree
  let rule: String
  /// The place in the changed document.
  let instance: String

  /// Every single change of some kinds that a contract offers.
  static func all(of contract: JSONTree) -> [DiffMutation] {
    var site = MutationSites(contract)
    site.visitSchemas()
    site.visitOperations()
    return site.mutations
  }
}

/// Walks a contract and collects mutations.
private struct MutationSites {
  let contract: JSONTree
  let response: Set<String>
  let request: Set<String>
  var mutations: [DiffMutation] = []

  init(_ contract: JSONTree) {
    self.contract = contract
    var answers: [JSONTree] = []
    var asked: [JSONTree] = []
    for path in contract["paths"]?.properties ?? [] {
      for method in path.value.properties {
        if let responses = method.value["responses"] { answers.append(responses) }
        for name in ["requestBody", "parameters"] {
          if let part = method.value[name] ?? path.value[name] { asked.append(part) }
        }
      }
    }
    let responded = Self.schemas(from: answers, in: contract)
    let requested = Self.schemas(from: asked, in: contract)
    request = requested
    // What no operation uses is compared as an answer.
    let all = Set(contract[["components", "schemas"][...]]?.properties.map(\.name) ?? [])
    response = responded.union(all.subtracting(requested))
  }

  /// The component schemas that references lead to, directly or not.
  private static func schemas(from roots: [JSONTree], in contract: JSONTree) -> Set<String> {
    var found: Set<String> = []
    var pending = roots
    while let tree = pending.popLast() {
      pending += tree.elements
      for property in tree.properties {
        pending.append(property.value)
        guard property.name == "$ref", let reference = property.value.string else { continue }
        let path = reference.split(separator: "/").dropFirst().map(String.init)
        guard let target = contract[path[...]] else { continue }
        if path.dropLast() == ["components", "schemas"] {
          guard found.insert(path[2]).inserted else { continue }
        }
        pending.append(target)
      }
    }
    return found
  }

  private mutating func add(_ name: String, _ tree: JSONTree, _ rule: String, _ path: [String]) {
    mutations.append(
      DiffMutation(
        name: "\(name) \(path.joined(separator: "/"))", tree: tree, rule: rule,
        instance: "\(JSONPointer(tokens: path))"))
  }

  mutating func visitSchemas() {
    for schema in contract[["components", "schemas"][...]]?.properties ?? [] {
      let path = ["components", "schemas", schema.name]
      let required = schema.value["required"]?.elements.compactMap(\.string) ?? []
      for property in schema.value["properties"]?.properties ?? [] {
        visit(
          property, at: path, required, isResponse: response.contains(schema.name),
          isRequest: request.contains(schema.name))
      }
    }
  }

  private mutating func visit(
    _ property: JSONTree.Property, at path: [String], _ required: [String], isResponse: Bool,
    isRequest: Bool
  ) {
    let isRequired = required.contains(property.name)
    let own = path + ["properties", property.name]
    let type = property.value["type"]
    let isPlain = ["enum", "const", "allOf"].allSatisfy { property.value[$0] == nil }
    func pick(_ response: String, _ request: String) -> String { isResponse ? response : request }
    if isPlain, let name = type?.string {
      add(
        "nullable",
        contract.replacing(own + ["type"], with: .array([.string(name), .string("null")])),
        pick(
          isRequired ? "response-member-nullable" : "response-optional-nullable", "request-widened"),
        own + ["type"])
    }
    if isPlain, type != nil {
      let other = type?.string == "boolean" ? "string" : "boolean"
      add(
        "type", contract.replacing(own + ["type"], with: .string(other)),
        pick("response-type-changed", "request-type-narrowed"), own + ["type"])
    }
    if let values = property.value["enum"]?.elements, values.count > 1 {
      let more = JSONTree.array(values + [.string("a value of its own")])
      add(
        "value", contract.replacing(own + ["enum"], with: more),
        pick("response-enum-value-added", "request-widened"), own + ["enum", "\(values.count)"])
    }
    let others = JSONTree.array(required.filter { $0 != property.name }.map(JSONTree.string))
    let lax = contract.replacing(path + ["required"], with: others)
    add(
      "drop", lax.dropping(property.name, from: path + ["properties"]),
      pick(
        isRequired ? "response-member-dropped" : "response-optional-dropped",
        "request-member-removed"),
      path)
    if isRequired {
      // The required one of a property that may be null.
      let types = type?.elements.compactMap(\.string) ?? []
      let isNullable =
        types.contains("null") || property.value["oneOf"] != nil
        || property.value["anyOf"] != nil || property.value.properties.isEmpty
      add(
        "optional", lax,
        pick(
          isNullable ? "response-null-omitted" : "response-member-optional", "request-widened"), own
      )
    } else {
      let more = JSONTree.array((required + [property.name]).map(JSONTree.string))
      let tree =
        required.isEmpty && contract[(path + ["required"])[...]] == nil
        ? contract.adding("required", more, to: path)
        : contract.replacing(path + ["required"], with: more)
      add(
        "require", tree, isRequest ? "request-member-required" : "response-narrowed",
        path + ["required", "\(required.count)"])
    }
  }

  mutating func visitOperations() {
    for path in contract["paths"]?.properties ?? [] {
      for method in path.value.properties where method.value["responses"] != nil {
        let here = ["paths", path.name]
        let isAlone = path.value.properties.filter { $0.value["responses"] != nil }.count == 1
        add(
          "operation", contract.dropping(method.name, from: here), "operation-removed",
          isAlone ? ["paths"] : here)
        let responses = method.value["responses"]?.properties ?? []
        for response in responses where !responses.contains(where: { $0.name == "default" }) {
          let isSuccess = response.name.hasPrefix("2")
          add(
            "status", contract.dropping(response.name, from: here + [method.name, "responses"]),
            isSuccess ? "response-status-removed" : "error-status-removed",
            here + [method.name, "responses"])
        }
        if let body = method.value["requestBody"], body["$ref"] == nil, body["required"] == nil {
          add(
            "body",
            contract.adding("required", .scalar("true"), to: here + [method.name, "requestBody"]),
            "request-body-required", here + [method.name, "requestBody", "required"])
        }
      }
    }
  }
}
