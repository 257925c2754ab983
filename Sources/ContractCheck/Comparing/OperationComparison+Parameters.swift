internal import JSONSchema
internal import JSONTape

/// The parameters of an operation that both documents have.
extension OperationComparison {
  private struct Parameter {
    let name: String
    let location: String
    let node: JSONNode
    let isRequired: Bool

    /// Of a path, the position counts and not the name.
    let identity: String

    var shown: String { "\(location) parameter `\(FailureContext.shownName(name))`" }

    var nameNode: JSONNode { node["name"] ?? node }

    var schema: JSONNode? {
      node["schema"] ?? node["content"]?.members.map(\.value).first?["schema"]
    }

    var style: String {
      if let style = node["style"]?.string { return style }
      return location == "query" || location == "cookie" ? "form" : "simple"
    }

    var isExploded: Bool { node["explode"]?.bool ?? (style == "form") }
  }

  mutating func compareParameters(_ step: Step) {
    let was = parameters(of: step.old, oldReader)
    let now = parameters(of: step.new, newReader)
    let partners = Dictionary(now.enumerated().map { ($0.element.identity, $0.offset) }) {
      first, _ in first
    }
    var taken: Set<Int> = []
    for parameter in was {
      guard let index = partners[parameter.identity] else {
        if parameter.location == "path" { continue }
        note(
          .parameterRemoved(parameter.shown), isResponse: false, old: parameter.nameNode,
          new: Self.key(of: "parameters", in: step.new.node) ?? step.new.methodKey,
          operation: step.index)
        continue
      }
      taken.insert(index)
      compare(parameter, now[index], step)
    }
    for (index, parameter) in now.enumerated() where !taken.contains(index) {
      if parameter.location == "path" { continue }
      note(
        parameter.isRequired
          ? .parameterRequired(parameter.shown, isNew: true) : .parameterAdded(parameter.shown),
        isResponse: false, old: nil, new: parameter.nameNode, operation: step.index)
    }
  }

  private mutating func compare(_ was: Parameter, _ now: Parameter, _ step: Step) {
    if !was.isRequired, now.isRequired {
      note(
        .parameterRequired(now.shown, isNew: false), isResponse: false, old: was.nameNode,
        new: now.node["required"] ?? now.nameNode, operation: step.index)
    }
    let types = newReader.types(of: newReader.sites(of: now.schema))
    let isCompound = types.contains(.array) || types.contains(.object)
    if isCompound, types != .all,
      was.style != now.style || was.isExploded != now.isExploded
    {
      let (from, to) = (
        was.style + (was.isExploded ? ", exploded" : ""),
        now.style + (now.isExploded ? ", exploded" : "")
      )
      note(
        .parameterStyle(now.shown, from: from, to: to), isResponse: false,
        old: was.node["style"] ?? was.node["explode"] ?? was.nameNode,
        new: now.node["style"] ?? now.node["explode"] ?? now.nameNode, operation: step.index)
    }
    let context = SchemaComparison.Context(
      isResponse: false, oldDates: step.oldDates, newDates: step.newDates)
    add(was.schema, now.schema, context, fallback: now.nameNode, operation: step.index)
  }

  private func parameters(of entry: Entry, _ reader: SchemaReader) -> [Parameter] {
    var found: [Parameter] = []
    var known: Set<String> = []
    let names = (try? PathTemplate(entry.template))?.parameterNames ?? []
    // Those of the operation stand in for those of its path.
    for list in [entry.node["parameters"], entry.item["parameters"]] {
      for element in list?.elements.map({ $0 }) ?? [] {
        let node = reader.resolve(element)
        guard let name = node["name"]?.string, let location = node["in"]?.string else { continue }
        let position = location == "path" ? names.firstIndex(of: name) : nil
        let folded = location == "header" ? ASCIIByte.lowercased(name) : name
        let identity = position.map { "path \($0)" } ?? "\(location) \(folded)"
        guard known.insert(identity).inserted else { continue }
        let isRequired = location == "path" || node["required"]?.bool == true
        found.append(
          Parameter(
            name: name, location: location, node: node, isRequired: isRequired,
            identity: identity))
      }
    }
    return found
  }
}
