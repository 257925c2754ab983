@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension SchemaChecker {
  /// A first look at values, for one thread.
  @_spi(Engine) public func screen() -> (any TrafficScreen)? { SchemaScreen(schema) }
}

/// A first look by a schema alone, to which repeated keys are nothing.
struct SchemaScreen: TrafficScreen {
  private var judge: SchemaJudge

  init(_ schema: CompiledSchema) { judge = SchemaJudge(schema) }

  mutating func outcome(of cursor: TapeCursor) -> Checker.Outcome? {
    judge.isValid(cursor, 0) ? .checked : nil
  }
}
