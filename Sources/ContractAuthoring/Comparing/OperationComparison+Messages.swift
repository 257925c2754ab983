@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
internal import JSONTape

/// Compares requests and responses of an operation that both documents have.
extension OperationComparison {
  /// An operation with its partner and the settings that apply there.
  struct Step {
    let old: Entry
    let new: Entry
    let index: Int
    let context: SchemaComparison.Context
  }

  mutating func compare(_ old: Entry, _ new: Entry, _ index: Int) {
    let context = schemas.inside(
      .init(isResponse: false), [self.old.root] + old.items + [old.node],
      [self.new.root] + new.items + [new.node])
    let step = Step(old: old, new: new, index: index, context: context)
    compareCredentials(step)
    compareParameters(step)
    compareRequests(step)
    compareResponses(step)
  }

  /// Reports that the new operation requires credentials if the old one accepted requests without
  /// them.
  private mutating func compareCredentials(_ step: Step) {
    func security(_ entry: Entry, _ root: JSONNode) -> JSONNode? {
      entry.node["security"] ?? root["security"]
    }
    func needsAny(_ security: JSONNode?) -> Bool {
      guard let security, security.count > 0 else { return false }
      return security.elements.allSatisfy { $0.count > 0 }
    }
    let was = security(step.old, old.root)
    let now = security(step.new, new.root)
    guard needsAny(now), !needsAny(was) else { return }
    let key = step.new.node.key(of: "security") ?? new.root.key(of: "security")
    note(.credentialsRequired, step, old: was, new: key ?? step.new.methodKey)
  }

  private mutating func compareRequests(_ step: Step) {
    let was = body(of: step.old, old, oldReader)
    let now = body(of: step.new, new, newReader)
    let key = place(ofBody: step.new, new)
    guard let now else {
      if was != nil { note(.bodyRemoved, step, old: place(ofBody: step.old, old), new: key) }
      return
    }
    guard let was else {
      return note(now.isRequired ? .bodyRequired(isNew: true) : .bodyAdded, step, new: key)
    }
    if now.isRequired, !was.isRequired {
      note(
        .bodyRequired(isNew: false), step, old: was.node["required"] ?? was.node,
        new: now.node["required"] ?? key)
    }
    compareContent(
      Side(node: was.node, media: was.media), Side(node: now.node, media: now.media),
      isResponse: false, holder: key, step)
  }

  private func body(
    of entry: Entry, _ document: ContractDocument, _ reader: SchemaReader
  ) -> DocumentedBody? {
    let layout = document.layout
    let parameters =
      layout.isSwagger ? parameters(of: entry, layout, reader).map(\.node) : []
    return layout.requestBody(
      of: entry.documented, at: entry.template, parameters, resolve: reader.resolve)
  }

  private func place(ofBody entry: Entry, _ document: ContractDocument) -> JSONNode {
    entry.place(of: document.layout.isSwagger ? "parameters" : "requestBody")
  }

  private mutating func compareResponses(_ step: Step) {
    let was = statuses(of: step.old, old, oldReader)
    let now = statuses(of: step.new, new, newReader)
    var known: Set<String> = []
    for (index, response) in was.enumerated() {
      if let partner = Self.partner(of: response.status, among: now) {
        known.insert(now[partner].status)
        compareContent(
          response.side, now[partner].side, isResponse: true, holder: now[partner].key, step)
      } else if !now.contains(where: { Self.partner(of: $0.status, among: was) == index }) {
        let isSuccess = Self.isSuccess(response.status, among: was)
        note(
          .statusRemoved(response.status, isSuccess: isSuccess), step, isResponse: true,
          old: response.key, new: step.new.place(of: "responses"))
      }
    }
    for response in now where !known.contains(response.status) {
      if let partner = Self.partner(of: response.status, among: was) {
        // A status that a class or the default described before now has its own description.
        compareContent(
          was[partner].side, response.side, isResponse: true, holder: response.key, step)
      } else {
        note(.statusAdded(response.status), step, isResponse: true, new: response.key)
      }
    }
  }

  private struct Response {
    let status: String
    let key: JSONNode
    let side: Side
  }

  /// The description of a message's content in one document.
  private struct Side {
    let node: JSONNode
    let media: [DocumentedMedia]
  }

