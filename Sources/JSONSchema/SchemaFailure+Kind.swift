@_spi(Engine) public import JSONTape

extension SchemaFailure {
  /// The failed assertion, with the values that a message needs.
  public enum Kind: Sendable {
    /// The value has none of the allowed types.
    case type(expected: TypeSet, found: JSONKind)
    /// The value differs from the only allowed value.
    case const(expected: JSONNode)
    /// The value is none of the allowed values.
    case `enum`(allowed: [JSONNode])
    /// The number is below the minimum.
    case minimum(JSONNumber)
    /// The number is not greater than this number.
    case exclusiveMinimum(JSONNumber)
    /// The number is above the maximum.
    case maximum(JSONNumber)
    /// The number is not less than this number.
    case exclusiveMaximum(JSONNumber)
    /// The number is not a multiple of this number.
    case multipleOf(JSONNumber)
    /// The string has fewer Unicode scalars than the limit.
    case minLength(limit: JSONNumber, found: Int)
    /// The string has more Unicode scalars than the limit.
    case maxLength(limit: JSONNumber, found: Int)
    /// No part of the string matches this regular expression.
    case pattern(String)
    /// The search for the pattern takes more steps than the limit allows. So it is unknown whether
    /// the instance is valid.
    case patternLimit(String)
    /// The string does not have the format.
    case format(Format)
    /// The string is not a date of the profile.
    case date(DateProfile)
    /// Not all clients read the value as it was sent. `half` is the escape of half a surrogate pair
    /// in the string or the key.
    @_spi(Engine) case judged(any ScalarJudge, half: String?)
    /// The array has fewer elements than the limit.
    case minItems(limit: JSONNumber, found: Int)
    /// The array has more elements than the limit.
    case maxItems(limit: JSONNumber, found: Int)
    /// Two elements are equal. `first` and `second` are their positions.
    case uniqueItems(first: Int, second: Int)
    /// Too few or too many elements match the schema. If `maximum` is nil, there is no upper limit.
    case contains(minimum: JSONNumber, maximum: JSONNumber?, found: Int, schema: JSONNode?)
    /// The object has fewer properties than the limit.
    case minProperties(limit: JSONNumber, found: Int)
    /// The object has more properties than the limit.
    case maxProperties(limit: JSONNumber, found: Int)
    /// A required property is missing.
    case required(property: String)
    /// A property is missing, but another property requires it.
    case dependentRequired(property: String, because: String)
    /// A property whose name is not in the list and matches no pattern.
    case additionalProperties(property: String, listed: [String])
    /// The first element after the `limit` elements that are allowed.
    case additionalItems(limit: Int)
    /// A property that no keyword has evaluated.
    case unevaluatedProperties(property: String, listed: [String])
    /// The element at this position. No keyword has evaluated it.
    case unevaluatedItems(index: Int)
    /// No branch of an `anyOf` accepts the value. `nearest` are the branches that are equally near.
    /// If only one branch is nearest, the failures of this branch are reported, not this failure.
    case anyOf(branches: Int, nearest: [Alternative])
    /// No branch of a `oneOf` accepts the value. `nearest` are the branches that are equally near.
    /// If only one branch is nearest, the failures of this branch are reported, not this failure.
    case oneOf(branches: Int, nearest: [Alternative])
    /// Several branches of a `oneOf` accept the value.
    case oneOfMatches([Branch])
    /// The value matches the schema of a `not`.
    case not(schema: JSONNode?)
    /// The schema is `false` at this place.
    case never
    /// The value does not match the branch that its discriminator names. Or the discriminator's
    /// value is none of the known names. `by` is the name of the discriminator.
    @_spi(Engine) case chosen(by: String, known: [JSONNode])
    /// A property that is not allowed in this direction.
    case refused(Direction)
    /// The values of an object are not related as a rule asks.
    @_spi(Engine) case relation(Relation, of: JSONNode, MessageFacts)
    /// A documented property under another name.
    case alias(of: String)
    /// A property whose name is forbidden.
    case forbiddenKey
    /// A property name with another letter case than the contract uses.
    case keyCase
    /// A property that the schema does not list.
    case undocumented(listed: [String])
    /// An object or an array that is one level too deep or too high.
    case displaced(Displacement)
    /// The instance is nested more deeply than the limit allows. So it is unknown whether the
    /// instance is valid.
    case tooDeep
    /// The evaluation takes more steps than the limit allows. So it is unknown whether the instance
    /// is valid.
    case tooMuchWork
    /// The instance is invalid, but the search for the reason takes more steps than the limit
    /// allows.
    case unexplained
  }
}

extension SchemaFailure.Kind {
  /// The number in the keyword.
  @_spi(Engine) public var limit: JSONNumber? {
    switch self {
    case .minimum(let limit), .exclusiveMinimum(let limit), .maximum(let limit),
      .exclusiveMaximum(let limit), .multipleOf(let limit), .minLength(let limit, _),
      .maxLength(let limit, _), .minItems(let limit, _), .maxItems(let limit, _),
      .minProperties(let limit, _), .maxProperties(let limit, _):
      limit
    default: nil
    }
  }
}

