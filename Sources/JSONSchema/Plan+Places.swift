@_spi(Engine) import JSONTape

/// Finds the source schemas of a plan, to report failures.
extension Plan {
  /// Writes the text for ``location(_:)``.
  func writeLocation(_ number: Int32) -> String {
    let location = tables.locations[Int(number)]
    guard location.document < documents.count else { return "#" }
    let entry = documents[location.document]
    return "\(entry.uri)#\(entry.document.pointer(to: location.index))"
  }

  /// The schema at a location. Nil if the schemas' author did not write this schema.
  func site(_ number: Int32) -> SchemaSite? {
    let site = tables.locations[Int(number)]
    guard number > 0, site.document < documents.count,
      !documents[site.document].uri.hasPrefix(SchemaCompiler.fragmentURI)
    else { return nil }
    return site
  }

  /// The source schema of a node. Nil if the schema is in no document.
  func schema(of node: Int32) -> JSONNode? {
    let nodes = view.nodes[Int(node)]
    return schema(at: view.assertions[Int(nodes.typeAssertion)].location)
  }

  private func schema(at number: Int32) -> JSONNode? {
    let location = tables.locations[Int(number)]
    guard number > 0, location.document < documents.count else { return nil }
    return documents[location.document].document.node(at: location.index)
  }

  /// A bound on a count or length, as the schema writes it. It is needed because compiled bounds
  /// are limited. If the bound is from another source, such as a rule, it is the compiled number.
  func bound(_ limit: Int32, of assertion: Assertion, _ keyword: String? = nil) -> JSONNumber {
    let keyword = keyword ?? tables.strings[Int(assertion.keyword)]
    let compiled = JSONNumber(Int(limit))
    guard let written = schema(at: assertion.location)?[keyword]?.number else { return compiled }
    return written == compiled || limit == Int32.max ? written : compiled
  }

  /// The last part of the reference to a branch's schema. If there is no reference, the schema's
  /// `title`.
  func name(of node: Int32) -> String? {
    guard let schema = schema(of: node) else { return nil }
    if let reference = schema["$ref"]?.string {
      let last = reference.split(separator: "/").last ?? ""
      if !last.isEmpty, last != "#" { return String(last) }
    }
    let tokens = schema.document.pointer(to: schema.tapeIndex).tokens
    if let holder = tokens.dropLast().last,
      ["$defs", "definitions", "schemas"].contains(holder), let name = tokens.last
    {
      return name
    }
    guard let title = schema["title"]?.string, !title.isEmpty else { return nil }
    return title
  }

  func allowed(by assertion: Int32) -> [JSONNode] {
    switch view.assertions[Int(assertion)].operation {
    case .const(let constant): tables.enumerations[Int(constant)]
    case .enumeration(let list): tables.enumerations[Int(list)]
    default: []
    }
  }

  /// - Parameter allNamed: Whether to include names that other schemas list, and required names.
  func listedNames(ofObject index: Int32, allNamed: Bool = true) -> [String] {
    let object = view.objects[Int(index)]
    return (0..<Int(object.slotCount)).compactMap { position in
      let slot = view.slots[Int(object.slots) + position]
      if !allNamed, slot.node == ObjectPlan.unlisted || slot.node == ObjectPlan.granted {
        return nil
      }
      return String(
        decoding: ByteView(
          start: view.names + Int(slot.name), count: Int(slot.length)), as: UTF8.self)
    }
  }

  /// The node of a listed property's schema. Nil if the property is not listed.
  func node(ofProperty name: String, inObject index: Int32) -> Int32? {
    let object = view.objects[Int(index)]
    let position = listedNames(ofObject: index).firstIndex { $0.utf8.elementsEqual(name.utf8) }
    return position.map { view.slots[Int(object.slots) + $0].node }
  }

  /// The properties that the schema of an assertion lists, and the schemas that it applies to the
  /// same value. Each property is there once. The function searches the whole plan.
  func namesInPlace(of assertion: Int32) -> [String] {
    var open: [Int32] = []
    for number in 0..<nodeCount {
      let node = view.nodes[number]
      let end = node.assertions + Int32(node.lastEnd)
      if node.assertions <= assertion, assertion < end { open.append(Int32(number)) }
    }
    var visited: Set<Int32> = []
    var names: [String] = []
    var seen: Set<String> = []
    while let number = open.popLast() {
      guard number >= 0, visited.insert(number).inserted else { continue }
      let node = view.nodes[Int(number)]
      if node.object >= 0 {
        for name in listedNames(ofObject: node.object, allNamed: false)
        where seen.insert(name).inserted {
          names.append(name)
        }
      }
      let start = Int(node.assertions)
      for at in start + Int(node.arrayEnd)..<start + Int(node.inPlaceEnd) {
        open += inPlace(view.assertions[at].operation).reversed()
      }
    }
    return names
  }

  func inPlace(_ operation: Operation) -> [Int32] {
    switch operation {
    case .allOf(let list), .anyOf(let list), .oneOf(let list), .heir(let list):
      (0..<Int(list.count)).map { view.children[Int(list.start) + $0] }
    case .reference(let node): [node]
    case .dynamicReference(let reference): [tables.dynamicReferences[Int(reference)].initial]
    case .conditional(let conditional):
      view.conditionals[Int(conditional)].nodes
    case .dependencies(let group):
      (0..<Int(view.dependencyGroups[Int(group)].list.count)).map {
        view.dependencies[Int(view.dependencyGroups[Int(group)].list.start) + $0].node
      }
    default: []
    }
  }
}
