@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures
public import JSONTape

/// The type of the days in suppressions.
public typealias CalendarDate = JSONTape.CalendarDate

/// A decision to hide findings or to give them another severity, with a reason. A suppression
/// applies to findings that match all of its properties.
public struct Suppression: Hashable, Sendable {
  /// The rule's id. Nil for any rule.
  public var rule: String?
  /// The operation in the form of findings: `GET /users/{id}`. `*` matches any text, and nil
  /// matches any operation. If a request has no operation, its method and path are compared. A
  /// change of a contract matches only if it affects exactly one operation.
  public var operation: String? { didSet { pattern = operation.map(OperationPattern.init) } }
  private var pattern: OperationPattern?
  /// The place in the body. For a missing property, this is the place of the property or of its
  /// object.
  public var pointer: PointerGlob?
  /// The header of a request or a response. Nil for any place.
  package var header: String?
  /// The severity that the findings get. They are then not hidden.
  package var severity: Severity?
  /// The input's path, relative to the folder of the configuration. Nil for any input.
  public var file: PathGlob?
  /// Why the findings are hidden.
  public var reason: String
  /// The last day on which the suppression is used. Nil if the suppression never expires.
  public var expires: CalendarDate?
  /// The position in the configuration.
  public var position: TextPosition

  /// Creates a suppression from its parts.
  public init(
    rule: String? = nil, operation: String? = nil, pointer: PointerGlob? = nil,
    file: PathGlob? = nil, reason: String, expires: CalendarDate? = nil,
    position: TextPosition = TextPosition(line: 1, column: 1)
  ) {
    self.rule = rule
    self.operation = operation
    pattern = operation.map(OperationPattern.init)
    self.pointer = pointer
    self.file = file
    self.reason = reason
    self.expires = expires
    self.position = position
  }

  /// Whether the suppression is still used on a day.
  public func holds(on today: CalendarDate) -> Bool { expires.map { today <= $0 } ?? true }

  /// Whether the suppression applies to changes of contracts, not to traffic. `diff` finds such
  /// changes.
  package var isOfChanges: Bool { rule.flatMap(ChangeRule.named) != nil }

  func fits(_ finding: Finding) -> Bool {
    if let rule, rule != finding.rule { return false }
    if let pattern, !Self.fits(pattern, finding) { return false }
    if let header, finding.header?.lowercased() != header.lowercased() { return false }
    guard let pointer else { return true }
    return pointer.matches(finding.instance)
      || finding.property.map { pointer.matches(finding.instance.appending($0)) } ?? false
  }

  private static func fits(_ pattern: OperationPattern, _ finding: Finding) -> Bool {
    if let name = finding.exchange?.operation { return pattern.fits(name: name) }
    if finding.operations.count == 1 { return pattern.fits(name: finding.operations[0]) }
    guard let exchange = finding.exchange, let method = exchange.method, let url = exchange.url
    else { return false }
    return pattern.fits(method: method, path: URLParts(url).path)
  }
}
