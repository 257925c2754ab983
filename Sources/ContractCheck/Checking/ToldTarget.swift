@_spi(Engine) internal import JSONTape

/// The operation or the schema that the caller named for every body.
final class ToldTarget {
  let contract: Int
  /// Nil where the caller names a schema.
  private(set) var operation: Operation?
  /// Nil where the caller names an operation.
  let schema: BodyTarget?
  /// The routes of the named operation; nil if the caller names a schema.
  var routes: RouteVariants?
  /// The names of the documented bodies' properties, if these bodies are objects. Nil if no names
  /// are listed.
  private let names: Names?

  private struct Names {
    let ofObjects: Set<[UInt8]>
    let ofElements: Set<[UInt8]>
  }

  /// Creates a target. Nil if the caller names neither an operation nor a schema.
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
      names = Self.names([component.listed])
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
    let bodies = AssumedSchema.all(
      of: checker,
      in: .operation(contract: number, position: operation.position, status: nil))
    names = Self.names(bodies.map(\.listed))
  }

  private static func names(_ bodies: [ListedProperties]) -> Names? {
    guard bodies.contains(where: { !$0.names.isEmpty }) else { return nil }
    func folded(isArray: Bool) -> Set<[UInt8]> {
      Set(bodies.filter { $0.isArray == isArray }.flatMap(\.names).map { NamePattern.fold($0) })
    }
    return Names(ofObjects: folded(isArray: false), ofElements: folded(isArray: true))
  }

  /// Whether a documented body, or an element of it, may have this property. The body's schema
  /// lists the name, or it lists no names.
  func mayHave(_ name: String, inArray: Bool = false) -> Bool {
    guard let names else { return true }
    return (inArray ? names.ofElements : names.ofObjects).contains(NamePattern.fold(name))
  }
}