  private func statuses(
    of entry: Entry, _ document: ContractDocument, _ reader: SchemaReader
  ) -> [Response] {
    let properties = entry.node.properties(of: "responses").filter { !$0.name.hasPrefix("x-") }
    return properties.map { property in
      let node = reader.resolve(property.value)
      return Response(
        status: property.name == "default" ? property.name : property.name.uppercased(),
        key: property.key,
        side: Side(
          node: node,
          media: document.layout.media(of: node, in: entry.node, resolve: reader.resolve)))
    }
  }

  /// The response for a status. It is the response for the exact status, for its class, or the
  /// default. For a success class, it is the lowest success.
  private static func partner(of status: String, among others: [Response]) -> Int? {
    if let same = others.firstIndex(where: { $0.status == status }) { return same }
    guard status != "default" else { return nil }
    if let wide = others.firstIndex(where: { $0.status == "\(status.prefix(1))XX" }) { return wide }
    if status.hasSuffix("XX") {
      let inside = others.indices.filter { others[$0].status.hasPrefix(status.prefix(1)) }
      if let least = inside.min(by: { others[$0].status < others[$1].status }) { return least }
    }
    // If successes are documented, the default describes errors.
    let hasSuccess = others.contains { $0.status.hasPrefix("2") }
    if status.hasPrefix("2"), hasSuccess { return nil }
    return others.firstIndex { $0.status == "default" }
  }

  private static func isSuccess(_ status: String, among all: [Response]) -> Bool {
    status.hasPrefix("2") || status == "default" && !all.contains { $0.status.hasPrefix("2") }
  }

  private mutating func compareContent(
    _ was: Side, _ now: Side, isResponse: Bool, holder: JSONNode, _ step: Step
  ) {
    let old = Self.types(of: was)
    let new = Self.types(of: now)
    var context = schemas.inside(step.context, [was.node], [now.node])
    context.isResponse = isResponse
    var taken: Set<Int> = []
    for entry in old {
      guard let index = entry.type.partner(among: new.map(\.type), beside: old.map(\.type)) else {
        note(
          .mediaTypeRemoved(entry.type.description), step, isResponse: isResponse, old: entry.key,
          new: now.node.key(of: "content") ?? holder)
        continue
      }
      taken.insert(index)
      let other = new[index]
      var context = context
      if entry.type.fit(other.type) == .bothJSON, !entry.type.isOpen {
        note(
          .mediaTypeRenamed(entry.type.essence, to: other.type.essence), step,
          isResponse: isResponse, old: entry.key, new: other.key)
      }
      if !isResponse { compareFields((entry.type, entry.media), other.media, &context, step) }
      let items = (
        old: Self.items(of: entry.media, self.old), new: Self.items(of: other.media, self.new)
      )
      let schemas = (old: items.old ?? entry.media.schema, new: items.new ?? other.media.schema)
      if (items.old == nil) != (items.new == nil), schemas.old != nil, schemas.new != nil,
        !isOfItems(
          items.old == nil ? (schemas.old, oldReader) : (schemas.new, newReader), entry.type)
      {
        note(
          .conditions("itemSchema"), step, isResponse: isResponse, old: schemas.old ?? entry.key,
          new: schemas.new ?? other.key)
        continue
      }
      add(schemas.old, schemas.new, context, fallback: other.key, operation: step.index)
    }
    for (index, entry) in new.enumerated()
    where !taken.contains(index)
      && entry.type.partner(among: old.map(\.type), beside: new.map(\.type)) == nil
    {
      note(
        .mediaTypeAdded(entry.type.description), step, isResponse: isResponse, new: entry.key)
    }
  }

  private static func types(
    of side: Side
  ) -> [(type: MediaType, key: JSONNode, media: DocumentedMedia)] {
    side.media.compactMap { media in MediaType(media.name).map { ($0, media.key, media) } }
  }

  /// Whether a `schema` is about each item of a sequence, as `itemSchema` is. For events, it is
  /// about their data. If it allows arrays or strings, it is about the whole body.
  private func isOfItems(
    _ side: (schema: JSONNode?, reader: SchemaReader), _ type: MediaType
  ) -> Bool {
    let types = side.reader.types(of: side.reader.sites(of: side.schema))
    return SequenceFormat(type) != .events && types.isDisjoint(with: [.array, .string])
  }

