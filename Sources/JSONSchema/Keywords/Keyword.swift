@_spi(Engine) import JSONTape

/// A keyword of a dialect. It says where its inner schemas are, and how the keyword is compiled.
/// ``Dialect`` lists the keywords of each dialect.
struct Keyword: Sendable {
  enum Subschemas: Sendable {
    case none, schema, array, map, schemaOrArray
  }

  typealias Compile =
    @Sendable (inout SchemaDraft, JSONNode, SchemaCompiler) throws(SchemaError) -> Void

  let name: String
  let subschemas: Subschemas
  let vocabulary: Vocabulary
  /// The restriction. Nil for keywords that do more than restrict values of some types.
  let restriction: Restriction?
  /// The compilation; nil for annotations.
  let compile: Compile?

  init(
    _ name: String, _ subschemas: Subschemas = .none, in vocabulary: Vocabulary = .validation,
    restricts restriction: Restriction? = nil, compile: Compile?
  ) {
    self.name = name
    self.subschemas = subschemas
    self.vocabulary = vocabulary
    self.restriction = restriction
    self.compile = compile
  }

  /// A bound of a length or a count.
  static func limit(
    _ name: String, of types: TypeSet, _ sense: Restriction.Sense,
    _ operation: @escaping @Sendable (Int32) -> Operation
  ) -> Keyword {
    Keyword(name, restricts: Restriction(name, types, sense)) {
      draft, value, compiler throws(SchemaError) in
      draft.assert(operation(try compiler.count(value, name)), name)
    }
  }

  /// A keyword with one schema. The schema is applied to the value itself or to parts of the value.
  static func applicator(
    _ name: String, in vocabulary: Vocabulary = .applicator, isInPlace: Bool = false,
    _ operation: @escaping @Sendable (Int32) -> Operation
  ) -> Keyword {
    Keyword(name, .schema, in: vocabulary) { draft, value, compiler throws(SchemaError) in
      let node = try compiler.compile(value, name, in: draft, isInPlace: isInPlace)
      draft.assert(operation(node), name)
    }
  }
}

extension Keyword {
  /// Keywords without assertions and subschemas. Source: JSON Schema Core 2020-12, section 8;
  /// Validation, sections 8 and 9.
  static let annotations: [Keyword] =
    [
      Keyword("$defs", .map, in: .core, compile: nil),
      Keyword("contentSchema", .schema, in: .content, compile: nil),
    ]
    + ["$anchor", "$dynamicAnchor", "$vocabulary"].map { Keyword($0, in: .core, compile: nil) }
    + historicAnnotations

  /// The annotations of drafts up to 7.
  static let historicAnnotations: [Keyword] =
    [Keyword("definitions", .map, in: .core, compile: nil)]
    + ["$id", "id", "$schema", "$comment"].map { Keyword($0, in: .core, compile: nil) }
    + [
      "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
      "example",
    ].map { Keyword($0, in: .metaData, compile: nil) }
    + ["contentEncoding", "contentMediaType"].map { Keyword($0, in: .content, compile: nil) }
}

/// `type`, `enum`, `const`. Source: JSON Schema Validation 2020-12, section 6.1.
extension Keyword {
  static let types: [Keyword] = [
    Keyword("type") { draft, value, compiler throws(SchemaError) in
      if let name = value.string {
        draft.types = try type(name, value, compiler)
      } else if value.kind == .array {
        var types: TypeSet = []
        for element in value.elements {
          guard let name = element.string else {
            throw compiler.error(
              "`type` must have names of types, not \(element.kind.name)", element)
          }
          types.insert(try type(name, element, compiler))
        }
        draft.types = types
      } else {
        throw compiler.error("`type` must be a name or an array of names", value)
      }
    },
    Keyword("enum") { draft, value, compiler throws(SchemaError) in
      guard value.kind == .array else {
        throw compiler.error("`enum` must be an array", value)
      }
      draft.assert(.enumeration(compiler.builder.enumeration(Array(value.elements))), "enum")
    },
    Keyword("const") { draft, value, compiler in
      draft.assert(.const(compiler.builder.enumeration([value])), "const")
    },
  ]

  private static func type(
    _ name: String, _ node: JSONNode, _ compiler: SchemaCompiler
  ) throws(SchemaError) -> TypeSet {
    if let type = TypeSet(name: name) { return type }
    let known = TypeSet.allNames.map { "`\($0)`" }.joined(separator: ", ")
    throw compiler.error("`\(name)` is not a type; `type` must be one of \(known)", node)
  }
}

extension SchemaEvaluator {
  mutating func holds(_ operation: Operation, anyAt index: Int) -> Bool {
    switch operation {
    case .const(let list), .enumeration(let list): return isAmong(list, index)
    case .type(let types, _):
      let tag = cursor.rawTag(index)
      return types.rawValue & TypeSet.bits(ofTag: tag) != 0
        || tag == TapeTag.number.rawValue && types.contains(.integer) && cursor.isInteger(index)
    case .never, .refused: return false
    default: return true
    }
  }

  private mutating func isAmong(_ list: Int32, _ index: Int) -> Bool {
    let values = view.enumerations + Int(list)
    switch cursor.rawTag(index) {
    case TapeTag.string.rawValue:
      return find(index, in: view.objects + Int(values.pointee.strings), 0) >= 0
    case TapeTag.integer.rawValue where cursor.length(index) <= 18:
      guard let integer = cursor.int(index) else { return false }
      return hasInteger(integer, values)
    case let tag where tag < TapeTag.integer.rawValue:
      return values.pointee.literals & (1 &<< tag) != 0
    default: return values.pointee.hashCount > 0 && hasHashed(index, values)
    }
  }

  private mutating func hasInteger(_ integer: Int, _ values: UnsafePointer<EnumerationPlan>) -> Bool
  {
    // At least half of the places are free, so that the search ends.
    let table = view.enumeratedIntegers + Int(values.pointee.integers)
    let mask = values.pointee.integerMask
    var place = EnumerationPlan.place(integer, mask)
    while let known = table[place] {
      if known == integer { return true }
      place = (place &+ 1) & mask
    }
    return false
  }

  /// Whether an equal value is among the values with the same hash.
  private mutating func hasHashed(_ index: Int, _ values: UnsafePointer<EnumerationPlan>) -> Bool {
    let hash = cursor.hash(index)
    let start = Int(values.pointee.hashes)
    let end = start &+ Int(values.pointee.hashCount)
    var low = start
    var high = end
    while low < high {
      let middle = (low &+ high) / 2
      if view.enumeratedHashes[middle] < hash { low = middle &+ 1 } else { high = middle }
    }
    while low < end, view.enumeratedHashes[low] == hash {
      let node = plan.tables.hashedValues[low]
      if node.document.withCursor({ $0.equal(node.tapeIndex, cursor, index) }) { return true }
      low &+= 1
    }
    return false
  }
}
