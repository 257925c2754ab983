import JSONTape

/// Turns a trace into output units, in schema order. Units of an invalid value have failures. Units
/// of a valid value have annotations. The builder uses no recursion.
struct OutputBuilder {
  private struct Visit {
    let entry: Int
    let level: Int
    let path: String
    /// The value that the unit reports. A property name has no JSON Pointer, so for a name it is
    /// the object.
    let instance: Int
    let isName: Bool
  }

  private enum Step {
    case unit(OutputUnit)
    case visit(Visit)
  }

  /// The trace's content for one keyword of an entry.
  private struct Evidence {
    var failures: [SchemaFailure] = []
    var children: [Int] = []
  }

  /// Keywords with failures of their own. The failures of their subschemas are the reasons.
  private static let judging: Set<String> = ["anyOf", "oneOf", "not", "contains"]

  private let plan: Plan
  private let document: JSONDocument
  private let base: URIReference
  private var reader: FailureReader
  private let entries: [Tracer.Entry]
  private let children: [[Int]]
  private let failures: [Int: [RawFailure]]
  private var places: [Int32: SchemaPlace] = [:]

  init(_ trace: Tracer, plan: Plan, document: JSONDocument, base: URIReference) {
    self.plan = plan
    self.base = base
    self.document = document
    reader = FailureReader(plan: plan, document: document)
    entries = trace.entries
    var children = [[Int]](repeating: [], count: entries.count)
    for (position, entry) in entries.enumerated() where entry.parent >= 0 {
      children[entry.parent].append(position)
    }
    self.children = children
    failures = trace.failures
  }

  /// The unit of the whole schema, and then the other wanted units.
  mutating func units(where isWanted: (OutputUnit) -> Bool) -> [OutputUnit] {
    var units: [OutputUnit] = []
    var pending: [Step] = []
    if !entries.isEmpty {
      pending.append(.visit(Visit(entry: 0, level: 0, path: "", instance: 0, isName: false)))
    }
    while let step = pending.popLast() {
      switch step {
      case .unit(let unit): if units.isEmpty || isWanted(unit) { units.append(unit) }
      case .visit(let visit):
        var steps: [Step] = []
        add(visit, to: &steps)
        pending += steps.reversed()
      }
    }
    return units
  }

  private mutating func add(_ visit: Visit, to steps: inout [Step]) {
    let entry = entries[visit.entry]
    let place = place(of: entry.node)
    var evidence = evidence(of: visit.entry)
    var unit = unit(visit, visit.level, nil, place, isValid: entry.holds)
    if place.schema.kind == .boolean {
      // The schema `false` has no keyword that could fail.
      unit.failure = evidence.removeValue(forKey: place.schema.text)?.failures.first
    }
    steps.append(.unit(unit))
    for keyword in place.keywords {
      let evidence = evidence[keyword] ?? Evidence()
      if entry.holds {
        addAnnotations(keyword, evidence, visit, place, to: &steps)
      } else {
        addFailures(keyword, evidence, visit, place, to: &steps)
      }
    }
  }

  // MARK: Failures

  private mutating func addFailures(
    _ keyword: String, _ evidence: Evidence, _ visit: Visit, _ place: SchemaPlace,
    to steps: inout [Step]
  ) {
    var reasons = evidence.children.filter { !entries[$0].holds }
    if keyword == "if" || evidence.failures.isEmpty && Self.judging.contains(keyword) { return }
    // If too many branches accept the value, the failing branches are not the reason.
    if case .oneOfMatches? = evidence.failures.first?.kind { reasons = [] }
    if evidence.failures.isEmpty, reasons.isEmpty { return }
    var unit = unit(visit, visit.level + 1, keyword, place, isValid: false)
    let isUnit = !evidence.failures.isEmpty || !isWay(reasons, visit)
    if evidence.failures.count == 1 {
      unit = telling(unit, evidence.failures[0], visit)
      steps.append(.unit(unit))
    } else if isUnit {
      steps.append(.unit(unit))
      unit.level += 1
      for failure in evidence.failures { steps.append(.unit(telling(unit, failure, visit))) }
    }
    add(reasons, by: keyword, of: visit, isUnit: isUnit, to: &steps)
  }

  private func telling(
    _ unit: OutputUnit, _ failure: SchemaFailure, _ visit: Visit
  ) -> OutputUnit {
    var unit = unit
    if !visit.isName { unit.instance = failure.instance }
    unit.failure = failure
    return unit
  }