  /// The schema of each item of a sequence.
  private static func items(of media: DocumentedMedia, _ document: ContractDocument) -> JSONNode? {
    guard let type = MediaType(media.name), SequenceFormat(type) != nil || type.isOpen,
      !document.layout.isSwagger
    else { return nil }
    return media.node["itemSchema"]
  }

  private struct Parameter {
    let name: String
    let location: String
    let node: JSONNode
    /// Parameters of a path are identified by position, not by name.
    let identity: String
    let schema: JSONNode?
    /// The style of a compound value: `form, exploded`.
    let way: String
    /// The media type of a value with `content`. Nil if the style decides how it is written.
    let content: MediaType?

    var shown: String { "\(location) parameter `\(FailureContext.shownName(name))`" }

    var isRequired: Bool { location == "path" || node["required"]?.bool == true }

    var nameNode: JSONNode { node["name"] ?? node }

    var styleNode: JSONNode {
      node["style"] ?? node["explode"] ?? node["collectionFormat"] ?? node["content"] ?? nameNode
    }
  }

  mutating func compareParameters(_ step: Step) {
    // From 3.0 on, these headers are described in other ways.
    let hasOthers = !old.layout.isSwagger || !new.layout.isSwagger
    func isCompared(_ parameter: Parameter, _ layout: OpenAPILayout) -> Bool {
      let others = ["header accept", "header authorization", "header content-type"]
      return !layout.isInBody(parameter.node)
        && !(hasOthers && others.contains(parameter.identity))
    }
    let was = parameters(of: step.old, old.layout, oldReader)
      .filter { isCompared($0, old.layout) }
    let now = parameters(of: step.new, new.layout, newReader)
      .filter { isCompared($0, new.layout) }
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
    let hasOtherContent = was.content?.essence != now.content?.essence
    if hasOtherContent || isCompound && types != .all && was.content == nil && was.way != now.way {
      note(
        .parameterStyle(
          now.shown, from: was.content?.essence ?? was.way, to: now.content?.essence ?? now.way),
        step, old: was.styleNode, new: now.styleNode)
    }
    if hasOtherContent { return }
    var context = step.context
    context.text = was.content == nil ? .all : .none
    add(was.schema, now.schema, context, fallback: now.nameNode, operation: step.index)
  }

  private func parameters(
    of entry: Entry, _ layout: OpenAPILayout, _ reader: SchemaReader
  ) -> [Parameter] {
    var found: [Parameter] = []
    var known: Set<String> = []
    let names = (try? PathTemplate(entry.template))?.parameterNames ?? []
    // The operation's own parameters replace those of its path.
    for owner in [entry.node] + entry.items.reversed() {
      for element in owner["parameters"].map({ Array($0.elements) }) ?? [] {
        let node = reader.resolve(element)
        guard let name = node["name"]?.string, let location = node["in"]?.string else { continue }
        let position = location == "path" ? names.firstIndex(of: name) : nil
        let folded = location == "header" ? ASCIIByte.lowercased(name) : name
        let identity = position.map { "path \($0)" } ?? "\(location) \(folded)"
        guard known.insert(identity).inserted else { continue }
        let content =
          layout.isSwagger ? nil : node["content"].flatMap { Array($0.properties).first }
        let type = content.flatMap { MediaType($0.name) }
        found.append(
          Parameter(
            name: name, location: location, node: node, identity: identity,
            schema: layout.schema(of: node) ?? content?.value["schema"],
            way: layout.way(of: node, in: location),
            // Plain text is the text of the value.
            content: type?.essence == "text/plain" ? nil : type))
      }
    }
    return found
  }
}

extension MediaType {
  /// The type in the other document that replaces this type. Types with different parameters are
  /// different. If a type of the other document equals another type of this document, it is the
  /// partner of that type.
  fileprivate func partner(among others: [MediaType], beside own: [MediaType]) -> Int? {
    if let same = others.firstIndex(where: isSame) { return same }
    guard let index = closest(of: others) else { return nil }
    let other = others[index]
    let isTaken = other.essence == essence && own.contains { $0.isSame(as: other) }
    return isTaken ? nil : index
  }
}
