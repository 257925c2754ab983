/// Finds the templates that may match a path. It compares literal segments, so it does not check
/// all templates.
struct PathIndex: Sendable {
  private struct Node: Sendable {
    var literals: [[UInt8]: Int] = [:]
    /// The node for a parameter in this segment.
    var gap: Int?
    /// The templates that end here.
    var templates: [Int] = []
  }

  private var nodes = [Node()]
  /// The templates with a parameter that spans several segments.
  private var wide: [Int] = []

  /// Adds a template with a number.
  mutating func add(_ template: PathTemplate, _ number: Int) {
    guard !template.isWide else { return wide.append(number) }
    var node = 0
    for literal in template.literalSegments {
      let known = literal.map { nodes[node].literals[$0] } ?? nodes[node].gap
      if let known {
        node = known
        continue
      }
      nodes.append(Node())
      if let literal {
        nodes[node].literals[literal] = nodes.count - 1
      } else {
        nodes[node].gap = nodes.count - 1
      }
      node = nodes.count - 1
    }
    nodes[node].templates.append(number)
  }

  /// The numbers of templates, in increasing order. They are the templates whose literal segments
  /// match the path, and templates that may have more segments.
  func candidates(for path: RequestPath) -> [Int] {
    var open = [0]
    for segment in path.segments {
      open = open.flatMap { node in
        [nodes[node].literals[segment], nodes[node].gap].compactMap(\.self)
      }
      if open.isEmpty { return wide }
    }
    return (open.flatMap { nodes[$0].templates } + wide).sorted()
  }
}