  // MARK: Annotations

  private mutating func addAnnotations(
    _ keyword: String, _ evidence: Evidence, _ visit: Visit, _ place: SchemaPlace,
    to steps: inout [Step]
  ) {
    // The subschemas of these keywords do not annotate the value itself.
    let isSilent = keyword == "not" || keyword == "propertyNames"
    let told = isSilent ? [] : evidence.children.filter { entries[$0].holds }
    var unit = unit(visit, visit.level + 1, keyword, place, isValid: true)
    unit.annotation = annotation(keyword, evidence, visit, place)
    if unit.annotation == nil, told.isEmpty { return }
    let isUnit = unit.annotation != nil || !isWay(told, visit)
    if isUnit { steps.append(.unit(unit)) }
    add(told, by: keyword, of: visit, isUnit: isUnit, to: &steps)
  }

  private func annotation(
    _ keyword: String, _ evidence: Evidence, _ visit: Visit, _ place: SchemaPlace
  ) -> OutputUnit.Annotation? {
    guard let value = place.schema[keyword],
      let rule = AnnotationRule.of(keyword, value, in: place.dialect)
    else {
      return nil
    }
    let node = document.node(at: entries[visit.entry].instance)
    switch rule {
    case .value: return .value(value)
    case .ofStrings(let other):
      let applies = node.kind == .string && (other.map { place.schema[$0] != nil } ?? true)
      return applies ? .value(value) : nil
    case .names: return node.kind == .object ? .names(names(evidence.children)) : nil
    case .described: return evidence.children.isEmpty ? nil : .all
    case .prefix:
      guard let last = evidence.children.indices.last else { return nil }
      return last + 1 == node.count ? .all : .position(last)
    case .matches:
      guard node.kind == .array else { return nil }
      let matches = evidence.children.indices.filter { entries[evidence.children[$0]].holds }
      return !matches.isEmpty && matches.count == node.count ? .all : .positions(matches)
    }
  }

  private func names(_ entries: [Int]) -> [String] {
    var seen: Set<String> = []
    return entries.map { document.node(at: self.entries[$0].instance - 1).string ?? "" }
      .filter { seen.insert($0).inserted }
  }

  // MARK: Places

  /// Adds the entries of a keyword. If the keyword has a unit, they are below this unit.
  private func add(
    _ entries: [Int], by keyword: String, of parent: Visit, isUnit: Bool, to steps: inout [Step]
  ) {
    for entry in entries {
      let child = self.entries[entry]
      let tokens = child.reference >= 0 ? [keyword] : relative(child)
      let isName = parent.isName || keyword == "propertyNames"
      steps.append(
        .visit(
          Visit(
            entry: entry, level: parent.level + (isUnit ? 2 : 1),
            path: parent.path + JSONPointer(tokens: tokens).description,
            instance: isName ? parent.instance : child.instance, isName: isName)))
    }
  }

  /// Whether the entries are a single schema that is applied to the same value. It is a reference
  /// or the only branch. If so, the keyword needs no unit of its own.
  private func isWay(_ entries: [Int], _ visit: Visit) -> Bool {
    guard entries.count == 1,
      self.entries[entries[0]].instance == self.entries[visit.entry].instance
    else { return false }
    let child = self.entries[entries[0]]
    return child.reference >= 0 || relative(child).count == 1
  }

  private func unit(
    _ visit: Visit, _ level: Int, _ keyword: String?, _ place: SchemaPlace, isValid: Bool
  ) -> OutputUnit {
    OutputUnit(
      level: level, isValid: isValid,
      keywordLocation: keyword.map { visit.path + JSONPointer(tokens: [$0]).description }
        ?? visit.path,
      absoluteKeywordLocation: keyword.map { place.uri(of: $0) } ?? place.uri,
      instance: visit.instance)
  }

  /// The path from the parent's schema to this entry's schema.
  private func relative(_ entry: Tracer.Entry) -> [String] {
    let outer = places[entries[entry.parent].node]?.tokens.count ?? 0
    return Array((places[entry.node]?.tokens ?? []).dropFirst(outer))
  }

  private mutating func place(of node: Int32) -> SchemaPlace {
    places.value(for: node) { SchemaPlace(plan.view.nodes[Int(node)], in: plan, base: base) }
  }

