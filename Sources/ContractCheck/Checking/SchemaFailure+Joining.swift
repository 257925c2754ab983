@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

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

extension JSONDocument {
  /// The tape indices of all values of repeated keys, and of what is in these values. The ranges
  /// do not overlap, and they are sorted.
  var repeatedValues: [Range<Int>] {
    var values: [Range<Int>] = []
    for start in duplicateKeys().flatMap({ [$0.first + 1, $0.repeated + 1] }).sorted()
    where start >= values.last?.upperBound ?? 0 {
      values.append(start..<cursor.next(start))
    }
    return values
  }
}
