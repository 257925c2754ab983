@_spi(Engine) public import JSONTape

/// The names of a value's properties in two groups: names that a schema lists, and other names.
@_spi(Engine) public struct ListedNames: Hashable, Sendable {
  /// The names that the schema lists.
  public fileprivate(set) var listed: Set<String> = []
  /// The names that the schema does not describe.
  public fileprivate(set) var others: Set<String> = []
}

extension CompiledSchema {
  /// The property names in a value. Each name is included once. Inside properties that the schema
  /// does not list, names are not read.
  ///
  /// - Complexity: O(*n*) in the size of the value, times the number of schemas that apply to one
  ///   value.
  @_spi(Engine) public func listedNames(
    in document: JSONDocument, root: Int32? = nil
  ) -> ListedNames {
    var names = ListedNames()
    var open: [(node: JSONNode, schemas: [Int32])] = [(document.root, [root ?? plan.root])]
    while let (node, schemas) = open.popLast() {
      let all = plan.inPlace(of: schemas)
      switch node.kind {
      case .array:
        let inner = all.flatMap { plan.elementSchemas(of: $0) }
        guard !inner.isEmpty else { continue }
        for element in node.elements { open.append((element, inner)) }
      case .object:
        let tables = all.map { plan.propertySchemas(of: $0) }
        for property in node.properties {
          let found = tables.compactMap { $0.listed[property.name] }
          if !found.isEmpty {
            names.listed.insert(property.name)
          } else if tables.allSatisfy({ $0.map == nil }) {
            names.others.insert(property.name)
          }
          let inner = found.isEmpty ? tables.compactMap(\.map) : found.filter { $0 >= 0 }
          if !inner.isEmpty { open.append((property.value, inner)) }
        }
      default: break
      }
    }
    return names
  }
}

extension Plan {
  /// The schemas, and the schemas that these apply to the same value. Each schema is there once.
  fileprivate func inPlace(of schemas: [Int32]) -> [Int32] {
    var open = schemas
    var found: Set<Int32> = []
    while let node = open.popLast() {
      guard node >= 0, found.insert(node).inserted else { continue }
      let first = Int(view.nodes[Int(node)].assertions)
      for at in first..<first + Int(view.nodes[Int(node)].lastEnd) {
        open += inPlace(view.assertions[at].operation)
      }
    }
    return found.sorted()
  }

  fileprivate func elementSchemas(of node: Int32) -> [Int32] {
    guard view.nodes[Int(node)].array >= 0 else { return [] }
    let array = view.arrays[Int(view.nodes[Int(node)].array)]
    let prefix = (0..<Int(array.prefix.count)).map { view.children[Int(array.prefix.start) + $0] }
    let rest = array.restAssertion == ArrayPlan.walked ? ObjectPlan.any : array.rest
    return (prefix + [rest]).filter { $0 >= 0 }
  }

  /// The schemas of listed properties by name, and the schema of a map's values if the keys are
  /// data. A negative number means that any value is allowed.
  fileprivate func propertySchemas(of node: Int32) -> (listed: [String: Int32], map: Int32?) {
    let number = view.nodes[Int(node)].object
    guard number >= 0 else { return ([:], nil) }
    let object = view.objects[Int(number)]
    var listed: [String: Int32] = [:]
    for (position, name) in listedNames(ofObject: number).enumerated() {
      let schema = view.slots[Int(object.slots) + position].node
      if schema != ObjectPlan.unlisted { listed[name] = schema }
    }
    return (listed, object.additional >= 0 ? object.additional : nil)
  }
}
