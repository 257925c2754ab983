import Foundation
import JSONTape

/// Where absolute keyword locations lead: found by a walk over the documents of its own.
struct SchemaLocations {
  private var resources: [String: JSONNode] = [:]

  init(_ documents: [(uri: String, document: JSONDocument)]) {
    for (uri, document) in documents {
      resources[uri] = document.root
      note(document.root, base: uri)
    }
  }

  private mutating func note(_ node: JSONNode, base: String) {
    var base = base
    switch node.kind {
    case .object:
      if let identifier = node["$id"]?.string {
        let url = URL(string: identifier, relativeTo: URL(string: base))
        base = (url?.absoluteString ?? identifier).replacing("#", with: "")
        if resources[base] == nil { resources[base] = node }
      }
      for property in node.properties { note(property.value, base: base) }
    case .array:
      for element in node.elements { note(element, base: base) }
    default: break
    }
  }

  /// The value at an absolute location; nil when there is none.
  func node(at location: String) -> JSONNode? {
    let parts = location.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count <= 2, let root = resources[String(parts[0])] else { return nil }
    guard parts.count == 2 else { return root }
    guard let fragment = String(parts[1]).removingPercentEncoding,
      let pointer = JSONPointer(fragment)
    else { return nil }
    return pointer.tokens.reduce(root) { (node: JSONNode?, token) in
      node?.kind == .array ? Int(token).flatMap { node?[$0] } : node?[token]
    }
  }
}
