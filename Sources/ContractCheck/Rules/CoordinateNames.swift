internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let coordinateNames = Rule(
    id: "coordinate-names", summary: "a coordinate with a name that the contract does not use",
    rationale: "the app decodes `lat` and `lng`; if the coordinates have other names, the place "
      + "has no position",
    source: "Mobile API Response Schemas (v1), Coordinate Field Names",
    problems: [
      "if no schema describes a value, only coordinates that are numbers are found",
      "if an object has two properties for one coordinate (`lat` and `latitude`), there is no fix: "
        + "only the author knows which value is right",
    ],
    options: [
      RuleOption(
        name: "names", summary: "the contract's names of latitude and longitude", values: .pair,
        standard: "lat, lng")
    ],
    basis: .extensions,
    form: .keys(.coordinates),
    message: .assertion(coordinateName),
    repair: Repair(summary: "rename the property"),
    lint: Lint(
      severity: .warning, names: [(.coordinate, Coordinate.allCases.flatMap(\.spellings))],
      parts: [.objects(with: .coordinate) { walk, _, _ in walk.lintCoordinateNames() }]),
    examples: [
      .right(
        "fotolokashen", "Location", RuleExample.location(#""lat": 37.7749, "lng": -122.4194"#)),
      .wrong(
        "fotolokashen", "Location", at: "/latitude",
        RuleExample.location(#""latitude": 37.7749, "lng": -122.4194"#)),
      .wrong(
        "fotolokashen", "Location", at: "/lon",
        RuleExample.location(#""lat": 37.7749, "lon": -122.4194"#)),
    ])

  private static func coordinateName(_ failed: FailureContext) -> FindingText? {
    guard case .alias(let documented) = failed.failure.kind else { return nil }
    let isPresent = failed.parent?.holds(documented) ?? false
    return FindingText(
      message: "coordinate is named `\(failed.quotedName)`; this API says `\(documented)`"
        + (isPresent ? ", which is here too" : ""),
      label: isPresent ? "remove it" : "rename to `\(documented)`",
      why: "the app decodes `\(documented)`; if the coordinate has another name, the place has no "
        + "position")
  }
}

/// One of the two numbers of a position.
package enum Coordinate: CaseIterable, Sendable {
  /// Degrees north of the equator.
  case latitude
  /// Degrees east of Greenwich.
  case longitude

  /// Possible names of the property. All names except the contract's own are forbidden.
  package var spellings: [String] {
    switch self {
    case .latitude: ["lat", "latitude"]
    case .longitude: ["lng", "longitude", "lon", "long"]
    }
  }

  var limit: Int { self == .latitude ? 90 : 180 }

  /// The coordinate that a folded name means; nil for any other name.
  package init?(folded name: String) {
    guard let found = Self.allCases.first(where: { $0.spellings.contains(name) }) else {
      return nil
    }
    self = found
  }

  /// Whether a folded name is also an everyday word. If so, only the value decides.
  static func isWord(_ name: String) -> Bool { name == "long" }
}

package struct CoordinateNames: Hashable, Sendable {
  package var latitude: String
  package var longitude: String

  static let standard = CoordinateNames(latitude: "lat", longitude: "lng")

  subscript(coordinate: Coordinate) -> String {
    coordinate == .latitude ? latitude : longitude
  }
}

extension RuleSettings {
  package var coordinates: CoordinateNames {
    guard let names = self[.coordinateNames].options["names"], names.count == 2 else {
      return .standard
    }
    return CoordinateNames(latitude: names[0], longitude: names[1])
  }
}

/// Without a contract, a name counts if its value is a number, or a string that can be read as a
/// number. `long` is also an ordinary word. So it counts only together with a latitude.
extension BodyWalk {
  fileprivate mutating func lintCoordinateNames() {
    let found = properties.filter { traits($0).roles.contains(.coordinate) }
    let hasLatitude = found.contains {
      traits($0).coordinate == .latitude && content($0).isNumeric
    }
    for property in found {
      let traits = traits(property)
      guard let coordinate = traits.coordinate else { continue }
      let wanted = CoordinateNames.standard[coordinate]
      guard traits.name != wanted, content(property).isNumeric,
        !Coordinate.isWord(traits.folded) || hasLatitude
      else { continue }
      let rename = renaming(property, to: wanted)
      add(
        .coordinateNames,
        FindingText(
          message:
            "coordinate is named `\(FailureContext.shownName(traits.name))`; the usual name is "
            + "`\(wanted)`" + (rename == nil ? ", which is here too" : ""),
          label: rename == nil ? "remove it" : "rename to `\(wanted)`",
          why: "an app that decodes `\(wanted)` does not find a coordinate with another name"),
        at: property, isKey: true, fix: rename)
    }
  }

  enum CoordinateContent: Equatable {
    case number, numericString, text, null, other
    var isNumeric: Bool { self == .number || self == .numericString }
  }

  func content(_ property: Property) -> CoordinateContent {
    switch document.node(at: property.value).kind {
    case .number: .number
    case .string: JSONNumber(cursor.decodedString(property.value)) != nil ? .numericString : .text
    case .null: .null
    case .boolean, .array, .object: .other
    }
  }
}
