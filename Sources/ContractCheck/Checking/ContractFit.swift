/// How well a capture fits a contract; used to guess which contract is meant.
public struct ContractFit: Hashable, Sendable {
  /// Exchanges whose method and path the contract has.
  public private(set) var routed = 0
  /// Bare bodies that share most of their members with one of its schemas.
  public private(set) var alike = 0
  /// Exchanges and bodies that say nothing either way.
  public private(set) var skipped = 0
  /// The number of all exchanges and bodies.
  public private(set) var exchanges = 0
  /// Findings in what fits.
  public private(set) var findings = 0
  /// The number of parts that cannot be read.
  public private(set) var problems = 0
  /// What the capture is assumed to be, where it is one body without an exchange.
  public private(set) var assumed: Checker.Assumption?

  /// The share of common members from which a body counts as an instance of a schema.
  static let leastLikeness = 0.5

  /// Compares a capture with a contract.
  ///
  /// - Complexity: O(*n*) in the size of the capture.
  public init(_ bytes: [UInt8], name: String, contract: Contract) {
    guard var checker = try? Checker(contracts: [contract]) else { return }
    checker.explainsMatches = true
    checker.check(bytes, name: name) { _, result in
      count(result)
    } problem: { problem in
      if !problem.isRemark { problems += 1 }
    }
  }

  /// The number of exchanges and bodies that fit.
  public var matched: Int { routed + alike }

  /// Whether at least half of what says something fits the contract.
  public var isMeant: Bool { matched > 0 && matched * 2 >= exchanges - skipped }

  private mutating func count(_ result: Checker.Result) {
    exchanges += 1
    let before = matched
    switch (result.outcome, result.explanation?.route) {
    case (_, .matched?): routed += 1
    case (.checked, .nearest(let shared, let all)?):
      if Double(shared) >= Self.leastLikeness * Double(all) { alike += 1 }
    case (.skipped, _): skipped += 1
    case (.checked, _), (.unmatched, _), (.unreadable, _): break
    }
    if matched > before { findings += result.findings.count }
    assumed = exchanges == 1 ? result.assumed : nil
  }
}
