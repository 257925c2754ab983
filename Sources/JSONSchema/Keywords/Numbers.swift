@_spi(Engine) import JSONTape

/// `minimum`, `maximum`, their exclusive forms and `multipleOf`.
/// Source: JSON Schema Validation 2020-12, section 6.2.
extension Keyword {
  static let numbers: [Keyword] = [
    bound("minimum") { .minimum($0) },
    bound("exclusiveMinimum") { .exclusiveMinimum($0) },
    bound("maximum") { .maximum($0) },
    bound("exclusiveMaximum") { .exclusiveMaximum($0) },
    multipleOf,
  ]

  /// The bounds of draft 4, where `exclusiveMinimum` and `exclusiveMaximum` are true or false and
  /// say how the bound beside them is meant. Source: JSON Schema Validation draft 4, section 5.1.
  static let switchedBounds: [Keyword] = [
    bound("minimum", unless: "exclusiveMinimum") { $0 ? .exclusiveMinimum($1) : .minimum($1) },
    exclusiveSwitch("exclusiveMinimum", of: "minimum"),
    bound("maximum", unless: "exclusiveMaximum") { $0 ? .exclusiveMaximum($1) : .maximum($1) },
    exclusiveSwitch("exclusiveMaximum", of: "maximum"),
    multipleOf,
  ]

  private static let multipleOf = Keyword("multipleOf") {
    draft, value, compiler throws(SchemaError) in
    guard let divisor = value.number, divisor > JSONNumber(0) else {
      throw compiler.error("`multipleOf` must be a number above 0", value)
    }
    draft.assert(.multipleOf(compiler.number(divisor)), "multipleOf")
  }

  private static func bound(
    _ name: String, unless exclusive: String,
    _ operation: @escaping @Sendable (Bool, Int32) -> Operation
  ) -> Keyword {
    Keyword(name) { draft, value, compiler throws(SchemaError) in
      guard let number = value.number else {
        throw compiler.error("`\(name)` must be a number, not \(value.kind.name)", value)
      }
      let isExclusive = draft.node[exclusive]?.bool ?? false
      draft.assert(
        operation(isExclusive, compiler.number(number)), isExclusive ? exclusive : name)
    }
  }

  private static func exclusiveSwitch(_ name: String, of bound: String) -> Keyword {
    Keyword(name) { draft, value, compiler throws(SchemaError) in
      guard value.bool != nil else {
        throw compiler.error("`\(name)` must be true or false here", value)
      }
      guard draft.node[bound] != nil else {
        throw compiler.error("`\(name)` says nothing without `\(bound)`", value)
      }
    }
  }

  private static func bound(
    _ name: String, _ operation: @escaping @Sendable (Int32) -> Operation
  ) -> Keyword {
    Keyword(name) { draft, value, compiler throws(SchemaError) in
      guard let number = value.number else {
        throw compiler.error("`\(name)` must be a number, not \(value.kind.name)", value)
      }
      draft.assert(operation(compiler.number(number)), name)
    }
  }
}

extension SchemaEvaluator {
  /// Judges one assertion on the number at a tape index, exactly.
  func holds(_ operation: Operation, numberAt index: Int) -> Bool {
    switch operation {
    case .minimum(let bound): compare(index, bound) >= 0
    case .exclusiveMinimum(let bound): compare(index, bound) > 0
    case .maximum(let bound): compare(index, bound) <= 0
    case .exclusiveMaximum(let bound): compare(index, bound) < 0
    case .multipleOf(let divisor):
      number(at: index)?.isMultiple(of: plan.numbers[Int(divisor)]) ?? false
    default: true
    }
  }

  /// The sign of number minus bound.
  @inline(__always)
  private func compare(_ index: Int, _ bound: Int32) -> Int {
    let whole = view.integers[Int(bound)]
    if whole != Int.min, let sign = compareShort(index, whole) { return sign }
    guard let value = number(at: index) else { return 0 }
    let limit = plan.numbers[Int(bound)]
    return value == limit ? 0 : value < limit ? -1 : 1
  }

  /// The comparison for numbers without an exponent and of at most 18 digits before the point: the
  /// whole part decides, or else whether there is a fraction.
  @inline(__always)
  private func compareShort(_ index: Int, _ bound: Int) -> Int? {
    var at = cursor.bytes + cursor.offset(index)
    let end = at + cursor.length(index)
    let isNegative = at.pointee == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var whole = 0
    let limit = at + 18
    while at < end, at.pointee >= 0x30, at.pointee <= 0x39 {
      guard at < limit else { return nil }
      whole = whole &* 10 &+ Int(at.pointee &- 0x30)
      at += 1
    }
    var hasFraction = false
    if at < end, at.pointee == UInt8(ascii: ".") {
      at += 1
      while at < end, at.pointee >= 0x30, at.pointee <= 0x39 {
        if at.pointee != 0x30 { hasFraction = true }
        at += 1
      }
    }
    guard at == end else { return nil }
    if isNegative { whole = 0 &- whole }
    if whole != bound { return whole < bound ? -1 : 1 }
    if !hasFraction { return 0 }
    return isNegative ? -1 : 1
  }

  func number(at index: Int) -> JSONNumber? {
    JSONNumber(
      UnsafeBufferPointer(
        start: cursor.bytes + cursor.offset(index), count: cursor.length(index)))
  }
}
