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

  init(_ node: PlanNode, in plan: Plan) {
    let location = plan.locations[Int(plan.view.assertions[Int(node.typeAssertion)].location)]
    let document = plan.documents[location.document].document
    let resource = plan.resources[Int(node.resource)]
    schema = document.node(at: location.index)
    tokens = document.pointer(to: location.index).tokens
    let root = document.pointer(to: resource.root).tokens.count
    let inner = JSONPointer(tokens: Array(tokens.dropFirst(root))).description
    uri = resource.base.description + (inner.isEmpty ? "" : "#" + URIReference.fragment(inner))
    dialect = resource.dialect
    let standsAlone = dialect.referencesStandAlone && schema["$ref"] != nil
    var seen: Set<String> = []
    keywords = schema.members.map(\.name).filter {
      (!standsAlone || $0 == "$ref") && seen.insert($0).inserted
    }
  }

  /// The URI of one of the schema's keywords.
  func uri(of keyword: String) -> String {
    let token = URIReference.fragment(JSONPointer(tokens: [keyword]).description)
    return uri.utf8.contains(UInt8(ascii: "#")) ? uri + token : uri + "#" + token
  }
}

extension URIReference {
  /// A text as a fragment: what RFC 3986, section 3.5, does not allow there is escaped.
  static func fragment(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      default:
        if "-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
          bytes.append(byte)
        } else {
          bytes += [UInt8(ascii: "%"), hexDigit(byte &>> 4), hexDigit(byte & 0xF)]
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
