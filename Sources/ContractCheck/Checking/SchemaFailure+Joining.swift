@_spi(Engine) internal import JSONSchema

/// Which of several failures of one place speaks for the others.
extension SchemaFailure {
  /// Of what is wrong with a key, the best words first; nil where it is wrong in another way.
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

extension [SchemaFailure] {
  /// The values that fail, with those within branches.
  var instances: [Int] {
    flatMap { [$0.instance] + $0.alternatives.flatMap(\.failures).instances }
  }
}
