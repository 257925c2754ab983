@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// Checks variants in the same way as `schemacheck check`.
struct VariantJudge {
  /// Why a variant is not a valid response.
  struct Objection {
    let words: String
    let instance: JSONPointer
    fileprivate let property: String?

    /// Whether the contract requires the property that the freedom leaves out.
    func requires(_ freedom: VariantMaker.Freedom) -> Bool {
      guard let property, property == freedom.property else { return false }
      return instance.tokens == freedom.instance.tokens.dropLast()
    }
  }

  /// The validator that gets the operation from the caller. So only the response is checked.
  private let told: any ExchangeValidator
  /// The validator that finds the operation by the request.
  private let whole: any ExchangeValidator
  private let name: OperationCount.Name

  init?(_ contract: Contract, _ operation: Operation, _ status: Int) {
    let assumption = Checker.Assumption(operation: operation.name, status: status)
    guard let told = try? Checker(contracts: [contract], assumption: assumption),
      let whole = try? Checker(contracts: [contract])
    else { return nil }
    self.told = told.exchangeValidator()
    self.whole = whole.exchangeValidator()
    name = OperationCount.Name(contract: contract.name, operation: operation.name)
  }

  func finding(in record: [UInt8], allowing freedom: VariantMaker.Freedom? = nil) -> Objection? {
    objection(to: record, told, allowing: freedom)
  }

  func wholeFinding(in record: [UInt8]) -> Objection? {
    objection(to: record, whole, allowing: nil)
  }

  /// The error that a check reports for a record, if the check reports nothing else.
  func onlyError(in record: [UInt8]) -> Finding? {
    guard case .exchange(let exchange) = NDJSONLine(bytes: record, index: 0, offset: 0).read()
    else {
      return nil
    }
    let findings = findings(of: exchange, record, whole).all.filter { $0.severity > .note }
    return findings.count == 1 && findings[0].severity == .error ? findings[0] : nil
  }

  private func findings(
    of exchange: Exchange, _ record: [UInt8], _ validator: any ExchangeValidator
  ) -> (all: [Finding], result: Checker.Result) {
    var source = CaptureSource(name: "variant", bytes: record)
    validator.begin(nil)
    let result = validator.check(exchange, in: &source).complete
    return (result.findings + result.givenUp, result)
  }

  private func objection(
    to record: [UInt8], _ validator: any ExchangeValidator, allowing freedom: VariantMaker.Freedom?
  ) -> Objection? {
    let item = NDJSONLine(bytes: record, index: 0, offset: 0).read()
    guard case .exchange(let exchange) = item else {
      return Objection(
        words: "the response cannot be read as an exchange", instance: JSONPointer(), property: nil)
    }
    validator.begin(nil)
    if let count = validator.verdict(exchange, of: "")?.count, count.outcome == .checked,
      count.operation == name
    {
      return nil
    }
    let (findings, result) = findings(of: exchange, record, validator)
    let left = findings.first { finding in
      // A note does not mean that the body is wrong. The rule only says that the contract should
      // document what the schema allows.
      finding.severity > .note
        && !(finding.isUnlisted && finding.severity < .error && freedom?.kind == .unlisted)
    }
    if let left {
      return Objection(words: left.message, instance: left.instance, property: left.property)
    }
    guard result.outcome == .checked, result.count.operation == name else {
      return Objection(
        words: "its URL fits another operation, or no operation", instance: JSONPointer(),
        property: nil)
    }
    return nil
  }
}
