@_spi(Engine) @testable import JSONSchema
@_spi(Engine) import JSONTape

/// A compiled plan without all that rules and leniencies added, compared with another plan.
///
/// Owners are left out, too: they choose words. What is left decides verdicts.
struct StrippedPlan {
  let plan: Plan

  /// What one node asserts. Nodes that it applies are beside the text, in its order.
  struct Facts: Equatable {
    var text: [String] = []
    var nodes: [Int32] = []

    static func == (left: Facts, right: Facts) -> Bool {
      left.text == right.text && left.nodes.count == right.nodes.count
    }
  }

  /// Where two plans differ, from the given nodes on; nil if nowhere.
  static func difference(
    _ left: StrippedPlan, _ leftRoot: Int32, _ right: StrippedPlan, _ rightRoot: Int32
  ) -> String? {
    var open = [(leftRoot, rightRoot)]
    var seen: Set<[Int32]> = []
    while let (one, other) = open.popLast() {
      guard seen.insert([one, other]).inserted else { continue }
      let (here, there) = (left.facts(one), right.facts(other))
      if here != there {
        return "\(here.text.joined(separator: "; ")) is not \(there.text.joined(separator: "; "))"
      }
      open += zip(here.nodes, there.nodes)
    }
    return nil
  }

  private func facts(_ number: Int32) -> Facts {
    var facts = Facts()
    let node = plan.view.nodes[Int(number)]
    facts.text.append("types \(node.types), null \(node.acceptsNull)")
    for at in Int(node.assertions)..<Int(node.assertions) + Int(node.lastEnd) {
      let assertion = plan.view.assertions[at]
      if !assertion.isRule {
        add(assertion.operation, to: &facts)
      } else if case .dependencies(let group) = assertion.operation,
        !dependencies(group).allSatisfy({ plan.view.assertions[Int($0.assertion)].isRule })
      {
        facts.text.append("a rule holds what the schema asserts")
      }
    }
    if node.object >= 0 { add(plan.view.objects[Int(node.object)], to: &facts) }
    if node.array >= 0 {
      let array = plan.view.arrays[Int(node.array)]
      let prefix = children(array.prefix)
      if !prefix.isEmpty || array.restAssertion != ArrayPlan.walked,
        !isOpen(array.rest) || !prefix.isEmpty
      {
        add("items", prefix + [array.rest], to: &facts)
      }
    }
    return facts
  }

  private func dependencies(_ group: Int32) -> [Dependency] {
    let list = plan.view.dependencyGroups[Int(group)].list
    return (0..<Int(list.count)).map { plan.view.dependencies[Int(list.start) + $0] }
  }

  private func children(_ list: ChildList) -> [Int32] {
    (0..<Int(list.count)).map { plan.view.children[Int(list.start) + $0] }
  }

  /// Whether any value is valid.
  private func isOpen(_ node: Int32) -> Bool {
    if node == ObjectPlan.any || node == ObjectPlan.walked { return true }
    guard node >= 0 else { return false }
    let facts = facts(node)
    return facts.nodes.isEmpty && facts.text == ["types \(TypeSet.all.rawValue), null false"]
  }

  private func add(_ words: String, _ nodes: [Int32], to facts: inout Facts) {
    let shown = nodes.map { isOpen($0) ? "any" : $0 == ObjectPlan.forbidden ? "none" : "schema" }
    facts.text.append("\(words) [\(shown.joined(separator: " "))]")
    facts.nodes += zip(nodes, shown).filter { $0.1 == "schema" }.map(\.0)
  }

  private func add(_ object: ObjectPlan, to facts: inout Facts) {
    var properties: [(name: String, words: String, node: Int32)] = []
    for position in 0..<Int(object.slotCount) {
      let slot = plan.view.slots[Int(object.slots) + position]
      let bytes = UnsafeBufferPointer(
        start: plan.view.names + Int(slot.name), count: Int(slot.length))
      let isListed = slot.node != ObjectPlan.unlisted && slot.node != ObjectPlan.granted
      guard isListed || slot.required >= 0 else { continue }
      let words = (isListed ? "listed" : "unlisted") + (slot.required >= 0 ? ", required" : "")
      properties.append((String(decoding: bytes, as: UTF8.self), words, isListed ? slot.node : -1))
    }
    properties.sort { Array($0.name.utf8).lexicographicallyPrecedes($1.name.utf8) }
    for property in properties {
      add("\(property.name) \(property.words)", [property.node], to: &facts)
    }
    for position in 0..<Int(object.patternCount) {
      let slot = plan.view.patternSlots[Int(object.patterns) + position]
      guard slot.node != ObjectPlan.granted else { continue }
      add("pattern \(plan.tables.patterns[Int(slot.pattern)].source)", [slot.node], to: &facts)
    }
    if !isOpen(object.additional) { add("others", [object.additional], to: &facts) }
  }

  private func add(_ operation: Operation, to facts: inout Facts) {
    func number(_ index: Int32) -> String { plan.tables.numbers[Int(index)].text }
    switch operation {
    case .const(let list), .enumeration(let list):
      facts.text.append("enum \(plan.tables.enumerations[Int(list)].map(\.text))")
    case .minimum(let bound): facts.text.append("minimum \(number(bound))")
    case .exclusiveMinimum(let bound): facts.text.append("exclusiveMinimum \(number(bound))")
    case .maximum(let bound): facts.text.append("maximum \(number(bound))")
    case .exclusiveMaximum(let bound): facts.text.append("exclusiveMaximum \(number(bound))")
    case .multipleOf(let divisor): facts.text.append("multipleOf \(number(divisor))")
    case .pattern(let pattern):
      facts.text.append("pattern \(plan.tables.patterns[Int(pattern)].source)")
    case .contains(let contains):
      let contains = plan.view.containsPlans[Int(contains)]
      add(
        "contains \(contains.minimum) \(contains.maximum) \(contains.evaluates)", [contains.node],
        to: &facts)
    case .dependencies(let group):
      for dependency in dependencies(group) {
        let assertion = plan.view.assertions[Int(dependency.assertion)]
        if assertion.isRule { facts.text.append("the schema holds what a rule asserts") }
        add(assertion.operation, to: &facts)
      }
    case .dependentRequired(let index), .dependentSchema(let index):
      let dependency = plan.tables.dependencies[Int(index)]
      let needed = dependency.needed.map { String(decoding: $0, as: UTF8.self) }
      let name = String(decoding: dependency.property, as: UTF8.self)
      add("\(name) needs \(needed)", dependency.node < 0 ? [] : [dependency.node], to: &facts)
    case .allOf(let list): add("allOf", children(list), to: &facts)
    case .anyOf(let list): add("anyOf", children(list), to: &facts)
    case .oneOf(let list): add("oneOf", children(list), to: &facts)
    case .not(let node): add("not", [node], to: &facts)
    case .propertyNames(let node): add("propertyNames", [node], to: &facts)
    case .conditional(let index):
      let nodes = plan.view.conditionals[Int(index)].nodes
      add("if \(nodes.map { $0 < 0 })", nodes.filter { $0 >= 0 }, to: &facts)
    case .reference(let node): add("$ref", [node], to: &facts)
    case .dynamicReference(let reference):
      let reference = plan.tables.dynamicReferences[Int(reference)]
      add("$dynamicRef \(reference.anchor)", [reference.initial], to: &facts)
    case .unevaluatedItems(let node): add("unevaluatedItems", [node], to: &facts)
    case .unevaluatedProperties(let node): add("unevaluatedProperties", [node], to: &facts)
    default: facts.text.append("\(operation)")
    }
  }
}
