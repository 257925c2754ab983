@_spi(Engine) public import ContractCheck
public import JSONTape

/// The type of the days in suppressions.
public typealias CalendarDate = JSONTape.CalendarDate

/// A decision to hide findings, with its reason. It hides findings that match all of its
/// properties.
public struct Suppression: Hashable, Sendable {
  /// The rule's id; nil for any rule.
  public var rule: String?
  /// The operation as findings name it, `GET /users/{id}`; nil for any. For a change of a contract,
  /// it must be the only operation that the change affects.
  public var operation: String?
  /// The place in the body; for a missing property, its own place or its object's.
  public var pointer: PointerGlob?
  /// The input, relative to the folder of the configuration; nil for any.
  public var file: PathGlob?
  /// Why the findings are hidden.
  public var reason: String
  /// The last day on which it is in force; nil for no end.
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
    self.pointer = pointer
    self.file = file
    self.reason = reason
    self.expires = expires
    self.position = position
  }

  /// Whether the suppression is in force on a day.
  public func holds(on today: CalendarDate) -> Bool { expires.map { today <= $0 } ?? true }

  /// Whether it applies to changes of contracts, which `diff` finds, not to traffic.
  package var isOfChanges: Bool { rule.flatMap(ChangeRule.named) != nil }

  func fits(_ finding: Finding) -> Bool {
    if let rule, rule != finding.rule { return false }
    if let operation, operation != finding.exchange?.operation,
      finding.operations != [operation]
    {
      return false
    }
    guard let pointer else { return true }
    return pointer.matches(finding.instance)
      || finding.member.map { pointer.matches(finding.instance.appending($0)) } ?? false
  }
}
