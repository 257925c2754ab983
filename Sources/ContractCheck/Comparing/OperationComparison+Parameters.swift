internal import JSONSchema
internal import JSONTape

extension OperationComparison {
  private struct Parameter {
    let name: String
    let location: String
    let node: JSONNode
    /// Parameters of a path are identified by position, not by name.
    let identity: String

    var shown: String { "\(location) parameter `\(FailureContext.shownName(name))`" }

    var isRequired: Bool { location == "path" || node["required"]?.bool == true }

    var nameNode: JSONNode { node["name"] ?? node }

    var schema: JSONNode? {
      node["schema"] ?? node["content"]?.members.map(\.value).first?["schema"]
    }

    /// The style of a compound value: `form, exploded`.
    var way: String {
      let usual = location == "query" || location == "cookie" ? "form" : "simple"
      let style = node["style"]?.string ?? usual
      let isExploded = node["explode"]?.bool ?? (style == "form")
      return style + (isExploded ? ", exploded" : "")
    }
  }

  mutating func compareParameters(_ step: Step) {
    let was = parameters(of: step.old, oldReader)
    let now = parameters(of: step.new, newReader)
    let partners = Dictionary(now.enumerated().map { ($0.element.identity, $0.offset) }) {
      first, _ in first
    }
    var taken: Set<Int> = []
    for parameter in was {
      if let index = partners[parameter.identity] {
        taken.insert(index)
        compare(parameter, now[index], step)
      } else if parameter.location != "path" {
        note(
          .parameterRemoved(parameter.shown), step, old: parameter.nameNode,
          new: step.new.place(of: "parameters"))
      }
    }
    for (index, parameter) in now.enumerated()
    where !taken.contains(index) && parameter.location != "path" {
      note(
        parameter.isRequired
          ? .parameterRequired(parameter.shown, isNew: true) : .parameterAdded(parameter.shown),
        step, new: parameter.nameNode)
    }
  }

  private mutating func compare(_ was: Parameter, _ now: Parameter, _ step: Step) {
    if !was.isRequired, now.isRequired {
      note(
        .parameterRequired(now.shown, isNew: false), step, old: was.nameNode,
        new: now.node["required"] ?? now.nameNode)
    }
    let types = newReader.types(of: newReader.sites(of: now.schema))
    let isCompound = types.contains(.array) || types.contains(.object)
    if isCompound, types != .all, was.way != now.way {
      note(
        .parameterStyle(now.shown, from: was.way, to: now.way), step,
        old: was.node["style"] ?? was.node["explode"] ?? was.nameNode,
        new: now.node["style"] ?? now.node["explode"] ?? now.nameNode)
    }
    add(was.schema, now.schema, step.context, fallback: now.nameNode, operation: step.index)
  }

  private func parameters(of entry: Entry, _ reader: SchemaReader) -> [Parameter] {
    var found: [Parameter] = []
    var known: Set<String> = []
    let names = (try? PathTemplate(entry.template))?.parameterNames ?? []
    // The operation's own parameters replace those of its path.
    for list in [entry.node["parameters"], entry.item["parameters"]] {
      for element in list.map({ Array($0.elements) }) ?? [] {
        let node = reader.resolve(element)
        guard let name = node["name"]?.string, let location = node["in"]?.string else { continue }
        let position = location == "path" ? names.firstIndex(of: name) : nil
        let folded = location == "header" ? ASCIIByte.lowercased(name) : name
        let identity = position.map { "path \($0)" } ?? "\(location) \(folded)"
        guard known.insert(identity).inserted else { continue }
        found.append(
          Parameter(name: name, location: location, node: node, identity: identity))
      }
    }
    return found
  }
}
