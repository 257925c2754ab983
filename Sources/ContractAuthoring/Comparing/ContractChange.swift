internal import JSONTape

/// One change as the comparison finds it. It has no texts, and equal changes are not merged yet.
struct ContractChange {
  enum Kind {
    case operationRemoved(String, movedTo: String?)
    case operationAdded(String)
    case serverRemoved([String])
    case schemaRemoved(String)
    case statusRemoved(String, isSuccess: Bool)
    case statusAdded(String)
    case mediaTypeRemoved(String)
    case mediaTypeRenamed(String, to: String)
    case mediaTypeAdded(String)
    case credentialsRequired
    case parameterRequired(String, isNew: Bool)
    case parameterStyle(String, from: String, to: String)
    case parameterRemoved(String)
    case parameterAdded(String)
    case bodyRequired(isNew: Bool)
    case bodyRemoved
    case bodyAdded
    case type(from: [String], to: [String])
    /// A type has changed, but the app or the server that reads the value accepts the new type.
    case typeFits(from: [String], to: [String])
    case nullable(wasAlways: Bool)
    case notNull
    case optional(name: String, wasNullable: Bool)
    case always(name: String)
    case dropped(name: String, wasAlways: Bool, successor: String?, isRefused: Bool)
    case added(name: String, isRequired: Bool, predecessor: String?)
    case closed
    case opened
    case valuesAdded([String])
    case valuesRemoved([String])
    case valuesOpened
    case valuesClosed
    case variantAdded(String)
    case variantRemoved(String)
    case coordinates(from: [String], to: [String])
    case date(from: String?, to: String?)
    case format(from: String?, to: String?)
    case bound(String, isTighter: Bool, from: String?, to: String?)
    case discriminator(from: String, to: String)
    case conditions(String)
  }

  var kind: Kind
  let isResponse: Bool
  /// The place in the old document. Nil for additions.
  let old: JSONNode?
  /// The place in the new document. For removals, the parent.
  let new: JSONNode
  var operations: Set<Int> = []

  /// The subject of a change. Two changes with the same facet and name at one place are one change
  /// in two directions.
  struct Aspect {
    let facet: String
    var name = ""
    /// The changed keyword of a schema.
    var keyword: String?
  }

  var aspect: Aspect {
    switch kind {
    case .operationRemoved(let name, _), .operationAdded(let name):
      .init(facet: "operation", name: name)
    case .serverRemoved: .init(facet: "servers")
    case .schemaRemoved(let name): .init(facet: "schema", name: name)
    case .statusRemoved(let status, _), .statusAdded(let status):
      .init(facet: "status", name: status)
    case .mediaTypeRemoved(let type), .mediaTypeRenamed(let type, _), .mediaTypeAdded(let type):
      .init(facet: "media type", name: type)
    case .credentialsRequired: .init(facet: "credentials")
    case .parameterRequired(let name, _), .parameterRemoved(let name), .parameterAdded(let name):
      .init(facet: "parameter", name: name)
    case .parameterStyle(let name, _, _): .init(facet: "style", name: name)
    case .bodyRequired, .bodyRemoved, .bodyAdded: .init(facet: "body")
    case .type, .typeFits: .init(facet: "type", keyword: "type")
    case .nullable, .notNull: .init(facet: "null", keyword: "type")
    case .optional(let name, _), .always(let name):
      .init(facet: "member", name: name, keyword: "required")
    case .dropped(let name, _, _, _), .added(let name, _, _):
      .init(facet: "member", name: name, keyword: "properties")
    case .closed, .opened: .init(facet: "closing", keyword: "additionalProperties")
    case .valuesAdded, .valuesRemoved, .valuesOpened, .valuesClosed:
      .init(facet: "values", keyword: "enum")
    case .variantAdded(let name), .variantRemoved(let name):
      .init(facet: "variant", name: name, keyword: "oneOf")
    case .coordinates: .init(facet: "coordinates", keyword: "properties")
    case .date: .init(facet: "date", keyword: "format")
    case .format: .init(facet: "format", keyword: "format")
    case .bound(let name, _, _, _): .init(facet: "bound", name: name, keyword: name)
    case .discriminator: .init(facet: "discriminator", keyword: "discriminator")
    case .conditions(let name): .init(facet: "conditions", name: name, keyword: name)
    }
  }

  /// For fingerprints: the difference from other changes of the same rule at the same place.
  var shape: String {
    switch kind {
    case .valuesAdded(let values), .valuesRemoved(let values): values.joined(separator: ", ")
    case .type(_, let types), .typeFits(_, let types): types.joined(separator: ", ")
    case .date(_, let form?), .format(_, let form?), .bound(_, _, _, let form?): form
    case .discriminator(_, let name): name
    case .parameterRequired(let name, _), .parameterStyle(let name, _, _),
      .parameterRemoved(let name), .parameterAdded(let name):
      name
    default: ""
    }
  }

  var property: String? {
    switch kind {
    case .dropped(_, _, nil, _), .operationRemoved(_, nil), .schemaRemoved, .statusRemoved,
      .mediaTypeRemoved, .parameterRemoved, .variantRemoved:
      aspect.name
    default: nil
    }
  }
}
