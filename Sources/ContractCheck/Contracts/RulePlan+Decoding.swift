@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension OpenAPIReader {
  /// Warns about a name in the clients' settings if no schema documents the name. Such a setting
  /// has no effect.
  func warnOfUnknownDecoderNames() {
    guard !plan.decodedNames.isEmpty else { return }
    var open = files.files.map(\.document.root)
    let known = plan.decodedNames.sorted()
    var told: Set<String> = []
    while let node = open.popLast() {
      open += Array(node.elements) + node.properties.map(\.value)
      guard let extensions = node["x-schemacheck"] else { continue }
      let settings =
        [extensions["decoder"]] + (extensions["clients"]?.properties.map(\.value) ?? [])
      for name in settings.compactMap(\.self).flatMap(Self.documentedNames) {
        guard let text = name.string,
          let property = text.split(separator: ".").last.map(String.init),
          !plan.decodedNames.contains(property), told.insert(text).inserted
        else { continue }
        warnings.add(
          "no response schema has a property `\(SafeText.line(property))`"
            + NearestName.suggestion(for: property, among: told.count > 8 ? [] : known), name)
      }
    }
  }

  private static func documentedNames(_ client: JSONNode) -> [JSONNode] {
    (client["urls"].map { Array($0.elements) } ?? [])
      + (client["properties"]?.properties.map(\.key) ?? [])
      + (client["at"]?.properties.map(\.key) ?? [])
  }
}

/// Adds checks to a plan. They check how clients read the values of a response.
extension RulePlan {
  /// Adds checks for the scalars of a schema.
  ///
  /// - Parameter place: The property with the value.
  func attachDecoding(
    to draft: inout SchemaDraft, _ place: Place?, _ force: Force, _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let settings = force.settings
    guard settings.isResponse, draft.decoding == nil else { return }
    let clients = settings.clients
    if let refusal = force.refusal {
      draft.askChosenBranch(owner: refusal, needsName: clients.areNamed, compiler)
    }
    if clients.namesProperties { attachPlaces(to: &draft, clients) }
    guard !draft.isInPlace else { return }
    guard force.change != nil || force.refusal != nil else { return }
    let isOpen = draft.types == .all
    let types =
      isOpen ? compiler.outlines.types(of: compiler.outlines.outline(of: draft.sites)) : draft.types
    let readings = clients.list.map {
      $0.reading(ofProperty: place?.property, of: place?.schemas ?? [])
    }
    if let refusal = force.refusal, draft.types.contains(.object), types != .all {
      for keys in Set(readings.compactMap(\.mapKeys)) {
        guard let fragment = Self.mapKeys[keys] else { continue }
        try compiler.conjoin(fragment.document(), to: &draft, owner: refusal, words: refusal)
      }
    }
    // It is not known how clients decode a value of any type.
    let isFree = readings.contains { $0.isFreeForm ?? true }
    guard types != .all || isFree else { return }
    let format = draft.nodes.lazy.compactMap { $0["format"]?.string }.first
    let usual = [Client.usual.place(types.subtracting([.string]), format: nil, Client.Reading())]
    let places = zip(clients.list, readings).map { $0.place(types, format: format, $1) }
    let key = ClientJudge.Key(
      clients: clients.list.isEmpty ? .usual : clients, places: places.isEmpty ? usual : places)
    let judge = judges[key] ?? ClientJudge(key)
    judges[key] = judge
    var judgement = Judgement(judge, change: force.change, refusal: force.refusal)
    if types.contains(.string), let usual = judge.strings(format: format) {
      (judgement.asksStrings, judgement.usual) = (true, usual)
    }
    if types.contains(.number) {
      judgement.asksNumbers = types != .all && judge.asksNumbers
    } else if types.contains(.integer) {
      judgement.whole = judge.whole
    }
    if isFree {
      judgement.inside = types == .all ? .all : compiler.allowsOthers(draft) ? .unlisted : .nothing
    }
    draft.ask(judgement, compiler)
    note(draft, clients)
  }

  /// The schema of objects for maps whose keys are not text. If the keys are neither text nor
  /// integers, Swift reads and writes the map as an array of keys and values.
  private static let mapKeys: [String: Schema] = [
    "int": Schema.any.adding("propertyNames", json: ##"{"pattern":"^[+-]?[0-9]+$"}"##),
    "pairs": Schema.any.adding("not", json: "{}"),
  ]

  /// Gives the values of properties their place, if a client has its own settings for some
  /// properties.
  private func attachPlaces(to draft: inout SchemaDraft, _ clients: Clients) {
    let schemas = draft.nodes.compactMap { componentNames[SchemaKey($0)] }
    for index in draft.properties.indices {
      let name = draft.properties[index].name
      decodedNames.insert(name)
      guard clients.list.contains(where: { $0.hasReading(ofProperty: name) }) else { continue }
      draft.properties[index].roles.append(role(at: Place(property: name, schemas: schemas)))
    }
  }

  /// Warns if two keys of an object are the same property for a client, and if no key leads to a
  /// property.
  private func note(_ draft: SchemaDraft, _ clients: Clients) {
    guard let client = clients.converting.first, let table = draft.node["properties"] else {
      return
    }
    var known: [String: String] = [:]
    for listed in table.properties {
      let property = SnakeCaseConversion.property(listed.name)
      if let other = known.updateValue(listed.name, forKey: property), other != listed.name {
        warn("the decoder reads both `\(other)` and `\(listed.name)` as `\(property)`", listed.key)
      }
      let meant = client.property(listed.name)
      if property != meant {
        warn(
          "the decoder reads `\(listed.name)` as `\(property)`, but the app has `\(meant)`",
          listed.key)
      }
    }
  }
}
