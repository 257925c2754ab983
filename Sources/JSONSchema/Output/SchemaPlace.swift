import JSONTape

/// Where a node of a plan stands: in its document, and under which URI.
struct SchemaPlace {
  /// The schema.
  let schema: JSONNode
  /// The way to it in its document.
  let tokens: [String]
  /// The URI of its resource with the way from there as a fragment; without one at the root.
  let uri: String
  /// The keywords in force, each once, in the order of the schema.
  let keywords: [String]
  let dialect: Dialect

  init(_ node: PlanNode, in plan: Plan, base: URIReference) {
    let location = plan.locations[Int(plan.view.assertions[Int(node.typeAssertion)].location)]
    let document = plan.documents[location.document].document
    let resource = plan.resources[Int(node.resource)]
    schema = document.node(at: location.index)
    tokens = document.pointer(to: location.index).tokens
    let root = document.pointer(to: resource.root).tokens.count
    let inner = JSONPointer(tokens: Array(tokens.dropFirst(root))).description
    let absolute = resource.base.resolved(against: base).description
    uri = absolute + (inner.isEmpty ? "" : "#" + PercentEncoding.fragment(inner))
    dialect = resource.dialect
    let standsAlone = dialect.referencesStandAlone && schema["$ref"] != nil
    var seen: Set<String> = []
    keywords = schema.members.map(\.name).filter {
      (!standsAlone || $0 == "$ref") && seen.insert($0).inserted
    }
  }

  /// The URI of one of the schema's keywords.
  func uri(of keyword: String) -> String {
    let token = PercentEncoding.fragment(JSONPointer(tokens: [keyword]).description)
    return uri.utf8.contains(UInt8(ascii: "#")) ? uri + token : uri + "#" + token
  }
}

extension PercentEncoding {
  /// A text as the fragment of a URI (section 3.5).
  fileprivate static func fragment(_ text: String) -> String {
    encode(text.utf8, allowing: "!$&'()*+,;=:@/?")
  }
}
