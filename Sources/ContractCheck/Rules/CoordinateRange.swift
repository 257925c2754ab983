internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let coordinateRange = BuiltInRules.coordinateRange.with(
    lint: Lint(
      severity: .error,
      parts: [.objects(with: .coordinate) { walk, object, _ in walk.lintCoordinateRange(object) }]),
    examples: [
      .right("fotolokashen", "Location", RuleExample.location(#""lat": -90, "lng": 180"#)),
      .wrong(
        "fotolokashen", "Location", at: "/lat",
        RuleExample.location(#""lat": 90.0000001, "lng": -122.4194"#)),
      .wrong(
        "fotolokashen", "Location", at: "/lng",
        RuleExample.location(#""lat": 37.7749, "lng": "-122.4194""#)),
      .wrong(
        "fotolokashen", "Location", at: "", property: "lng",
        RuleExample.location(#""lat": 37.7749"#)),
    ])

  fileprivate static func boundsWords(_ coordinate: Coordinate) -> String {
    let limit = coordinate.limit
    return "a \(coordinate) lies between -\(limit) and \(limit)"
  }
}

/// Without a contract, a range is checked if both coordinates of a pair are present. A single
/// coordinate is reported only if it is certainly a coordinate. It is certain if the value is a
/// fraction or the property has the long name.
extension BodyWalk {
  fileprivate mutating func lintCoordinateRange(_ object: Int) {
    let found = properties.filter { traits($0).roles.contains(.coordinate) }
    for property in found {
      let traits = traits(property)
      guard let coordinate = traits.coordinate else { continue }
      let others = found.filter { self.traits($0).coordinate != coordinate }
      if others.isEmpty {
        lintHalf(property, traits, coordinate, of: object)
      } else {
        lintRange(of: property, FailureContext.shownName(traits.name), coordinate, others)
      }
    }
  }

  private mutating func lintRange(
    of property: Property, _ name: String, _ coordinate: Coordinate, _ others: [Property]
  ) {
    let isBesideNumber = others.contains { content($0).isNumeric }
    switch content(property) {
    case .number:
      guard let number = document.node(at: property.value).number, isOutside(number, coordinate)
      else { return }
      add(
        .coordinateRange,
        FindingText(
          message: "`\(name)` is out of range; \(Rule.boundsWords(coordinate))",
          label: "are the two coordinates swapped?"),
        shape: "range", at: property, isGuess: false)
    case .numericString:
      add(
        .coordinateRange, string(name, label: "remove the quotes"), shape: "string", at: property,
        fix: ("remove the quotes", cursor.decodedString(property.value)))
    case .text where isBesideNumber && cursor.length(property.value) > 0:
      add(.coordinateRange, string(name, label: "send a number"), shape: "string", at: property)
    case .null where isBesideNumber:
      add(
        .coordinateRange,
        FindingText(
          message: "`\(name)` is null, but the other coordinate is present",
          label: "send both or neither"), shape: "null", at: property)
    case .text, .null, .other: break
    }
  }

  private func string(_ name: String, label: String) -> FindingText {
    FindingText(message: "`\(name)` is a string; a coordinate is a number", label: label)
  }

  private mutating func lintHalf(
    _ property: Property, _ traits: NameTraits, _ coordinate: Coordinate, of object: Int
  ) {
    let node = document.node(at: property.value)
    guard content(property).isNumeric, let number = JSONNumber(node.string ?? node.text),
      !isOutside(number, coordinate), !Coordinate.isWord(traits.folded),
      traits.folded.utf8.count > 3 || !number.isInteger
    else { return }
    let other =
      switch traits.folded {
      case "lat": "lng"
      case "latitude": "longitude"
      case "longitude": "latitude"
      default: "lat"
      }
    add(
      .coordinateRange, Rule.coordinateRange.text(of: "required", ["member": other]), shape: "half",
      to: object, at: path.pointer, lacking: other)
  }

  private func isOutside(_ number: JSONNumber, _ coordinate: Coordinate) -> Bool {
    number < JSONNumber(-coordinate.limit) || JSONNumber(coordinate.limit) < number
  }
}
