internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let explicitNull = BuiltInRules.explicitNull.with(
    listing: Listing(
      message: "{list} are missing; this API sends an explicit `null`",
      addition: "`\"{name}\": null`"),
    lint: Lint(
      severity: .warning,
      names: [
        (
          .discriminator,
          ["type", "kind", "@type", "$type", "_type", "__typename", "object", "event"]
        )
      ],
      parts: [.arrays { walk, array in walk.lintElements(array) }]),
    examples: [
      .right(
        "fotolokashen", "Photo",
        #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true, "caption": null}"#),
      .wrong(
        "fotolokashen", "Photo", at: "", property: "caption",
        #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": true}"#),
      .wrong(
        "social-posts", "User", at: "", property: "avatarURL",
        #"{"id": "u", "username": "alice", "displayName": "Alice Smith"}"#),
    ])
}

/// Without a contract, reports properties that are missing in some objects of an array. See
/// ``ElementShapes/absences()``.
///
/// Skips arrays with values other than objects, and arrays with more than 128 names, because such
/// names are data. Elements with a discriminator, such as `type` or `kind`, are compared only with
/// elements of the same kind.
extension BodyWalk {
  fileprivate mutating func lintElements(_ array: Int) {
    // A request may omit unknown values.
    guard !context.isRequest, array >= freeFormEnd, cursor.count(array) > 1 else { return }
    var properties: [Int: Int] = [:]
    var nameOfProperty: [Int] = []
    var shapes = ElementShapes()
    var shapeOfElement: [Int] = []
    var element = cursor.firstChild(array)
    let end = cursor.next(array)
    while element < end {
      guard cursor.rawTag(element) == TapeTag.object.rawValue else { return }
      var set = ElementShapes.PropertySet()
      var valued = ElementShapes.PropertySet()
      var null = ElementShapes.PropertySet()
      var kind: String?
      var key = cursor.firstChild(element)
      while key < cursor.next(element) {
        let name = names.id(of: cursor.decodedString(key))
        let property = properties[name] ?? nameOfProperty.count
        if property == nameOfProperty.count {
          guard property < ElementShapes.PropertySet.capacity else { return }
          properties[name] = property
          nameOfProperty.append(name)
        }
        set.insert(property)
        let tag = cursor.rawTag(key + 1)
        if tag != TapeTag.true.rawValue { valued.insert(property) }
        if tag == TapeTag.null.rawValue { null.insert(property) }
        if kind == nil, tag == TapeTag.string.rawValue,
          names.traits[name].roles.contains(.discriminator)
        {
          kind = cursor.decodedString(key + 1)
        }
        key = cursor.next(key + 1)
      }
      shapeOfElement.append(
        shapes.add(ElementShapes.Shape(kind: kind, properties: set), valued: valued, null: null))
      element = cursor.next(element)
    }
    report(shapes.absences(), of: array, shapeOfElement, nameOfProperty)
  }

  private mutating func report(
    _ absences: [ElementShapes.Absence], of array: Int, _ shapeOfElement: [Int],
    _ nameOfProperty: [Int]
  ) {
    guard absences.contains(where: { !$0.properties.isEmpty }) else { return }
    let pointer = path.pointer
    var element = cursor.firstChild(array)
    for (position, shape) in shapeOfElement.enumerated() {
      for (property, count) in absences[shape].properties {
        reportAbsence(
          of: names.traits[nameOfProperty[property]], in: element, at: pointer.appending(position),
          "\(count) of \(absences[shape].elements) such elements", isOne: count == 1)
      }
      element = cursor.next(element)
    }
  }

  /// - Parameter others: The objects with the property, in words: "3 of 4 such elements".
  mutating func reportAbsence(
    of traits: NameTraits, in object: Int, at pointer: JSONPointer, _ others: String, isOne: Bool,
    shape: String = ""
  ) {
    // A secret should not be present at all.
    if traits.roles.contains(.secret) { return }
    if Self.leavesOut(traits.name, document.node(at: object), at: pointer) { return }
    // Rules about coordinates report half a pair, or a pair under other names.
    if traits.roles.contains(.coordinate), hasCoordinate(object) { return }
    let name = FailureContext.shownName(traits.name)
    add(
      .explicitNull,
      FindingText(
        message: "`\(name)` is missing; \(others) \(isOne ? "has it" : "have it")",
        label: "add `\"\(name)\": null`"),
      shape: shape, to: object, at: pointer, lacking: traits.name,
      fix: .inserting(traits.name, into: document.node(at: object), of: document, isSafe: false))
  }

  /// Whether an object may be without a property in JSON:API. A resource may lack every property
  /// except `type` and `id`. An error may lack every property.
  private static func leavesOut(_ name: String, _ object: JSONNode, at pointer: JSONPointer) -> Bool
  {
    let beside = ["attributes", "relationships", "links", "meta"]
    if beside.contains(name) { return object["type"]?.string != nil && object["id"]?.string != nil }
    let ofErrors = ["id", "status", "code", "title", "detail", "source"]
    return pointer.tokens.first == "errors" && ofErrors.contains(name)
      && object.properties.allSatisfy { (ofErrors + beside).contains($0.name) }
  }

  private func hasCoordinate(_ object: Int) -> Bool {
    document.node(at: object).properties.contains {
      names.traits[names.id(of: $0.name)].roles.contains(.coordinate)
    }
  }
}
