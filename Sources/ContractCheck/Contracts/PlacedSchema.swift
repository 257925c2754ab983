@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A schema that checks the values at given places in a body against another schema.
///
/// Places with the same beginning are combined. So a body is visited only once for all places.
struct PlacedSchema {
  private struct Step {
    /// The next steps by the name of a property or the position of an element, in order.
    var named: [(token: String, step: Int)] = []
    var positions: [String: Int] = [:]
    /// The next step for any part.
    var any = -1
    /// The next step for any number of parts.
    var deep = -1
    /// Whether the step comes after a `**`. If so, every part leads to this step again.
    var isDeep = false
    /// Whether a place ends here.
    var isPlace = false
  }

  private var steps = [Step()]
  /// The name of the one property that is excluded.
  private let exception: String?

  init(_ pointers: [PointerGlob], except exception: String?) {
    self.exception = exception
    for pointer in pointers where exception == nil || pointer.tokens.last != exception {
      var step = 0
      for token in pointer.tokens { step = next(after: step, token) }
      steps[step].isPlace = true
    }
  }

  private mutating func next(after step: Int, _ token: String) -> Int {
    let known =
      switch token {
      case "*": steps[step].any
      case "**": steps[step].deep
      default: steps[step].positions[token] ?? -1
      }
    if known >= 0 { return known }
    let new = steps.count
    steps.append(Step(isDeep: token == "**"))
    switch token {
    case "*": steps[step].any = new
    case "**": steps[step].deep = new
    default:
      steps[step].named.append((token, new))
      steps[step].positions[token] = new
    }
    return new
  }

  /// - Parameter leaf: The schema for the values at the places.
  func text(leaf: String) -> String {
    var parts = ["\"leaf\":\(leaf)"]
    for index in steps.indices { parts.append("\"\(index)\":{\(text(of: index))}") }
    return ##"{"$schema":"\##(Dialect.draft2020.uri)","$ref":"#/$defs/0","$defs":{"##
      + parts.joined(separator: ",") + "}}"
  }

  /// The keywords of a step. Keywords are combined where possible, because each separate schema
  /// would add a level.
  private func text(of index: Int) -> String {
    let step = steps[index]
    var keywords: [String] = []
    var others: [String] = []
    if step.isPlace { others.append(reference("leaf")) }
    if step.deep >= 0 { others.append(reference(to: step.deep)) }
    if step.isDeep { keywords.append(each(index)) }
    if step.any >= 0 {
      let isPlace = steps[step.any].isPlace
      let all = each(step.any, but: isPlace ? exception : nil)
      if keywords.isEmpty { keywords.append(all) } else { others.append("{\(all)}") }
    }
    if !step.named.isEmpty {
      let all = named(step)
      if keywords.isEmpty { keywords.append(all) } else { others.append("{\(all)}") }
    }
    if !others.isEmpty { keywords.append("\"allOf\":[\(others.joined(separator: ","))]") }
    return keywords.joined(separator: ",")
  }

  private func each(_ target: Int, but name: String? = nil) -> String {
    let exception = name.map { "\"properties\":{\(JSONWriter.quoted($0)):true}," } ?? ""
    let target = reference(to: target)
    return "\(exception)\"additionalProperties\":\(target),\"items\":\(target)"
  }

  private func named(_ step: Step) -> String {
    let properties = step.named.map { "\(JSONWriter.quoted($0.token)):\(reference(to: $0.step))" }
    let elements = step.named.compactMap { token, step -> String? in
      guard let position = Int(token), position >= 0, "\(position)" == token else { return nil }
      return "\"\(token)\":\(reference(to: step))"
    }
    let all = "\"properties\":{\(properties.joined(separator: ","))}"
    guard !elements.isEmpty else { return all }
    let keyword = JSONWriter.quoted(SchemaCompiler.elementsKeyword)
    return "\(all),\(keyword):{\(elements.joined(separator: ","))}"
  }

  private func reference(to step: Int) -> String {
    let next = steps[step]
    let isLast =
      next.isPlace && !next.isDeep && next.any < 0 && next.deep < 0 && next.named.isEmpty
    return reference(isLast ? "leaf" : "\(step)")
  }

  private func reference(_ name: String) -> String { ##"{"$ref":"#/$defs/\##(name)"}"## }
}
