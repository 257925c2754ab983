@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) package import JSONTape

/// The files of a contract: the document, and other files in its folder to which it refers. Each
/// file is read once, before compilation. Broken references are also found before compilation.
/// Data, such as an example, contains no references.
package struct ContractFiles {
  package struct File {
    /// The path relative to the contract's folder; empty for the document itself.
    package let path: String
    package let name: String
    package let document: JSONDocument
    /// Whether the file was made from parts of another file. Such a file has no path for
    /// references.
    var isDerived = false
  }

  private static let limit = 4096

  package private(set) var files: [File]
  /// The document's file name, which other files may refer to.
  let ownPath: String
  private let folder: String
  private var byPath: [String: Int] = [:]
  private var byDocument: [ObjectIdentifier: Int] = [:]
  /// The identifiers of schemas and of the document. These identifiers are not files.
  private var identifiers: Set<String> = []

  package init(
    _ document: JSONDocument, name: String, companions: Contract.Companions
  ) throws(ContractError) {
    let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.utf8.index(after: $0) }
    folder = String(name[..<(slash ?? name.startIndex)])
    ownPath = String(name[(slash ?? name.startIndex)...])
    files = [File(path: "", name: name, document: document)]
    byPath = ["": 0, ownPath: 0]
    byDocument = [document.identity: 0]
    if let own = document.root["$self"]?.string {
      identifiers.insert(own)
      byPath[own] = 0
    }
    var next = 0
    while next < files.count {
      var walk = ReferenceWalk(files[next].document.root)
      var references: [JSONNode] = []
      while let reference = walk.next() { references.append(reference) }
      identifiers.formUnion(walk.identifiers)
      for reference in references { try load(reference, from: next, companions) }
      next += 1
    }
    guard let forms = try FormSchemas.document(of: self) else { return }
    byDocument[forms.identity] = files.count
    files.append(File(path: "", name: name, document: forms, isDerived: true))
  }

  /// The schemas of forms, if the document describes them by parameters.
  var forms: JSONDocument? { files.first(where: \.isDerived)?.document }

  /// The name in errors of the file with this value.
  package func name(of node: JSONNode) -> String { files[number(of: node)].name }

  package func path(of node: JSONNode) -> String { files[number(of: node)].path }

  package func number(of node: JSONNode) -> Int { byDocument[node.document.identity] ?? 0 }

  subscript(path: String) -> File? { byPath[path].map { files[$0] } }

  func error(_ message: String, _ node: JSONNode) -> ContractError {
    ContractError(message, contract: name(of: node), node: node)
  }

  package func target(of reference: JSONNode) throws(ContractError) -> JSONNode {
    guard let text = reference.string else { throw error("`$ref` must be a string", reference) }
    let (path, fragment) = Self.split(text)
    let origin = files[number(of: reference)]
    var document = origin.isDerived ? files[0].document : reference.document
    if !path.isEmpty {
      let resolved =
        path == files[0].document.root["$self"]?.string
        ? path : try resolve(path, from: number(of: reference), reference)
      guard let resolved, let file = self[resolved] else {
        throw error(
          "`$ref` leads to `\(SafeText.line(text))`, which is not in the contract's folder; nothing "
            + "is fetched", reference)
      }
      document = file.document
    }
    let decoded = String(decoding: PercentEncoding.decode(fragment.utf8), as: UTF8.self)
    guard let pointer = JSONPointer(decoded), let target = document.node(at: pointer) else {
      throw error(
        "`$ref` leads to `\(SafeText.line(text))`, which does not exist"
          + Self.advice(on: JSONPointer(decoded)?.tokens ?? [], in: document), reference)
    }
    return target
  }

  /// The advice for a pointer that leads to nothing.
  private static func advice(on tokens: [String], in document: JSONDocument) -> String {
    var node = document.root
    for (depth, name) in tokens.enumerated() {
      guard let child = node.child(name) else {
        return SchemaError.UnknownName(name, in: node, isLast: depth + 1 == tokens.count).advice
      }
      node = child
    }
    return ""
  }

  private mutating func load(
    _ reference: JSONNode, from file: Int, _ companions: Contract.Companions
  ) throws(ContractError) {
    guard let text = reference.string else { return }
    let (written, _) = Self.split(text)
    guard !written.isEmpty, !identifiers.contains(written),
      let path = try resolve(written, from: file, reference),
      byPath[path] == nil
    else { return }
    let decoded = String(decoding: PercentEncoding.decode(path.utf8), as: UTF8.self)
    let bytes: [UInt8]?
    do throws(Contract.CompanionError) {
      bytes = try companions(decoded)
    } catch {
      throw self.error(
        "`$ref` leads to `\(SafeText.line(text))`, which cannot be read: \(error.reason)",
        reference)
    }
    guard let bytes else {
      throw error(
        "`$ref` leads to `\(SafeText.line(text))`: there is no such file beside the contract",
        reference)
    }
    guard files.count < Self.limit else {
      throw error("the contract refers to more than \(Self.limit) files", reference)
    }
    let name = folder + decoded
    let document = try ContractText.document(bytes, name: name)
    byPath[path] = files.count
    byDocument[document.identity] = files.count
    files.append(File(path: path, name: name, document: document))
  }

  /// The path of a reference relative to the contract's folder; nil if it refers to another host.
  private func resolve(
    _ path: String, from file: Int, _ reference: JSONNode
  ) throws(ContractError) -> String? {
    let head = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    if path.utf8.starts(with: "//".utf8) || head.contains(UInt8(ascii: ":")) { return nil }
    guard path.utf8.first != UInt8(ascii: "/") else {
      throw error(
        "`$ref` leads to the absolute path `\(SafeText.line(path))`; write the path from the "
          + "folder of this file",
        reference)
    }
    var segments = files[file].path.split(separator: "/").dropLast().map(String.init)
    for segment in path.split(separator: "/") {
      let decoded = PercentEncoding.decode(segment.utf8)
      if decoded == Array(".".utf8) { continue }
      guard !decoded.contains(UInt8(ascii: "/")), !decoded.contains(0) else {
        throw error(
          "`$ref` leads to `\(SafeText.line(path))`, which is not a path of a file", reference)
      }
      guard decoded == Array("..".utf8) else {
        segments.append(String(segment))
        continue
      }
      guard segments.popLast() != nil else {
        throw error(
          "`$ref` leads to `\(SafeText.line(path))`, which is outside of the contract's folder; "
            + "files there are not read", reference)
      }
    }
    return segments.joined(separator: "/")
  }

  private static func split(_ text: String) -> (path: String, fragment: String) {
    guard let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (text, "") }
    return (String(text[..<hash]), String(text[text.utf8.index(after: hash)...]))
  }
}

