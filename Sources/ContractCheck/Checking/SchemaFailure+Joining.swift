@_spi(Engine) internal import JSONSchema

/// Decides which failure is reported if there are several failures at one place.
extension SchemaFailure {
  /// The rank of a failure of a key. The failure with the best message has the lowest rank. Nil for
  /// other failures.
  var rankOfKey: Int? {
    switch kind {
    case .alias: 0
    case .forbiddenKey: 1
    case .keyCase: 2
    case .additionalProperties, .unevaluatedProperties: 3
    case .undocumented: 4
    default: nil
    }
  }

  /// Whether the schema allows the value, and only clients cannot decode it.
  var isOfDecoding: Bool {
    switch kind {
    case .judged, .chosen: true
    default: false
    }
  }
}

extension SchemaFailure.Kind {
  /// Whether the schema of the value is `false`.
  var isNever: Bool { if case .never = self { true } else { false } }
}

extension [SchemaFailure] {
  /// The values that fail, including those inside branches.
  var instances: [Int] {
    flatMap { [$0.instance] + $0.alternatives.flatMap(\.failures).instances }
  }
}
