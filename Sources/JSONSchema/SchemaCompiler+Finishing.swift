import JSONTape

/// What is left to do once every schema asked for has a node.
extension SchemaCompiler {
  /// Compiles every schema that a dynamic reference may lead to, in every resource.
  func compileDynamicAnchors() throws(SchemaError) {
    guard !builder.dynamicReferences.isEmpty else { return }
    var compiled = 0
    while compiled < builder.dynamicReferences.count {
      let wanted = Set(builder.dynamicReferences.map(\.anchor))
      compiled = builder.dynamicReferences.count
      var tables: [[String: Int32]] = []
      for (number, resource) in registry.resources.enumerated() {
        var table: [String: Int32] = [:]
        for (anchor, index) in resource.dynamicAnchors where wanted.contains(anchor) {
          let site = SchemaSite(document: resource.document, index: index, resource: number)
          table[anchor] = try compile(site, in: PlanContext(rawValue: 0), isInPlace: true)
        }
        tables.append(table)
      }
      try compilePending()
      builder.dynamicAnchors = tables
    }
  }

  /// Refuses schemas that apply themselves to the value they are applied to, for ever.
  ///
  /// - Complexity: O(*n*) in the number of nodes and in-place references.
  func refuseInPlaceCycles() throws(SchemaError) {
    var state: [Int32: Bool] = [:]
    for start in inPlaceEdges.keys.sorted() where state[start] == nil {
      var stack: [(node: Int32, edge: Int)] = [(start, 0)]
      state[start] = false
      while let (node, edge) = stack.last {
        guard let edges = inPlaceEdges[node], edge < edges.count else {
          state[node] = true
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].edge += 1
        let (target, schema, document) = edges[edge]
        switch state[target] {
        case true?: break
        case false?:
          throw registry.error(
            "the schema applies itself to the same value without end", schema, document)
        case nil:
          state[target] = false
          stack.append((target, 0))
        }
      }
    }
  }
}