/// Visits every reference of a document. Nested values do not use the call stack.
private struct ReferenceWalk {
  private enum Level {
    /// An object of the specification, or a schema. The names in this object are keywords.
    case object(JSONNode)
    /// A map. The names in a map are free.
    case map(JSONNode)
    case array(JSONNode)
    /// An example object. Everything in this object except `$ref` is data.
    case example(JSONNode)
  }

  private static let data: Set<String> = ["const", "default", "description", "enum", "example"]
  private static let maps: Set<String> = [
    "$defs", "callbacks", "content", "definitions", "dependentSchemas", "encoding", "headers",
    "links", "parameters", "pathItems", "paths", "patternProperties", "properties",
    "requestBodies", "responses", "schemas", "securitySchemes", "variables", "webhooks",
  ]

  private var pending: [Level]
  private var found: [JSONNode] = []
  /// The `$id` of each schema so far, without its fragment.
  private(set) var identifiers: Set<String> = []

  init(_ root: JSONNode) { pending = [.object(root)] }

  mutating func next() -> JSONNode? {
    while found.isEmpty, let level = pending.popLast() {
      switch level {
      case .array(let node): for element in node.elements { push(element) }
      case .map(let node):
        note(node)
        for property in node.properties { push(property.value) }
      case .example(let node): note(node)
      case .object(let node): look(at: node)
      }
    }
    return found.popLast()
  }

  private mutating func look(at node: JSONNode) {
    // If a schema has its own identifier, references are relative to it.
    if let identifier = node["$id"]?.string {
      identifiers.insert(String(identifier.prefix { $0 != "#" }))
      if identifier.utf8.contains(UInt8(ascii: ":")) { return }
    }
    note(node)
    for property in node.properties {
      let (name, value) = (property.name, property.value)
      if name == "x-schemacheck" {
        for client in value["clients"]?.properties.map(\.value) ?? [] {
          if let decoder = client["decoder"] { note(decoder) }
        }
      }
      if Self.data.contains(name) || name.hasPrefix("x-") { continue }
      switch value.kind {
      case .object where name == "examples":
        for entry in value.properties { pending.append(.example(entry.value)) }
      case .array where name == "examples": break
      case .object: pending.append(Self.maps.contains(name) ? .map(value) : .object(value))
      case .array: pending.append(.array(value))
      default: break
      }
    }
  }

  private mutating func note(_ node: JSONNode) {
    if let reference = node["$ref"], reference.kind == .string { found.append(reference) }
  }

  private mutating func push(_ node: JSONNode) {
    switch node.kind {
    case .object: pending.append(.object(node))
    case .array: pending.append(.array(node))
    default: break
    }
  }
}
