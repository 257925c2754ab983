@_spi(Engine) import JSONTape

/// `dependentRequired`, `dependentSchemas` (JSON Schema Validation 2020-12, section 6.5.4; Core,
/// section 10.2.2.4) and `dependencies`, of which they are the two halves.
extension Keyword {
  static let dependencies: [Keyword] = [
    Keyword("dependentRequired") { draft, value, compiler throws(SchemaError) in
      guard value.kind == .object else {
        throw compiler.error("`dependentRequired` must be an object", value)
      }
      for member in value.members {
        try require(member, "dependentRequired", in: &draft, compiler)
      }
    },
    Keyword("dependentSchemas", .map, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      guard value.kind == .object else {
        throw compiler.error("`dependentSchemas` must be an object", value)
      }
      for member in value.members {
        try apply(member, "dependentSchemas", in: &draft, compiler)
      }
    },
    // Kept by later drafts for the schemas that still have it (Core 2020-12, appendix C).
    historicDependencies,
  ]

  /// `dependencies`, the only form up to draft 7. Source: JSON Schema Validation draft 7, section
  /// 6.5.7.
  static let historicDependencies = Keyword("dependencies", .map, in: .applicator) {
    draft, value, compiler throws(SchemaError) in
    guard value.kind == .object else {
      throw compiler.error("`dependencies` must be an object", value)
    }
    for member in value.members {
      if member.value.kind == .array {
        try require(member, "dependencies", in: &draft, compiler)
      } else {
        try apply(member, "dependencies", in: &draft, compiler)
      }
    }
  }

  private static func require(
    _ member: JSONMember, _ keyword: String, in draft: inout SchemaDraft,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let needed = try compiler.names(member.value, keyword)
    let plan = DependencyPlan(
      member: Array(member.name.utf8), needed: needed.map { Array($0.utf8) }, node: -1)
    draft.assert(.dependentRequired(compiler.dependency(plan)), keyword)
  }

  private static func apply(
    _ member: JSONMember, _ keyword: String, in draft: inout SchemaDraft,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let site = try compiler.subschema(member.value, keyword, in: draft)
    let context = compiler.branchContext(keyword, of: draft)
    let node = try compiler.compile(site, in: context, isInPlace: true)
    let plan = DependencyPlan(member: Array(member.name.utf8), needed: [], node: node)
    draft.assert(.dependentSchema(compiler.dependency(plan)), keyword)
  }
}
