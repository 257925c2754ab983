@_spi(Engine) internal import JSONTape

/// Coordinates by their names.
///
/// A name is judged where its value is a number, or a string that reads as one; `long` is also a
/// word, so it counts beside a latitude alone. A range is judged where both halves are there. A
/// half alone is reported where it surely is a coordinate: a fraction, or a member with the long
/// name.
extension BodyWalk {
  private enum Content: Equatable {
    case number, numericString, text, null, other
    var isNumeric: Bool { self == .number || self == .numericString }
  }

  private func content(_ member: Member) -> Content {
    switch document.node(at: member.value).kind {
    case .number: .number
    case .string: JSONNumber(cursor.decodedString(member.value)) != nil ? .numericString : .text
    case .null: .null
    case .boolean, .array, .object: .other
    }
  }

  mutating func lintCoordinates(_ object: Int) {
    let found = members.filter { traits($0).roles.contains(.coordinate) }
    let latitudes = found.filter { traits($0).isLatitude }
    let longitudes = found.filter { !traits($0).isLatitude }
    let hasLatitude = latitudes.contains { content($0).isNumeric }
    for member in found {
      lintName(of: member, hasLatitude: hasLatitude)
      let others = traits(member).isLatitude ? longitudes : latitudes
      if others.isEmpty {
        lintHalf(member, of: object)
      } else {
        lintRange(of: member, others)
      }
    }
  }

  private mutating func lintName(of member: Member, hasLatitude: Bool) {
    let traits = traits(member)
    let pair = CoordinateNames.standard
    let wanted = traits.isLatitude ? pair.latitude : pair.longitude
    guard traits.name != wanted, content(member).isNumeric, traits.folded != "long" || hasLatitude
    else { return }
    let rename = renaming(member, to: wanted)
    add(
      .coordinateNames,
      .coordinateName(traits.name, wanted: wanted, isPresent: rename == nil), at: member,
      isKey: true, fix: rename)
  }

  private mutating func lintRange(of member: Member, _ others: [Member]) {
    let traits = traits(member)
    let isBesideNumber = others.contains { content($0).isNumeric }
    switch content(member) {
    case .number:
      guard let number = document.node(at: member.value).number, isOutside(number, traits) else {
        return
      }
      add(
        .coordinateRange,
        .outsideEarth(traits.name, isLatitude: traits.isLatitude), at: member,
        isGuess: false)
    case .numericString:
      add(
        .coordinateRange, .coordinateString(traits.name, isNumeric: true),
        at: member, fix: ("remove the quotes", cursor.decodedString(member.value)))
    case .text where isBesideNumber && cursor.length(member.value) > 0:
      add(
        .coordinateRange, .coordinateString(traits.name, isNumeric: false),
        at: member)
    case .null where isBesideNumber:
      add(.coordinateRange, .nullHalf(traits.name), at: member)
    case .text, .null, .other: break
    }
  }

  private mutating func lintHalf(_ member: Member, of object: Int) {
    let traits = traits(member)
    let number = JSONNumber(
      document.node(at: member.value).string ?? document.node(at: member.value).text)
    guard content(member).isNumeric, let number, !isOutside(number, traits),
      traits.folded != "long", traits.folded.utf8.count > 3 || !number.isInteger
    else { return }
    let other =
      switch traits.folded {
      case "lat": "lng"
      case "latitude": "longitude"
      case "longitude": "latitude"
      default: "lat"
      }
    add(.coordinateRange, .halfPair(absent: other), to: object, at: pointer(), lacking: other)
  }

  private func isOutside(_ number: JSONNumber, _ traits: NameTraits) -> Bool {
    let limit = traits.isLatitude ? 90 : 180
    return number < JSONNumber(-limit) || JSONNumber(limit) < number
  }
}
