@_spi(Engine) import JSONTape

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
            throw compiler.error("`type` holds names of types, not \(element.kind.name)", element)
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
      draft.assert(.enumeration(compiler.enumeration(Array(value.elements))), "enum")
    },
    Keyword("const") { draft, value, compiler in
      draft.assert(.const(compiler.constant(value)), "const")
    },
  ]

  private static func type(
    _ name: String, _ node: JSONNode, _ compiler: SchemaCompiler
  ) throws(SchemaError) -> TypeSet {
    if let type = TypeSet(name: name) { return type }
    let known = TypeSet.allNames.map { "`\($0)`" }.joined(separator: ", ")
    throw compiler.error("`type` knows no `\(name)`; it is one of \(known)", node)
  }
}

extension SchemaEvaluator {
  /// Judges `const` and `enum` of the value at a tape index.
  mutating func holds(_ operation: Operation, anyAt index: Int) -> Bool {
    switch operation {
    case .const(let constant): return isEqual(plan.constants[Int(constant)], index)
    case .enumeration(let list):
      let tag = cursor.rawTag(index)
      let enumeration = view.enumerations + Int(list)
      if tag == TapeTag.string.rawValue {
        return find(index, in: view.objects + Int(enumeration.pointee.strings), 0) >= 0
      }
      if tag < TapeTag.integer.rawValue { return enumeration.pointee.literals & (1 &<< tag) != 0 }
      return plan.enumerations[Int(list)].contains { isEqual($0, index) }
    case .never, .refused: return false
    default: return true
    }
  }

  private func isEqual(_ node: JSONNode, _ index: Int) -> Bool {
    node.document.withCursor { $0.equal(node.tapeIndex, cursor, index) }
  }
}
