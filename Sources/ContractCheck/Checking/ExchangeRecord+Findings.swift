@_spi(Engine) public import ContractCaptures

/// A record whose findings are those of what it records.
extension ExchangeRecord {
  /// Replaces secrets so that the same is found in the record as in the exchange. Where no
  /// replacement can do that, the record says what is not to be found.
  ///
  /// - Parameters:
  ///   - live: What was found in the exchange.
  ///   - literals: What the contracts publish; asked for only where it is needed.
  ///   - check: Finds what is wrong with an exchange and its response's body.
  @_spi(Engine) public mutating func keep(
    _ live: [Finding], literals: () -> ContractLiterals, check: (Exchange, [UInt8]) -> [Finding]
  ) {
    let bodies: [(part: Exchange.Part, bytes: [UInt8])] = [
      (.request, requestBody.bytes), (.response, responseBody.bytes),
    ]
    var best: (score: Int, replacement: SecretReplacement, accepted: [Finding])?
    for attempt in 0...SecretReplacement.mostAttempts + 1 {
      let replaced = replaced
      let (onlyLive, onlyRecorded) = LiveVerdict.differences(
        live, check(replaced.exchange, replaced.responseBody.bytes))
      let score = onlyLive.count * 1024 + onlyRecorded.count
      if score < best?.score ?? .max { best = (score, replacement, onlyRecorded) }
      // The last attempt is for what must be wrong.
      if score == 0 || attempt == SecretReplacement.mostAttempts && onlyLive.isEmpty { break }
      if attempt == 0 { replacement.literals = literals() }
      var hasChanged = false
      for place in Set((onlyLive + onlyRecorded).map(\.instance)) {
        for body in bodies where replacement.change(body.bytes, of: body.part, at: place) {
          hasChanged = true
        }
      }
      guard hasChanged else { break }
    }
    guard let best else { return }
    replacement = best.replacement
    verdict.accepted = best.accepted.map(LiveVerdict.Accepted.init)
    verdict.replaced = replacedPlaces
  }

  /// Adds what is wrong with the page among other pages.
  @_spi(Engine) public mutating func keepPages(of findings: [Finding]) {
    verdict.pages = findings.filter { $0.rule == Rule.pageSequence.id }
      .map(LiveVerdict.PageFinding.init)
  }
}
