internal import JSONTape

/// Makes the schemas of forms. In Swagger 2.0, a separate parameter describes each property of a
/// form.
///
/// The schemas are a document that has the structure of the contract and refers to the parameters.
/// Each value of this document has the place of the original value.
struct FormSchemas {
  private let files: ContractFiles
  private var tokens: [JSONDocument.DerivedToken] = []

  /// The document of schemas; nil if the contract has no forms.
  static func document(of files: ContractFiles) throws(ContractError) -> JSONDocument? {
    let document = files.files[0].document
    guard document.root["swagger"] != nil, document.root["openapi"] == nil else { return nil }
    var forms = FormSchemas(files: files)
    try forms.write(document.root)
    guard !forms.tokens.isEmpty else { return nil }
    return try? JSONDocument(derived: forms.tokens, from: Array(document.sourceBytes))
  }

  private init(files: ContractFiles) { self.files = files }

  private mutating func write(_ root: JSONNode) throws(ContractError) {
    var paths: [JSONDocument.DerivedToken] = []
    for path in root["paths"]?.properties.map({ $0 }) ?? [] {
      guard let item = try resolved(path.value), item.kind == .object else { continue }
      var methods: [JSONDocument.DerivedToken] = []
      for method in item.properties where method.name != "parameters" {
        guard let operation = try resolved(method.value), operation.kind == .object else {
          continue
        }
        let own = try fields(operation["parameters"])
        let names = own.map(\.name)
        let all = try fields(item["parameters"]).filter { !names.contains($0.name) } + own
        guard !all.isEmpty else { continue }
        if !methods.isEmpty { methods.append(.mark(",")) }
        methods.append(.word(JSONWriter.quoted(method.name), at: place(method.key, path.key)))
        methods.append(.mark(#":{"parameters":"#))
        methods += schema(of: all, in: place(operation["parameters"] ?? operation, path.key), path)
        methods.append(.mark("}"))
      }
      guard !methods.isEmpty else { continue }
      if !paths.isEmpty { paths.append(.mark(",")) }
      paths.append(.word(JSONWriter.quoted(path.name), at: place(path.key, path.key)))
      paths.append(.mark(":{"))
      paths += methods
      paths.append(.mark("}"))
    }
    guard !paths.isEmpty else { return }
    tokens = [.mark(#"{"paths":{"#)] + paths + [.mark("}}")]
  }

  private struct Field {
    let name: String
    let node: JSONNode
    /// The element of `parameters`.
    let listed: JSONNode
  }

  private func fields(_ list: JSONNode?) throws(ContractError) -> [Field] {
    var fields: [Field] = []
    for listed in list.map({ Array($0.elements) }) ?? [] {
      guard let node = try resolved(listed), node["in"]?.string == "formData",
        let name = node["name"]?.string
      else { continue }
      fields.append(Field(name: name, node: node, listed: listed))
    }
    return fields
  }

  private func schema(
    of fields: [Field], in list: ByteRange, _ path: JSONProperty
  ) -> [JSONDocument.DerivedToken] {
    var tokens: [JSONDocument.DerivedToken] = [
      .word("{", at: list), .mark(#""type":"#), .word(#""object""#, at: list),
      .mark(#","required":["#),
    ]
    let required = fields.filter { $0.node["required"]?.bool ?? false }
    for (index, field) in required.enumerated() {
      if index > 0 { tokens.append(.mark(",")) }
      let place = place(field.node["name"] ?? field.node, field.listed, path.key)
      tokens.append(.word(JSONWriter.quoted(field.name), at: place))
    }
    tokens.append(.mark(#"],"properties":{"#))
    for (index, field) in fields.enumerated() {
      let place = place(field.node["name"] ?? field.node, field.listed, path.key)
      if index > 0 { tokens.append(.mark(",")) }
      tokens.append(.word(JSONWriter.quoted(field.name), at: place))
      tokens.append(.mark(#":{"$ref":"#))
      let pointer = field.node.document.pointer(to: field.node.tapeIndex).description
      let fragment = PercentEncoding.encode(pointer.utf8, allowing: "/{}")
      let reference = "\(files.path(of: field.node))#\(fragment)"
      tokens.append(.word(JSONWriter.quoted(reference), at: place))
      tokens.append(.mark("}"))
    }
    return tokens + [.mark("}}")]
  }

  private func resolved(_ node: JSONNode) throws(ContractError) -> JSONNode? {
    var node = node
    for _ in 0..<64 {
      guard let reference = node["$ref"] else { return node }
      node = try files.target(of: reference)
    }
    return nil
  }

  /// The place of the first of these values that is in the contract's own file.
  private func place(_ nodes: JSONNode...) -> ByteRange {
    let own = nodes.first { files.number(of: $0) == 0 }
    return own?.sourceRange ?? ByteRange(offset: 0, length: 0)
  }
}
