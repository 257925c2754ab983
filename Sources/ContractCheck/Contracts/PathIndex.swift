/// Finds the templates that may match a path by their literal segments, without a look at all others.
struct PathIndex: Sendable {
  private struct Node: Sendable {
    var literals: [[UInt8]: Int] = [:]
    /// Where the segment has a parameter.
    var gap: Int?
    /// The templates that end here.
    var templates: [Int] = []
  }

  private var nodes = [Node()]
  /// The templates with a parameter of several segments.
  private var wide: [Int] = []

  /// Adds a template by a number of its own.
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

  /// The numbers of the templates whose literal segments stand in the path, and of those that may
  /// have more segments, in increasing order.
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
