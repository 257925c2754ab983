@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads bodies that are sequences. Source: OpenAPI Specification 3.2.0, sections 4.14.3 and
/// 4.14.4.
extension OpenAPIReader {
  /// The schema of each item. It is also read in documents of versions before 3.2.
  func itemSchema(of media: JSONNode, _ type: MediaType) -> JSONNode? {
    guard !layout.isSwagger, let schema = media["itemSchema"] else { return nil }
    guard SequenceFormat(type) != nil || type.isOpen else {
      // The parts of a multipart body are not items in this sense.
      warnings.add(
        "`itemSchema` is not used: `\(type.essence)` is not a sequence of JSON texts or events",
        schema)
      return nil
    }
    if let whole = media["schema"] {
      warnings.add("`schema` is not used beside `itemSchema`: each item is checked", whole)
    }
    return schema
  }

  /// The sequence. Nil if the media type is no sequence, or if the contract does not describe the
  /// text.
  ///
  /// - Parameter schema: The schema of the body.
  func sequence(
    _ type: MediaType, _ schema: JSONNode?, hasItemSchema: Bool, _ settings: RuleSettings,
    _ place: RulePlace
  ) throws(ContractError) -> SequencePlan? {
    let format = SequenceFormat(type)
    guard format != nil || type.isOpen else { return nil }
    guard let schema else {
      return format == nil || format == .events ? nil : SequencePlan(subject: .item)
    }
    if hasItemSchema {
      var plan = SequencePlan(subject: .item, hasItemSchema: true)
      if format ?? .events == .events {
        var place = place
        place.mediaType = type.essence
        plan.content = try eventContent(of: schema, isOfData: false, settings, place, depth: 0)
      }
      return plan
    }
    let types = compiler.outlines.types(of: outline(of: schema))
    if types.contains(.string) { return SequencePlan(subject: .text) }
    let isOfWhole = types.contains(.array) && types.isSubset(of: [.array, .null])
    return SequencePlan(subject: isOfWhole ? .whole : .item)
  }

  /// Real schemas of events are less deeply nested.
  private static let deepestContent = 16

  /// All `contentSchema` of the data of an event; nil if there are none.
  ///
  /// - Parameter isOfData: Whether the schema describes the data, not the event.
  private func eventContent(
    of schema: JSONNode, isOfData: Bool, _ settings: RuleSettings, _ place: RulePlace, depth: Int
  ) throws(ContractError) -> EventContent? {
    guard depth < Self.deepestContent, schema.kind == .object else { return nil }
    var roots: [Int32] = []
    var choices: [[EventContent.Branch]] = []
    func add(_ inner: EventContent?) {
      roots += inner?.roots ?? []
      choices += inner?.choices ?? []
    }
    func inner(_ node: JSONNode?, isOfData: Bool) throws(ContractError) -> EventContent? {
      guard let node else { return nil }
      return try eventContent(of: node, isOfData: isOfData, settings, place, depth: depth + 1)
    }
    func branch(
      _ test: JSONNode, _ node: JSONNode?, isNegated: Bool = false
    ) throws(ContractError) -> EventContent.Branch {
      EventContent.Branch(
        test: try compile(test, under: settings, at: place), isNegated: isNegated,
        isOfData: isOfData, content: try inner(node, isOfData: isOfData) ?? EventContent())
    }
    if schema["$ref"] != nil {
      var target = schema
      if let reference = schema["$ref"] { target = try files.target(of: reference) }
      add(try inner(target, isOfData: isOfData))
    }
    if isOfData {
      if let content = schema["contentSchema"], schema["contentEncoding"] == nil,
        let type = schema["contentMediaType"]?.string.flatMap({ MediaType($0) }), type.isJSON
      {
        roots.append(try compile(content, under: settings, at: place))
      }
    } else {
      add(try inner(schema["properties"]?["data"], isOfData: true))
    }
    for node in schema["allOf"].map({ Array($0.elements) }) ?? [] {
      add(try inner(node, isOfData: isOfData))
    }
    for keyword in ["oneOf", "anyOf"] {
      var branches: [EventContent.Branch] = []
      for node in schema[keyword].map({ Array($0.elements) }) ?? [] {
        branches.append(try branch(node, node))
      }
      if branches.contains(where: { !$0.content.isEmpty }) { choices.append(branches) }
    }
    if let test = schema["if"] {
      let branches = [
        try branch(test, schema["then"]), try branch(test, schema["else"], isNegated: true),
      ]
      if branches.contains(where: { !$0.content.isEmpty }) { choices.append(branches) }
    }
    if roots.isEmpty, choices.isEmpty { return nil }
    return EventContent(roots: roots, choices: choices)
  }
}