  private mutating func evidence(of entry: Int) -> [String: Evidence] {
    var evidence: [String: Evidence] = [:]
    for child in children[entry] {
      _ = self.place(of: entries[child].node)
      let reference = entries[child].reference
      let keyword =
        reference >= 0
        ? plan.tables.strings[Int(plan.view.assertions[Int(reference)].keyword)]
        : relative(entries[child]).first ?? ""
      evidence[keyword, default: Evidence()].children.append(child)
    }
    for raw in failures[entry] ?? [] {
      let failure = reader.failure(raw)
      let keyword = Self.keyword(of: failure)
      evidence[keyword, default: Evidence()].failures.append(failure)
    }
    return evidence
  }

  /// The keyword that fails. For `contains`, it is the violated bound.
  private static func keyword(of failure: SchemaFailure) -> String {
    guard case .contains(_, let maximum, let found, _) = failure.kind else {
      return failure.keyword
    }
    if let maximum, JSONNumber(found) > maximum { return "maxContains" }
    return found > 0 ? "minContains" : failure.keyword
  }
}

enum AnnotationRule {
  /// The keyword's own value.
  case value
  /// The keyword's own value. It is used only for strings, and only if the keyword with this name
  /// is present.
  case ofStrings(beside: String? = nil)
  /// The names of the described properties.
  case names
  /// True if the keyword described an element.
  case described
  /// The position of the last described element. The annotation is true if all elements are
  /// described.
  case prefix
  /// The positions of the elements that match. The annotation is true if all elements match.
  case matches

  /// Sources: JSON Schema Core 2020-12, sections 10.3 and 11; Validation 2020-12, sections 7 to 9.
  private static let table: [String: AnnotationRule] = [
    "title": .value, "description": .value, "default": .value, "deprecated": .value,
    "readOnly": .value, "writeOnly": .value, "examples": .value, "example": .value,
    "format": .value,
    "contentEncoding": .ofStrings(), "contentMediaType": .ofStrings(),
    "contentSchema": .ofStrings(beside: "contentMediaType"),
    "properties": .names, "patternProperties": .names, "additionalProperties": .names,
    "unevaluatedProperties": .names,
    "prefixItems": .prefix, "items": .described, "additionalItems": .described,
    "unevaluatedItems": .described, "contains": .matches,
  ]

  /// The rule of a keyword with its value. Nil if the keyword is no annotation. Unknown keywords
  /// are annotations.
  static func of(_ keyword: String, _ value: JSONNode, in dialect: Dialect) -> AnnotationRule? {
    if dialect[keyword] == nil { return .value }
    switch keyword {
    case "items" where value.kind == .array: return .prefix
    // Before 2020-12, `contains` describes no elements.
    case "contains" where dialect["prefixItems"] == nil: return nil
    default: return table[keyword]
    }
  }
}

struct SchemaPlace {
  let schema: JSONNode
  let tokens: [String]
  /// The URI of the schema's resource. Below the root of the resource, the URI has a JSON Pointer
  /// as the fragment.
  let uri: String
  /// The active keywords, each once, in schema order.
  let keywords: [String]
  let dialect: Dialect

  init(_ node: PlanNode, in plan: Plan, base: URIReference) {
    let location = plan.tables.locations[
      Int(plan.view.assertions[Int(node.typeAssertion)].location)]
    let document = plan.documents[location.document].document
    let resource = plan.resources[Int(node.resource)]
    schema = document.node(at: location.index)
    tokens = document.pointer(to: location.index).tokens
    let root = document.pointer(to: resource.root).tokens.count
    let inner = JSONPointer(tokens: Array(tokens.dropFirst(root))).description
    let absolute = resource.base.resolved(against: base).description
    uri = absolute + (inner.isEmpty ? "" : "#" + PercentEncoding.fragment(inner))
    dialect = resource.dialect
    let standsAlone = dialect.referencesStandAlone && schema["$ref"] != nil
    var seen: Set<String> = []
    keywords = schema.properties.map(\.name).filter {
      (!standsAlone || $0 == "$ref") && seen.insert($0).inserted
    }
  }

  func uri(of keyword: String) -> String {
    let token = PercentEncoding.fragment(JSONPointer(tokens: [keyword]).description)
    return uri.utf8.contains(UInt8(ascii: "#")) ? uri + token : uri + "#" + token
  }
}

extension PercentEncoding {
  /// Source: RFC 3986, section 3.5.
  fileprivate static func fragment(_ text: String) -> String {
    encode(text.utf8, allowing: "!$&'()*+,;=:@/?")
  }
}