extension FailureReader {
  mutating func kind(
    _ raw: RawFailure, _ assertion: Assertion, _ node: JSONNode
  ) -> SchemaFailure.Kind {
    if let displacement = raw.displacement {
      return .displaced(
        SchemaFailure.Displacement(
          level: displacement.level, property: displacement.property, owners: displacement.owners))
    }
    if !raw.choices.isEmpty { return .enum(allowed: allowed(by: raw.choices)) }
    var key: String { raw.key >= 0 ? document.node(at: raw.key).string ?? "" : "" }
    let scalars = { node.string?.unicodeScalars.count ?? 0 }
    let plan = plan
    let limit = { (limit: Int32) in plan.bound(limit, of: assertion) }
    switch assertion.operation {
    case .type(let types, _): return .type(expected: raw.types ?? types, found: node.kind)
    case .const(let constant): return .const(expected: plan.tables.enumerations[Int(constant)][0])
    case .enumeration(let list): return .enum(allowed: plan.tables.enumerations[Int(list)])
    case .minimum(let bound): return .minimum(plan.tables.numbers[Int(bound)])
    case .exclusiveMinimum(let bound): return .exclusiveMinimum(plan.tables.numbers[Int(bound)])
    case .maximum(let bound): return .maximum(plan.tables.numbers[Int(bound)])
    case .exclusiveMaximum(let bound): return .exclusiveMaximum(plan.tables.numbers[Int(bound)])
    case .multipleOf(let divisor): return .multipleOf(plan.tables.numbers[Int(divisor)])
    case .minLength(let least): return .minLength(limit: limit(least), found: scalars())
    case .maxLength(let most): return .maxLength(limit: limit(most), found: scalars())
    case .pattern(let pattern): return .pattern(plan.tables.patterns[Int(pattern)].source)
    case .format(let format): return .format(format)
    case .date(let profile): return .date(profile)
    case .judged(let judgement, _):
      let judge = plan.tables.judgements[Int(judgement)].judge
      let text = raw.key >= 0 ? raw.key : raw.instance
      return document.withCursor { cursor in
        guard cursor.rawTag(text) == TapeTag.string.rawValue,
          let half = cursor.halfSurrogate(text)
        else { return .judged(judge, half: nil) }
        let escape = cursor.bytes(in: half.offset..<half.end)
        return .judged(judge, half: String(decoding: escape, as: UTF8.self))
      }
    case .minItems(let least): return .minItems(limit: limit(least), found: node.count)
    case .maxItems(let most): return .maxItems(limit: limit(most), found: node.count)
    case .uniqueItems: return .uniqueItems(first: raw.detail, second: raw.second)
    case .contains(let contains):
      let contains = plan.view.containsPlans[Int(contains)]
      return .contains(
        minimum: plan.bound(contains.minimum, of: assertion, "minContains"),
        maximum: contains.maximum < 0
          ? nil : plan.bound(contains.maximum, of: assertion, "maxContains"),
        found: raw.detail, schema: plan.schema(of: contains.node))
    case .minProperties(let least): return .minProperties(limit: limit(least), found: node.count)
    case .maxProperties(let most): return .maxProperties(limit: limit(most), found: node.count)
    case .required(let name): return .required(property: plan.tables.strings[Int(name)])
    case .dependentRequired(let dependency):
      let dependency = plan.tables.dependencies[Int(dependency)]
      return .dependentRequired(
        property: String(decoding: dependency.needed[raw.detail], as: UTF8.self),
        because: String(decoding: dependency.property, as: UTF8.self))
    case .additionalProperties(let object):
      return .additionalProperties(
        property: key, listed: plan.listedNames(ofObject: object, allNamed: false))
    case .additionalItems: return .additionalItems(limit: raw.detail)
    case .unevaluatedProperties:
      // A branch that does not accept the value may also list the property.
      let names = inPlaceNames.value(for: raw.assertion) { plan.namesInPlace(of: raw.assertion) }
      return .unevaluatedProperties(property: key, listed: names.filter { $0 != key })
    case .unevaluatedItems: return .unevaluatedItems(index: raw.detail)
    case .anyOf(let list):
      return .anyOf(branches: Int(list.count), nearest: alternatives(raw))
    case .oneOf(let list):
      return raw.matches.isEmpty
        ? .oneOf(branches: Int(list.count), nearest: alternatives(raw))
        : .oneOfMatches(
          raw.matches.map { position in
            let node = plan.view.children[Int(list.start) + position]
            return branch(RawBranch(position: position, node: node, count: Int(list.count)))
          })
    case .not(let excluded): return .not(schema: plan.schema(of: excluded))
    case .keyPolicy(let policy):
      switch raw.fault {
      case .entry(.alias(let name))?: return .alias(of: name)
      case .entry(.forbidden)?: return .forbiddenKey
      case .keyCase?: return .keyCase
      case .undocumented?, nil:
        return .undocumented(listed: plan.tables.keyPolicies[Int(policy)].listed)
      }
    case .refused(let direction): return .refused(direction)
    case .chosen(let list):
      let discriminator = plan.tables.discriminators[list.start]
      let unknown = node.kind == .string ? discriminator?.unknown ?? -1 : -1
      return .chosen(
        by: String(decoding: discriminator?.property ?? [], as: UTF8.self),
        known: unknown < 0 ? [] : plan.allowed(by: unknown))
    case .relation(let relation):
      return .relation(
        plan.tables.relations[Int(relation)], of: document.node(at: raw.detail), facts)
    case .never, .propertyNames, .dependentSchema, .dependencies, .allOf, .conditional, .reference,
      .dynamicReference, .heir, .search, .elements, .demand, .walk:
      return .never
    }
  }
}
