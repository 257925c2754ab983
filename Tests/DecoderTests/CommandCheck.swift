@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// Checks what bodies come in as the command does: a verdict settles what is right, and only the rest
/// gets the full check.
struct CommandCheck {
  private let contract: Contract
  private let traffic: TrafficValidator

  init(_ contract: Contract) throws {
    self.contract = contract
    traffic = TrafficValidator(
      try Checker(contracts: [contract]), showsLines: false, needsResults: false)
  }

  /// The findings of a body in a carrier; nil if that cannot hold it.
  func findings(
    of body: [UInt8], _ sample: Sample, in carrier: Carrier, asText: Bool
  ) throws -> [Finding]? {
    guard let bytes = carrier.bytes(body, of: sample, asText: asText) else { return nil }
    var findings: [Finding] = []
    func add(_ result: UnitResult) {
      switch result {
      case .checked(let result): findings += result.complete.findings
      case .late(let check): findings += check.result.complete.findings
      case .problem: break
      }
    }
    let name = carrier.rawValue
    try (bytes + [UInt8](repeating: 0, count: 64)).withByteView { block in
      switch carrier {
      case .file:
        // Told by the command line what it is.
        let assumption = Checker.Assumption(operation: sample.name, status: sample.status)
        let told = TrafficValidator(
          try Checker(contracts: [contract], assumption: assumption), showsLines: false,
          needsResults: false)
        _ = told.check(file: block, of: name, format: .json, add)
      case .http: _ = traffic.check(file: block, of: name, format: .http, add)
      case .record:
        for (_, result) in traffic.check(lines: block, at: 0, of: name).results { add(result) }
      case .har:
        let stream = HARStream()
        let take = { (part: HARStream.Part) in
          if case .entry(let entry) = part { traffic.check(entry, of: name, add) }
        }
        stream.feed(ByteView(rebasing: block.dropLast(64)), yield: take)
        stream.finish(take)
      }
    }
    return findings
  }
}
