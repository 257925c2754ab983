@_spi(Engine) internal import ContractCaptures
package import JSONTape

/// The presets. A preset contains the rules of a framework. Each preset is a file of rules in
/// `schemas/presets/` and a part of the library.
extension OwnRules {
  /// The prefix of a preset's name in `extends`.
  static let presetPrefix = "preset:"

  /// The names of all presets.
  package static var presetNames: [String] { BundledPresets.all.map(\.name) }

  /// The rules of a preset; nil if there is no preset with this name.
  package static func preset(_ name: String) -> OwnRules? {
    guard let text = BundledPresets.all.first(where: { $0.name == name })?.text else { return nil }
    var rules = OwnRules()
    do {
      try rules.read(text.withUTF8Buffer { Array($0) }, name: presetPrefix + name) {
        _ throws(Contract.CompanionError) in nil
      }
    } catch {
      preconditionFailure("\(error)")
    }
    return rules
  }

  /// The properties that show which framework an object is from. The properties of one list are
  /// enough.
  private static let signs: KeyValuePairs<String, [Set<String>]> = [
    "django-rest-framework": [["next", "previous", "results"]],
    "json-api": [["attributes", "id", "type"]],
    "laravel": [["current_page", "path", "per_page"], ["next_cursor", "path", "per_page"]],
    "spring": [["totalElements", "totalPages"], ["numberOfElements", "pageable"]],
  ]

  /// The presets of the frameworks that the schemas of a contract look like.
  package static func presets(fitting contract: JSONNode) -> [String] {
    var found: Set<String> = []
    var open = [contract]
    while let node = open.popLast() {
      let names = Set(node["properties"]?.properties.map(\.name) ?? [])
      for (preset, lists) in signs where lists.contains(where: names.isSuperset) {
        found.insert(preset)
      }
      open += node.properties.map(\.value) + node.elements
    }
    return found.sorted()
  }

  /// The rule of a preset with an id.
  package static func ofPreset(_ id: String) -> Rule? {
    presetNames.lazy.compactMap { preset($0)?.named(id) }.first
  }

  /// Adds the rules of a preset that an `extends` names.
  mutating func extend(
    preset name: Substring, _ element: JSONNode, of file: String
  ) throws(ContractError) {
    guard let preset = Self.preset(String(name)) else {
      let known = Self.presetNames.map { "`\(Self.presetPrefix)\($0)`" }.joined(separator: ", ")
      throw ContractError(
        "there is no preset `\(SafeText.line(String(name)))`; there are \(known)"
          + NearestName.suggestion(for: String(name), among: Self.presetNames),
        contract: file, node: element)
    }
    formUnion(preset)
  }
}

extension Rule {
  /// Whether the rule belongs to a preset. Such a rule was not written for the current contracts.
  var isOfPreset: Bool { origin?.file.hasPrefix(OwnRules.presetPrefix) ?? false }
}
