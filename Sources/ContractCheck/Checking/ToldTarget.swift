/// The operation or the schema that the caller named for every body.
final class ToldTarget {
  let contract: Int
  /// Nil where the caller names a schema.
  private(set) var operation: Operation?
  /// Nil where the caller names an operation.
  let schema: BodyTarget?
  /// The routes of the named operation; nil if the caller names a schema.
  var routes: RouteVariants?

  /// Creates a target; nil if the caller names neither.
  init?(_ checker: Checker) {
    let (contracts, assumption) = (checker.contracts, checker.assumption)
    if let name = assumption.schema {
      guard let number = contracts.firstIndex(where: { $0.components[name] != nil }),
        let component = contracts[number].components[name]
      else { return nil }
      contract = number
      schema = BodyTarget(
        contract: number, root: assumption.isRequest ? component.request : component.response,
        settings: component.settings, pagination: nil, schema: component.schema)
      return
    }
    guard let name = assumption.operation,
      let number = contracts.firstIndex(where: { $0.operation(named: name) != nil }),
      let operation = contracts[number].operation(named: name)
    else { return nil }
    contract = number
    schema = nil
    self.operation = operation
    routes = RouteVariants(operation, of: contracts[number], number)
  }
}
