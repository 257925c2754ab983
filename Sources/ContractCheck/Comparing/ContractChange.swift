internal import JSONTape

/// One change, as a comparison comes by it: data, without words and before it is known where else
/// the same is found.
struct ContractChange {
  enum Kind: Hashable {
    case operationRemoved(String, movedTo: String?)
    case operationAdded(String)
    case serverRemoved([String])
    case schemaRemoved(String)
    case statusRemoved(String, isSuccess: Bool)
    case statusAdded(String)
    case mediaTypeRemoved(String)
    case mediaTypeRenamed(String, to: String)
    case mediaTypeAdded(String)
    case parameterRequired(String, isNew: Bool)
    case parameterStyle(String, from: String, to: String)
    case parameterRemoved(String)
    case parameterAdded(String)
    case bodyRequired(isNew: Bool)
    case bodyRemoved
    case bodyAdded
    case type(from: [String], to: [String])
    /// Another type that the other side can do with.
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
  /// The place in the old document; nil for what is new.
  let old: JSONNode?
  /// The place in the new document; for what is gone, what held it.
  let new: JSONNode
  /// The operations it was found in, in the order of the new document.
  var operations: Set<Int> = []

  /// What two findings at one place have in common when they are one change in two directions.
  struct Aspect: Hashable {
    let facet: String
    var name = ""
  }
}

extension ContractChange.Kind {
  var aspect: ContractChange.Aspect {
    switch self {
    case .operationRemoved(let name, _): .init(facet: "operation", name: name)
    case .operationAdded(let name): .init(facet: "operation", name: name)
    case .serverRemoved: .init(facet: "servers")
    case .schemaRemoved(let name): .init(facet: "schema", name: name)
    case .statusRemoved(let status, _), .statusAdded(let status):
      .init(facet: "status", name: status)
    case .mediaTypeRemoved(let type), .mediaTypeRenamed(let type, _), .mediaTypeAdded(let type):
      .init(facet: "media type", name: type)
    case .parameterRequired(let name, _), .parameterRemoved(let name), .parameterAdded(let name):
      .init(facet: "parameter", name: name)
    case .parameterStyle(let name, _, _): .init(facet: "style", name: name)
    case .bodyRequired, .bodyRemoved, .bodyAdded: .init(facet: "body")
    case .type, .typeFits: .init(facet: "type")
    case .nullable, .notNull: .init(facet: "null")
    case .optional(let name, _), .always(let name), .dropped(let name, _, _, _),
      .added(let name, _, _):
      .init(facet: "member", name: name)
    case .closed, .opened: .init(facet: "closing")
    case .valuesAdded, .valuesRemoved, .valuesOpened, .valuesClosed: .init(facet: "values")
    case .variantAdded(let name), .variantRemoved(let name): .init(facet: "variant", name: name)
    case .coordinates: .init(facet: "coordinates")
    case .date: .init(facet: "date")
    case .format: .init(facet: "format")
    case .bound(let name, _, _, _): .init(facet: "bound", name: name)
    case .discriminator: .init(facet: "discriminator")
    case .conditions(let name): .init(facet: "conditions", name: name)
    }
  }
}

extension ContractChange {
  /// What kind of change this is, from the side of an app that is out already.
  var rule: ChangeRule {
    switch kind {
    case .operationRemoved: .operationRemoved
    case .operationAdded: .operationAdded
    case .serverRemoved: .serversChanged
    case .schemaRemoved: .schemaRemoved
    case .statusRemoved(_, let isSuccess): isSuccess ? .responseStatusRemoved : .errorStatusRemoved
    case .statusAdded: .responseStatusAdded
    case .mediaTypeRemoved: isResponse ? .responseMediaTypeRemoved : .requestMediaTypeRemoved
    case .mediaTypeRenamed: .mediaTypeRenamed
    case .mediaTypeAdded: .mediaTypeAdded
    case .parameterRequired: .parameterRequired
    case .parameterStyle: .parameterStyleChanged
    case .parameterRemoved: .parameterRemoved
    case .parameterAdded: .parameterAdded
    case .bodyRequired: .requestBodyRequired
    case .bodyRemoved: .requestBodyRemoved
    case .bodyAdded: .requestBodyAdded
    case .type: isResponse ? .responseTypeChanged : .requestTypeNarrowed
    case .typeFits: isResponse ? .responseNarrowed : .requestWidened
    case .nullable(let wasAlways):
      !isResponse
        ? .requestWidened : wasAlways ? .responseMemberNullable : .responseOptionalNullable
    case .notNull: isResponse ? .responseNarrowed : .requestMemberNotNull
    case .optional(_, let wasNullable):
      !isResponse ? .requestWidened : wasNullable ? .responseNullOmitted : .responseMemberOptional
    case .always: isResponse ? .responseNarrowed : .requestMemberRequired
    case .dropped(_, let wasAlways, _, let isRefused):
      isResponse
        ? (wasAlways ? .responseMemberDropped : .responseOptionalDropped)
        : (isRefused ? .requestMemberRefused : .requestMemberRemoved)
    case .added(_, let isRequired, _):
      isResponse
        ? .responseMemberAdded : isRequired ? .requestMemberRequired : .requestMemberAdded
    case .closed: .requestMembersClosed
    case .opened: .requestWidened
    case .valuesAdded: isResponse ? .responseEnumValueAdded : .requestWidened
    case .valuesRemoved: isResponse ? .responseNarrowed : .requestEnumValueRemoved
    case .valuesOpened: isResponse ? .responseEnumOpened : .requestWidened
    case .valuesClosed: isResponse ? .responseNarrowed : .requestEnumClosed
    case .variantAdded: isResponse ? .responseVariantAdded : .requestWidened
    case .variantRemoved: isResponse ? .responseNarrowed : .requestVariantRemoved
    case .coordinates: .coordinatePairRenamed
    case .date(let from, let to):
      isResponse
        ? (from == nil ? .responseNarrowed : .dateFormatChanged)
        : (to == nil ? .requestWidened : .dateFormatChanged)
    case .format(let from, let to):
      isResponse
        ? (from == nil ? .responseNarrowed : .responseFormatChanged)
        : (to == nil ? .requestWidened : .requestFormatChanged)
    case .bound(_, let isTighter, _, _):
      isResponse
        ? (isTighter ? .responseNarrowed : .responseBoundsWidened)
        : (isTighter ? .requestBoundsNarrowed : .requestWidened)
    case .discriminator: .discriminatorChanged
    case .conditions: .conditionsChanged
    }
  }
}
