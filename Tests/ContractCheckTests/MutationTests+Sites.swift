import TestSupport
import JSONTape

/// What a contract settles for its rules, read from the document by the test itself.
struct ContractTerms {
  let coordinates: [String]?
  let dateProfile: String
  let keyCase: String
  let keyCaseSeverity: String
  let convertsKeys: Bool

  init(_ root: JSONNode) {
    convertsKeys = root["x-schemacheck"]?["decoder"]?["keys"]?.string == "convertFromSnakeCase"
    let rules = root["x-schemacheck"]?["rules"]
    let names = rules?["coordinate-names"]
    coordinates =
      names?.string == "off"
      ? nil : names?["names"]?.elements.compactMap(\.string) ?? ["lat", "lng"]
    dateProfile = rules?["iso-dates"]?["profile"]?.string ?? "rfc3339"
    keyCase = rules?["key-case"]?["case"]?.string ?? ""
    keyCaseSeverity = rules?["key-case"]?["severity"]?.string ?? "error"
  }
}

/// One value of a valid body with the schema that describes it: a place for mutations.
struct MutationSite {
  let path: [String]
  let value: JSONTree
  /// Resolved; nil below what no schema describes.
  let schema: JSONNode?
  /// The schema of the object that has the value as a property.
  let parent: JSONNode?

  var name: String? { path.last }
  var types: [String] {
    guard let type = schema?["type"] else { return [] }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }
  var properties: [(name: String, schema: JSONNode)] {
    (schema?["properties"]?.properties.map { $0 } ?? []).map { ($0.name, $0.value) }
  }
  var required: Set<String> { Set(schema?["required"]?.elements.compactMap(\.string) ?? []) }
  /// Whether properties that are not listed are welcome.
  var isOpen: Bool { properties.isEmpty || schema?["additionalProperties"] != nil }
  var pointer: String { JSONPointer(tokens: path).description }

  /// Every site of a body, the body itself first.
  static func all(
    of value: JSONTree, _ schema: JSONNode?, in file: ContractFile, path: [String] = [],
    parent: JSONNode? = nil
  ) -> [MutationSite] {
    let schema = schema.map(file.resolve)
    var sites = [MutationSite(path: path, value: value, schema: schema, parent: parent)]
    for property in value.properties {
      sites += all(
        of: property.value, schema?["properties"]?[property.name], in: file,
        path: path + [property.name], parent: schema)
    }
    for (index, element) in value.elements.enumerated() {
      sites += all(of: element, schema?["items"], in: file, path: path + ["\(index)"])
    }
    return sites
  }
}

/// What SPEC, section 2, calls a property.
extension MutationSite {
  private static let figures: Set<String> = [
    "page", "limit", "per_page", "total", "totalPages", "total_pages", "hasMore",
  ]

  /// Whether a schema lists pagination figures: an object of its own, or flat beside the items.
  static func isPagination(_ schema: JSONNode?) -> Bool {
    let names = Set(schema?["properties"]?.properties.map(\.name) ?? [])
    return names.isSuperset(of: ["page", "total"])
      && !names.isDisjoint(with: ["limit", "per_page"])
  }

  static func isFigure(_ name: String?, of schema: JSONNode?) -> Bool {
    isPagination(schema) && name.map(figures.contains) ?? false
  }

  var isFigure: Bool { Self.isFigure(name, of: parent) }

  /// Whether it is the object that holds the figures.
  var isPaginationObject: Bool {
    Self.isPagination(schema) && !path.isEmpty
  }

  /// The profile that a date of this site must have; nil when it is none.
  func dateProfile(_ terms: ContractTerms) -> String? {
    if let own = schema?["x-schemacheck"]?["rules"]?["iso-dates"]?["profile"]?.string { return own }
    switch schema?["format"]?.string {
    case "date-time": return terms.dateProfile
    case "date": return "date"
    default: return nil
    }
  }
}
