internal import JSONTape

/// What was meant by the wrong names of one body. Names that come again are not compared again, and a
/// body cannot have more compared than is worth anybody's while.
final class NearestNames {
  private var known: [[String]: String?] = [:]
  private var comparisons = 0

  private static let mostComparisons = 1_000_000
  private static let mostKnown = 10_000

  /// The nearest of the names that a schema lists; nil also when too much was compared already.
  ///
  /// - Parameter schema: what the list is known by
  func of(_ wanted: String, among listed: [String], of schema: String) -> String? {
    let key = [wanted, schema]
    if let found = known[key] { return found }
    guard comparisons <= Self.mostComparisons else { return nil }
    comparisons += listed.count
    let near = NearestName.of(wanted, among: listed)
    if known.count < Self.mostKnown { known[key] = .some(near) }
    return near
  }
}

extension JSONNode {
  /// Objects of more members are maps: their members are not looked up one for another.
  static let mostNamedMembers = 1024

  /// Whether an object that is no large map has a member.
  func holds(_ name: String) -> Bool {
    count <= Self.mostNamedMembers && self[name] != nil
  }
}
